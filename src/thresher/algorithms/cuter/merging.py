"""Uniting neighbours: blocks that have much text and are near each other become one group."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thresher.page.columns import Floats, Ints


@dataclass(frozen=True, eq=False)
class Candidates:
    """The blocks that may be useful text, in document order, as parallel columns."""

    block: Ints  #: number of the block
    share: Floats  #: TP
    number: Ints  #: ID
    article: Ints  #: the article element that it stands in, -1 for none; those of different articles never unite


def merge_neighbours(candidates: Candidates, *, divisor: float, max_gap: int) -> list[Ints]:
    """Groups of blocks, the one around the best block first.

    From the block with the highest TP, each block with more than TP / *divisor* that is at most *max_gap* away from the
    one that was united last is united with it, in both directions, and what lies between joins; then again from the
    best block that is left.

    >>> near = Candidates(np.arange(4), np.array([0.1, 0.4, 0.2, 0.2]), np.array([1, 2, 5, 30]), np.full(4, -1))
    >>> [group.tolist() for group in merge_neighbours(near, divisor=3, max_gap=10)]
    [[1, 2], [3], [0]]
    """
    search = _Search(candidates, max_gap)
    # A stable sort: of equal blocks, the first in the document is the better.
    best_first = np.argsort(-candidates.share, kind="stable").tolist()
    groups = [search.around(seed, divisor) for seed in best_first if not search.taken[seed]]
    return [candidates.block[group] for group in groups]


class _Search:
    """The candidates as plain lists, and which of them are in a group already."""

    def __init__(self, candidates: Candidates, max_gap: int) -> None:
        self.share: list[float] = candidates.share.tolist()
        self.number: list[int] = candidates.number.tolist()
        self.article: list[int] = candidates.article.tolist()
        self.taken = [False] * len(self.share)
        self.max_gap = max_gap

    def around(self, seed: int, divisor: float) -> list[int]:
        """The group of a block; its members are taken from now on."""
        limit = self.share[seed] / divisor
        first, last = self._reach(seed, -1, limit), self._reach(seed, +1, limit)
        group = [place for place in range(first, last + 1) if self._may_join(place, seed)]
        for place in group:
            self.taken[place] = True
        return group

    def _reach(self, seed: int, step: int, limit: float) -> int:
        """The farthest block in one direction that unites with the seed, from neighbour to neighbour."""
        farthest, place = seed, seed + step
        while 0 <= place < len(self.share) and abs(self.number[place] - self.number[farthest]) <= self.max_gap:
            if self.share[place] > limit and self._may_join(place, seed):
                farthest = place
            place += step
        return farthest

    def _may_join(self, place: int, seed: int) -> bool:
        return not self.taken[place] and self.article[place] == self.article[seed]


def main_container(group: Ints, container: Ints, size: Ints) -> int:
    """The element that holds more than half of a group's text directly beside each other, or -1.

    >>> main_container(np.array([0, 1]), container=np.array([7, 9]), size=np.array([10, 90]))
    9
    """
    holders, which = np.unique(container[group], return_inverse=True)
    held = np.bincount(which, weights=size[group])
    return int(holders[held.argmax()]) if 2 * held.max() > held.sum() else -1


def join_pieces(bodies: list[Ints], groups: list[Ints], container: Ints, size: Ints) -> list[Ints]:
    """The bodies, each with all groups that have its main container: pieces of an article that something interrupts.

    >>> groups = [np.array([5]), np.array([0]), np.array([8])]
    >>> join_pieces(groups[:1], groups, container=np.full(9, 2), size=np.ones(9))
    [array([0, 5, 8])]
    """
    pieces: dict[int, list[Ints]] = {}
    for number, body in enumerate(bodies):
        holder = main_container(body, container, size)
        # A body without a main container stays alone, under a key that no row has.
        pieces.setdefault(holder if holder >= 0 else -1 - number, [])
        if holder < 0:
            pieces[-1 - number].append(body)
    for group in groups:
        holder = main_container(group, container, size)
        if holder >= 0 and holder in pieces:
            pieces[holder].append(group)
    return [np.sort(np.concatenate(parts)) for parts in pieces.values()]
