"""Words that tell the kind of a page: names of its elements, what it declares itself to be, its title and address."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from thresher.algorithms.auto.address import address_hints
from thresher.algorithms.auto.features import Sight
from thresher.algorithms.auto.hashes import Hashes, Words
from thresher.page import Page
from thresher.page.columns import Ints
from thresher.page.kernels import kernel

_WORD = re.compile(r"[^\W_]+")
#: What structured data says a page or a part of it is.
_TYPE = re.compile(r'"@type"\s*:\s*(?:\[\s*)?"(?:https?://schema\.org/)?(\w{3,30})"')
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
        >>> head = '<meta property="og:type" content="article"><title>Rye</title>'
        >>> page = Page.from_html(f'{head}<p class="byline">Ann', "https://blog.a.org/news/1")
        >>> sorted(hints(page, look(page)).strings())
        ['byline', 'host:blog', 'og:article', 'path:digits', 'path:level2', 'path:news', 'text:ann', 'title:rye']
        """
        words = self.openings.of_each(self.openings.strings())
        labels = (f"{LABEL}{' '.join(words[block])}" for block in self.labels.tolist())
        return self.declared.union(self.names.strings(), labels)

    @property
    def label_hashes(self) -> Hashes:
        """The hashes of the labels."""
        return label_hashes(self.openings.hashes, self.openings.first, self.labels)


@kernel
def label_hashes(words: Hashes, first: Ints, labels: Ints) -> Hashes:
    """The hash of some texts of one to `LABEL_WORDS` words, from those of words; *first* is the first of each text.

    >>> label_hashes(np.array([5, 7, 9], dtype=np.uint32), np.array([0, 2, 3]), np.array([0, 1])).tolist()
    [26, 9]
    """
    padded = np.zeros(len(words) + LABEL_WORDS, dtype=np.uint32)
    padded[: len(words)] = words
    start, count = first[labels], first[labels + 1] - first[labels]
    found = padded[start]
    for place in range(1, LABEL_WORDS):
        found += padded[start + place] * (count > place) * np.uint32(2 * place + 1)
    return found


def hints(page: Page, sight: Sight) -> Hints:
    """The telling words of a page."""
    titled = (f"title:{word}" for word in _WORD.findall(" ".join(sight.title)))
    found = frozenset([*_of_declared(sight.head), *_of_data(page), *address_hints(sight.address), *titled])
    words = sight.openings.first[1:] - sight.openings.first[:-1]
    labels = ((words > 0) & (words <= LABEL_WORDS) & (sight.words <= LABEL_WORDS)).nonzero()[0]
    return Hints(sight.names.words, sight.openings, labels, found)


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
    rows = page.rows_of("script").tolist()
    for row, kind in zip(rows, page.attributes_at(rows, "type"), strict=True):
        if kind == "application/ld+json":
            yield from (f"data:{name.lower()}" for name in _TYPE.findall(page.code_of(row)[:MAX_DATA_CHARS]))
