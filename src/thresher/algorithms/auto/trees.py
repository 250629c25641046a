"""Boosted trees as arrays: all trees of a forest answer for all rows at once.

Every inner node is asked; one whose answer is "greater" rules out the leaves on its left, and the first leaf that is
left is the one that the row falls into (QuickScorer, Lucchese et al., 2015). So a forest is a handful of operations on
whole arrays, however its trees are shaped.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.page.columns import Floats
from thresher.page.kernels import kernel

#: Leaves of a tree: as many as a mask has bits. Comparing 32-bit floats gives answers of as many bits, so that narrower
#: masks would not be quicker.
MAX_LEAVES = 32
#: Rows that are looked at in one go: the answers of all trees for them fit into the processor's cache.
PORTION = 256
#: No feature.
NOTHING = np.zeros(0, dtype=np.float32)
#: The mask of a node that rules nothing out.
ALL_LEAVES = np.uint32(0xFFFFFFFF)

#: The arrays of a forest, as they are kept.
FOREST_FIELDS = ("feature", "threshold", "mask", "value", "output")


@dataclass(frozen=True, eq=False)
class Forest:
    """Trees; nodes that a tree does not have ask for more than infinity and rule nothing out."""

    feature: NDArray[np.int16]  #: tree, node: number of the feature that it asks for
    threshold: NDArray[np.float32]  #: tree, node: features above this go to the right
    mask: NDArray[np.uint32]  #: tree, node: leaves that stay where a row goes to the right
    value: NDArray[np.float32]  #: tree, leaf: what it adds to the score
    output: NDArray[np.int16]  #: tree: the score that it adds to, in ascending order

    def part(self, first: int, stop: int) -> Forest:
        """The trees of some of the outputs."""
        trees = slice(*np.searchsorted(self.output, [first, stop]).tolist())
        kept = {name: getattr(self, name)[trees] for name in FOREST_FIELDS}
        return Forest(**kept | {"output": kept["output"] - first})

    def scores(self, rows: NDArray[np.float32], shared: NDArray[np.float32] = NOTHING) -> Floats:
        """Score of each output (first axis) for each row (second axis); *shared* are further features of all rows.

        >>> tree = Forest(
        ...     feature=np.array([[1]]), threshold=np.array([[0.5]], dtype=np.float32),
        ...     mask=np.array([[0xFFFFFFFE]], dtype=np.uint32),
        ...     value=np.array([[-1, 1]], dtype=np.float32), output=np.array([0]))
        >>> tree.scores(np.array([[9, 0.2], [9, 0.7]], dtype=np.float32)).tolist()
        [[-1.0, 1.0]]
        """
        return forest_scores(
            np.ascontiguousarray(rows.T), shared, self.feature, self.threshold, self.mask, self.value, self.output
        )


@kernel
def forest_scores(
    columns: NDArray[np.float32],
    shared: NDArray[np.float32],
    feature: NDArray[np.int16],
    threshold: NDArray[np.float32],
    mask: NDArray[np.uint32],
    value: NDArray[np.float32],
    output: NDArray[np.int16],
) -> Floats:
    """Score of each output of a forest for each row, rows being given as *columns* of features (see `Forest`).

    What all rows have in common stands behind the columns, as one number each: it is *shared*.

    >>> one = np.array([[1]], dtype=np.float32)
    >>> rows = np.array([[0, 2]], dtype=np.float32)
    >>> forest_scores(rows, NOTHING, np.array([[0]]), one, ~one.astype(np.uint32), one * [3, 4], np.array([0])).tolist()
    [[3.0, 4.0]]
    """
    asked, limit, ruled_out = feature.T.ravel(), threshold.T.reshape(-1, 1), ~mask.T.reshape(-1, 1)
    first_leaf = np.arange(len(value)).reshape(-1, 1) * value.shape[1]
    starts = np.flatnonzero(np.diff(output, prepend=-1))
    parts = [np.zeros((len(starts), 0))]
    for start in range(0, columns.shape[1], PORTION):
        part = columns[:, start : start + PORTION]
        part = np.concatenate([part, shared.reshape(-1, 1).repeat(part.shape[1], axis=1)])
        gone = (part.take(asked, axis=0) > limit) * ruled_out
        stays = ~np.bitwise_or.reduce(gone.reshape(-1, len(value), part.shape[1]), axis=0)
        found = value.ravel().take(_lowest_bit(stays) + first_leaf)
        parts.append(np.add.reduceat(found, starts, axis=0, dtype=np.float64))
    return np.concatenate(parts, axis=1)


def _lowest_bit(masks: NDArray[np.uint32]) -> NDArray[np.int32]:
    """For each mask the number of its lowest bit; 0 where it has none.

    >>> _lowest_bit(np.array([0b1000, 1 << 31, 0], dtype=np.uint32)).tolist()
    [3, 31, 0]
    """
    # A power of two is exact as a float, and its exponent is the number of its bit.
    exponents: NDArray[np.int32] = np.frexp((masks & -masks).astype(np.float32))[1]
    return np.maximum(exponents - 1, 0)
