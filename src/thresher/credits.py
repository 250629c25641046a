"""The author that a short text credits with a comment or a post: "Ann says:", "Posted by: Ann at 9:30"."""

from __future__ import annotations

import re

#: A longer text is a sentence; a name has no more words than this, and a word of a name no more characters.
MAX_CREDIT_CHARS, MAX_NAME_WORDS, MAX_WORD_CHARS = 80, 4, 30
_NAME = rf"(?P<name>\S{{1,{MAX_WORD_CHARS}}}(?:\s\S{{1,{MAX_WORD_CHARS}}}){{0,{MAX_NAME_WORDS - 1}}}?)"
_SAYS = (
    r"(?:says|said|writes|wrote|sagt|sagte|schreibt|schrieb|meint|a dit|a écrit|dit|dice|dijo|escribió|ha scritto|disse"
    r"|zegt|schreef|skrev|säger|napisał|napisała|пишет|сказал|сказала)"
)
_POSTED = (
    r"(?:(?:posted|written|submitted|left|comment(?:ed)?|geschrieben|verfasst|publié|écrit|publicado|escrito)\s+)?"
)
#: Words that introduce a time after the name.
_WHEN = "(?:at|on|am|um|le|el)"
_CREDITS = (
    re.compile(rf"{_POSTED}(?:by|von|par|por)\b\s*[:：]?\s+{_NAME}(?:\s*[|,].*|\s+{_WHEN}\b.*)?", re.IGNORECASE),
    re.compile(rf"{_NAME}\s+{_SAYS}\s*(?:[:：,….].*|\s{_WHEN}\b.*)?", re.IGNORECASE),
)


def credited(text: str) -> str:
    """The name that a text credits; empty if the text is not a credit.

    >>> credited("Ann Rye says:"), credited("Posted by: Ann at 9:30"), credited("By the mill they said so again")
    ('Ann Rye', 'Ann', '')
    """
    if len(text) > MAX_CREDIT_CHARS:
        return ""
    found = next(filter(None, (pattern.fullmatch(text) for pattern in _CREDITS)), None)
    return found["name"] if found else ""
