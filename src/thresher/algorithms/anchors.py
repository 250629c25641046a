"""Which anchors are links: one that only gives its place a name leads nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.page.columns import Bools


def link_anchors(page: Page) -> Bools:
    """Anchors that lead somewhere: all but those that have a name or an id and no address.

    Pages from XML serialisers write such names as ``<a name="post1"/>``, which an HTML parser leaves open: all that
    follows is then in the anchor, up to the next one.

    >>> from thresher.page import Page
    >>> link_anchors(Page.from_html("<a name=top></a><a href=/rye>Rye</a><a>Oats</a>"))[3:].tolist()
    [False, True, True]
    """
    anchors = page.is_tag("a")
    rows = np.flatnonzero(anchors)
    rows = rows[[address is None for address in page.attributes_at(rows, "href")]]
    names = zip(*(page.attributes_at(rows, name) for name in ("name", "id")), strict=True)
    anchors[rows[[name != (None, None) for name in names]]] = False
    return anchors
