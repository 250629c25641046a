"""Which of some rows are inside of others, by where their subtrees end."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from thresher.page.columns import Bools, Codes, Ints
from thresher.page.kernels import kernel


@kernel
def outermost(rows: Ints, end: Ints) -> Bools:
    """Which of *rows*, that end at *end*, are not inside another one of them.

    >>> outermost(np.array([1, 2, 5]), np.array([4, 3, 6])).tolist()
    [True, False, True]
    """
    free = np.ones(len(rows), dtype=bool)
    if len(rows) > 1:
        free[1:] = rows[1:] >= np.maximum.accumulate(end)[:-1]
    return free


@kernel
def inside(rows: Ints, outer: Ints, outer_end: Ints) -> Bools:
    """Which of *rows* are below one of *outer*, that are not inside each other and end at *outer_end*.

    >>> inside(np.array([1, 2, 5]), np.array([1]), np.array([4])).tolist()
    [False, True, False]
    """
    if not len(outer) or not len(rows):
        return np.zeros(len(rows), dtype=bool)
    place = np.searchsorted(outer, rows) - 1
    return (place >= 0) & (rows < outer_end[place])


@kernel
def apart_from(row: Ints, end: Ints, other: Ints, other_end: Ints) -> Bools:
    """Which elements, from *row* to *end*, are neither inside of each other nor inside or around *other* ones.

    Those around others count for nothing, not even for what is inside of them.

    >>> apart_from(np.array([1, 2, 5, 7]), np.array([4, 3, 9, 8]), np.array([6]), np.array([7])).tolist()
    [True, False, False, True]
    """
    holds = other.searchsorted(row) < other.searchsorted(end)
    return outermost(row, np.where(holds, row, end)) & ~holds & ~inside(row, other, other_end)


@kernel
def not_too_deep(numbers: Ints, most: Codes, code: Codes, row: Ints, end: Ints) -> list[int]:
    """Those of *numbers* that are inside of fewer of them with the same name than it has at *most*.

    *code*, *row* and *end* are columns of elements.

    >>> code, row, end = np.zeros(4, dtype=np.uint8), np.array([1, 2, 3, 5]), np.array([5, 4, 4, 6])
    >>> not_too_deep(np.arange(4), np.array([2], dtype=np.uint8), code, row, end)
    [0, 1, 3]
    """
    columns = numbers.tolist(), code[numbers].tolist(), row[numbers].tolist(), end[numbers].tolist()
    around: defaultdict[int, list[int]] = defaultdict(list)  # name: where the elements end that are open
    found = []
    for number, name, begin, stop in zip(*columns, strict=True):
        ends = around[name]
        while ends and ends[-1] <= begin:
            ends.pop()
        if len(ends) < most[name]:
            found.append(number)
        ends.append(stop)
    return found
