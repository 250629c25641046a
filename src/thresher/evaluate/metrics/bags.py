"""Metrics that compare bags, so that order does not matter: WCXB's words, AEB's shingles, ContentEx's characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from thresher.evaluate.metrics.score import Score, f1
from thresher.evaluate.tokens import tokens, words

#: Words in a shingle of the article extraction benchmark.
SHINGLE = 4


def word_bag(extracted: str, gold: str) -> Score:
    """WCXB's score: bags of lower-case words.

    >>> word_bag("c b", "B c").value
    1.0
    """
    answer, truth = Counter(words(extracted.lower())), Counter(words(gold.lower()))
    return Score.of_counts((answer & truth).total(), answer.total(), truth.total())


def shingle_bag(extracted: str, gold: str) -> Score:
    """AEB's score: bags of four consecutive words.

    A page without an answer has no precision there, and one without gold no recall.

    >>> shingle_bag("", "some words").precision is None
    True
    """
    answer, truth = Counter(shingles(words(extracted))), Counter(shingles(words(gold)))
    common = (answer & truth).total()
    if answer == truth:
        # If nothing is wrong and nothing is missing, it counts as right, even if there was nothing to find.
        return Score(1.0 if answer else None, 1.0 if truth else None, 1.0)
    precision = common / answer.total() if answer else None
    recall = common / truth.total() if truth else None
    return Score(precision, recall, f1(precision or 0.0, recall or 0.0))


def shingles(sequence: Sequence[str], size: int = SHINGLE) -> list[tuple[str, ...]]:
    """All sequences of *size* consecutive words; a shorter text is one sequence, an empty one has none.

    >>> shingles(["a", "b", "c", "d", "e"])
    [('a', 'b', 'c', 'd'), ('b', 'c', 'd', 'e')]
    """
    if not sequence:
        return []
    return [tuple(sequence[start : start + size]) for start in range(max(1, len(sequence) - size + 1))]


def text_based(extracted: str, gold: str) -> Score:
    """ContentEx's text-based precision and recall: the characters of common words, in any order.

    >>> text_based("oats rye", "oats barley")
    Score(precision=0.5714285714285714, recall=0.4, value=0.47058823529411764)
    """
    answer, truth = Counter(tokens(extracted)), Counter(tokens(gold))
    return Score.of_counts(_characters(answer & truth), _characters(answer), _characters(truth))


def _characters(bag: Counter[str]) -> int:
    return sum(len(word) * count for word, count in bag.items())
