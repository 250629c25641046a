"""The network: how many rows are looked at in one go makes no difference."""

from __future__ import annotations

import numpy as np
import pytest

from thresher.algorithms.auto import network
from thresher.algorithms.auto.model import load
from thresher.algorithms.auto.page_kinds import KINDS


@pytest.mark.parametrize("rows", [1, 40, 500])
def test_portions_change_nothing(monkeypatch, rows):
    """Log odds of a page's blocks are the same, to the bit, in portions and all at once."""
    judges = load().judges
    width, kinds = len(judges.network.mean), np.full(len(KINDS), 1 / len(KINDS))
    hints = np.zeros(len(judges.network.page_in) - judges.network.block_in.shape[1] - len(kinds))
    features = np.random.default_rng(4).standard_normal((rows, width)).astype(np.float32)
    whole = judges.odds(features, np.ones(rows), hints, kinds)
    monkeypatch.setattr(network, "MAX_ROWS", 60)
    np.testing.assert_array_equal(judges.odds(features, np.ones(rows), hints, kinds), whole)
