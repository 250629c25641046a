"""What the characters of text are: letters, capitals, digits, ideographs, marks; counted for groups of texts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.auto.hashes import Hashes, Words, hash_parts, span_hashes
from thresher.page.columns import Bools, Floats, Ints, prefix
from thresher.page.kernels import kernel
from thresher.page.words import UNSPACED, code_points

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
#: Words of a group of texts that are kept: nobody asks how a text goes on.
FIRST_WORDS = 10
#: A character of a script without blanks counts as this many words.
IDEOGRAPH_WORDS = 0.5
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
    """What texts have, and what the groups that they stand in have, as columns."""

    words: Floats  #: text: its words, `IDEOGRAPH_WORDS` for each character of scripts without blanks
    counts: Counts  #: sort, group: how many characters, 0 for sorts before `COUNTED`
    openings: Words  #: group: the first words of its texts, at most `FIRST_WORDS`


def characters(texts: list[str], first: Ints) -> Characters:
    """The characters of *texts*, which stand in groups; *first* is the first text of each, and the number of texts.

    >>> found = characters(["Rye, 2 bags.", "小麦。"], np.array([0, 2]))
    >>> found.words.tolist(), found.counts[[Sort.IDEOGRAPH, Sort.STOP]].tolist(), found.openings.strings()
    ([3.0, 1.0], [[2], [2]], ['rye', '2', 'bags'])
    """
    words, counts, ahead, start, stop, hashes = counted_texts(
        texts, first, sort_table(), *hash_parts(), FIRST_WORDS, IDEOGRAPH_WORDS
    )
    return Characters(words, counts, Words(texts, ahead, start, stop, hashes))


@kernel
def counted_texts(
    texts: list[str],
    first: Ints,
    table: NDArray[np.uint8],
    letters: Hashes,
    powers: Hashes,
    inverses: Hashes,
    most: int,
    of_ideograph: float,
) -> tuple[Floats, Counts, Ints, Ints, Ints, Hashes]:
    """Words of each text, and of each group of texts: characters by sort, then the columns of its first words.

    *table* has the sorts of characters, *letters* and *powers* are what hashes are made of; *most* words of a group are
    kept, and a text has *of_ideograph* words for each character of scripts without blanks.

    >>> tables = sort_table(), *hash_parts()
    >>> words, counts, *openings, hashes = counted_texts(["Oats. Bran", "Rye"], np.array([0, 2]), *tables, 2, 0.5)
    >>> words.tolist(), counts[[Sort.CAPITAL, Sort.STOP]].tolist(), [each.tolist() for each in openings]
    ([2.0, 1.0], [[3], [1]], [[0, 2], [1, 7], [5, 11]])
    """
    sizes = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)) + 1
    codes = code_points("\n".join(["", *texts, ""]))
    sorts = table.take(codes, mode="clip")
    group_of = np.arange(len(first) - 1).repeat(first[1:] - first[:-1])
    text_of = np.arange(len(sizes), dtype=np.int32).repeat(sizes)
    counted = (sorts >= int(COUNTED)).nonzero()[0]
    places = sorts.take(counted) * np.int64(len(first) - 1) + group_of.take(text_of.take(counted - 1))
    counts = np.bincount(places, minlength=len(Sort) * (len(first) - 1)).reshape(len(Sort), -1)
    start, stop = bounds((sorts - np.uint8(Sort.LETTER)) <= int(Sort.DIGIT - Sort.LETTER))
    owner = text_of.take(start - 1)
    words = np.bincount(owner, minlength=len(sizes))
    ideographs = np.bincount(text_of.take((sorts == int(Sort.IDEOGRAPH)).nonzero()[0] - 1), minlength=len(sizes))
    group = group_of.take(owner)
    kept = np.arange(len(group)) - prefix(words)[first][group] < most
    start, stop = start[kept], stop[kept]
    openings = prefix(np.bincount(group[kept], minlength=len(first) - 1))
    found = span_hashes(codes, start, stop, letters, powers, inverses)
    return words + of_ideograph * ideographs, counts.astype(np.int32), openings, start, stop, found


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
