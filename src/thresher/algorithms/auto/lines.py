"""Lines of features: what is asked of each block, from columns of a page's blocks and of the elements around them.

Each function gives the lines of one sort of features (`sorts`), a line for each feature and a place in it for each
block.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.auto.characters import Sort
from thresher.algorithms.auto.numbering import numbered
from thresher.algorithms.auto.outline import Held
from thresher.algorithms.auto.prints import Numbers
from thresher.algorithms.auto.sorts import (
    LEVEL_FEATURES,
    LEVEL_LOGS,
    LEVELS,
    NEIGHBOUR_LOGS,
    NEIGHBOURS,
    OWN_LOGS,
    OWN_TEXT,
    PLACE,
    PLACE_LOGS,
    SHAPE,
    SHAPE_LOGS,
)
from thresher.page.columns import Bools, Floats, Ints, prefix
from thresher.page.kernels import kernel

Lines = NDArray[np.float32]

#: Running text is summed up over so many blocks before and behind.
AROUND_TEXT = 5
#: Headings further away than this are as far as it.
MAX_TO_HEADING = 30
#: So many blocks of a shape are a repetition.
MIN_REPEATED = 3


@kernel
def copies(prints: Numbers, first: Ints) -> tuple[Ints, Ints]:
    """For each block the number of its first words, in whatever order, and how many blocks have them.

    *prints* are those of the words, and *first* is the first word of each block.

    >>> number, count = copies(np.array([3, 4, 4, 3, 9], dtype=np.uint32), np.array([0, 2, 4, 5]))
    >>> bool(number[0] == number[1]), count.tolist()
    (True, [2, 2, 1])
    """
    sums = prefix(prints)[first]
    number = numbered(sums[1:] - sums[:-1])
    return number, np.bincount(number)[number]


@kernel
def own_text(words: Floats, link_share: Floats, length: Ints, counts: NDArray[np.int32], copied: Ints) -> Lines:
    """The text of each block by itself (`OWN_TEXT`); *counts* are those of its characters (`Sort`).

    >>> counts = np.zeros((len(Sort), 1), dtype=np.int32)
    >>> own_text(np.array([2.0]), np.array([0.5]), np.array([9]), counts, np.array([1]))[5:7].tolist()
    [[0.5], [4.5]]
    """
    lines = np.empty((len(OWN_TEXT), len(words)), dtype=np.float32)
    length, whole = np.maximum(length, 1), np.maximum(words, 1)
    lines[0] = words
    lines[1] = length
    lines[2:4] = counts[Sort.STOP : Sort.COMMA + 1]
    lines[4] = copied
    lines[5] = link_share
    lines[6] = np.minimum(length / whole, 20)
    lines[7] = np.minimum(counts[Sort.STOP] / whole, 1)
    lines[8] = counts[Sort.DIGIT] / length
    lines[9] = counts[Sort.IDEOGRAPH] > 0
    lines[10] = counts[Sort.RIGHTS] > 0
    lines[11] = np.minimum(counts[Sort.BAR], 3)
    lines[12] = np.minimum(counts[Sort.MONEY], 3)
    np.log1p(lines[:OWN_LOGS], out=lines[:OWN_LOGS])
    return lines


@kernel
def places(is_heading: Bools, title: int, words: Floats, total: float) -> Lines:
    """Where on the page each block stands (`PLACE`); *title* is the first title, -1 where there is none.

    >>> places(np.array([True, False]), 0, np.array([1.0, 3.0]), 4.0)[4:].tolist()
    [[0.0, 0.25], [0.0, 0.5], [1.0, 1.0], [0.0, 0.019999999552965164]]
    """
    n, place = len(words), np.arange(len(words))
    before, behind = np.where(is_heading, place, [[-1], [n + MAX_TO_HEADING]])
    lines = np.empty((len(PLACE), n), dtype=np.float32)
    lines[0] = place
    lines[1] = place[::-1]
    lines[2] = np.minimum(place - np.maximum.accumulate(before), MAX_TO_HEADING)
    lines[3] = np.minimum(np.minimum.accumulate(behind[::-1])[::-1] - place, MAX_TO_HEADING)
    np.log1p(lines[:PLACE_LOGS], out=lines[:PLACE_LOGS])
    lines[4] = (words.cumsum() - words) / total
    lines[5] = place / n
    lines[6] = place >= title if title >= 0 else 0.5
    lines[7] = ((place - title) / 50).clip(-2, 2) if title >= 0 else 0
    return lines


@kernel
def repetition(
    kind: Ints, above: Ints, levels: Ints, words: Floats, link_words: Floats, marks: Floats, total: float
) -> tuple[Lines, Ints, float]:
    """Blocks alike, then blocks in elements alike (`SHAPE`); the number of each shape; the largest share of words.

    Alike are elements of the same *kind*, and the two *above* each; the first of *levels* are the blocks' elements, the
    second those around them. The share is that of elements of which there are several alike.

    >>> one = np.ones(3)
    >>> lines, shape, share = repetition(
    ...     np.array([7, 8, 8, 8]), np.zeros(4, int), np.array([[1, 2, 3], [0, 0, 0]]), one, one, one, 3.0
    ... )
    >>> shape.tolist(), share, lines[2].tolist()
    ([1, 1, 1], 1.0, [1.0, 1.0, 1.0])
    """
    width = int(kind.max()) + 1
    shape_of = numbered((kind * width + kind[above]) * width + kind[above[above]])
    own, outer = shapes = shape_of[levels[:2]]
    # Shapes of elements are numbered behind those of blocks, so that both are summed up at once.
    outer += int(shape_of.max()) + 1
    number = shapes.ravel()
    counts, held, linked, marked = (
        np.bincount(number, None if column is None else np.concatenate([column, column]))
        for column in (None, words, link_words, marks)
    )
    whole = np.maximum(held, 1)
    table = np.empty((len(SHAPE), len(counts)), dtype=np.float32)
    table[0] = counts
    table[1] = held / np.maximum(counts, 1)
    np.log1p(table[:SHAPE_LOGS], out=table[:SHAPE_LOGS])
    table[2] = held / total
    table[3] = linked / whole
    table[4] = np.minimum(marked / whole, 1)
    repeated = counts >= MIN_REPEATED
    repeated[: int(outer.min())] = False
    lines = np.concatenate([table.take(own, axis=1), table.take(outer, axis=1)])
    return lines, own, float(table[2, repeated].max(initial=0))


@kernel
def neighbours(words: Floats, link_share: Floats, is_long: Bools) -> Lines:
    """The blocks before and behind each (`NEIGHBOURS`), *is_long* telling running text.

    >>> neighbours(np.array([9.0, 1.0]), np.array([0.25, 1.0]), np.array([True, False]))[4:].tolist()
    [[0.0, 0.25], [1.0, 0.0], [0.0, 0.0]]
    """
    n, place = len(words), np.arange(len(words))
    lines = np.zeros((len(NEIGHBOURS), n), dtype=np.float32)
    so_far, text = is_long.cumsum(), prefix(words * is_long)
    lines[0] = so_far - is_long
    lines[1] = so_far[-1] - so_far
    lines[2] = text[np.minimum(place + AROUND_TEXT + 1, n)] - text[np.maximum(place - AROUND_TEXT, 0)]
    lines[3, :-1] = words[1:]
    np.log1p(lines[:NEIGHBOUR_LOGS], out=lines[:NEIGHBOUR_LOGS])
    lines[4, 1:] = link_share[:-1]
    lines[5, :-1] = link_share[1:]
    lines[6, :-2] = link_share[2:]
    return lines


@kernel
def densities(
    sums: Floats, density: Floats, density_sum: Floats, parent: Ints, kind: Ints, levels: Ints, total: float
) -> Lines:
    """What the elements around each block are like, level by level (`LEVEL_FEATURES`).

    *sums* is what elements hold (`Held`); siblings alike are those of one *kind*.

    >>> sums, one = np.ones((len(Held), 2)), np.ones(2)
    >>> densities(sums, one, one, np.zeros(2, int), np.array([4, 4]), np.ones((LEVELS, 1), int), 4.0)[7:9].tolist()
    [[0.25], [1.0]]
    """
    words, siblings = sums[Held.WORDS], numbered(parent * (int(kind.max()) + 1) + kind)
    table = np.empty((len(LEVEL_FEATURES), len(words)), dtype=np.float32)
    table[0] = words
    table[1:3] = words / np.maximum(sums[Held.BLOCK_TAGS : Held.BLOCKS + 1], 1)
    table[3] = density
    table[4] = density_sum * (100 / max(float(density_sum.max()), 1e-9))
    table[5] = sums[Held.PICTURES]
    table[6] = np.bincount(siblings)[siblings]
    np.log1p(table[:LEVEL_LOGS], out=table[:LEVEL_LOGS])
    table[7] = words / total
    table[8] = sums[Held.LINK_WORDS] / np.maximum(words, 1)
    return table.take(levels[:LEVELS], axis=1).swapaxes(0, 1).reshape(LEVELS * len(LEVEL_FEATURES), -1)
