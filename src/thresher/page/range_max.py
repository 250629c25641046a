"""The greatest entry of any stretch of a column: by looking, or in constant time after one preparation."""

from __future__ import annotations

import numpy as np

from thresher.page.columns import Ints

#: So many times the column may be gone through by looking before the preparation pays.
MAX_LOOKS = 16


class RangeMax:
    """Answers where the greatest entry of ``column[start:stop]`` is; of equal ones, the first.

    >>> RangeMax(np.array([3, 9, 9, 1])).argmax(0, 4)
    1
    """

    def __init__(self, column: Ints) -> None:
        self._column = column
        self._budget = MAX_LOOKS * len(column)
        self._levels: list[Ints] = []

    def argmax(self, start: int, stop: int) -> int:
        """Where the greatest entry from *start* up to *stop* is."""
        self._budget -= stop - start
        if self._budget >= 0:
            return start + int(self._column[start:stop].argmax())
        if not self._levels:
            self._prepare()
        level = (stop - start).bit_length() - 1
        ranks = self._levels[level]
        return int(self._row[max(ranks[start], ranks[stop - (1 << level)])])

    def _prepare(self) -> None:
        """Greatest ranks of all stretches whose length is a power of two."""
        n = len(self._column)
        # Ranks instead of values: a rank leads back to its row, and earlier rows win ties.
        self._row = n - 1 - np.argsort(self._column[::-1], kind="stable")
        ranks = np.empty(n, dtype=np.int64)
        ranks[self._row] = np.arange(n)
        self._levels.append(ranks)
        while (width := 1 << len(self._levels)) <= n:
            last = self._levels[-1]
            self._levels.append(np.maximum(last[: n - width + 1], last[width // 2 : n - width // 2 + 1]))
