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
from thresher.page.columns import Ints

#: Characters of a block's text whose words are looked at.
MAX_CHARS = 60


def openings_of(characters: Characters, first: Ints, block_of: Ints) -> Words:
    """Block: the words that it begins with; *first* is its first text, *block_of* the block of each text.

    >>> from thresher.algorithms.auto.characters import characters
    >>> openings_of(characters(["Read", "more", "Rye"]), np.array([0, 2]), np.array([0, 0, 1])).strings()
    ['read', 'more', 'rye']
    """
    block = block_of[characters.word_text]
    near = characters.word_start < (characters.start[first] + MAX_CHARS)[block]
    start, stop = characters.word_start[near], characters.word_stop[near]
    counts = np.bincount(block[near], minlength=len(first))
    return Words(
        characters.text, start, stop, np.concatenate([[0], counts.cumsum()]), prints(characters.codes, start, stop)
    )


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
        return Slots(prints_of(self.value), self.value.values())
