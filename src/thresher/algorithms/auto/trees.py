"""Boosted trees as arrays: all trees of a forest answer for all rows at once.

Every inner node is asked; one whose answer is "greater" rules out the leaves on its left, and the first leaf that is
left is the one that the row falls into (QuickScorer, Lucchese et al., 2015). So a forest is a handful of operations on
whole arrays, however its trees are shaped.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from thresher.page.columns import Floats

#: Leaves of a tree: as many as a mask has bits.
MAX_LEAVES = 16
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
        columns = np.ascontiguousarray(rows.T)
        trees, nodes = self.feature.shape
        goes_right = columns[self.feature.ravel()] > self.threshold.reshape(-1, 1)
        ruled_out = np.multiply(goes_right, self._ruled_out).reshape(trees, nodes, -1)
        leaf = _lowest_bit()[~np.bitwise_or.reduce(ruled_out, axis=1)]
        found = self.value.ravel().take(leaf + self._first_leaf)
        return np.add.reduceat(found, self._starts, axis=0, dtype=np.float64)

    @cached_property
    def _ruled_out(self) -> NDArray[np.uint16]:
        """Node, whatever its tree: leaves that go where a row goes to the right."""
        return ~self.mask.reshape(-1, 1)

    @cached_property
    def _first_leaf(self) -> NDArray[np.int64]:
        """Tree: place of its first leaf among all."""
        first: NDArray[np.int64] = np.arange(len(self.value)).reshape(-1, 1) * self.value.shape[1]
        return first

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        """Output: its first tree."""
        return np.flatnonzero(np.diff(self.output, prepend=-1))


@cache
def _lowest_bit() -> NDArray[np.intp]:
    """For each mask the number of its lowest bit."""
    masks = np.arange(1 << MAX_LEAVES)
    masks[0] = 1
    lowest: NDArray[np.intp] = np.log2(masks & -masks).astype(np.intp)
    return lowest


FOREST_FIELDS = ("feature", "threshold", "mask", "value", "output")
