"""The words by which an address names a page: people make them of the headline."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from thresher.vocabulary import shared, vocabulary

#: Fewer words name a subject, not a page ...
MIN_SLUG_WORDS = 3
#: ... unless they are so many and a text has exactly these.
MIN_SAME_WORDS = 2
#: A text is what an address names if it has so great a share of the address's words ...
MIN_NAMED = 0.75
#: ... and they are so great a share of its own.
MIN_OWN = 0.4

_ENDING = re.compile(r"\.[a-z]{2,5}$", re.IGNORECASE)
_BETWEEN = re.compile("[-_+]+")


@lru_cache(maxsize=16)
def slug(url: str | None) -> str:
    """The part of an address that has the most words, as a text; of several the last.

    >>> slug("https://mill.example/2025/rye-is_back.html"), slug("https://mill.example/"), slug(None)
    ('rye is back', '', '')
    """
    try:
        path = urlsplit(url or "").path
    except ValueError:
        return ""
    parts = [_BETWEEN.sub(" ", _ENDING.sub("", part)).strip() for part in unquote(path).split("/")]
    return max(reversed(parts), key=lambda part: len(part.split()))


def names_rather(words: frozenset[str], text: str, other: str) -> bool:
    """Whether the *words* of an address name a text, and sooner than another one.

    >>> words = vocabulary(slug("https://mill.example/rye-is-back"))
    >>> names_rather(words, "Rye is back", "Grain of the year"), names_rather(words, "The mill", "Grain of the year")
    (True, False)
    """
    own = vocabulary(text)
    named = shared(words, own)
    is_named = len(words) >= MIN_SLUG_WORDS and named >= MIN_NAMED and shared(own, words) >= MIN_OWN
    is_same = len(words) >= MIN_SAME_WORDS and own == words
    return (is_named or is_same) and named > shared(words, vocabulary(other))
