"""Training the model to estimate the quality of its own decisions, from verdicts on pages that it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from thresher.algorithms.auto.choice import probability
from thresher.algorithms.auto.trees import Forest
from thresher.page.columns import Bools, Floats
from thresher.training.boost import grow
from thresher.training.folds import FOLDS, fold_of
from thresher.training.validation import Verdict, auc, ranks

#: The number of trees, and the parameters for growing them.
ROUNDS = 80
TREES: dict[str, Any] = {
    "objective": "cross_entropy",
    "num_leaves": 6,
    "learning_rate": 0.06,
    "min_data_in_leaf": 30,
    "feature_fraction": 0.5,
    "lambda_l2": 5,
}
#: A page with an F1 below this is poor: a pipeline would want to check it.
POOR = 0.7
#: Number of bins of confidence in which it is compared with the actual F1.
BINS = 10


def teach_quality(verdicts: Sequence[Verdict], seed: int) -> Forest:
    """The trees that estimate the F1 of a decision from its prospects."""
    rows = np.array([verdict.prospects for verdict in verdicts])
    return grow(rows, np.array([verdict.f1 for verdict in verdicts]), ROUNDS, seed=seed, **TREES)


def crossed_confidence(verdicts: Sequence[Verdict], seed: int) -> Floats:
    """The confidence for each verdict, from trees that have not seen its site."""
    confidence = np.zeros(len(verdicts))
    fold = np.array([fold_of(verdict.page) for verdict in verdicts])
    for each in range(FOLDS):
        here = fold == each
        if here.any():
            forest = teach_quality([verdicts[place] for place in np.flatnonzero(~here).tolist()], seed)
            rows = np.array([verdicts[place].prospects for place in np.flatnonzero(here).tolist()])
            confidence[here] = probability(forest.scores(rows.astype(np.float32))[0])
    return confidence


def quality_report(confidence: Floats, f1: Floats) -> dict[str, float]:
    """How far confidence is from the actual F1, how well it ranks pages, and how well it finds poor ones."""
    return {
        "calibration_error": round(calibration_error(confidence, f1), 4),
        "spearman": round(float(np.corrcoef(ranks(confidence), ranks(f1))[0, 1]), 4),
        "auroc_poor": round(auc(-confidence, f1 < POOR), 4),
    }


def calibration_error(confidence: Floats, f1: Floats) -> float:
    """Mean difference between confidence and F1 over bins of equal width, weighted by pages.

    >>> round(calibration_error(np.array([0.91, 0.93, 0.5]), np.array([1.0, 0.8, 0.6])), 3)
    0.047
    """
    part: Floats = np.minimum((confidence * BINS).astype(np.int64), BINS - 1)
    groups: list[Bools] = [part == each for each in range(BINS)]
    return float(
        sum(abs(confidence[group].mean() - f1[group].mean()) * group.mean() for group in groups if group.any())
    )
