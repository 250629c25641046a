"""What the characters of text are: letters, capitals, digits, ideographs, marks; counted for each of some texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

from thresher.page.columns import Ints
from thresher.page.words import UNSPACED, code_points


class Sort(IntEnum):
    """What a character is; each is of one sort."""

    OTHER = 0
    SPACE = 1
    LETTER = 2
    CAPITAL = 3
    DIGIT = 4
    IDEOGRAPH = 5  #: of scripts that do not part words
    STOP = 6  #: ends a sentence
    COMMA = 7  #: parts a sentence
    COLON = 8
    QUOTE = 9
    BAR = 10
    RIGHTS = 11  #: copyright, trade mark
    MONEY = 12


#: The first sort that is counted: nobody asks for the number of letters and blanks, which most characters are.
COUNTED = Sort.CAPITAL
#: The marks of each sort, of many scripts.
MARKS = {
    Sort.STOP: ".!?…。！？؟۔।։",
    Sort.COMMA: ",;、，；،؛",
    Sort.COLON: ":：",
    Sort.QUOTE: "\"'“”„«»‘’「」『』",
    Sort.BAR: "|·•›»/",
    Sort.RIGHTS: "©®™",
    Sort.MONEY: "$€£¥₹₽￥",
}


@dataclass(frozen=True, eq=False)
class Characters:
    """Counts of characters by sort, one row per text, and what the texts begin and end with."""

    count: Ints  #: text, sort: how many characters; 0 for sorts before `COUNTED`
    words: Ints  #: text: stretches of letters and digits
    first: NDArray[np.uint8]  #: text: sort of its first character that is no blank
    last: NDArray[np.uint8]  #: text: sort of its last one


def characters(texts: Sequence[str]) -> Characters:
    """The sorts of characters of *texts*, each of which has some that is no blank.

    >>> found = characters(["Rye, 2 bags.", "小麦。"])
    >>> found.words.tolist(), found.count[:, Sort.IDEOGRAPH].tolist(), found.last.tolist()
    ([3, 0], [0, 2], [6, 6])
    """
    number, width = len(texts), len(Sort)
    sizes = np.fromiter(map(len, texts), dtype=np.int64, count=number) + 1
    stops = sizes.cumsum()
    # Each text stands between two blanks.
    sorts = _table().take(code_points("\n" + "\n".join(texts) + "\n"), mode="clip")
    text_of = np.arange(number).repeat(sizes)
    counted = (sorts >= COUNTED).nonzero()[0]
    place = text_of.take(counted - 1)
    place *= width
    place += sorts.take(counted)
    in_word = (sorts - np.uint8(Sort.LETTER)) <= Sort.DIGIT - Sort.LETTER
    word_stops = (in_word[:-1] > in_word[1:]).nonzero()[0]
    solid = sorts != Sort.SPACE
    # A text may be nothing but characters that only some take for blanks; then the blank at the edge stands for it.
    starts_solid = np.concatenate([(solid[1:] > solid[:-1]).nonzero()[0] + 1, [len(sorts) - 1]])
    stops_solid = np.concatenate([[0], (solid[:-1] > solid[1:]).nonzero()[0]])
    return Characters(
        count=np.bincount(place, minlength=number * width).reshape(number, width),
        words=np.bincount(text_of.take(word_stops - 1), minlength=number),
        first=sorts[starts_solid[starts_solid.searchsorted(stops - sizes + 1)]],
        last=sorts[stops_solid[stops_solid.searchsorted(stops) - 1]],
    )


@cache
def _table() -> NDArray[np.uint8]:
    """Sorts of the characters below U+FFFF; the last entry stands for all above."""
    table = np.zeros(0x10000, dtype=np.uint8)
    for code in range(0x10000):
        char = chr(code)
        if char.isalnum():
            table[code] = Sort.DIGIT if char.isdigit() else Sort.CAPITAL if char.isupper() else Sort.LETTER
        elif char.isspace() or code < 0x20:
            table[code] = Sort.SPACE
    for first, last in UNSPACED:
        table[first : last + 1][table[first : last + 1] != Sort.OTHER] = Sort.IDEOGRAPH
    for sort, marks in MARKS.items():
        table[[ord(mark) for mark in marks]] = sort
    table[0xFFFF] = Sort.OTHER
    return table
