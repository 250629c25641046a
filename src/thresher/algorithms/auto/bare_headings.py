"""A heading at the end of the text whose links were left out ("You may also like") heads nothing: it goes with them."""

from __future__ import annotations

from thresher.algorithms.auto.feature_columns import LINK_SHARE
from thresher.algorithms.auto.features import Sight
from thresher.page.columns import Bools

#: So great a share of the words that follow it is in links: where text was left out, its heading still tells of it [D].
MIN_LINK_SHARE = 0.5
#: A heading is in the same element as what it heads, or in one that is around it alone, so many levels up [D].
LEVELS = 2


def without_bare_heading(sight: Sight, chosen: Bools) -> Bools:
    """The chosen blocks, but for a heading at their end that links follow in the same part of the page.

    One that is all there is stays: a post may be no more than its title and a link.

    >>> import numpy as np
    >>> from thresher.algorithms.auto.features import look
    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>Rye is back.<h3>Read on</h3><p><a href=/o>Oats</a><p><a href=/b>Barley</a>")
    >>> without_bare_heading(look(page), np.array([True, True, False, False])).tolist()
    [True, False, False, False]
    """
    last = len(chosen) - 1 - int(chosen[::-1].argmax())
    if chosen.sum() < 2 or last == len(chosen) - 1 or not _heads_links(sight, last):
        return chosen
    chosen = chosen.copy()
    chosen[last] = False
    return chosen


def _heads_links(sight: Sight, number: int) -> bool:
    """Whether a block is a heading, and the next one is of links and in the same part of the page."""
    view, rows = sight.view, sight.blocks.row
    if not sight.heading[number] or sight.features[number + 1, LINK_SHARE] < MIN_LINK_SHARE:
        return False
    part = int(rows[number])
    for _ in range(LEVELS):
        part = max(int(view.parent[part]), view.body)
    return bool(rows[number + 1] < view.end[part])
