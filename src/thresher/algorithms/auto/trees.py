"""Boosted trees as arrays: all trees of a forest answer for all rows at once.

Every inner node is asked; one whose answer is "greater" rules out the leaves on its left, and the first leaf that is
left is the one that the row falls into (QuickScorer, Lucchese et al., 2015). So a forest is a handful of operations on
whole arrays, however its trees are shaped.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from thresher.page.columns import Floats

#: Leaves of a tree: as many as a mask has bits.
MAX_LEAVES = 16
#: Rows that are looked at in one go: the answers of all trees for them fit into the processor's cache.
PORTION = 256
#: The mask of a node that rules nothing out.
ALL_LEAVES = np.uint16(0xFFFF)


@dataclass(frozen=True, eq=False)
class Forest:
    """Trees; nodes that a tree does not have ask for more than infinity and rule nothing out."""

    feature: NDArray[np.int64]  #: tree, node: number of the feature that it asks for
    threshold: NDArray[np.float32]  #: tree, node: features above this go to the right
    mask: NDArray[np.uint16]  #: tree, node: leaves that stay where a row goes to the right
    value: NDArray[np.float32]  #: tree, leaf: what it adds to the score
    output: NDArray[np.int64]  #: tree: the score that it adds to, in ascending order

    def scores(self, rows: NDArray[np.float32]) -> Floats:
        """Score of each output (first axis) for each row (second axis).

        >>> tree = Forest(
        ...     feature=np.array([[1]]), threshold=np.array([[0.5]], dtype=np.float32),
        ...     mask=np.array([[0xFFFE]], dtype=np.uint16),
        ...     value=np.array([[-1, 1]], dtype=np.float32), output=np.array([0]))
        >>> tree.scores(np.array([[9, 0.2], [9, 0.7]], dtype=np.float32)).tolist()
        [[-1.0, 1.0]]
        """
        columns = rows.T
        parts = [self._scores(columns[:, start : start + PORTION]) for start in range(0, len(rows), PORTION)]
        return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)

    def _scores(self, columns: NDArray[np.float32]) -> Floats:
        """Score of each output for each of a few rows, given as columns."""
        asked = self._questions
        answers = columns.take(asked.feature, axis=0) > asked.threshold
        ruled_out = answers.take(asked.of_node, axis=0) * asked.ruled_out
        stays = ~np.bitwise_or.reduce(ruled_out.reshape(-1, len(self.value), columns.shape[1]), axis=0)
        found = self.value.ravel().take(_lowest_bit().take(stays) + asked.first_leaf)
        return np.add.reduceat(found, asked.starts, axis=0).astype(np.float64)

    @cached_property
    def _questions(self) -> _Questions:
        """The trees in the order in which they are asked: every question once, nodes of all trees side by side."""
        used = slice(max(1, int(np.isfinite(self.threshold).sum(axis=1).max())))
        nodes = zip(self.feature[:, used].T.ravel().tolist(), self.threshold[:, used].T.ravel().tolist(), strict=True)
        number: dict[tuple[int, float], int] = {}
        of_node = [number.setdefault(node, len(number)) for node in nodes]
        features, thresholds = zip(*number, strict=True)
        return _Questions(
            feature=np.array(features),
            threshold=np.array(thresholds, dtype=np.float32).reshape(-1, 1),
            of_node=np.array(of_node),
            ruled_out=~self.mask[:, used].T.reshape(-1, 1),
            first_leaf=np.arange(len(self.value)).reshape(-1, 1) * self.value.shape[1],
            starts=np.flatnonzero(np.diff(self.output, prepend=-1)),
        )


class _Questions(NamedTuple):
    """What is asked of every row; trees share many questions."""

    feature: NDArray[np.int64]  #: question: number of the feature
    threshold: NDArray[np.float32]  #: question: features above this go to the right; a column
    of_node: NDArray[np.int64]  #: first nodes of all trees, second nodes of all trees, ...: the question of each
    ruled_out: NDArray[np.uint16]  #: node, in that order: leaves that go where a row goes to the right; a column
    first_leaf: NDArray[np.int64]  #: tree: place of its first leaf among all; a column
    starts: NDArray[np.int64]  #: output: its first tree


@cache
def _lowest_bit() -> NDArray[np.uint8]:
    """For each mask the number of its lowest bit."""
    masks = np.arange(1 << MAX_LEAVES)
    masks[0] = 1
    lowest: NDArray[np.uint8] = np.log2(masks & -masks).astype(np.uint8)
    return lowest


FOREST_FIELDS = ("feature", "threshold", "mask", "value", "output")
