"""The columns of a page that tell what is kept of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from thresher.page.columns import Codes, Ints

if TYPE_CHECKING:
    from thresher.page import Page


class Columns(NamedTuple):
    """Columns of elements and of runs, as `Page` has them."""

    code: Codes  #: element: number of its name
    hidden: Codes  #: element: why a reader does not see it
    parent: Ints  #: element: row of the parent, -1 at the root
    end: Ints  #: element: one past the last row of its subtree
    host: Ints  #: run: row of the element that it stands in
    at: Ints  #: run: how many elements start ahead of it
    length: Ints  #: run: characters of its text


def columns_of(page: Page) -> Columns:
    """The columns of a page.

    >>> from thresher.page import Page
    >>> columns_of(Page.from_html("<p>rye <b>and</b>")).length.tolist()
    [3, 3]
    """
    return Columns(page.code, page.hidden, page.parent, page.end, page.host, page.at, page.length)
