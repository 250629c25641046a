"""The words that blocks begin with, and how much they speak for content: "Share", "Add to cart", "Posted by".

A word has a value only if blocks of enough sites begin with it; words of languages that were not taught say nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.auto.characters import Characters
from thresher.algorithms.auto.prints import Slots, Words, extremes, prints, prints_of
from thresher.page.columns import Ints, prefix

#: Words of a block that are looked at.
MAX_WORDS = 10


def openings_of(characters: Characters, first: Ints) -> Words:
    """Block: the words that it begins with; *first* is its first text, and the number of texts behind the last block.

    >>> from thresher.algorithms.auto.characters import characters
    >>> openings_of(characters(["Read", "more", "Rye"]), np.array([0, 2, 3])).strings()
    ['read', 'more', 'rye']
    """
    ahead = prefix(characters.words)[first]
    counts = ahead[1:] - ahead[:-1]
    near = np.minimum(counts, MAX_WORDS)
    first = prefix(near)
    # The words that are looked at are all, but for gaps where long blocks go on.
    words = (ahead[:-1] - first[:-1]).repeat(near) + np.arange(first[-1])
    start, stop = characters.word_start[words], characters.word_stop[words]
    return Words(characters.text, start, stop, first, prints(characters.codes, start, stop))


@dataclass(frozen=True)
class WordTable:
    """The learned value of each word."""

    value: Mapping[str, float]

    def features(self, openings: Words) -> NDArray[np.float32]:
        """Block: the value of the word that speaks most for content, of the one most against it, and the mean."""
        lines = np.zeros((3, len(openings.first) - 1), dtype=np.float32)
        if len(openings.prints):
            values = self._slots.of(openings.prints)
            lines[0], lines[1] = extremes(values, openings.first)
            sums = np.concatenate([[0], values.cumsum(dtype=np.float64)])[openings.first]
            lines[2] = (sums[1:] - sums[:-1]) / np.maximum(openings.first[1:] - openings.first[:-1], 1)
        return lines.T

    @cached_property
    def _slots(self) -> Slots:
        return Slots(prints_of(self.value), list(self.value.values()))
