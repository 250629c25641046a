"""Which of some rows are inside of others, by where their subtrees end."""

from __future__ import annotations

import numpy as np

from thresher.page.columns import Bools, Ints
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


def levels(rows: Ints, end: Ints) -> Ints:
    """How many of *rows*, that end at *end*, each of them is inside of.

    >>> levels(np.array([1, 2, 5]), np.array([4, 3, 6])).tolist()
    [0, 1, 0]
    """
    return np.arange(len(rows)) - np.searchsorted(np.sort(end), rows, side="right")
