"""Which block is the headline of a page."""

from __future__ import annotations

from thresher.algorithms.auto.feature_columns import IN_TITLE, OF_TITLE
from thresher.algorithms.auto.features import Sight
from thresher.page.tags import CODES

#: A heading of whose words a greater share is in the title is the headline.
MIN_IN_TITLE = 0.5


def headline_block(sight: Sight) -> int | None:
    """The heading that has most in common with the title, or else the first h1; ``None`` where there is neither.

    >>> from thresher.algorithms.auto.features import look
    >>> from thresher.page import Page
    >>> page = Page.from_html("<title>Rye bread - Mill</title><h1>Mill</h1><h2>Rye bread</h2><p>Take rye.")
    >>> headline_block(look(page))
    1
    """
    share = sight.features[:, IN_TITLE]
    # The name of a site is in the title too, but little of the title is in it.
    best = int((share * sight.features[:, OF_TITLE]).argmax())
    if share[best] > MIN_IN_TITLE:
        return best
    first = (sight.view.code[sight.blocks.row] == CODES["h1"]).nonzero()[0][:1].tolist()
    return first[0] if first else None
