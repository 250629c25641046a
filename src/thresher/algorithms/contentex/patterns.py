"""ContentEx's common patterns: texts that accompany posts and are none, known by their form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.page.columns import Bools

#: A time, an address or a caption has no more words than this [D] ...
MAX_WORDS = 6
#: ... of which a time leaves no more than this once it is taken out [D].
MAX_WORDS_BESIDE_TIME = 2
#: A text of at most this many words that is on the page this often is made by a machine [D].
MAX_REPEATED_WORDS, MIN_REPEATS = 4, 3

#: Characters of scripts without blanks that say as much as one word [D].
UNSPACED_FACTOR = 2

_WORDS = re.compile(r"\w+")
_MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|janv|févr|mars|avr|juin|juil|août|déc"
    r"|ene|abr|ago|dic)[a-zäéû]*\.?"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th|\.)?"
_UNIT = r"(?:second|minute|hour|day|week|month|year)s?"
TIME = re.compile(
    r"\d{4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,2}日?"
    r"|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}"
    r"|\d{1,2}[:h]\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?"
    rf"|\b{_MONTH}\s{_DAY}(?:,?\s\d{{4}})?\b|\b{_DAY}\s{_MONTH}(?:,?\s\d{{4}})?\b"
    rf"|\d+\s{_UNIT}\sago"
    r"|\d+\s?(?:秒|分钟|分鐘|小时|小時|天)前|今天|昨天|前天",
    re.IGNORECASE,
)
IP = re.compile(r"(?<![\d.])(?:\d{1,3}\.){2}(?:\d{1,3}|\*|x+)\.(?:\d{1,3}|\*|x+)(?![\d.])", re.IGNORECASE)
COPYRIGHT = re.compile(r"all\s+rights?\s+reserved", re.IGNORECASE)
#: A time has a digit or one of these in it: a quick look before the long one.
_MAY_BE_TIME = re.compile(r"\d|[今昨前]天")


@lru_cache(maxsize=8192)
def is_time(text: str) -> bool:
    """Whether a short text says when something was posted, and little else.

    >>> is_time("Posted: Tue Dec 31, 2019 2:22 pm"), is_time("发表于 2009-10-3 12:30"), is_time("It rained for 3 days")
    (True, True, False)
    """
    if not _MAY_BE_TIME.search(text):
        return False
    rest, times = TIME.subn(" ", text)
    return times > 0 and len(_WORDS.findall(rest)) <= MAX_WORDS_BESIDE_TIME


def is_ip(text: str) -> bool:
    """Whether a short text has an address of a computer in it.

    >>> is_ip("IP: 192.168.*.*"), is_ip("Version 2.0.1")
    (True, False)
    """
    return IP.search(text) is not None


def is_caption(text: str) -> bool:
    """Whether a text announces what follows it by a colon.

    >>> is_caption("Joined: "), is_caption("作者："), is_caption("10:30")
    (True, True, False)
    """
    return text.rstrip().endswith((":", "："))


def pattern_runs(page: Page, *, strict_colon: bool = False) -> Bools:
    """Runs that are times, addresses, captions, copyrights, or short texts that the page repeats.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>Author:<p>Ann<p>10:30<p>I sow rye.<p>Reply<p>Reply<p>Reply")
    >>> [page.text[run] for run in np.flatnonzero(~pattern_runs(page))]
    ['Ann', 'I sow rye.']
    """
    texts = [collapse(text) for text in page.text]
    blanks = np.fromiter((text.count(" ") for text in texts), dtype=np.int64, count=len(texts))
    full = page.length > 0
    few = full & (blanks < MAX_WORDS) & (page.words <= UNSPACED_FACTOR * MAX_WORDS)
    found = _each(lambda text: is_caption(text) or is_time(text) or is_ip(text), texts, few)
    if strict_colon:
        found |= _each(is_caption, texts, full & ~few)
    found |= _each(lambda text: COPYRIGHT.search(text) is not None, texts, full)
    brief = full & (blanks < MAX_REPEATED_WORDS) & (page.words <= UNSPACED_FACTOR * MAX_REPEATED_WORDS)
    times = Counter(texts[run] for run in np.flatnonzero(brief).tolist())
    return found | _each(lambda text: times[text] >= MIN_REPEATS, texts, brief)


def _each(test: Callable[[str], bool], texts: list[str], asked: Bools) -> Bools:
    """The test's answer for each text that is asked about; no for the others."""
    answers = np.zeros(len(texts), dtype=bool)
    answers[asked] = [test(texts[run]) for run in np.flatnonzero(asked).tolist()]
    return answers
