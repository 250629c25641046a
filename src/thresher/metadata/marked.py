"""Which elements of a page say by their attributes what they tell: parts of things, authors, licences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from thresher.page.tags import CODES

if TYPE_CHECKING:
    from thresher.page import Page

#: All of them; the parser is asked once, because going through a page takes longer than looking at its elements.
_ASKED = '[itemprop],[itemscope],[typeof],a[rel],a[href*="creativecommons.org/" i]'
_COMMONS = ("creativecommons.org/licenses/", "creativecommons.org/publicdomain/")


@dataclass(frozen=True, eq=False)
class Marked:
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
        found = page.select(_ASKED)
        rows, links = found.tolist(), found[page.code[found] == CODES["a"]].tolist()
        names, scopes, types = (
            zip(rows, page.attributes_at(rows, name), strict=True) for name in ("itemprop", "itemscope", "typeof")
        )
        relations = [(names or "").lower().split() for names in page.attributes_at(links, "rel")]
        addresses = page.attributes_at(links, "href")
        return cls(
            {row: name for row, name in names if name},
            [row for row, scope in scopes if scope is not None],
            [row for row, kind in types if kind is not None],
            [row for row, own in zip(links, relations, strict=True) if "author" in own],
            [
                address
                for address, own in zip(addresses, relations, strict=True)
                if address and ("license" in own or _is_commons(address))
            ],
        )


def _is_commons(address: str) -> bool:
    """Whether an address is that of a licence of Creative Commons."""
    address = address.lower()
    return any(folder in address for folder in _COMMONS)
