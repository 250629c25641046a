"""Metrics that score an answer against gold text (section D of the specification)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from thresher.errors import UnknownName
from thresher.evaluate.metrics.bags import shingle_bag, text_based, word_bag
from thresher.evaluate.metrics.score import Score, f1
from thresher.evaluate.metrics.sequences import cleaneval, cuter, lcs
from thresher.evaluate.metrics.structure import marked_alignment

__all__ = ["METRICS", "Metric", "Score", "f1", "metric"]


@dataclass(frozen=True)
class Metric:
    """A way to score an answer, and the names of its figures in tables."""

    score: Callable[[str, str], Score]
    meaning: str
    value: str = "F1"  #: the name of its overall value
    marked: bool = False  #: whether it compares texts in CleanEval's format


METRICS: dict[str, Metric] = {
    "words": Metric(word_bag, "bags of lower-case words (WCXB)"),
    "lcs": Metric(lcs, "longest common subsequence of words (CETD)"),
    "cleaneval": Metric(cleaneval, "share of agreement in the alignment of words (CleanEval)", value="score"),
    "shingles": Metric(shingle_bag, "bags of four consecutive words (AEB)"),
    "text": Metric(text_based, "characters of the words in common (ContentEx)"),
    "cuter": Metric(cuter, "characters: accuracy is the recall, noise is 1 - precision (CUTER)"),
    "structure": Metric(
        marked_alignment, "as cleaneval, with headers, paragraphs, list items", value="score", marked=True
    ),
}


def metric(name: str) -> Metric:
    """The metric of that name."""
    if name not in METRICS:
        raise UnknownName("metric", name, METRICS)
    return METRICS[name]
