"""The words of class, id, role and itemprop names, and how much they speak for content, learned from many sites.

A name such as ``post-body clearfix`` is cut into words; each word that was seen on enough sites has a value, the
logarithm of its odds to be around content. Names of sites never are: they are not seen on several of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from thresher.algorithms.auto.characters import Sort, sorts_of
from thresher.algorithms.auto.prints import Array, Slots, Words, extremes, prints, prints_of
from thresher.page import View
from thresher.page.columns import Bools, Ints
from thresher.page.words import code_points

#: Longer names are lists of utility classes or machine-made; only their beginning is read.
MAX_NAME_CHARS = 200


def words_of(names: Sequence[str]) -> Words:
    """The words of names: stretches of letters, a new one where small letters turn to capitals.

    >>> words_of(["postBody post-body__text", "NAV2"]).strings()
    ['post', 'body', 'post', 'body', 'text', 'nav']
    """
    pieces = [name[:MAX_NAME_CHARS] for name in names]
    text = "\n" + "\n".join(pieces) + "\n"
    codes = code_points(text)
    sorts = sorts_of(codes)
    small, capital = sorts == int(Sort.LETTER), sorts == int(Sort.CAPITAL)
    letter = small | capital
    turns = small[:-1] & capital[1:]
    start = ((letter[1:] > letter[:-1]) | turns).nonzero()[0] + 1
    stop = ((letter[:-1] > letter[1:]) | turns).nonzero()[0] + 1
    sizes = np.fromiter(map(len, pieces), dtype=np.int64, count=len(pieces))
    ends = (sizes + 1).cumsum()
    first = np.concatenate([[0], start.searchsorted(ends)])
    return Words(text, start, stop, first, prints(codes, start, stop))


@dataclass(frozen=True, eq=False)
class Names:
    """The names of some elements, each distinct one with a number."""

    class_of: Ints  #: element: number of its class attribute, equal for equal ones
    name_of: Ints  #: element: number of all its names
    names: Sequence[str]  #: the names of each number

    @cached_property
    def words(self) -> Words:
        """The words of the names of each number."""
        return words_of(self.names)

    def blank(self) -> Names:
        """The same elements without names, for asking what names are worth."""
        return replace(self, names=[""] * len(self.names))


def names_of(view: View, rows: Ints, is_container: Bools) -> Names:
    """The names of *rows* of a view: their classes, and what else containers of several blocks are called.

    Other elements are not asked for more than their class: their ids and roles are rare and say little.
    """
    everything = view.origin.tree.elements
    elements = [everything[row] for row in view.rows[rows].tolist()]
    number: dict[str, int] = {}
    class_of = [number.setdefault(element.attr("class") or "", len(number)) for element in elements]
    classes, name_of = list(number), class_of.copy()
    for place in is_container.nonzero()[0].tolist():
        element, name = elements[place], classes[class_of[place]]
        # Most elements have a class and nothing else, and to count is quicker than to ask for three more.
        if len(element.attrs) > (1 if name else 0):
            own, role, prop = element.attr("id"), element.attr("role"), element.attr("itemprop")
            if own or role or prop:
                name = f"{name} {own or ''} {role or ''} {prop or ''}"
                name_of[place] = number.setdefault(name, len(number))
    return Names(_ints(class_of), _ints(name_of), list(number))


def _ints(numbers: list[int]) -> Ints:
    return np.fromiter(numbers, dtype=np.int64, count=len(numbers))


@dataclass(frozen=True)
class NameTable:
    """The learned value of each word."""

    value: Mapping[str, float]

    def values(self, names: Names) -> Array:
        """Element: the value of its names, the most telling word for content plus the most telling one against it.

        >>> names = Names(np.array([0, 1]), np.array([0, 1]), ["post-body share", "x"])
        >>> NameTable({"post": 1.0, "body": 2.0, "share": -3.0}).values(names).tolist()
        [-1.0, 0.0]
        """
        words = names.words
        greatest, least = extremes(self._slots.of(words.prints), words.first)
        return (greatest + least)[names.name_of]

    @cached_property
    def _slots(self) -> Slots:
        return Slots(prints_of(self.value), list(self.value.values()))
