"""The words of class, id, role and itemprop names, and how much they speak for content, learned from many sites.

A name such as ``post-body clearfix`` is cut into words; each word that was seen on enough sites has a value, the
logarithm of its odds to be around content. Names of sites never are: they are not seen on several of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import repeat

import numpy as np

from thresher.page import View
from thresher.page.columns import Bools, Floats, Ints

#: Stands between names; no attribute has it, since parsers replace it.
_BETWEEN = "\0"
_WORD = re.compile(f"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|{_BETWEEN}")
#: Longer names are lists of utility classes or machine-made; only their beginning is read.
MAX_NAME_CHARS = 200
#: Names that only elements around several blocks are asked for: on others they are rare and say little.
OF_CONTAINERS = ("id", "role", "itemprop")


def name_words(name: str) -> tuple[str, ...]:
    """The words of a name, each once, lower case.

    >>> name_words("postBody post-body__text NAV2")
    ('post', 'body', 'text', 'nav')
    """
    return tuple(dict.fromkeys(_split([name])[1:]))


def _split(names: Iterable[str]) -> list[str]:
    """The words of all names, lower case; ahead of those of each name stands `_BETWEEN`."""
    # All names at once: a page has hundreds of them.
    found = _WORD.findall("".join(_BETWEEN + name[:MAX_NAME_CHARS] for name in names))
    return " ".join(found).lower().split(" ")


@dataclass(frozen=True, eq=False)
class Names:
    """The names of some elements, each distinct one with a number."""

    class_of: Ints  #: element: number of its class attribute, equal for equal ones
    name_of: Ints  #: element: number of all its names
    names: Sequence[str]  #: the names of each number

    def words(self) -> set[str]:
        """All words of all names."""
        return set(self.split) - {_BETWEEN}

    @cached_property
    def split(self) -> list[str]:
        """The words of all names, one name behind the other."""
        return _split(self.names)

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

    def values(self, names: Names) -> Floats:
        """Element: the value of its names, the most telling word for content plus the most telling one against it.

        >>> names = Names(np.array([0, 1]), np.array([0, 1]), ["post-body share", "x"])
        >>> NameTable({"post": 1.0, "body": 2.0, "share": -3.0}).values(names).tolist()
        [-1.0, 0.0]
        """
        words = names.split
        value = np.fromiter(map(self.value.get, words, repeat(0.0)), dtype=np.float64, count=len(words))
        # What stands ahead of each name's words has no value, so no name is without one.
        start = [place for place, word in enumerate(words) if word == _BETWEEN]
        of_name = np.maximum.reduceat(value, start) + np.minimum.reduceat(value, start)
        return of_name[names.name_of]
