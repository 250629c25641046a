"""Which elements of a page say by their attributes what they tell: parts of things, authors, licences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from thresher.page.kernels import kernel

if TYPE_CHECKING:
    from thresher.page import Page

_LINKS = 'a:is([rel~="author" i],[rel~="license" i],[href*="creativecommons.org/" i])'
#: All of them; the parser is asked once, because going through a page takes longer than looking at its elements, and
#: for one selector with alternatives in it, which it goes through more quickly than several.
_ASKED = f":is([itemprop],[itemscope],[typeof],{_LINKS})"
_COMMONS = ("creativecommons.org/licenses/", "creativecommons.org/publicdomain/")


class Marked(NamedTuple):
    """Rows of the elements that tell something by their attributes.

    >>> from thresher.page import Page
    >>> Marked.of(Page.from_html('<p itemscope><b itemprop="name">Rye</b> <a rel=license href=/cc>by</a>'))
    Marked(properties={4: 'name'}, scopes=[3], typed=[], authors=[], licences=['/cc'])
    """

    properties: Mapping[int, str]  #: rows with properties of microdata, and their names
    scopes: Sequence[int]  #: rows that are things of microdata
    typed: Sequence[int]  #: rows that are things of RDFa
    authors: Sequence[int]  #: rows of the links that are said to lead to an author
    licences: Sequence[str]  #: where the links lead that are said, or known, to lead to a licence

    @classmethod
    def of(cls, page: Page) -> Marked:
        """The marked elements of a page."""
        rows = page.select(_ASKED).tolist()
        return cls(*marks(page.tree.elements, rows, [page.tag[row] == "a" for row in rows], _COMMONS))


@kernel
def marks(
    elements: list[Any], rows: list[int], is_link: list[bool], folders: tuple[str, ...]
) -> tuple[dict[int, str], list[int], list[int], list[int], list[str]]:
    """What the elements at *rows* tell: the fields of `Marked`; an address with one of *folders* is a licence's.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<a rel=author href=/ann itemprop=url>Ann</a> <a href='//cc.example/by/'>by</a>")
    >>> marks(page.tree.elements, [3, 4], [True, True], ("cc.example/",))
    ({3: 'url'}, [], [], [3], ['//cc.example/by/'])
    """
    properties: dict[int, str] = {}
    scopes, typed, authors, licences = [], [], [], []
    for row, is_linked in zip(rows, is_link, strict=True):
        attribute = elements[row].attr
        if names := attribute("itemprop"):
            properties[row] = names
        if attribute("itemscope") is not None:
            scopes.append(row)
        if attribute("typeof") is not None:
            typed.append(row)
        if is_linked:
            relations = (attribute("rel") or "").lower().split()
            if "author" in relations:
                authors.append(row)
            address = attribute("href")
            if address and ("license" in relations or any(folder in address.lower() for folder in folders)):
                licences.append(address)
    return properties, scopes, typed, authors, licences
