"""The words of class, id, role and itemprop names, and how much they speak for content, learned from many sites.

A name such as ``post-body clearfix`` is cut into words; each word that was seen on enough sites has a value, the
logarithm of its odds to be around content. Names of sites never are: they are not seen on several of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.auto.characters import Sort, sort_table
from thresher.algorithms.auto.hashes import Array, Hashes, Words, hash_parts, span_hashes
from thresher.algorithms.auto.worth import Worth
from thresher.cached import cached_property
from thresher.page import View
from thresher.page.columns import Bools, Floats, Ints
from thresher.page.kernels import kernel
from thresher.page.words import code_points

#: Longer names are lists of utility classes or machine-made; only their beginning is read.
MAX_NAME_CHARS = 200


def words_of(names: Sequence[str]) -> Words:
    """The words of names: stretches of letters, a new one where small letters turn to capitals.

    >>> words_of(["postBody post-body__text", "NAV2"]).strings()
    ['post', 'body', 'post', 'body', 'text', 'nav']
    """
    return Words(names, *name_words(list(names), sort_table(), *hash_parts(), MAX_NAME_CHARS), MAX_NAME_CHARS)


@kernel
def name_words(
    names: list[str], table: NDArray[np.uint8], letters: Hashes, powers: Hashes, inverses: Hashes, reach: int
) -> tuple[Ints, Ints, Ints, Hashes]:
    """The columns of the words of names, of which so many characters are looked at (`Words`).

    *table* has the sorts of characters; *letters* and *powers* are what hashes are made of.

    >>> first, start, stop, _ = name_words(["postBody", "__x"], sort_table(), *hash_parts(), 9)
    >>> first.tolist(), start.tolist(), stop.tolist()
    ([0, 2, 3], [1, 5, 12], [5, 9, 13])
    """
    pieces = [name[:reach] for name in names]
    codes = code_points("\n".join(["", *pieces, ""]))
    sorts = table.take(codes, mode="clip")
    small, capital = sorts == int(Sort.LETTER), sorts == int(Sort.CAPITAL)
    letter = small | capital
    turns = small[:-1] & capital[1:]
    start = ((letter[1:] > letter[:-1]) | turns).nonzero()[0] + 1
    stop = ((letter[:-1] > letter[1:]) | turns).nonzero()[0] + 1
    sizes = np.fromiter(map(len, pieces), dtype=np.int64, count=len(pieces))
    first = np.concatenate([[0], start.searchsorted((sizes + 1).cumsum())])
    return first, start, stop, span_hashes(codes, start, stop, letters, powers, inverses)


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


def names_of(view: View, rows: Ints, is_container: Bools) -> Names:
    """The names of *rows* of a view: their classes, and what else containers of several blocks are called.

    Other elements are not asked for more than their class: their ids and roles are rare and say little.
    """
    return Names(*numbered_names(view.origin.tree.elements, view.rows[rows], is_container))


@kernel
def numbered_names(elements: list[Any], rows: Ints, is_container: Bools) -> tuple[Ints, Ints, list[str]]:
    """For each of the elements at *rows* the number of its class and of all its names, and the names of each number.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<div class=story id=a><p class=story>x</div>")
    >>> class_of, name_of, names = numbered_names(page.tree.elements, np.array([3, 4]), np.array([True, False]))
    >>> class_of.tolist(), name_of.tolist(), names
    ([0, 0], [1, 0], ['story', 'story a  '])
    """
    classes = [elements[row].attr("class") or "" for row in rows.tolist()]
    number = {name: place for place, name in enumerate(dict.fromkeys(classes))}
    class_of = np.fromiter(map(number.__getitem__, classes), dtype=np.int64, count=len(classes))
    name_of = class_of.copy()
    for place in is_container.nonzero()[0].tolist():
        element, name = elements[rows[place]], classes[place]
        # Most elements have a class and nothing else, and to count is quicker than to ask for three more.
        if len(element.attrs) > (1 if name else 0):
            own, role, prop = element.attr("id"), element.attr("role"), element.attr("itemprop")
            if own or role or prop:
                name = f"{name} {own or ''} {role or ''} {prop or ''}"
                name_of[place] = number.setdefault(name, len(number))
    return class_of, name_of, list(number)


def name_values(names: Names, worth: Worth, kinds: Floats) -> Array:
    """Two lines: what the names of each element are worth on any page, and on one of such *kinds*.

    It is the most telling word for content plus the most telling one against it.

    >>> names = Names(np.array([0, 1]), np.array([0, 1]), ["post-body share", "x"])
    >>> worth = Worth(["post", "body", "share"], np.tile([1.0, 2.0, -3.0], (4, 1)))
    >>> name_values(names, worth, np.eye(8)[0]).tolist()
    [[-1.0, 0.0], [-1.0, 0.0]]
    """
    greatest, least, _ = worth.of(names.words, kinds)
    values: Array = (greatest + least).take(names.name_of, axis=1)
    return values


@kernel
def lines_of_names(
    value: Array, levels: Ints, end: Ints, block: Ints, body: int, near: int, most: float
) -> NDArray[np.float32]:
    """What the names of the elements around blocks are worth, a line for each feature.

    *value* has two lines, of which the first is that of the *near* levels, one after the other, and of their sum, which
    is at *most* so much for or against; then come the least and the greatest of both lines at any of *levels*. Names of
    the *body* and of what is ahead of it are worth nothing.

    >>> worth, levels = np.array([[9, 1, -3], [9, 2, 5]], dtype=np.float32), np.array([[2], [1]])
    >>> lines_of_names(worth, levels, np.array([3, 3, 3]), np.array([2]), 0, 1, 1.5).tolist()
    [[-3.0], [-1.5], [-3.0], [2.0], [1.0], [5.0]]
    """
    value = value.copy()
    value[:, : body + 1] = 0
    found = value.take(levels, axis=1)
    steps = value[0] - np.bincount(end, weights=value[0], minlength=len(end) + 1)[:-1]
    lines = np.empty((near + 5, len(block)), dtype=np.float32)
    lines[:near] = found[0, :near]
    lines[near] = steps.cumsum()[block].clip(-most, most)
    lines[near + 1 :] = np.concatenate([found.min(axis=1), found.max(axis=1)])
    return lines
