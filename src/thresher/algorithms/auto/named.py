"""Blocks in elements of certain names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from thresher.algorithms.auto.features import Sight
from thresher.algorithms.auto.hashes import Slots, Words, hashes_of
from thresher.page.columns import Bools, Ints, mark_subtrees, subtree_sum


def names_with(words: Words, known: tuple[str, ...]) -> Ints:
    """The numbers of the names that have one of the *known* words.

    >>> from thresher.algorithms.auto.names import words_of
    >>> names_with(words_of(["post", "post quote"]), ("quote",)).tolist()
    [1]
    """
    found = _slots(known).of(words.hashes).nonzero()[0]
    numbers: Ints = words.first.searchsorted(found, side="right") - 1
    return numbers


@cache
def _slots(known: tuple[str, ...]) -> Slots:
    return Slots(hashes_of(known), range(1, len(known) + 1))


def blocks_in_named(sight: Sight, numbers: Ints | Sequence[int], most: float) -> Bools:
    """Blocks in elements that have at most so many words and names of one of these *numbers*.

    >>> from thresher.algorithms.auto.features import look
    >>> from thresher.page import Page
    >>> sight = look(Page.from_html("<div class=a><p>Oats<p>Rye</div><p class=a>Bran"))
    >>> blocks_in_named(sight, [sight.names.names.index("a")], 1).tolist()
    [False, False, True]
    """
    tree, names = sight.tree, sight.names
    if not len(numbers):
        return np.zeros(len(tree.block), dtype=bool)
    is_named = np.zeros(len(names.names), dtype=bool)
    is_named[numbers] = True
    named = is_named[names.name_of]
    named[: tree.body + 1] = False
    if not named.any():
        return np.zeros(len(tree.block), dtype=bool)
    words = subtree_sum(np.bincount(tree.block, weights=sight.words, minlength=len(tree.end)), tree.end)
    return mark_subtrees(named & (words <= most), tree.end)[tree.block]
