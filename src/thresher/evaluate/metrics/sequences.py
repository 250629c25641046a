"""Metrics by longest common subsequence (LCS): CETD's P/R/F1, CleanEval's score, CUTER's accuracy and noise.

The bit-parallel LCS of rapidfuzz does the work.
"""

from __future__ import annotations

from collections.abc import Sequence

from thresher.errors import MissingExtra
from thresher.evaluate.metrics.score import Score
from thresher.evaluate.tokens import tokens
from thresher.page.whitespace import collapse


def lcs_length(first: Sequence[str], second: Sequence[str]) -> int:
    """Length of the longest common subsequence of two lists of words, or of two texts.

    >>> lcs_length("a b c d".split(), "b c e".split())
    2
    """
    try:
        from rapidfuzz.distance import LCSseq
    except ImportError:
        raise MissingExtra("rapidfuzz", "bench", "scoring by longest common subsequence") from None
    return int(LCSseq.similarity(first, second))


def lcs(extracted: str, gold: str) -> Score:
    """CETD's precision, recall and F1 over the longest common subsequence of words."""
    answer, truth = tokens(extracted), tokens(gold)
    return Score.of_counts(lcs_length(answer, truth), len(answer), len(truth))


def cleaneval(extracted: str, gold: str) -> Score:
    """CleanEval's score: 1 - distance / length of the alignment, where words are only inserted or deleted."""
    return alignment_score(tokens(extracted), tokens(gold))


def alignment_score(answer: Sequence[str], truth: Sequence[str]) -> Score:
    """Share of an alignment's columns in which both texts agree: LCS / (a + b - LCS).

    >>> alignment_score("a b c d".split(), "b c e".split()).value
    0.4
    """
    common = lcs_length(answer, truth)
    plain = Score.of_counts(common, len(answer), len(truth))
    columns = len(answer) + len(truth) - common
    return Score(plain.precision, plain.recall, common / columns if columns else 1.0)


def cuter(extracted: str, gold: str) -> Score:
    """CUTER's accuracy, which is the recall here, and noise, which is 1 - precision, both counted in characters."""
    answer, truth = collapse(extracted), collapse(gold)
    return Score.of_counts(lcs_length(answer, truth), len(answer), len(truth))
