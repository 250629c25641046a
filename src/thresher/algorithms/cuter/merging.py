"""Uniting neighbours: blocks that have much text and are near each other become one group."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from thresher.page.columns import Floats, Ints

#: The numbers of the blocks of a group, in document order.
Blocks = list[int]


@dataclass(frozen=True, eq=False)
class Candidates:
    """The blocks that may be useful text, in document order, as parallel columns."""

    block: Ints  #: number of the block
    share: Floats  #: TP
    number: Ints  #: ID
    article: Ints  #: the article element that it stands in, -1 for none; those of different articles never unite


def merge_neighbours(candidates: Candidates, *, divisor: float, max_gap: int) -> list[Blocks]:
    """Groups of blocks, the one around the best block first.

    From the block with the highest TP, each block with more than TP / *divisor* that is at most *max_gap* away from the
    one that was united last is united with it, in both directions, and what lies between joins; then again from the
    best block that is left.

    >>> near = Candidates(np.arange(4), np.array([0.1, 0.4, 0.2, 0.2]), np.array([1, 2, 5, 30]), np.full(4, -1))
    >>> merge_neighbours(near, divisor=3, max_gap=10)
    [[1, 2], [3], [0]]
    """
    search = _Search(candidates, max_gap)
    # A stable sort: of equal blocks, the first in the document is the better.
    best_first = np.argsort(-candidates.share, kind="stable").tolist()
    groups = [search.around(seed, divisor) for seed in best_first if search.free[seed]]
    block = candidates.block.tolist()
    return [[block[place] for place in group] for group in groups]


class _Search:
    """The candidates as plain lists, and which of them are in no group yet."""

    def __init__(self, candidates: Candidates, max_gap: int) -> None:
        self.share: list[float] = candidates.share.tolist()
        self.number: list[int] = candidates.number.tolist()
        self.article: list[int] = candidates.article.tolist()
        self.free = [True] * len(self.share)
        self.max_gap = max_gap

    def around(self, seed: int, divisor: float) -> list[int]:
        """The group of a block; its members are taken from now on."""
        limit, article = self.share[seed] / divisor, self.article[seed]
        back, forth = range(seed - 1, -1, -1), range(seed + 1, len(self.share))
        first, last = self._reach(seed, back, limit), self._reach(seed, forth, limit)
        group = [place for place in range(first, last + 1) if self.free[place] and self.article[place] == article]
        for place in group:
            self.free[place] = False
        return group

    def _reach(self, seed: int, way: range, limit: float) -> int:
        """The farthest block on the way that unites with the seed, from neighbour to neighbour."""
        farthest, article = seed, self.article[seed]
        for place in way:
            if abs(self.number[place] - self.number[farthest]) > self.max_gap:
                break
            if self.share[place] > limit and self.free[place] and self.article[place] == article:
                farthest = place
        return farthest


def main_container(group: Blocks, container: Sequence[int], size: Sequence[int]) -> int:
    """The element that holds most of a group's text directly, of equal ones the first.

    >>> main_container([0, 1], container=[7, 9], size=[10, 90])
    9
    """
    held: dict[int, int] = {}
    for block in group:
        held[container[block]] = held.get(container[block], 0) + size[block]
    return max(held, key=held.__getitem__)


def join_pieces(bodies: list[Blocks], groups: list[Blocks], place_of: Callable[[Blocks], Hashable]) -> list[Blocks]:
    """The bodies, each with all groups that have its place: pieces of an article that something interrupts.

    >>> join_pieces([[5]], groups=[[5], [0], [8]], place_of=lambda group: "middle" if group[0] < 8 else "foot")
    [[0, 5]]
    """
    pieces: dict[Hashable, list[Blocks]] = {}
    for group in groups:
        pieces.setdefault(place_of(group), []).append(group)
    joined = []
    for body in bodies:
        # Two bodies in one place are one: the first of them takes all.
        parts = pieces.pop(place_of(body), [])
        if parts:
            joined.append(sorted(block for part in parts for block in part))
    return joined
