"""Which anchors are links: one that only gives its place a name leads nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    rows = page.rows_of("a")
    addresses = page.attributes_at(rows, "href")
    for row in [row for row, address in zip(rows.tolist(), addresses, strict=True) if address is None]:
        anchors[row] = page.attribute_of(row, "name") is None and page.attribute_of(row, "id") is None
    return anchors
