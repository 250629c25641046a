"""`Score`: how well an answer agrees with the gold text of one page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Score:
    """Precision and recall of one answer, and the one number that the metric goes by.

    >>> Score.of_counts(common=2, extracted=4, gold=2)
    Score(precision=0.5, recall=1.0, value=0.6666666666666666)
    """

    precision: float | None  #: share of the answer that is right; ``None`` where the metric leaves the page out
    recall: float | None  #: share of the gold text that is in the answer; ``None`` likewise
    value: float  #: F1, or what the metric has in its place

    @classmethod
    def of_counts(cls, common: float, extracted: float, gold: float) -> Score:
        """Precision, recall and F1; both sides empty is 1, one of them empty 0 [D]."""
        if not extracted or not gold:
            same = float(extracted == gold)
            return cls(same, same, same)
        precision, recall = common / extracted, common / gold
        return cls(precision, recall, f1(precision, recall))


def f1(precision: float, recall: float) -> float:
    """Harmonic mean of the two, 0 where both are.

    >>> f1(0.5, 1.0)
    0.6666666666666666
    """
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
