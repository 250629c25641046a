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
#: Rows that are looked at in one go, so that memory stays bounded on pages of many blocks.
MAX_ROWS = 8192


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

    def standardised(self, features: Array) -> Array:
        """Features as deviations from their mean."""
        return standardised(features.T, self.mean, self.scale, MAX_DEVIATIONS).T

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
        # Deviations of all blocks at once would take as much memory as the features do.
        parts = (features[rows] for rows in portions(len(features), _rows_at_once(self.block_in)))
        sums = [_product(self.standardised(part), self.block_in) for part in parts]
        return _rectified(np.concatenate(sums) if len(sums) > 1 else sums[0], self.block_in_bias)

    def _page_layer(self, hidden: Array, weight: Array, hints: Array) -> Array:
        return _rectified(np.concatenate([weight @ hidden, hints]) @ self.page_in, self.page_in_bias)

    def _judged(self, hidden: Array, page: Array) -> Array:
        judged = _rectified(_product(hidden, self.block_mid), page @ self.block_mid_page + self.block_mid_bias)
        return (judged @ self.block_out + self.block_out_bias)[:, 0]


@kernel
def standardised(columns: Array, mean: Array, scale: Array, limit: float) -> Array:
    """Each column less its mean, scaled, and drawn in to a limit.

    >>> one = np.ones(1, dtype=np.float32)
    >>> standardised(np.array([[1, 2, 9]], dtype=np.float32), one, one * 0.5, 3.0).tolist()
    [[0.0, 0.5, 3.0]]
    """
    deviations: Array = columns - mean[:, None]
    deviations *= scale[:, None]
    return deviations.clip(-limit, limit, out=deviations)


def _rectified(sums: Array, bias: Array) -> Array:
    """What a layer passes on, in the place of its sums."""
    sums += bias
    return np.maximum(sums, 0, out=sums)


def _product(rows: Array, weights: Array) -> Array:
    """The matrix product, a few rows at a time.

    Larger products are shared out to threads by numpy's library, which costs far more than it brings here, above all
    where every core already has a process of its own.
    """
    step = _rows_at_once(weights)
    product = np.empty((len(rows), weights.shape[1]), dtype=np.float32)
    for start in range(0, len(rows), step):
        np.matmul(rows[start : start + step], weights, out=product[start : start + step])
    return product


def _rows_at_once(weights: Array) -> int:
    """How many rows are multiplied with *weights* in one go."""
    return max(1, MAX_PRODUCT // weights.size)


def portions(count: int, step: int = 1) -> Iterator[slice]:
    """Slices of a few thousand of *count* rows, each but the last a multiple of *step*; at least one.

    >>> [(rows.start, rows.stop) for rows in portions(20_000, step=1000)]
    [(0, 8000), (8000, 16000), (16000, 24000)]
    """
    size = step * max(1, MAX_ROWS // step)
    return (slice(start, start + size) for start in range(0, max(count, 1), size))


def block_weights(words: NDArray[np.float64]) -> Array:
    """Each block's share of the page: by the root of its words, so that long blocks do not drown short ones."""
    weight = np.sqrt(np.maximum(words, 0.5))
    share: Array = (weight / weight.sum()).astype(np.float32)
    return share


NETWORK_FIELDS = tuple(each.name for each in fields(Network))
