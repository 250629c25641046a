"""The words of a text as a set, in any script, to find out how much two texts have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable

from thresher.page.kernels import kernel
from thresher.page.words import UNSPACED

_UNSPACED = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSPACED)
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")


@kernel
def vocabulary(text: str) -> frozenset[str]:
    """The distinct words of *text*, ignoring case; each Han, Kana and Thai character counts as a word.

    >>> sorted(vocabulary("Rye, and more rye: 麦麦"))
    ['and', 'more', 'rye', '麦']
    """
    # Most words of a text occur several times, and examining each only once is faster.
    return frozenset(_WORD.findall(" ".join(set(text.casefold().split()))))


@kernel
def words_among(texts: Iterable[str], words: frozenset[str]) -> frozenset[str]:
    """The *words* that occur in at least one of the texts.

    >>> sorted(words_among(["Old Bread", "麦"], vocabulary("bread, oats, 麦")))
    ['bread', '麦']
    """
    return words & vocabulary(" ".join(texts))


def shared(words: frozenset[str], others: frozenset[str]) -> float:
    """Share of *words* that are among *others*; 0 if there are no words.

    >>> shared(vocabulary("old bread"), vocabulary("New bread!"))
    0.5
    """
    return len(words & others) / len(words) if words else 0.0
