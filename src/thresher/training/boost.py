"""Growing boosted trees with LightGBM, and reading them into arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.auto.trees import ALL_LEAVES, FOREST_FIELDS, MAX_LEAVES, Forest
from thresher.errors import MissingExtra

#: Parameters for growing trees for any purpose; the same data gives the same trees on one machine.
COMMON = {
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbose": -1,
}
#: Number of bins for the values of a feature; values in the same bin are not distinguished.
MAX_BINS = 63


def grow(
    rows: NDArray[Any], targets: NDArray[Any], rounds: int, weight: NDArray[Any] | None = None, **how: Any
) -> Forest:
    """The forest that predicts *targets*; *how* holds parameters of LightGBM."""
    try:
        import lightgbm
    except ImportError as error:
        raise MissingExtra("lightgbm", "train", "growing the trees of `auto`") from error
    data = lightgbm.Dataset(rows, targets, weight=weight, params={"max_bin": MAX_BINS, "verbose": -1})
    model = lightgbm.train({**COMMON, **how}, data, rounds)
    return forest_of(model.dump_model())


def forest_of(dump: dict[str, Any]) -> Forest:
    """The trees of a LightGBM dump, ordered by the output that they contribute to."""
    outputs = dump["num_tree_per_iteration"]
    trees = [_Tree(each["tree_structure"]) for each in dump["tree_info"]]
    of_output = np.arange(len(trees)) % outputs
    order = np.argsort(of_output, kind="stable")
    # The largest number of inner nodes of any tree.
    used = slice(max(1, *(tree.inner for tree in trees)))
    return Forest(
        feature=np.array([trees[place].feature[used] for place in order]),
        threshold=np.array([trees[place].threshold[used] for place in order], dtype=np.float32),
        mask=np.array([trees[place].mask[used] for place in order], dtype=np.uint32),
        value=np.array([trees[place].value for place in order], dtype=np.float32),
        output=of_output[order],
    )


def averaged(forests: Sequence[Forest]) -> Forest:
    """Forests as one, whose scores are the means of theirs."""
    both = reduce(_side_by_side, (replace(each, value=each.value / np.float32(len(forests))) for each in forests))
    order = np.argsort(both.output, kind="stable")
    return Forest(**{name: getattr(both, name)[order] for name in FOREST_FIELDS})


def joined(one: Forest, other: Forest) -> Forest:
    """Both forests as one; the outputs of the second follow those of the first."""
    return _side_by_side(one, replace(other, output=other.output + one.output[-1] + 1))


def _side_by_side(one: Forest, other: Forest) -> Forest:
    """The trees of both, each with its output."""
    nodes = max(one.feature.shape[1], other.feature.shape[1])
    return Forest(
        feature=np.concatenate([_widened(each.feature, nodes, 0) for each in (one, other)]),
        threshold=np.concatenate([_widened(each.threshold, nodes, np.inf) for each in (one, other)]),
        mask=np.concatenate([_widened(each.mask, nodes, ALL_LEAVES) for each in (one, other)]),
        value=np.concatenate([one.value, other.value]),
        output=np.concatenate([one.output, other.output]),
    )


def _widened(nodes: NDArray[Any], width: int, missing: Any) -> NDArray[Any]:
    """The nodes of trees, padded to a common width."""
    return np.pad(nodes, ((0, 0), (0, width - nodes.shape[1])), constant_values=missing)


class _Tree:
    """The nodes of one tree, leaves numbered from left to right."""

    def __init__(self, root: dict[str, Any]) -> None:
        nodes = MAX_LEAVES - 1
        self.feature, self.threshold, self.mask = [0] * nodes, [np.inf] * nodes, [int(ALL_LEAVES)] * nodes
        self.value, self.leaves, self.inner = [0.0] * MAX_LEAVES, 0, 0
        self._add(root)

    def _add(self, node: dict[str, Any]) -> None:
        if "leaf_value" in node:
            self.value[self.leaves] = node["leaf_value"]
            self.leaves += 1
            return
        place, first = self.inner, self.leaves
        self.inner += 1
        self._add(node["left_child"])
        self.feature[place], self.threshold[place] = node["split_feature"], node["threshold"]
        self.mask[place] = int(ALL_LEAVES) & ~(((1 << self.leaves) - 1) & ~((1 << first) - 1))
        self._add(node["right_child"])
