"""ContentEx's common patterns: texts that accompany posts and are none, known by their form."""

from __future__ import annotations

import re
from collections import Counter
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from thresher.algorithms.times import is_time
from thresher.page.columns import picked
from thresher.page.whitespace import collapse
from thresher.page.words import holding, showing

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.page.columns import Bools, Codes, Ints

#: A time, an address or a caption has no more words than this [D].
MAX_WORDS = 6
#: A text of at most this many words that is on the page this often is made by a machine [D].
MAX_REPEATED_WORDS, MIN_REPEATS = 4, 3

#: Characters of scripts without blanks that say as much as one word [D].
UNSPACED_FACTOR = 2

DOTS_OF_IP = 3
IP = re.compile(r"(?<![\d.])(?:\d{1,3}\.){2}(?:\d{1,3}|\*|x+)\.(?:\d{1,3}|\*|x+)(?![\d.])", re.IGNORECASE)
COPYRIGHT = re.compile(r"all\s+rights?\s+reserved", re.IGNORECASE)

#: For each character of Latin-1 a byte that is 1 for those without which a text is no time, address or caption.
_SUSPICIOUS = bytes(chr(code).isdigit() or chr(code) == ":" for code in range(256))
#: A notice of rights has one of these in it, as it is usually written.
_RESERVED = ("rved", "RVED")


def is_ip(text: str) -> bool:
    """Whether a short text has an address of a computer in it.

    >>> is_ip("IP: 192.168.*.*"), is_ip("Version 2.0.1")
    (True, False)
    """
    return text.count(".") >= DOTS_OF_IP and IP.search(text) is not None


def is_caption(text: str) -> bool:
    """Whether a text announces what follows it by a colon.

    >>> is_caption("Joined: "), is_caption("作者："), is_caption("10:30")
    (True, True, False)
    """
    return text.rstrip().endswith((":", "："))


class Pattern(IntEnum):
    """What a text is by its form."""

    NONE = 0
    TIME = 1
    IP = 2
    COLON = 3
    COPYRIGHT = 4
    REPEATED = 5


# As plain numbers, which numpy takes many times faster.
_NONE, _TIME, _IP, _COLON, _COPYRIGHT, _REPEATED = map(int, Pattern)


def run_patterns(page: Page, runs: Bools, *, strict_colon: bool = False) -> Codes:
    """The `Pattern` of each run; only *runs* are looked at.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>Author:<p>Ann<p>10:30<p>I sow rye.<p>Reply<p>Reply<p>Reply")
    >>> [Pattern(code).name for code in run_patterns(page, page.length > 0)]
    ['COLON', 'NONE', 'TIME', 'NONE', 'REPEATED', 'REPEATED', 'REPEATED']
    """
    found = np.zeros(len(page.text), dtype=np.uint8)
    is_short = runs & (page.length > 0) & (page.words <= UNSPACED_FACTOR * MAX_WORDS)
    short, texts = is_short.nonzero()[0], list(map(collapse, picked(page.text, is_short)))
    # Most texts can be done with a quick look.
    suspects = showing(texts, _SUSPICIOUS)
    found[short[suspects]] = [_label(texts[place]) for place in suspects]
    found[short[_repeated(texts, page.words[short])]] = _REPEATED
    asked, whole = runs.nonzero()[0], picked(page.text, runs)
    notices = [place for place in holding(whole, _RESERVED) if COPYRIGHT.search(whole[place])]
    found[asked[notices]] = _COPYRIGHT
    if strict_colon:
        found[asked[list(map(is_caption, whole))]] = _COLON
    return found


def _label(text: str) -> int:
    """The pattern of a text of few words."""
    if text.count(" ") >= MAX_WORDS:
        return _NONE
    if is_caption(text):
        return _COLON
    if is_time(text):
        return _TIME
    return _IP if is_ip(text) else _NONE


def _repeated(texts: list[str], words: Ints) -> Bools:
    """Which texts have very few words and are there again and again."""
    few = words <= UNSPACED_FACTOR * MAX_REPEATED_WORDS
    brief = picked(texts, few)
    times = Counter(brief)
    often = {text for text, count in times.items() if count >= MIN_REPEATS and text.count(" ") < MAX_REPEATED_WORDS}
    few[few] = [text in often for text in brief] if often else False
    return few
