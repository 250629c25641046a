"""`Score`: how well an answer agrees with the gold text of one page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Score:
    """Precision and recall of one answer, and the overall value of the metric.

    >>> Score.of_counts(common=2, extracted=4, gold=2)
    Score(precision=0.5, recall=1.0, value=0.6666666666666666)
    """

    precision: float | None  #: share of the answer that is right; ``None`` if the metric skips the page
    recall: float | None  #: share of the gold text that is in the answer; ``None`` likewise
    value: float  #: F1, or the metric's equivalent

    @classmethod
    def of_counts(cls, common: float, extracted: float, gold: float) -> Score:
        """Precision, recall and F1; 1 if both texts are empty, 0 if only one is [D]."""
        if not extracted or not gold:
            same = float(extracted == gold)
            return cls(same, same, same)
        precision, recall = common / extracted, common / gold
        return cls(precision, recall, f1(precision, recall))


def f1(precision: float, recall: float) -> float:
    """Harmonic mean of the two; 0 if both are 0.

    >>> f1(0.5, 1.0)
    0.6666666666666666
    """
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
