"""Arithmetic on trees that are stored as columns in document order (pre-order), without recursion.

The subtree of row ``i`` is the slice ``i:end[i]``, so a sum over a subtree is a difference of two prefix sums.
Every function takes whole columns and returns whole columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from thresher.page.kernels import kernel

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Codes: TypeAlias = NDArray[np.uint8]


@kernel
def picked(column: Sequence[Any], mask: Bools) -> list[Any]:
    """The entries of a column of objects where *mask* is true.

    >>> picked(["rye", "oats", "spelt"], np.array([True, False, True]))
    ['rye', 'spelt']
    """
    return list(compress(column, mask.tobytes()))


@kernel
def rows_having(code: Codes, number: int) -> Ints:
    """Rows that have a code.

    >>> rows_having(np.array([7, 3, 7], dtype=np.uint8), 7).tolist()
    [0, 2]
    """
    rows: Ints = (code == number).nonzero()[0]
    return rows


@kernel
def prefix(column: NDArray[Any]) -> NDArray[Any]:
    """Sums of all that comes before each row, and the total at the end: one entry more than *column*.

    >>> prefix(np.array([3, 1, 2])).tolist()
    [0, 3, 4, 6]
    """
    kind = np.float64 if column.dtype.kind == "f" else np.int64
    sums = np.empty(len(column) + 1, dtype=kind)
    sums[0] = 0
    column.cumsum(out=sums[1:])
    return sums


@kernel
def subtree_sum(column: NDArray[Any], end: Ints) -> NDArray[Any]:
    """Sum of *column* over each subtree: rows ``i`` to ``end[i]``.

    >>> subtree_sum(np.array([1, 2, 4, 8]), end=np.array([4, 3, 3, 4])).tolist()
    [15, 6, 4, 8]
    """
    sums = prefix(column)
    result: NDArray[Any] = sums[end] - sums[:-1]
    return result


@kernel
def run_bounds(host: Ints, at: Ints, end: Ints) -> tuple[Ints, Ints]:
    """For each element the first run of its subtree and one past the last, by the hosts and places of the runs.

    >>> first, stop = run_bounds(np.array([0, 1, 0]), np.array([1, 2, 2]), np.array([2, 2]))
    >>> first.tolist(), stop.tolist()
    ([0, 1], [3, 2])
    """
    first = np.searchsorted(at, np.arange(1, len(end) + 1))
    return first, first + subtree_sum(np.bincount(host, minlength=len(end)), end)


@kernel
def child_sum(column: NDArray[Any], parent: Ints) -> Floats:
    """Sum of *column* over the children of each row.

    >>> child_sum(np.array([1, 2, 4, 8]), parent=np.array([-1, 0, 1, 0])).tolist()
    [10.0, 4.0, 0.0, 0.0]
    """
    below = parent >= 0
    sums = np.bincount(parent[below], weights=column[below], minlength=len(parent))
    return sums.astype(np.float64, copy=False)


@kernel
def sum_by_row(rows: Ints, column: Ints, count: int) -> Ints:
    """Sum of *column* over its entries for each of *count* rows; *rows*: which row each entry is for.

    >>> sum_by_row(np.array([2, 0, 2]), np.array([1, 2, 4]), 3).tolist()
    [2, 0, 5]
    """
    return np.bincount(rows, weights=column, minlength=count).astype(np.int64)


@kernel
def nesting(mask: Bools, end: Ints) -> Ints:
    """How many rows of *mask* are around each row, itself included.

    >>> nesting(np.array([True, True, False, False]), end=np.array([4, 3, 3, 4])).tolist()
    [1, 2, 2, 1]
    """
    steps = np.bincount(end[mask], minlength=len(end) + 1)[:-1]
    return (mask - steps).cumsum()


@kernel
def mark_subtrees(rows: Ints | Bools, end: Ints) -> Bools:
    """Which rows lie in the subtree of any of *rows* (indices or a mask).

    >>> mark_subtrees(np.array([1]), end=np.array([4, 3, 3, 4])).tolist()
    [False, True, True, False]
    """
    mask = np.zeros(len(end), dtype=bool)
    mask[rows] = True
    return nesting(mask, end) > 0 if mask.any() else mask


@kernel
def inherited(flags: Codes, end: Ints) -> Codes:
    """The flags of each row and of all rows around it, as bits.

    >>> inherited(np.array([0, 1, 2, 4], dtype=np.uint8), end=np.array([4, 3, 3, 4])).tolist()
    [0, 1, 3, 4]
    """
    every = np.zeros(len(flags), dtype=np.uint8)
    for flag in (1 << np.arange(8, dtype=np.uint8)).tolist():
        every |= mark_subtrees((flags & flag) != 0, end) * np.uint8(flag)
    return every


def has_in_subtree(mask: Bools, end: Ints) -> Bools:
    """Which rows have a row of *mask* in their subtree, themselves included.

    >>> has_in_subtree(np.array([False, False, True, False]), end=np.array([4, 3, 3, 4])).tolist()
    [True, True, True, False]
    """
    return subtree_sum(mask, end) > 0


@kernel
def subtree_argmax(column: Ints, end: Ints) -> Ints:
    """Where in each subtree *column* is greatest; of equal rows the first.

    >>> subtree_argmax(np.array([1, 2, 4, 4]), end=np.array([4, 3, 3, 4])).tolist()
    [2, 2, 2, 3]
    """
    n = len(column)
    # Ranks instead of values: a rank leads back to its row, and earlier rows win ties.
    ranked = n - 1 - np.argsort(column[::-1], kind="stable")
    rank = np.empty(n, dtype=np.int64)
    rank[ranked] = np.arange(n)
    # The greatest of a stretch is that of two stretches which cover it and whose length is a power of two.
    level = np.frexp(end - np.arange(n))[1] - 1
    greatest = rank.copy()
    for exponent in range(int(level.max(initial=-1)) + 1):
        rows = (level == exponent).nonzero()[0]
        greatest[rows] = np.maximum(rank[rows], rank[end[rows] - (1 << exponent)])
        rank = np.maximum(rank[: -(1 << exponent)], rank[1 << exponent :])
    return ranked[greatest]


def lowest_common_ancestor(rows: Ints, parent: Ints, end: Ints) -> int:
    """Deepest row whose subtree holds all of *rows*.

    >>> lowest_common_ancestor(np.array([2, 3]), np.array([-1, 0, 1, 0]), np.array([4, 3, 3, 4]))
    0
    """
    row, last = int(rows.min()), int(rows.max())
    while end[row] <= last:
        row = int(parent[row])
    return row


def ancestors(row: int, parent: Ints) -> list[int]:
    """The row itself, its parent, and so on up to the root.

    >>> ancestors(2, np.array([-1, 0, 1, 0]))
    [2, 1, 0]
    """
    path = []
    while row >= 0:
        path.append(row)
        row = int(parent[row])
    return path


def alone_around(rows: Ints, parent: Ints, end: Ints, top: int) -> Ints:
    """For each of some rows the greatest element around it, below the row *top*, that holds no other of them.

    >>> parent, end = np.array([-1, 0, 1, 0, 3]), np.array([5, 3, 3, 5, 5])
    >>> alone_around(np.array([2, 4]), parent, end, top=0).tolist()
    [1, 3]
    """
    held = subtree_sum(np.bincount(rows, minlength=len(end)), end)
    wholes, rising = rows.copy(), np.arange(len(rows))
    while len(rising):
        above = parent[wholes[rising]]
        grows = (above > top) & (held[above] == 1)
        rising = rising[grows]
        wholes[rising] = above[grows]
    return wholes


def ends_from_child_counts(counts: Ints) -> Ints:
    """One past the last row of each subtree, from the number of children of each row.

    The walk ``counts - 1`` summed up falls by one for the first time exactly where a subtree is complete; that place is
    found for all rows at once by sorting the heights.

    >>> ends_from_child_counts(np.array([2, 1, 0, 0])).tolist()
    [4, 3, 3, 4]
    """
    n = len(counts)
    end = np.arange(1, n + 1)
    inner = np.flatnonzero(counts)
    height = prefix(counts - 1)
    order = stable_order(height)
    keys = height[order] * (n + 1) + order
    end[inner] = order[np.searchsorted(keys, (height[inner] - 1) * (n + 1) + inner)]
    return end


@kernel
def depths(end: Ints) -> Ints:
    """Level of each row, the root's being 0.

    >>> depths(np.array([4, 3, 3, 4])).tolist()
    [0, 1, 2, 1]
    """
    n = len(end)
    return np.arange(n) - np.cumsum(np.bincount(end, minlength=n + 1)[:n])


@kernel
def parents(depth: Ints) -> Ints:
    """Row of each row's parent, -1 for a root.

    >>> parents(np.array([0, 1, 2, 1])).tolist()
    [-1, 0, 1, 0]
    """
    return _last_at_level(depth, depth - 1, np.arange(len(depth)))


def parents_from_child_counts(counts: Ints, depth: Ints) -> Ints:
    """Row of each row's parent, -1 for the root, from the number of children of each row.

    Level by level, the children of one row stand side by side, in the order of their parents.

    >>> parents_from_child_counts(np.array([2, 1, 0, 0]), depth=np.array([0, 1, 2, 1])).tolist()
    [-1, 0, 1, 0]
    """
    by_level = stable_order(depth)
    parent = np.full(len(counts), -1, dtype=np.int64)
    parent[by_level[1:]] = np.repeat(by_level, counts[by_level])
    return parent


def stable_order(column: Ints) -> Ints:
    """Rows ordered by *column*, equal ones in document order."""
    # Numbers of 16 bits are sorted by their digits, several times faster than by comparing; few pages need more.
    small = len(column) and column.min() >= -32768 and column.max() <= 32767
    return np.argsort(column.astype(np.int16) if small else column, kind="stable")


@kernel
def nearest(mask: Bools, end: Ints, rows: Ints | None = None) -> Ints:
    """Nearest ancestor-or-self of each row (or of each of *rows*) that is in *mask*, or -1.

    >>> nearest(np.array([True, False, False, True]), end=np.array([4, 3, 3, 4])).tolist()
    [0, 0, 0, 3]
    """
    marked = np.flatnonzero(mask)
    rows = np.arange(len(end)) if rows is None else rows
    if not len(marked):
        return np.full(len(rows), -1, dtype=np.int64)
    # Seen alone, the marked rows are a tree of their own; a row's answer is the last of them at or ahead of it that
    # stands at the level which is open there.
    ends = np.sort(end[marked])
    ahead = marked.searchsorted(rows, side="right")
    level = ahead - ends.searchsorted(rows, side="right") - 1
    level_of_marked = np.arange(len(marked)) - ends.searchsorted(marked, side="right")
    found = _last_at_level(level_of_marked, level, ahead)
    return np.where(found < 0, -1, marked[found])


def _last_at_level(depth: Ints, level: Ints, before: Ints) -> Ints:
    """The last row ahead of ``before[k]`` whose depth is ``level[k]``, or -1."""
    n = len(depth)
    order = stable_order(depth)
    keys = depth[order] * (n + 1) + order
    place = keys.searchsorted(level * (n + 1) + before) - 1
    return np.where(level < 0, -1, order[place])
