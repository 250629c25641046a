"""Regions of lines in which content outweighs code, and which of them are the main content (the DANAg family)."""

from __future__ import annotations

import numpy as np

from thresher.page.columns import Ints, prefix

#: Lines that may lie between two regions of one content, where a page has too few gaps to tell [R].
USUAL_GAP = 20
#: An automatic gap is never wider [D].
MAX_AUTOMATIC_GAP = 40


def smoothed_difference(content: Ints, code: Ints) -> Ints:
    """Content minus code of each line, summed with the lines beside it.

    >>> smoothed_difference(np.array([0, 4, 60, 70]), np.array([40, 50, 10, 5])).tolist()
    [-86, -36, 69, 115]
    """
    difference = content - code
    smoothed = difference.copy()
    smoothed[1:] += difference[:-1]
    smoothed[:-1] += difference[1:]
    return smoothed


def regions(difference: Ints) -> tuple[Ints, Ints]:
    """First and last line of each unbroken run of lines with a positive difference.

    >>> [column.tolist() for column in regions(np.array([-1, 2, 3, 0, 1]))]
    [[1, 4], [2, 4]]
    """
    edges = np.diff(np.concatenate(([False], difference > 0, [False])).astype(np.int8))
    return np.flatnonzero(edges == 1), np.flatnonzero(edges == -1) - 1


def automatic_gap(gaps: Ints) -> int:
    """The widest gap that is still one of the narrow ones: narrow and wide part at the largest jump in their sizes.

    >>> automatic_gap(np.array([30, 2, 1, 50, 3]))
    3
    """
    if len(gaps) < 2:
        return USUAL_GAP
    sizes = np.sort(gaps)
    return min(int(sizes[np.argmax(np.diff(sizes))]), MAX_AUTOMATIC_GAP)


def main_regions(difference: Ints, content: Ints, gap: float | str, *, fill_gaps: bool = False) -> tuple[Ints, Ints]:
    """First and last lines of the region with the most content and of those that gaps of *gap* lines join to it.

    >>> lines = np.array([3, -1, 9, -1, -1, 2])
    >>> [column.tolist() for column in main_regions(lines, np.maximum(lines, 0), gap=1)]
    [[0, 2], [0, 2]]
    """
    first, last = regions(difference)
    if not len(first):
        return first, last
    gaps = first[1:] - last[:-1] - 1
    limit = automatic_gap(gaps) if gap == "auto" else float(gap)
    amount = prefix(content)[last + 1] - prefix(content)[first]
    group = prefix(gaps > limit)[: len(first)] if len(gaps) else np.zeros(1, dtype=np.int64)
    chosen = group == group[np.argmax(amount)]
    first, last = first[chosen], last[chosen]
    return (first[:1], last[-1:]) if fill_gaps else (first, last)
