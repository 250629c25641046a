"""What the characters of text are: letters, capitals, digits, ideographs, marks; counted for each of some texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

from thresher.page.columns import Bools, Ints
from thresher.page.kernels import kernel
from thresher.page.words import UNSPACED, CodePoints, code_points

Counts = NDArray[np.int32]


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
#: Words of a text whose places are kept: nobody asks how a text goes on.
FIRST_WORDS = 10
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
    """Characters that are counted, by sort and text, and where the first words of texts are."""

    text: str  #: all texts, a line break around each
    codes: CodePoints  #: the same as code points
    counts: Counts  #: sort, text: how many characters, 0 for sorts before `COUNTED`
    words: Ints  #: text: stretches of letters and digits
    word_start: Ints  #: word, of each text the first `FIRST_WORDS`: place of its first character
    word_stop: Ints  #: word: one past its last one

    def count(self, group: Ints, groups: int) -> Ints:
        """Sort, group of texts: how many characters; *group* is that of each text.

        >>> characters(["Rye, 2 bags.", "小麦。"]).count(np.array([0, 0]), 1)[[Sort.IDEOGRAPH, Sort.STOP]].tolist()
        [[2], [2]]
        """
        return grouped(self.counts, group, groups)


def characters(texts: Sequence[str]) -> Characters:
    """The sorts of characters of *texts*.

    >>> found = characters(["Rye, 2 bags.", "小麦。"])
    >>> found.words.tolist(), [found.text[place] for place in found.word_start.tolist()]
    ([3, 0], ['R', '2', 'b'])
    """
    sizes = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)) + 1
    text = "\n".join(["", *texts, ""])
    codes = code_points(text)
    return Characters(text, codes, *counted_characters(codes, sizes, sort_table(), FIRST_WORDS))


@kernel
def counted_characters(
    codes: CodePoints, sizes: Ints, table: NDArray[np.uint8], first_words: int
) -> tuple[Counts, Ints, Ints, Ints]:
    r"""Sort, text: how many characters; words of each text; where the first words of each start and stop.

    The *codes* are those of texts with a line break around each, their *sizes* include that behind; *table* has sorts.

    >>> codes = code_points("\nOats. Bran\nRye\n")
    >>> counts, *words = counted_characters(codes, np.array([11, 4]), sort_table(), 1)
    >>> counts[[Sort.CAPITAL, Sort.STOP]].tolist(), [each.tolist() for each in words]
    ([[2, 1], [1, 0]], [[2, 1], [1, 12], [5, 15]])
    """
    sorts = table.take(codes, mode="clip")
    text_of = np.arange(len(sizes), dtype=np.int32).repeat(sizes)
    counted = (sorts >= int(COUNTED)).nonzero()[0]
    places = sorts.take(counted) * np.int64(len(sizes)) + text_of.take(counted - 1)
    counts = np.bincount(places, minlength=len(Sort) * len(sizes)).reshape(len(Sort), -1)
    in_word = (sorts - np.uint8(Sort.LETTER)) <= int(Sort.DIGIT - Sort.LETTER)
    word_start, word_stop = bounds(in_word)
    owner = text_of.take(word_start - 1)
    words = np.bincount(owner, minlength=len(sizes))
    is_first = np.arange(len(owner)) - (words.cumsum() - words)[owner] < first_words
    return counts.astype(np.int32), words, word_start[is_first], word_stop[is_first]


@kernel
def grouped(table: Counts, group: Ints, groups: int) -> Ints:
    """Line, group: the sum of the line's entries that are of the group.

    >>> grouped(np.array([[1, 2, 4]], dtype=np.int32), np.array([1, 0, 1]), 2).tolist()
    [[2, 5]]
    """
    places = np.arange(len(table)).reshape(-1, 1) * groups + group
    sums = np.bincount(places.ravel(), weights=table.ravel(), minlength=len(table) * groups)
    return sums.astype(np.int64).reshape(len(table), groups)


def bounds(mask: Bools) -> tuple[Ints, Ints]:
    """Where the stretches of a mask start, and one past their ends; its first and last entry are not set.

    >>> [place.tolist() for place in bounds(np.array([False, True, True, False, True, False]))]
    [[1, 4], [3, 5]]
    """
    edges = (mask[1:] != mask[:-1]).nonzero()[0] + 1
    return edges[::2], edges[1::2]


@cache
def sort_table() -> NDArray[np.uint8]:
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
