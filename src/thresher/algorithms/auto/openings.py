"""The words that blocks begin with, and how much they speak for content: "Share", "Add to cart", "Posted by".

A word has a value only if blocks of enough sites begin with it; words of languages that were not taught say nothing.
"""

from __future__ import annotations

import numpy as np

from thresher.algorithms.auto.characters import FIRST_WORDS, Characters
from thresher.algorithms.auto.prints import Array, Words, extremes, prints
from thresher.algorithms.auto.sorts import WORD_COLUMNS
from thresher.algorithms.auto.worth import Worth
from thresher.page.columns import Floats, Ints, prefix

#: Words of a block that are looked at.
MAX_WORDS = FIRST_WORDS


def openings_of(characters: Characters, first: Ints) -> Words:
    """Block: the words that it begins with; *first* is its first text, and the number of texts behind the last block.

    >>> from thresher.algorithms.auto.characters import characters
    >>> openings_of(characters(["Read", "more", "Rye"]), np.array([0, 2, 3])).strings()
    ['read', 'more', 'rye']
    """
    ahead = prefix(np.minimum(characters.words, FIRST_WORDS))[first]
    counts = ahead[1:] - ahead[:-1]
    near = np.minimum(counts, MAX_WORDS)
    first = prefix(near)
    # The words that are looked at are all, but for gaps where long blocks go on.
    words = (ahead[:-1] - first[:-1]).repeat(near) + np.arange(first[-1])
    start, stop = characters.word_start[words], characters.word_stop[words]
    return Words(characters.text, start, stop, first, prints(characters.codes, start, stop))


def opening_features(openings: Words, worth: Worth, kinds: Floats) -> Array:
    """Block: the word that speaks most for content, the one most against it, and the mean; any page, then such *kinds*.

    >>> from thresher.algorithms.auto.characters import characters
    >>> worth = Worth(["read", "rye"], np.array([[-1.0, 3.0], [-1.0, 3.0], [0.0, 0.0], [0.0, 0.0]]))
    >>> openings = openings_of(characters(["Read on", "Rye"]), np.array([0, 1, 2]))
    >>> opening_features(openings, worth, np.eye(8)[0]).tolist()
    [[0.0, -1.0, -0.5, 0.0, -1.0, -0.5], [3.0, 0.0, 3.0, 3.0, 0.0, 3.0]]
    """
    lines = np.zeros((2, 3, len(openings.first) - 1), dtype=np.float32)
    if len(openings.prints):
        values = worth.of(openings.prints, kinds)
        lines[:, 0], lines[:, 1] = extremes(values, openings.first)
        counts = openings.first[1:] - openings.first[:-1]
        sums = np.add.reduceat(values, openings.first[:-1], axis=1)
        lines[:, 2] = sums * (counts > 0) / np.maximum(counts, 1)
    return lines.reshape(WORD_COLUMNS, -1).T
