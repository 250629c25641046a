"""The greatest entry of any stretch of a column, in constant time after one preparation."""

from __future__ import annotations

import numpy as np

from thresher.page.columns import Ints


class RangeMax:
    """Answers where the greatest entry of ``column[start:stop]`` is; of equal ones, the first.

    >>> RangeMax(np.array([3, 9, 9, 1])).argmax(0, 4)
    1
    """

    def __init__(self, column: Ints) -> None:
        n = len(column)
        # Ranks instead of values: a rank leads back to its row, and earlier rows win ties.
        self._row = n - 1 - np.argsort(column[::-1], kind="stable")
        ranks = np.empty(n, dtype=np.int32)
        ranks[self._row] = np.arange(n, dtype=np.int32)
        self._levels = [ranks]
        while (width := 1 << len(self._levels)) <= n:
            last = self._levels[-1]
            self._levels.append(np.maximum(last[: n - width + 1], last[width // 2 : n - width // 2 + 1]))

    def argmax(self, start: int, stop: int) -> int:
        """Where the greatest entry from *start* up to *stop* is."""
        level = (stop - start).bit_length() - 1
        ranks = self._levels[level]
        return int(self._row[max(ranks[start], ranks[stop - (1 << level)])])
