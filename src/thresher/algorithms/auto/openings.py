"""The words that blocks begin with, and how much they speak for content: "Share", "Add to cart", "Posted by".

A word has a value only if blocks of enough sites begin with it; words of languages that were not taught say nothing.
"""

from __future__ import annotations

from thresher.algorithms.auto.feature_columns import WORD_COLUMNS
from thresher.algorithms.auto.hashes import Array, Words
from thresher.algorithms.auto.worth import Worth
from thresher.page.columns import Floats


def opening_features(openings: Words, worth: Worth, kinds: Floats) -> Array:
    """Block: the word that speaks most for content, the one most against it, and the mean; any page, then such *kinds*.

    >>> import numpy as np
    >>> from thresher.algorithms.auto.characters import characters
    >>> worth = Worth(["read", "rye"], np.array([[-1.0, 3.0], [-1.0, 3.0], [0.0, 0.0], [0.0, 0.0]]))
    >>> openings = characters(["Read on", "Rye"], np.array([0, 1, 2])).openings
    >>> opening_features(openings, worth, np.eye(8)[0]).tolist()
    [[0.0, -1.0, -0.5, 0.0, -1.0, -0.5], [3.0, 0.0, 3.0, 3.0, 0.0, 3.0]]
    """
    return worth.of(openings, kinds).swapaxes(0, 1).reshape(WORD_COLUMNS, -1).T
