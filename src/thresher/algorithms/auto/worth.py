"""What words are worth: how much each speaks for content, on pages of all kinds and on those of each family of kinds.

The name ``product-card`` is around content on a collection and around something else on an article.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.auto.hashes import Array, Hashes, Slots, Words, hashes_of, numbers_in
from thresher.algorithms.auto.page_kinds import FAMILIES, KINDS
from thresher.cached import cached_property
from thresher.page.columns import Floats, Ints
from thresher.page.kernels import kernel

#: What of a word's values counts on pages of each kind: not that of all pages, that of its family.
_OF_FAMILIES = np.array([[kind in family for kind in KINDS] for family in ((), *FAMILIES)], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Worth:
    """Words, and what each is worth."""

    words: Sequence[str]
    value: Floats  #: pages of all kinds and of each family, word: log odds of content

    def of(self, words: Words, kinds: Floats) -> Array:
        """The greatest, the least and the mean worth of the words of each text, 0 standing for what is not known.

        Each is two lines: on any page, and on one of such *kinds*.

        >>> worth = Worth(["card"], np.array([[-1.0], [-2.0], [0.0], [2.0]]))
        >>> product = np.eye(len(KINDS))[KINDS.index("product")]
        >>> worth.of(Words([], np.array([0, 2]), *[np.zeros(2, int)] * 2, hashes_of(["card", "x"])), product).tolist()
        [[[0.0], [2.0]], [[-1.0], [0.0]], [[-0.5], [1.0]]]
        """
        mix = (_OF_FAMILIES @ kinds).astype(np.float32).astype(np.float64)
        return text_worth(words.hashes, words.first, self._slots.slots, self._slots.shift, self._table, mix)

    @cached_property
    def _slots(self) -> Slots:
        return Slots(hashes_of(self.words), range(1, len(self.words) + 1))

    @cached_property
    def _table(self) -> Array:
        """The values, those of a word side by side, ahead of them that of words that are not known."""
        return np.pad(self.value.T, ((1, 0), (0, 0))).astype(np.float32, order="C")


@kernel
def text_worth(
    hashes: Hashes, first: Ints, slots: Hashes, shift: int, table: Array, mix: Floats
) -> NDArray[np.float32]:
    """Greatest, least and mean; two lines; text: what its words are worth, *first* being its first one.

    Words are found in *slots*, and their values in a *table*: that on any page first, and *mix* is how much each counts
    on pages alike.

    >>> slots, table = Slots(hashes_of(["rye"]), [1]), np.array([[0, 0], [3, 4]], dtype=np.float32)
    >>> words, mix = hashes_of(["rye", "oats"]), np.array([0, 0.5])
    >>> text_worth(words, np.array([0, 2]), slots.slots, slots.shift, table, mix).tolist()
    [[[3.0], [2.0]], [[0.0], [0.0]], [[1.5], [1.0]]]
    """
    of_word = table.take(numbers_in(slots, hashes, shift), axis=0)
    # Behind the last word stands a 0, for texts that have none.
    values = np.zeros((2, len(hashes) + 1), dtype=np.float32)
    values[0, :-1] = of_word[:, 0]
    values[1, :-1] = (of_word * mix).sum(axis=1)
    start, counts = first[:-1], first[1:] - first[:-1]
    # A text without words would be given the next one's.
    has_words = counts > 0
    found = np.empty((3, 2, len(counts)), dtype=np.float32)
    found[0] = np.maximum(np.maximum.reduceat(values, start, axis=1), 0) * has_words
    found[1] = np.minimum(np.minimum.reduceat(values, start, axis=1), 0) * has_words
    found[2] = np.add.reduceat(values, start, axis=1, dtype=np.float64) * has_words / np.maximum(counts, 1)
    return found
