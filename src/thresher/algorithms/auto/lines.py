"""Lines of features: what is asked of each block, from columns of a page's blocks and of the elements around them.

Each function gives the lines of one sort of features (`sorts`), a line for each feature and a place in it for each
block.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.auto.characters import Sort
from thresher.algorithms.auto.feature_columns import (
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
    TO_THE_BEST,
)
from thresher.algorithms.auto.hashes import Hashes
from thresher.algorithms.auto.numbering import numbered
from thresher.algorithms.auto.outline import Held
from thresher.page.columns import Bools, Codes, Floats, Ints, mark_subtrees, prefix
from thresher.page.kernels import kernel

Lines = NDArray[np.float32]

#: Running text is summed up over so many blocks before and behind.
AROUND_TEXT = 5
#: Headings further away than this are as far as it.
MAX_TO_HEADING = 30
#: So many blocks of a shape are a repetition.
MIN_REPEATED = 3
#: Elements on the way from the densest one to the body that are told apart.
MAX_PATH = 12
#: A block of at least so many words, of which few are links, is running text.
LONG_WORDS, LONG_LINK_SHARE = 12, 0.3
#: A block with a larger share of link text is a link; of so many words, a headline.
LINKED, LINE_WORDS = 0.8, 5
#: A block of at most so many words is tiny, one between running text and so many is of middle length.
TINY_WORDS, MIDDLE_WORDS = 3, 40
#: A block with a smaller share of link text is free of links.
FREE = 0.2


@kernel
def sums_of_words(words: Floats, in_link: Bools, first: Ints) -> tuple[Floats, Floats, Floats, Bools]:
    """Words of each block, those in links, their share, and whether it is running text; *first* is its first text.

    >>> columns = sums_of_words(np.array([1.5, 9.0, 4.0]), np.array([True, False, False]), np.array([0, 2]))
    >>> [column.tolist() for column in columns]
    [[10.5, 4.0], [1.5, 0.0], [0.14285714285714285, 0.0], [False, False]]
    """
    whole, linked = np.add.reduceat(np.array([words, words * in_link]), first, axis=1)
    share = linked / np.maximum(whole, 1)
    return whole, linked, share, (whole >= LONG_WORDS) & (share < LONG_LINK_SHARE)


@kernel
def copies(hashes: Hashes, first: Ints) -> tuple[Ints, Ints]:
    """For each block the number of its first words, in whatever order, and how many blocks have them.

    *hashes* are those of the words, and *first* is the first word of each block.

    >>> number, count = copies(np.array([3, 4, 4, 3, 9], dtype=np.uint32), np.array([0, 2, 4, 5]))
    >>> bool(number[0] == number[1]), count.tolist()
    (True, [2, 2, 1])
    """
    sums = prefix(hashes)[first]
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


@kernel
def relations(
    density: Floats, density_sum: Floats, paragraphs: Floats, parent: Ints, end: Ints, block: Ints, body: int
) -> tuple[Lines, Bools, int, float]:
    """How each block stands to the best element by CETD and to the best parent of paragraphs (`RELATIONS`).

    *paragraphs* is what each element counts as a paragraph. Also: blocks that CETD's search reaches, the best element,
    and what the best parent holds.

    >>> parent, end, one = np.array([0, 0, 0]), np.array([3, 2, 3]), np.array([1.0, 2.0, 0.5])
    >>> lines, reached, best, held = relations(one, one, one, parent, end, np.array([1, 2]), 0)
    >>> lines[3].tolist(), reached.tolist(), best, held
    ([1.0, 1.0], [True, False], 1, 3.5)
    """
    top = int(density_sum.argmax())
    path = [top]
    while path[-1] > body:
        path.append(int(parent[path[-1]]))
    threshold = max(float(density[path].min()), 1e-9)
    of_parent = np.bincount(parent, weights=paragraphs, minlength=len(end))
    best = int(of_parent.argmax())
    above = int(parent[best])
    lines = np.empty((len(TO_THE_BEST), len(block)), dtype=np.float32)
    lines[0] = _steps_to(np.array(path[:MAX_PATH]), end, block) / (MAX_PATH + 1)
    lines[1] = block >= end[top]
    lines[2] = np.log1p(density[block]) - np.log1p(threshold)
    lines[3] = (block >= best) & (block < end[best])
    lines[4] = (block >= above) & (block < end[above])
    # Elements that are dense all the way up are what CETD's search reaches.
    return lines, ~mark_subtrees(density < threshold, end)[block], top, float(of_parent[best])


def _steps_to(path: Ints, end: Ints, places: Ints) -> Floats:
    """Place: on which element of a path, counted from 1, it first is; beyond all where it is on none."""
    # The path's elements are around each other, so what holds a place begins and ends with an element of it.
    starts_later = len(path) - path[::-1].searchsorted(places, side="right")
    ended = end[path].searchsorted(places, side="right")
    step = np.maximum(starts_later, ended)
    return np.where(step < len(path), step + 1.0, MAX_PATH + 1)


@kernel
def counted_tags(code: Codes, table: Floats) -> list[float]:
    """How many elements have a code of each set; *table* has a line for each code, with a 1 for sets that it is of.

    >>> counted_tags(np.array([1, 1, 2], dtype=np.uint8), np.array([[0, 0], [1, 0], [1, 1]]))
    [3.0, 1.0]
    """
    return [float(count) for count in np.bincount(code, minlength=len(table)) @ table]


@kernel
def tallies(
    words: Floats, link_share: Floats, is_long: Bools, is_heading: Bools, money: NDArray[np.int32], reached: Bools
) -> tuple[list[int], list[float]]:
    """How many blocks of the page are of each sort, and how many words they have.

    They are running text, headings, headings that are links, lines that are links, prices, tiny ones, short ones, free
    of links, of middle length, and those that CETD's search reaches.

    >>> true = np.array([True])
    >>> tallies(np.array([6.0]), np.array([1.0]), ~true, true, np.array([0], dtype=np.int32), true)[0]
    [0, 1, 1, 1, 0, 0, 1, 0, 0, 1]
    """
    is_linked = link_share > LINKED
    masks = np.array(
        [
            is_long,
            is_heading,
            is_heading & is_linked,
            is_linked & (words >= LINE_WORDS),
            money > 0,
            words <= TINY_WORDS,
            words <= LONG_WORDS,
            (link_share < FREE) & (words > 2 * LONG_WORDS),
            (words > LONG_WORDS) & (words <= MIDDLE_WORDS),
            reached,
        ]
    )
    return masks.sum(axis=1).tolist(), (masks @ words).tolist()
