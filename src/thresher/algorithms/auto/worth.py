"""What words are worth: how much each speaks for content, on pages of all kinds and on those of each family of kinds.

The name ``product-card`` is around content on a collection and around something else on an article.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from thresher.algorithms.auto.page_kinds import FAMILIES, KINDS
from thresher.algorithms.auto.prints import Array, Numbers, Slots, prints_of
from thresher.page.columns import Floats

#: What of a word's values counts on pages of each kind: not that of all pages, that of its family.
_OF_FAMILIES = np.array([[kind in family for kind in KINDS] for family in ((), *FAMILIES)], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Worth:
    """Words, and what each is worth."""

    words: Sequence[str]
    value: Floats  #: pages of all kinds and of each family, word: log odds of content

    def of(self, prints: Numbers, kinds: Floats) -> Array:
        """Two lines: what words, given as prints, are worth on any page and on one of such *kinds*; 0 if not known.

        Behind the last word stands a 0, for texts that have none (`extremes`).

        >>> worth = Worth(["card"], np.array([[-1.0], [-2.0], [0.0], [2.0]]))
        >>> worth.of(prints_of(["card", "x"]), np.eye(len(KINDS))[KINDS.index("product")]).tolist()
        [[-1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]
        """
        values = self._table.take(self._slots.of(prints), axis=0)
        found = np.zeros((2, len(prints) + 1), dtype=np.float32)
        found[0, :-1] = values[:, 0]
        found[1, :-1] = values @ (_OF_FAMILIES @ kinds).astype(np.float32)
        return found

    @cached_property
    def _slots(self) -> Slots:
        return Slots(prints_of(self.words), range(1, len(self.words) + 1))

    @cached_property
    def _table(self) -> Array:
        """The values, those of a word side by side, ahead of them that of words that are not known."""
        return np.pad(self.value.T, ((1, 0), (0, 0))).astype(np.float32, order="C")
