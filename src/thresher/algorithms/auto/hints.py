"""Words that tell the kind of a page: names of its elements, what it declares itself to be, and its address."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import compress
from urllib.parse import urlsplit

import numpy as np

from thresher.algorithms.auto.features import Sight
from thresher.page import Page
from thresher.page.tags import CODES

#: The kinds of pages that are told apart.
KINDS = ("article", "forum", "documentation", "product", "listing", "collection", "service", "home")
#: Kinds that lead to other pages: what a crawl for content skips.
OVERVIEWS = ("listing", "collection", "home")
_URL_WORD = re.compile(r"[a-z]{2,19}")
#: What structured data says a page or a part of it is.
_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(?:https?://schema\.org/)?(\w{3,30})"')
#: What is asked of a page's head.
_ASKED = frozenset(("og:type", "generator", "og:url", "article:published_time", "product:price:amount"))
#: A text of at most so many words and characters is a label.
LABEL_WORDS, LABEL_CHARS = 3, 30
#: Structured data is read up to this many characters.
MAX_DATA_CHARS = 20_000


def hints(page: Page, sight: Sight) -> frozenset[str]:
    """The telling words of a page, each with where it was found.

    >>> from thresher.algorithms.auto.features import look
    >>> page = Page.from_html('<meta property="og:type" content="article"><p class="byline">Ann', "https://a.org/news/1")
    >>> sorted(hints(page, look(page)))
    ['byline', 'og:article', 'path:digits', 'path:level2', 'path:news', 'text:ann']
    """
    declared = dict(_declared(page))
    address = page.url or declared.get("og:url") or _canonical(page) or ""
    found = sight.names.words()
    found.update(_of_labels(sight))
    found.update(_of_declared(declared))
    found.update(_of_data(page))
    found.update(_address_hints(address))
    return frozenset(found)


def _declared(page: Page) -> Iterator[tuple[str, str]]:
    """What the head declares: names and contents."""
    for row in np.flatnonzero(page.code == CODES["meta"]).tolist():
        name = page.attribute_of(row, "property") or page.attribute_of(row, "name")
        if name in _ASKED:
            yield name, page.attribute_of(row, "content") or ""


def _of_labels(sight: Sight) -> Iterator[str]:
    """Texts of a few words, as buttons and labels have."""
    few = (sight.words <= LABEL_WORDS).tolist()
    labels = compress(sight.openings, few)
    return (f"text:{text}" for text in labels if len(text) <= LABEL_CHARS)


def _of_declared(declared: Mapping[str, str]) -> Iterator[str]:
    """What the page says that it is, and what made it."""
    if "og:type" in declared:
        yield f"og:{declared['og:type'].lower()[:20]}"
    if "generator" in declared:
        yield f"generator:{declared['generator'].lower().split(' ')[0][:20]}"
    if "article:published_time" in declared:
        yield "meta:published"
    if "product:price:amount" in declared:
        yield "meta:price"


def _of_data(page: Page) -> Iterator[str]:
    """Types that structured data in scripts names."""
    for row in np.flatnonzero(page.code == CODES["script"]).tolist():
        if page.attribute_of(row, "type") == "application/ld+json":
            yield from (f"data:{name.lower()}" for name in _TYPE.findall(page.code_of(row)[:MAX_DATA_CHARS]))


def _canonical(page: Page) -> str | None:
    """The address that the page gives itself."""
    rows = np.flatnonzero(page.code == CODES["link"]).tolist()
    return next((page.attribute_of(row, "href") for row in rows if page.attribute_of(row, "rel") == "canonical"), None)


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
