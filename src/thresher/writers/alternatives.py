"""What the words of a picture and its size tell: that it is a character, or nothing to look at."""

from __future__ import annotations

import re
from html import unescape
from unicodedata import category

from thresher.page.kernels import kernel
from thresher.page.tricks import as_seen, have_unseen
from thresher.page.whitespace import collapse
from thresher.writers.escape import without_marks

#: Pictures without words that are not larger than this are bullets, corners and gaps (pixels) [D].
MAX_ORNAMENT = 16
_PIXELS = re.compile(r"\s*(\d{1,5})(?:\.\d*)?\s*(?:px\s*)?")
#: A smiley as it is typed, or its code between colons.
_SMILEY = re.compile(r"[:;=]['’-]?[\w()\[\]{}/\\|*<>]{1,2}|:[a-z0-9_+-]{1,40}:")
#: Emoji are signs with what changes their colour or joins them, of so many characters at most.
MAX_EMOJI, _EMOJI = 8, frozenset(("So", "Sk", "Cf", "Mn"))
#: Nothing that is escaped twice, nothing unseen, and no beginning of a smiley.
_PLAIN = re.compile("(?:[A-Za-z0-9][ -%'-~]*)?")
#: No emoji is before this one.
_FIRST_EMOJI = "\u2000"


def words_of(alternative: str) -> str:
    """What an alternative text says; many are escaped twice.

    >>> words_of("The  miller&#39;s boots &amp; hat")
    "The miller's boots & hat"
    """
    words = without_marks(collapse(unescape(alternative) if "&" in alternative else alternative))
    return words if words.isascii() or not have_unseen((words,)) else as_seen(words)


@kernel
def plain_words(alternatives: list[str]) -> list[str | None]:
    """What alternative texts say that are of plain English letters and signs, and no characters; ``None`` for others.

    >>> plain_words(["The  miller's boots ", "", "&#39;", ":-)", "Müller"])
    ["The miller's boots", '', None, None, None]
    """
    return [collapse(text) if _PLAIN.fullmatch(text) else None for text in alternatives]


def is_character(words: str) -> bool:
    """Whether the words of a picture are a character that it shows: a smiley or an emoji.

    >>> [words for words in (":-)", ":thumbs_up:", "👍🏽", ":: Rye", "Rye") if is_character(words)]
    [':-)', ':thumbs_up:', '👍🏽']
    """
    if words[0] in ":;=":
        return _SMILEY.fullmatch(words) is not None
    return len(words) <= MAX_EMOJI and words[0] > _FIRST_EMOJI and all(category(sign) in _EMOJI for sign in words)


def is_small(width: str, height: str) -> bool:
    """Whether a picture is as small as ornaments are.

    >>> is_small("16px", "5"), is_small("16", "90"), is_small("", "1")
    (True, False, False)
    """
    return _is_small(width) and _is_small(height)


def _is_small(size: str) -> bool:
    told = _PIXELS.fullmatch(size) if size else None
    return told is not None and int(told[1]) <= MAX_ORNAMENT
