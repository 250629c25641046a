"""The network: from the features of a page's blocks to a score for each block and each kind of page.

Blocks are read one by one into a hidden layer; its mean over the page, with the page's hints, tells the kind; and with
that, each block is judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from thresher.page.kernels import kernel

Array = NDArray[np.float32]

#: Features further than this many deviations from the mean are drawn in.
MAX_DEVIATIONS = 6.0
#: Multiplications that are done in one go.
MAX_PRODUCT = 250_000


@dataclass(frozen=True, eq=False)
class Network:
    """The weights; each is an array of 32-bit floats."""

    mean: Array  #: of each feature
    scale: Array  #: 1 / deviation of each feature
    block_in: Array  #: features -> hidden
    block_in_bias: Array
    page_in: Array  #: mean hidden and hints -> page layer
    page_in_bias: Array
    kind_out: Array  #: page layer -> kinds
    kind_out_bias: Array
    block_mid: Array  #: hidden -> judgement
    block_mid_page: Array  #: page layer -> judgement
    block_mid_bias: Array
    block_out: Array  #: judgement -> score
    block_out_bias: Array

    def odds(self, features: Array, weight: Array, hints: Array) -> Array:
        """Log odds of each block to be content; *weight* is each block's share of the page and sums to 1."""
        hidden = self._hidden(features)
        return self._judged(hidden, self._page_layer(hidden, weight, hints))

    def forward(self, features: Array, weight: Array, hints: Array) -> tuple[Array, Array]:
        """Log odds of each block, and of each kind before normalisation, which teaches the page layer its business."""
        hidden = self._hidden(features)
        page = self._page_layer(hidden, weight, hints)
        return self._judged(hidden, page), page @ self.kind_out + self.kind_out_bias

    def _hidden(self, features: Array) -> Array:
        return hidden_layer(features.T, self.mean, self.scale, MAX_DEVIATIONS, self.block_in, self.block_in_bias)

    def _page_layer(self, hidden: Array, weight: Array, hints: Array) -> Array:
        page: Array = np.concatenate([hidden @ weight, hints]) @ self.page_in + self.page_in_bias
        return np.maximum(page, 0)

    def _judged(self, hidden: Array, page: Array) -> Array:
        bias = page @ self.block_mid_page + self.block_mid_bias
        return judgement(hidden, self.block_mid, bias, self.block_out[:, 0], float(self.block_out_bias[0]))


@kernel
def hidden_layer(columns: Array, mean: Array, scale: Array, limit: float, weights: Array, bias: Array) -> Array:
    """What a layer passes on of each row, a line for each of its units, rows being given as *columns* of features.

    A feature counts by how many deviations it is from its mean, up to a *limit*: *scale* is 1 / deviation.

    >>> one = np.ones(1, dtype=np.float32)
    >>> columns, weights = np.array([[1, 2, 9]], dtype=np.float32), np.array([[1, -1]], dtype=np.float32)
    >>> hidden_layer(columns, one, one * 0.5, 3.0, weights, one.repeat(2)).tolist()
    [[1.0, 1.5, 4.0], [1.0, 0.5, 0.0]]
    """
    hidden = np.empty((weights.shape[1], columns.shape[1]), dtype=np.float32)
    for rows in _portions(columns.shape[1], weights):
        deviations = (columns[:, rows] - mean[:, None]) * scale[:, None]
        hidden[:, rows] = _passed_on(deviations.clip(-limit, limit), weights, bias)
    return hidden


@kernel
def judgement(hidden: Array, weights: Array, bias: Array, last: Array, last_bias: float) -> Array:
    """The score of each row by two more layers, the *last* one of a single unit; *hidden* has a line for each unit.

    >>> hidden, weights = np.array([[1, 2, 9]], dtype=np.float32), np.array([[1, -1]], dtype=np.float32)
    >>> judgement(hidden, weights, np.array([-1, 2], dtype=np.float32), np.array([1, 3], dtype=np.float32), 0.5).tolist()
    [3.5, 1.5, 8.5]
    """
    scores = np.empty(hidden.shape[1], dtype=np.float32)
    for rows in _portions(hidden.shape[1], weights):
        scores[rows] = last @ _passed_on(hidden[:, rows], weights, bias) + np.float32(last_bias)
    return scores


def _passed_on(columns: Array, weights: Array, bias: Array) -> Array:
    sums: Array = weights.T @ columns + bias[:, None]
    return np.maximum(sums, 0)


def _portions(count: int, weights: Array) -> Iterator[slice]:
    """Slices of so many of *count* rows as are multiplied with *weights* in one go.

    Larger products are shared out to threads by numpy's library, which costs far more than it brings here, above all
    where every core already has a process of its own.
    """
    size = max(1, MAX_PRODUCT // weights.size)
    return (slice(start, start + size) for start in range(0, count, size))


def block_weights(words: NDArray[np.float64]) -> Array:
    """Each block's share of the page: by the root of its words, so that long blocks do not drown short ones."""
    weight = np.sqrt(np.maximum(words, 0.5))
    share: Array = (weight / weight.sum()).astype(np.float32)
    return share


NETWORK_FIELDS = tuple(each.name for each in fields(Network))
