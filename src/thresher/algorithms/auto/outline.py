"""The outline of a page: its elements that hold text blocks, as a small tree with what their subtrees hold.

All sums over subtrees are differences of one table of prefix sums.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.auto.characters import Characters, Sort
from thresher.page import View
from thresher.page.blocks import Blocks
from thresher.page.columns import Bools, Floats, Ints, mark_subtrees
from thresher.page.tags import tag_set

#: A character of a script without blanks counts as this many words.
IDEOGRAPH_WORDS = 0.5
#: Logarithms below this are taken for zero.
TINY = 1e-9

_LINKS = tag_set("a", "button", "select")
_PICTURES = tag_set("img", "picture", "video", "iframe", "amp-img")


@dataclass(frozen=True, eq=False)
class Runs:
    """The runs of a view that have text, as parallel columns."""

    number: Ints  #: its number in the view
    words: Floats
    marks: Floats  #: marks that end or part sentences
    length: Ints
    in_link: Bools


@dataclass(frozen=True, eq=False)
class Sums:
    """What the subtree of each element holds."""

    words: Floats
    marks: Floats
    chars: Floats
    link_words: Floats
    link_chars: Floats
    link_tags: Floats
    block_tags: Floats
    pictures: Floats
    blocks: Floats
    tags: Floats  #: descendants


@dataclass(frozen=True, eq=False)
class Tree:
    """Where blocks stand among the elements that hold them."""

    end: Ints  #: place: one past its subtree
    block: Ints  #: block: place of its element
    body: int  #: place of the body
    levels: Ints  #: block: places of its element and of those around it


@dataclass(frozen=True, eq=False)
class Outline:
    """Elements that hold blocks, in document order; places count them from 0."""

    rows: Ints  #: place: row of the view
    parent: Ints  #: place: place of the parent; the root's is its own
    end: Ints  #: place: one past its subtree
    block: Ints  #: block: place of its element
    body: int  #: place of the body
    sums: Sums
    density: Floats  #: place: CETD's composite text density
    density_sum: Floats  #: place: sum of the densities of its children

    def tree(self, levels: int) -> Tree:
        """Where the blocks stand, with so many of the elements around each, up to the body."""
        return Tree(self.end, self.block, self.body, self._levels(levels))

    def _levels(self, count: int) -> Ints:
        places = np.empty((len(self.block), count), dtype=np.int64)
        places[:, 0] = self.block
        for level in range(1, count):
            places[:, level] = np.maximum(self.parent[places[:, level - 1]], self.body)
        return places


def text_runs(view: View, solid: Ints, chars: Characters, in_link: Bools) -> Runs:
    """The runs *solid*, whose characters are known, with what is asked of them."""
    count = chars.count
    words = chars.words + IDEOGRAPH_WORDS * count[:, Sort.IDEOGRAPH]
    marks = (count[:, Sort.STOP] + count[:, Sort.COMMA] + count[:, Sort.COLON]).astype(np.float64)
    return Runs(solid, words, marks, view.length[solid], in_link[view.host[solid]])


def links(view: View) -> Bools:
    """Element: whether it is in a link."""
    return mark_subtrees(_LINKS[view.code], view.end)


def outline(view: View, blocks: Blocks, runs: Runs, in_link: Bools) -> Outline:
    """The outline of a view."""
    n = len(view.code)
    before = _prefix_sums(view, blocks, runs, in_link)
    holds = before[-1]
    rows = np.flatnonzero(holds[view.end] > holds[:-1])
    stop = view.end[rows]
    descendants = (stop - rows - 1).astype(np.float64)
    sums = Sums(*np.concatenate([before[:, stop] - before[:, rows], [descendants]]))
    place = np.empty(n + 1, dtype=np.int64)
    place[rows] = np.arange(len(rows))
    parent = place[view.parent[rows]]
    parent[0] = 0
    density = _composite_density(sums, int(place[view.body]))
    is_leaf = np.bincount(parent[1:], minlength=len(rows)) == 0
    density_sum = np.bincount(parent[1:], weights=density[1:], minlength=len(rows)) + density * is_leaf
    return Outline(
        rows=rows,
        parent=parent,
        end=np.searchsorted(rows, stop),
        block=place[blocks.row],
        body=int(place[view.body]),
        sums=sums,
        density=density,
        density_sum=density_sum,
    )


def _prefix_sums(view: View, blocks: Blocks, runs: Runs, in_link: Bools) -> NDArray[np.float64]:
    """Sums of what is counted over all elements ahead of each; the last line counts blocks."""
    n, host = len(view.code), view.host[runs.number]
    own = np.zeros((9, n + 1))
    for line, weights in enumerate((runs.words, runs.marks, runs.length)):
        own[line, 1:] = np.bincount(host, weights=weights, minlength=n)
    own[3, 1:] = own[0, 1:] * in_link
    own[4, 1:] = own[2, 1:] * in_link
    own[5, 1:] = in_link
    own[6, 1:] = ~view.inline
    own[7, 1:] = _PICTURES[view.code]
    own[8, 1:] = np.bincount(blocks.row, minlength=n)
    return np.cumsum(own, axis=1, out=own)


def _composite_density(sums: Sums, body: int) -> Floats:
    """CETD's composite text density (Sun et al., 2011), links counted with the tags in them."""
    chars, tags = sums.chars, np.maximum(sums.tags, 1)
    unlinked = np.maximum(chars - sums.link_chars, 1)
    link_share = sums.link_chars[body] / max(float(chars[body]), 1.0)
    base = np.log(np.log(chars / unlinked * sums.link_chars + link_share * chars + np.e))
    in_links = np.maximum(sums.link_chars, 1) * np.maximum(sums.link_tags, 1)
    quotient = np.log(np.maximum(chars, 1) * tags / in_links) / np.where(base > TINY, base, 1)
    return np.maximum(chars / tags * np.where(base > TINY, quotient, 1), 0)
