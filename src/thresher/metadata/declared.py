"""What the head of a page declares: its ``<meta>`` and ``<link>`` elements, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from thresher.metadata.facts import Found
from thresher.page.kernels import kernel
from thresher.page.telling import telling_rows
from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.page import Page

#: Contents of ``<meta>`` by name in small letters, in document order.
Metas = Mapping[str, Sequence[str]]

#: Addresses of ``<link>`` by relation in small letters, in document order.
Links = Mapping[str, Sequence[str]]
#: The relations that tell something about a page.
RELATIONS = ("canonical", "license", "image_src")

#: More elements than these are a flood that nobody reads.
MAX_METAS = 500
#: A longer value is no fact about a page but a text.
MAX_CHARS = 2000


def metas(page: Page) -> Metas:
    """What the ``<meta>`` elements of a page say.

    >>> from thresher.page import Page
    >>> metas(Page.from_html("<meta name=Author content='Ann Rye'><meta property=og:title content=Oats>"))
    {'author': ['Ann Rye'], 'og:title': ['Oats']}
    """
    rows = page.rows_of("meta")[:MAX_METAS].tolist()
    return contents(page.tree.elements, rows, page.body, MAX_CHARS)


@kernel
def contents(elements: list[Any], rows: list[int], body: int, most: int) -> dict[str, list[str]]:
    """The contents of the ``<meta>`` elements at *rows*, by their names in small letters; of each so many characters.

    >>> from thresher.page import Page
    >>> contents(Page.from_html("<meta property=og:title content='Rye  bread'>").tree.elements, [2], 3, 5)
    {'og:title': ['Rye']}
    """
    found: dict[str, list[str]] = {}
    for row in rows:
        attribute = elements[row].attr
        name = attribute("property") or attribute("name") or attribute("http-equiv")
        if not name and row < body:
            # In the body, a property belongs to whatever thing is described there.
            name = attribute("itemprop")
        if name and (written := attribute("content")) and (content := collapse(written[:most])):
            found.setdefault(name.strip().lower(), []).append(content)
    return found


def links(page: Page) -> Links:
    """Where the ``<link>`` elements of a page lead that tell something about it.

    >>> from thresher.page import Page
    >>> links(Page.from_html("<link rel='Canonical' href=/rye>"))
    {'canonical': ['/rye']}
    """
    found: dict[str, list[str]] = {}
    rows = page.rows_of("link")[:MAX_METAS].tolist()
    for row, relations in telling_rows(page.tree.elements, rows, "rel", RELATIONS).items():
        if (address := page.attribute_of(row, "href")) is not None:
            for relation in set(relations.split()).intersection(RELATIONS):
                found.setdefault(relation, []).append(address)
    return found


def declared(metas: Metas, names: Sequence[str]) -> Iterator[Found[str]]:
    """The values of the ``<meta>`` elements of these names, in the order of the names."""
    for name in names:
        if name in metas:
            for content in metas[name]:
                yield Found(content, f"meta:{name}")
