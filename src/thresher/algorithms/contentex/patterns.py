"""ContentEx's common patterns: texts that accompany posts and are none, known by their form."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from thresher.algorithms.times import is_time
from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.page.columns import Bools, Ints

#: A time, an address or a caption has no more words than this [D].
MAX_WORDS = 6
#: A text of at most this many words that is on the page this often is made by a machine [D].
MAX_REPEATED_WORDS, MIN_REPEATS = 4, 3

#: Characters of scripts without blanks that say as much as one word [D].
UNSPACED_FACTOR = 2

IP = re.compile(r"(?<![\d.])(?:\d{1,3}\.){2}(?:\d{1,3}|\*|x+)\.(?:\d{1,3}|\*|x+)(?![\d.])", re.IGNORECASE)
COPYRIGHT = re.compile(r"all\s+rights?\s+reserved", re.IGNORECASE)


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


def pattern_runs(page: Page, runs: Bools, *, strict_colon: bool = False) -> Bools:
    """Those of *runs* that are times, addresses, captions, copyrights, or short texts that are there repeatedly.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>Author:<p>Ann<p>10:30<p>I sow rye.<p>Reply<p>Reply<p>Reply")
    >>> [page.text[run] for run in np.flatnonzero(~pattern_runs(page, page.length > 0))]
    ['Ann', 'I sow rye.']
    """
    found = np.zeros(len(page.text), dtype=bool)
    short = np.flatnonzero(runs & (page.length > 0) & (page.words <= UNSPACED_FACTOR * MAX_WORDS))
    texts = [collapse(page.text[run]) for run in short.tolist()]
    found[short] = [_is_label(text) for text in texts]
    found[short] |= _repeated(texts, page.words[short])
    left = [(run, page.text[run]) for run in np.flatnonzero(runs).tolist()]
    found[[run for run, text in left if ("eserved" in text or "ESERVED" in text) and COPYRIGHT.search(text)]] = True
    if strict_colon:
        found[[run for run, text in left if is_caption(text)]] = True
    return found


def _is_label(text: str) -> bool:
    """Whether a text of few words is a time, an address or a caption."""
    return text.count(" ") < MAX_WORDS and (is_caption(text) or is_time(text) or (text.count(".") > 2 and is_ip(text)))


def _repeated(texts: list[str], words: Ints) -> Bools:
    """Which texts have very few words and are there again and again."""
    few = (words <= UNSPACED_FACTOR * MAX_REPEATED_WORDS).tolist()
    times = Counter(text for text, is_short in zip(texts, few, strict=True) if is_short)
    return np.array([times[text] >= MIN_REPEATS and text.count(" ") < MAX_REPEATED_WORDS for text in texts], dtype=bool)
