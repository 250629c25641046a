"""The words of class, id, role and itemprop names, and how much they speak for content, learned from many sites.

A name such as ``post-body clearfix`` is cut into words; each word that was seen on enough sites has a value, the
logarithm of its odds to be around content. Names of sites never are: they are not seen on several of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from thresher.page import View
from thresher.page.columns import Bools, Floats, Ints

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
#: Longer names are lists of utility classes or machine-made; only their beginning is read.
MAX_NAME_CHARS = 200
#: Names that only elements around several blocks are asked for: on others they are rare and say little.
OF_CONTAINERS = ("id", "role", "itemprop")
#: Names whose value is remembered: pages of a site share most of theirs.
MAX_REMEMBERED = 50_000


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
    """The names of some elements, each distinct one with a number."""

    class_of: Ints  #: element: number of its class attribute, equal for equal ones
    name_of: Ints  #: element: number of all its names
    names: Sequence[str]  #: the names of each number

    def words(self) -> set[str]:
        """All words of all names."""
        return set().union(*map(name_words, self.names))

    def blank(self) -> Names:
        """The same elements without names, for asking what names are worth."""
        return replace(self, names=[""] * len(self.names))


def names_of(view: View, rows: Ints, is_container: Bools) -> Names:
    """The names of *rows* of a view; those that are containers are asked for their other names, too."""
    everything = view.origin.tree.elements
    elements = [everything[row] for row in view.rows[rows].tolist()]
    numbers: dict[str, int] = {}
    class_of = [numbers.setdefault(element.attr("class") or "", len(numbers)) for element in elements]
    classes = list(numbers)
    name_of = class_of.copy()
    for place in np.flatnonzero(is_container).tolist():
        others = [name for name in map(elements[place].attr, OF_CONTAINERS) if name]
        if others:
            name = " ".join((classes[class_of[place]], *others))
            name_of[place] = numbers.setdefault(name, len(numbers))
    return Names(np.array(class_of), np.array(name_of), list(numbers))


@dataclass(frozen=True)
class NameTable:
    """The learned value of each word."""

    value: Mapping[str, float]
    _known: dict[str, float] = field(default_factory=dict, repr=False, compare=False)

    def values(self, names: Names) -> Floats:
        """Element: the value of its names."""
        return np.array([self.value_of(name) for name in names.names])[names.name_of]

    def value_of(self, name: str) -> float:
        """The value of a name: the most telling word for content plus the most telling one against it."""
        value = self._known.get(name)
        if value is None:
            if len(self._known) >= MAX_REMEMBERED:
                self._known.clear()
            value = self._known[name] = self._value(name_words(name))
        return value

    def _value(self, words: Iterable[str]) -> float:
        values = [self.value.get(word, 0.0) for word in words]
        return max(0.0, *values, 0.0) + min(0.0, *values, 0.0)
