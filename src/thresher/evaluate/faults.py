"""What is wrong with an answer: it has too much or too little, and the first words that show it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from thresher.evaluate.metrics.bags import shingles, word_bag
from thresher.evaluate.tokens import words as words_of

#: An answer whose precision and recall both reach this is fine.
FINE = 0.9
#: Length in words of the sequences that are compared, so that a stray "the" does not count as agreement.
STRETCH = 3
#: Length of a snippet in characters.
SNIPPET = 90

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Fault:
    """What is wrong with an answer, in a few words."""

    what: str  #: "fine", "nothing", "too much", "too little", "too much and too little", "should be empty"
    missing: str = ""  #: the first words of the gold text that are not in the answer
    superfluous: str = ""  #: the first words of the answer that are not in the gold text


def find_fault(extracted: str, gold: str) -> Fault:
    """What is wrong with an answer.

    >>> find_fault("Home News About us. Oats grow in spring.", "Oats grow in spring.")
    Fault(what='too much', missing='', superfluous='Home News About us. Oats grow in spring.')
    """
    score = word_bag(extracted, gold)
    what = _verdict(extracted, gold, score.precision or 0.0, score.recall or 0.0)
    if what == "fine":
        return Fault(what)
    return Fault(what, first_difference(gold, extracted), first_difference(extracted, gold))


def _verdict(extracted: str, gold: str, precision: float, recall: float) -> str:
    if not gold.strip():
        return "should be empty" if extracted.strip() else "fine"
    if not extracted.strip():
        return "nothing"
    faults = [name for name, share in (("too much", precision), ("too little", recall)) if share < FINE]
    return " and ".join(faults) or "fine"


@lru_cache(maxsize=4)
def _stretches(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(shingles(words_of(text.lower()), STRETCH))


def first_difference(text: str, other: str) -> str:
    """The first words of *text* that are not in *other*, as a snippet.

    >>> first_difference("oats and rye and also barley", "oats and rye")
    'and also barley'
    """
    places = list(_WORD.finditer(text.lower()))
    words = [place[0] for place in places]
    known = _stretches(other)
    covered = [False] * len(words)
    for start, stretch in enumerate(shingles(words, STRETCH)):
        if stretch in known:
            covered[start : start + STRETCH] = [True] * len(stretch)
    first = next((place for place, found in zip(places, covered, strict=True) if not found), None)
    if first is None:
        return ""
    return " ".join(text[first.start() : first.start() + SNIPPET].split())
