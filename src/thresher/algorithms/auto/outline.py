"""The outline of a page: its elements that hold text blocks, as a small tree with what their subtrees hold.

All sums over subtrees are differences of one table of prefix sums.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from thresher.page import View
from thresher.page.blocks import Blocks
from thresher.page.columns import Bools, Floats, Ints, mark_subtrees, prefix
from thresher.page.kernels import kernel
from thresher.page.tags import tag_set

#: Logarithms below this are taken for zero.
TINY = 1e-9

_LINKS = tag_set("a", "button", "select")
_PICTURES = tag_set("img", "picture", "video", "iframe", "amp-img")


@dataclass(frozen=True, eq=False)
class Runs:
    """The runs of a view that have text, as parallel columns."""

    host: Ints  #: the element that it stands in
    words: Floats
    length: Ints
    in_link: Bools


class Held(IntEnum):
    """What the subtree of an element holds: the lines of a table of sums."""

    WORDS = 0
    CHARS = 1
    LINK_WORDS = 2
    LINK_CHARS = 3
    LINK_TAGS = 4
    PICTURES = 5
    BLOCK_TAGS = 6
    BLOCKS = 7
    TAGS = 8  #: descendants


@dataclass(frozen=True, eq=False)
class Tree:
    """Where blocks stand among the elements that hold them."""

    end: Ints  #: place: one past its subtree
    block: Ints  #: block: place of its element
    body: int  #: place of the body
    levels: Ints  #: level, block: places of its element and of those around it, up to the body


@dataclass(frozen=True, eq=False)
class Outline:
    """Elements that hold blocks, in document order; places count them from 0."""

    rows: Ints  #: place: row of the view
    parent: Ints  #: place: place of the parent; the root's is its own
    end: Ints  #: place: one past its subtree
    block: Ints  #: block: place of its element
    body: int  #: place of the body
    sums: Floats  #: line of `Held`, place: what its subtree holds
    density: Floats  #: place: CETD's composite text density
    density_sum: Floats  #: place: sum of the densities of its children

    def tree(self, levels: int) -> Tree:
        """Where the blocks stand, with so many of the elements around each, up to the body."""
        return Tree(self.end, self.block, self.body, climbed(self.block, np.maximum(self.parent, self.body), levels))


@kernel
def runs_with_text(
    text: Iterable[str], length: Ints, host: Ints, in_link: Bools, start: Ints
) -> tuple[list[str], Ints, Ints, Bools, Ints]:
    """Texts, hosts and lengths of the runs that have text, and whether each is in a link; the first one of each block.

    Of elements it is given which are in links, of blocks their first runs; behind the last block stands the number of
    runs that have text.

    >>> links, starts = np.array([False, True]), np.array([0, 1])
    >>> texts, *columns = runs_with_text(["a", " ", "b"], np.array([1, 0, 1]), np.array([0, 0, 1]), links, starts)
    >>> texts, [column.tolist() for column in columns]
    (['a', 'b'], [[0, 1], [1, 1], [False, True], [0, 1, 2]])
    """
    has_text = length > 0
    solid = has_text.nonzero()[0]
    first = np.append(prefix(has_text)[start], len(solid))
    return list(compress(text, has_text.tobytes())), host[solid], length[solid], in_link[host[solid]], first


def links(view: View) -> Bools:
    """Element: whether it is in a link."""
    return mark_subtrees(_LINKS[view.code], view.end)


def outline(view: View, blocks: Blocks, runs: Runs, in_link: Bools) -> Outline:
    """The outline of a view."""
    rows, parent, end, block, body, sums = outlined(
        runs.host,
        runs.words,
        runs.length,
        in_link,
        _PICTURES[view.code],
        view.inline,
        blocks.row,
        view.parent,
        view.end,
        view.body,
    )
    return Outline(rows, parent, end, block, body, sums, *composite_densities(sums, parent, end, body))


@kernel
def outlined(
    host: Ints,
    words: Floats,
    length: Ints,
    in_link: Bools,
    is_picture: Bools,
    is_inline: Bools,
    blocks: Ints,
    parent: Ints,
    end: Ints,
    body: int,
) -> tuple[Ints, Ints, Ints, Ints, int, Floats]:
    """Rows, parents and ends of the elements that hold blocks, places of the blocks and of the body, what is held.

    Of runs the *host*, *words* and *length* are given, of elements the flags and the tree, of *blocks* their elements.

    >>> flags, tree = np.array([False, True]), (np.array([-1, 0]), np.array([2, 2]))
    >>> columns = outlined(np.array([1]), np.array([1.5]), np.array([7]), flags, flags, flags, np.array([0]), *tree, 0)
    >>> columns[0].tolist(), columns[-1][:, 0].tolist()
    ([0], [1.5, 7.0, 1.5, 7.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    """
    before = _half_sums(host, words, length, in_link, is_picture, is_inline, blocks)
    holds = before[Held.BLOCKS]
    kept = holds[end] > holds[:-1]
    place_of = prefix(kept)
    rows = kept.nonzero()[0]
    stop = end[rows]
    above = place_of[parent[rows]]
    above[:1] = 0
    sums = np.empty((len(Held), len(rows)))
    np.multiply(before.take(stop, axis=1) - before.take(rows, axis=1), 0.5, out=sums[: Held.TAGS])
    sums[Held.TAGS] = stop - rows - 1
    return rows, above, place_of[stop], place_of[blocks], int(place_of[body]), sums


def _half_sums(
    host: Ints, words: Floats, length: Ints, in_link: Bools, is_picture: Bools, is_inline: Bools, blocks: Ints
) -> Ints:
    """Twice the sums of what is held (`Held`), but for descendants, over all elements ahead of each.

    There are half words but no other fractions, and whole numbers are summed up six times as fast.
    """
    n = len(in_link)
    before = np.zeros((Held.TAGS, n + 1), dtype=np.int64)
    own = before[:, 1:]
    own[Held.WORDS] = np.bincount(host, weights=words * 2, minlength=n)
    own[Held.CHARS] = np.bincount(host, weights=length * 2, minlength=n)
    np.multiply(own[: Held.LINK_WORDS], in_link, out=own[Held.LINK_WORDS : Held.LINK_TAGS])
    own[Held.LINK_TAGS] = in_link
    own[Held.PICTURES] = is_picture
    own[Held.BLOCK_TAGS] = ~is_inline
    own[Held.BLOCKS] = np.bincount(blocks, minlength=n)
    own[Held.LINK_TAGS :] *= 2
    before.cumsum(axis=1, out=before)
    return before


@kernel
def climbed(places: Ints, above: Ints, count: int) -> Ints:
    """So many levels: *places*, what is *above* each of them, and so on.

    >>> climbed(np.array([2, 1]), np.array([0, 0, 1]), 3).tolist()
    [[2, 1], [1, 0], [0, 0]]
    """
    levels = np.empty((count, len(places)), dtype=np.int64)
    levels[0] = places
    for level in range(1, count):
        levels[level] = above[levels[level - 1]]
    return levels


@kernel
def counted_around(number: Ints, end: Ints, block: Ints, count: int, most: int) -> NDArray[np.uint8]:
    """Number of a name, block: how many elements of that name are around it, at most so many.

    *number* is that of each place, below 0 for other names, and *block* the place of each block.

    >>> counted_around(np.array([-1, 0, 0]), np.array([3, 3, 3]), np.array([2, 0]), 1, 3).tolist()
    [[2, 0]]
    """
    stop, telling = len(number) + 1, (number >= 0).nonzero()[0]
    line = number[telling] * stop
    steps = np.bincount(line + telling, minlength=count * stop)
    steps -= np.bincount(line + end[telling], minlength=count * stop)
    # Every element that opens in a line also closes there, so that one sum goes over all lines.
    open_there = steps.cumsum().reshape(-1, stop).take(block, axis=1)
    counts: NDArray[np.uint8] = np.minimum(open_there, most).astype(np.uint8)
    return counts


@kernel
def composite_densities(sums: Floats, parent: Ints, end: Ints, body: int) -> tuple[Floats, Floats]:
    """CETD's composite text density (Sun et al., 2011), links counted with the tags in them, and its sum over children.

    A leaf has its own density for the sum.

    >>> sums = np.array([[4, 2], [20, 10], [0, 0], [0, 0], [0, 0], [0, 0], [2, 1], [1, 1], [1, 0]], dtype=float)
    >>> [column.round(2).tolist() for column in composite_densities(sums, np.array([0, 0]), np.array([2, 2]), 0)]
    [[20.0, 10.0], [10.0, 10.0]]
    """
    chars, link_chars = sums[Held.CHARS], sums[Held.LINK_CHARS]
    at_least_one = np.maximum(sums, 1)
    tags = at_least_one[Held.TAGS]
    unlinked = np.maximum(chars - link_chars, 1)
    link_share = link_chars[body] / max(float(chars[body]), 1.0)
    base = np.log(np.log(chars / unlinked * link_chars + link_share * chars + np.e))
    linked = at_least_one[Held.LINK_CHARS] * at_least_one[Held.LINK_TAGS]
    quotient = np.log(at_least_one[Held.CHARS] * tags / linked)
    quotient = np.divide(quotient, base, out=np.ones(len(base)), where=base > TINY)
    density: Floats = np.maximum(chars / tags * quotient, 0)
    of_children = np.bincount(parent[1:], weights=density[1:], minlength=len(end))
    return density, np.where(end == np.arange(1, len(end) + 1), density, of_children)
