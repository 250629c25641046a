"""What a text is cut into before it is compared: words, and single characters where a script has no blanks."""

from __future__ import annotations

import re

from thresher.page.words import UNSPACED

_WORD = re.compile(r"\w+")
_UNSPACED = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSPACED) + "\U00020000-\U0003fffd"
_TOKEN = re.compile(rf"(?=\w)[{_UNSPACED}]|[^\W{_UNSPACED}]+")


def words(text: str) -> list[str]:
    r"""The stretches of ``\w`` of a text as they stand; a Chinese sentence without a comma is one of them.

    >>> words("Don't panic: 42!")
    ['Don', 't', 'panic', '42']
    """
    return _WORD.findall(text)


def tokens(text: str) -> list[str]:
    """Lower-case words; each Han, Kana and Thai character is one (section D of the specification).

    >>> tokens("Oats 燕麦 and Rye")
    ['oats', '燕', '麦', 'and', 'rye']
    """
    return _TOKEN.findall(text.lower())
