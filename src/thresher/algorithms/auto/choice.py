"""Choosing blocks: from the probability of each to the set with the best expected F1."""

from __future__ import annotations

import numpy as np

from thresher.page.columns import Bools, Floats
from thresher.page.kernels import kernel


def probability(log_odds: Floats) -> Floats:
    """Probability from log odds."""
    return 1 / (1 + np.exp(-np.minimum(np.maximum(log_odds, -30), 30)))


@kernel
def best_expected_f1(chance: Floats, words: Floats, beta: float = 1.0) -> tuple[Bools, float]:
    """The set of blocks with the best expected F1 by words, and that F1.

    For a set of a given size nothing beats the likeliest blocks, so only their prefixes are tried. *beta* above 1
    weighs recall more, below 1 precision.

    >>> chosen, f1 = best_expected_f1(np.array([0.9, 0.1, 0.8]), np.array([10.0, 10.0, 10.0]))
    >>> chosen.tolist(), round(f1, 3)
    ([True, False, True], 0.895)
    """
    order = np.argsort(-chance, kind="stable")
    expected = (chance * words)[order]
    right, taken = np.cumsum(expected), np.cumsum(words[order])
    f1 = (1 + beta**2) * right / (taken + beta**2 * right[-1] + 1e-9)
    best = int(np.argmax(f1))
    chosen = np.zeros(len(chance), dtype=bool)
    chosen[order[: best + 1]] = True
    return chosen, float(f1[best])


def expected_f1(chance: Floats, words: Floats, chosen: Bools, beta: float = 1.0) -> float:
    """The F1 by words that is to be expected of a set of blocks.

    >>> chance, chosen = np.array([0.9, 0.1, 0.8]), np.array([True, False, True])
    >>> round(expected_f1(chance, np.array([10.0, 10.0, 10.0]), chosen), 3)
    0.895
    """
    content = chance * words
    taken = float(words[chosen].sum()) + beta**2 * float(content.sum())
    return (1 + beta**2) * float(content[chosen].sum()) / (taken + 1e-9)
