"""What the characters of each text run are: words, ideographs, digits, capitals, marks; as columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from thresher.page.columns import Ints
from thresher.page.words import UNSPACED, code_points

if TYPE_CHECKING:
    from thresher.page import Page

_WORD, _IDEOGRAPH, _DIGIT, _UPPER, _STOP, _COMMA = 1, 2, 4, 8, 16, 32
#: Marks that end a sentence, and marks within one, of many scripts.
STOPS, COMMAS = ".!?…。！？؟۔।։", ",;:、，；：،؛·"


@dataclass(frozen=True, eq=False)
class Characters:
    """Counts of kinds of characters, one entry per run."""

    words: Ints  #: words of scripts that part them
    ideographs: Ints  #: characters of scripts that do not
    digits: Ints
    capitals: Ints
    stops: Ints  #: marks that end sentences
    commas: Ints  #: marks within sentences


def characters(page: Page) -> Characters:
    """The kinds of characters of each run of *page*.

    >>> from thresher.page import Page
    >>> found = characters(Page.from_html("<p>Rye, 2 bags.<p>小麦。"))
    >>> found.words.tolist(), found.ideographs.tolist(), found.stops.tolist()
    ([3, 0], [0, 2], [1, 1])
    """
    sizes = np.fromiter(map(len, page.text), dtype=np.int64, count=len(page.text))
    if not len(sizes):
        return Characters(*(sizes for _ in range(6)))
    starts = np.cumsum(sizes + 1) - sizes - 1
    kinds = _kinds_of("\n".join(page.text) + "\n")
    in_word = kinds & _WORD
    word_ends = in_word[:-1] > in_word[1:]

    def total(flags: NDArray[np.bool_]) -> Ints:
        return np.add.reduceat(flags, starts, dtype=np.int64)

    return Characters(
        total(word_ends), *(total((kinds & bit) != 0) for bit in (_IDEOGRAPH, _DIGIT, _UPPER, _STOP, _COMMA))
    )


def _kinds_of(text: str) -> NDArray[np.uint8]:
    return _table().take(code_points(text), mode="clip")


@cache
def _table() -> NDArray[np.uint8]:
    """Kinds of the characters below U+FFFF as bits; the last entry stands for all above."""
    table = np.fromiter((chr(code).isalnum() for code in range(0x10000)), dtype=np.uint8)
    for first, last in UNSPACED:
        table[first : last + 1] *= _IDEOGRAPH
    for code in range(0x600):
        char = chr(code)
        table[code] |= _DIGIT * char.isdigit() | _UPPER * char.isupper()
    for bit, marks in ((_STOP, STOPS), (_COMMA, COMMAS)):
        table[[ord(mark) for mark in marks]] |= bit
    table[0xFFFF] = 0
    return table
