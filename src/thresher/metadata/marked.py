"""Which elements of a page say by their attributes what they tell: parts of things, authors, licences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from thresher.page.telling import has_part

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
        asked = ("itemprop", "itemscope", "typeof", "rel", "href")
        properties, scopes, typed, relations, addresses = page.tree.given(*asked, among=_ASKED)
        related = {row: told.lower().split() for row, told in relations.items() if page.tag[row] == "a"}
        linked = [(row, address) for row, address in addresses.items() if address and page.tag[row] == "a"]
        authors = [row for row, told in related.items() if "author" in told]
        licences = [address for row, address in linked if "license" in related.get(row, ()) or _is_licence(address)]
        return cls(
            {row: told for row, told in properties.items() if told}, list(scopes), list(typed), authors, licences
        )


def _is_licence(address: str) -> bool:
    """Whether an address is known to be a licence's.

    >>> _is_licence("https://creativecommons.org/licenses/by/4.0/"), _is_licence("/rye")
    (True, False)
    """
    return has_part(address.lower(), _COMMONS)
