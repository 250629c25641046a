"""Words that tell the kind of a page: names of its elements, what it declares itself to be, and its address."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import numpy as np

from thresher.algorithms.auto.names import Names, name_words
from thresher.page import Page
from thresher.page.columns import Floats

#: The kinds of pages that are told apart.
KINDS = ("article", "forum", "documentation", "product", "listing", "collection", "service", "home")
#: Kinds that lead to other pages: what a crawl for content skips.
OVERVIEWS = ("listing", "collection", "home")

_DECLARATIONS = (
    'meta[property="og:type"],meta[name="generator"],[itemtype],link[rel="canonical"],meta[property="og:url"]'
)
_URL_WORD = re.compile(r"[a-z]{2,19}")


def hints(page: Page, names: Names) -> frozenset[str]:
    """The telling words of a page, each with where it was found.

    >>> from thresher.algorithms.auto.names import names_of
    >>> page = Page.from_html('<meta property="og:type" content="article"><p class="byline">', "https://a.org/news/1")
    >>> sorted(hints(page, names_of(page)))
    ['byline', 'og:article', 'path:digits', 'path:level2', 'path:news']
    """
    found = {word for name in names.classes for word in name_words(name)}
    found.update(word for words in names.others.values() for word in words)
    address = page.url
    for row in page.select(_DECLARATIONS).tolist():
        attributes = page.attributes(row)
        found.update(_declared(attributes))
        address = (
            address
            or attributes.get("href")
            or (attributes.get("property") == "og:url" and attributes.get("content"))
            or None
        )
    found.update(_address_hints(address or ""))
    return frozenset(found)


def _declared(attributes: dict[str, str]) -> Iterator[str]:
    """What an element declares of the page or of a part of it."""
    content = attributes.get("content", "").lower()
    if attributes.get("property") == "og:type":
        yield f"og:{content[:20]}"
    elif attributes.get("name") == "generator":
        yield f"generator:{content.split(' ')[0][:20]}"
    elif "itemtype" in attributes:
        yield f"type:{attributes['itemtype'].rstrip('/').rpartition('/')[2].lower()[:30]}"


def _address_hints(url: str) -> Iterator[str]:
    """Words and shape of an address, its host left out."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return
    if not parts.netloc:
        return
    path = parts.path.lower().strip("/")
    yield f"path:level{min(path.count('/') + 1, 5) if path else 0}"
    if re.search(r"\d", path):
        yield "path:digits"
    if parts.query:
        yield "path:query"
    if path.rpartition("/")[2].count("-") >= 3:
        yield "path:slug"
    yield from (f"path:{word}" for word in _URL_WORD.findall(path)[:8])


@dataclass(frozen=True)
class KindTable:
    """The learned value of each hint for each kind."""

    value: Mapping[str, Floats]

    def values(self, found: Iterable[str]) -> Floats:
        """For each kind how much the hints speak for it."""
        vectors = [self.value[word] for word in found if word in self.value]
        if not vectors:
            return np.zeros(len(KINDS))
        found_for: Floats = np.clip(np.sum(vectors, axis=0) / np.sqrt(len(vectors)), -6, 6)
        return found_for
