"""Tokens of a text for comparison: words, and single characters in scripts without spaces."""

from __future__ import annotations

import re
from functools import lru_cache

from thresher.page.words import UNSPACED

_WORD = re.compile(r"\w+")
_UNSPACED = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSPACED) + "\U00020000-\U0003fffd"
_TOKEN = re.compile(rf"(?=\w)[{_UNSPACED}]|[^\W{_UNSPACED}]+")

#: Number of texts that are cached: the gold text of a page is compared with many answers, by several metrics.
_KEPT = 8


@lru_cache(maxsize=_KEPT)
def words(text: str) -> tuple[str, ...]:
    r"""The runs of ``\w`` in a text, unchanged; a Chinese sentence without a comma is one of them.

    >>> words("Don't panic: 42!")
    ('Don', 't', 'panic', '42')
    """
    return tuple(_WORD.findall(text))


@lru_cache(maxsize=_KEPT)
def tokens(text: str) -> tuple[str, ...]:
    """Lower-case words; each Han, Kana and Thai character counts as one (section D of the specification).

    >>> tokens("Oats 燕麦 and Rye")
    ('oats', '燕', '麦', 'and', 'rye')
    """
    return tuple(_TOKEN.findall(text.lower()))
