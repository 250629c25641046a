"""How much the words of class, id, role and itemprop names speak for content, learned from many sites.

A name such as ``post-body clearfix`` is cut into words; each word that was seen on enough sites has a value, the
logarithm of its odds to be around content. Names of sites never are: they are not seen on several of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from thresher.page import Page
from thresher.page.columns import Floats, Ints

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
#: Longer names are lists of utility classes or machine-made; only their beginning is read.
MAX_NAME_CHARS = 200
#: Attributes that are rare enough to be asked for only where they are.
RARE_NAMES = ("id", "role", "itemprop")


@lru_cache(maxsize=16384)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name, each once, lower case.

    >>> name_words("postBody post-body__text NAV2")
    ('post', 'body', 'text', 'nav')
    """
    words = [word.lower() for word in _WORD.findall(name[:MAX_NAME_CHARS]) if 1 < len(word) < 20]
    return tuple(dict.fromkeys(words))


@dataclass(frozen=True, eq=False)
class Names:
    """The names of a page's elements: a number for each distinct class, and all words of each element."""

    class_id: Ints  #: element: number of its class attribute, equal for equal ones
    classes: Sequence[str]  #: the class attribute of each number
    others: Mapping[int, tuple[str, ...]]  #: element: words of its id, role and itemprop, where it has any

    def words(self, row: int) -> tuple[str, ...]:
        """All words of one element's names."""
        return (*name_words(self.classes[self.class_id[row]]), *self.others.get(row, ()))


def names_of(page: Page) -> Names:
    """The names of all elements of *page*."""
    numbers: dict[str | None, int] = {None: 0}
    column = page.attribute("class")
    ids = np.fromiter((numbers.setdefault(name, len(numbers)) for name in column), dtype=np.int64, count=len(column))
    others: dict[int, tuple[str, ...]] = {}
    for row in page.select(",".join(f"[{name}]" for name in RARE_NAMES)).tolist():
        found = " ".join(filter(None, (page.attribute_of(row, name) for name in RARE_NAMES)))
        if words := name_words(found):
            others[row] = words
    return Names(ids, [name or "" for name in numbers], others)


@dataclass(frozen=True)
class NameTable:
    """The learned value of each word."""

    value: Mapping[str, float]

    def values(self, names: Names) -> Floats:
        """Element: the value of its names: the most telling word for content plus the most telling one against it."""
        of_class = np.array([self._value(name_words(name)) for name in names.classes])
        column = of_class[names.class_id]
        for row in names.others:
            column[row] = self._value(names.words(row))
        return column

    def _value(self, words: Sequence[str]) -> float:
        most = least = 0.0
        for word in words:
            value = self.value.get(word, 0.0)
            if value > most:
                most = value
            elif value < least:
                least = value
        return most + least
