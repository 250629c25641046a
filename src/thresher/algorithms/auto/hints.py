"""Words that tell the kind of a page: names of its elements, what it declares itself to be, and its address."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import numpy as np

from thresher.algorithms.auto.features import Sight
from thresher.algorithms.auto.prints import Numbers, Words
from thresher.page import Page
from thresher.page.columns import Ints

_URL_WORD = re.compile(r"[a-z]{2,19}")
#: What structured data says a page or a part of it is.
_TYPE = re.compile(r'"@type"\s*:\s*\[?\s*"(?:https?://schema\.org/)?(\w{3,30})"')
#: Words of addresses under which sites have threads [D].
_THREAD = re.compile(
    r"(?<![a-z])(?:forums?|threads?|topics?|discussions?|boards|community|viewtopic|showthread)(?![a-z])"
)
#: A text of at most so many words is a label.
LABEL_WORDS = 3
#: Stands ahead of the words of a label.
LABEL = "text:"
#: Structured data is read up to this many characters.
MAX_DATA_CHARS = 20_000


@dataclass(frozen=True, eq=False)
class Hints:
    """The telling words of a page."""

    names: Words  #: of names of elements
    openings: Words  #: that blocks begin with, of which some are labels
    labels: Ints  #: blocks that are labels: a few words and nothing else
    declared: frozenset[str]  #: what the page and its address say, each with where it was found

    def strings(self) -> frozenset[str]:
        """All of them as they are learned, each with where it was found.

        >>> from thresher.algorithms.auto.features import look
        >>> head = '<meta property="og:type" content="article">'
        >>> page = Page.from_html(f'{head}<p class="byline">Ann', "https://blog.a.org/news/1")
        >>> sorted(hints(page, look(page)).strings())
        ['byline', 'host:blog', 'og:article', 'path:digits', 'path:level2', 'path:news', 'text:ann']
        """
        words = self.openings.of_each(self.openings.strings())
        labels = (f"{LABEL}{' '.join(words[block])}" for block in self.labels.tolist())
        return self.declared.union(self.names.strings(), labels)

    @property
    def label_prints(self) -> Numbers:
        """The prints of the labels."""
        return label_prints(self.openings.prints, self.openings.first, self.labels)


def label_prints(words: Numbers, first: Ints, labels: Ints) -> Numbers:
    """The print of some texts of at most `LABEL_WORDS` words, from those of the words."""
    padded = np.zeros(len(words) + LABEL_WORDS, dtype=np.uint32)
    padded[: len(words)] = words
    start, count = first[labels], first[labels + 1] - first[labels]
    found = padded[start]
    for place in range(1, LABEL_WORDS):
        found += padded[start + place] * (count > place) * np.uint32(2 * place + 1)
    return found


def hints(page: Page, sight: Sight) -> Hints:
    """The telling words of a page."""
    found = frozenset([*_of_declared(sight.head), *_of_data(page), *_address_hints(address_of(page, sight))])
    words = sight.openings.first[1:] - sight.openings.first[:-1]
    labels = ((words > 0) & (words <= LABEL_WORDS) & (sight.words <= LABEL_WORDS)).nonzero()[0]
    return Hints(sight.names.words, sight.openings, labels, found)


def address_of(page: Page, sight: Sight) -> str:
    """The address of a page, its own word for it where it was given none."""
    return page.url or sight.head.get("og:url") or _canonical(page) or ""


def says_thread(address: str) -> bool:
    """Whether an address says that the page is a thread of a forum.

    >>> says_thread("https://community.mill.example/t/12"), says_thread("https://mill.example/forumla-rye")
    (True, False)
    """
    return _THREAD.search(address.lower()) is not None


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
    elements = page.tree.elements
    for row in page.rows_of("script").tolist():
        if elements[row].attr("type") == "application/ld+json":
            yield from (f"data:{name.lower()}" for name in _TYPE.findall(page.code_of(row)[:MAX_DATA_CHARS]))


def _canonical(page: Page) -> str | None:
    """The address that the page gives itself."""
    rows = page.rows_of("link").tolist()
    return next((page.attribute_of(row, "href") for row in rows if page.attribute_of(row, "rel") == "canonical"), None)


def _address_hints(url: str) -> Iterator[str]:
    """Words and shape of an address; of its host what stands ahead of the site's own name, as in ``forum.mill.org``."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return
    if not parts.hostname:
        return
    yield from (f"host:{label}" for label in parts.hostname.split(".")[:-2] if label != "www")
    path = parts.path.lower().strip("/")
    yield f"path:level{min(path.count('/') + 1, 5) if path else 0}"
    if re.search(r"\d", path):
        yield "path:digits"
    if parts.query:
        yield "path:query"
    if path.rpartition("/")[2].count("-") >= 3:
        yield "path:slug"
    yield from (f"path:{word}" for word in _URL_WORD.findall(path)[:8])
