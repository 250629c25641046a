"""Words as numbers: equal words have equal hashes, whatever their case, so that a page's words are looked up at once.

A hash is a polynomial in the characters of a word, modulo two to the power of 32; those of all stretches of a text are
differences of one table of prefix sums (Karp and Rabin, 1987).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from thresher.cached import cached_property
from thresher.page.columns import Ints
from thresher.page.kernels import kernel
from thresher.page.words import CodePoints, code_points

#: Hashes, and the numbers that they are made of.
Hashes = NDArray[np.uint32]
Array = NDArray[np.float32]

#: What hashes are polynomials in; odd, so that it has an inverse.
BASE = 0x9E3779B1
INVERSE = pow(BASE, -1, 1 << 32)
#: Powers are used in turns of so many; a word across the seam of two is taken for another one.
PERIOD = 1 << 16
#: A table has at least this many slots for each of its words; fewer are too few for two each, more are slow to reach.
SPARE = 2
#: How often words are moved to make room for one.
MAX_MOVES = 100


@dataclass(frozen=True, eq=False)
class Words:
    """The words of some groups of texts, one text behind the other."""

    texts: Sequence[str]  #: what they are the words of
    first: Ints  #: group of texts: its first word; and how many words there are in all
    start: Ints  #: word: where it starts in `text`
    stop: Ints  #: word: one past its end
    hashes: Hashes  #: word: its hash
    reach: int | None = None  #: how many characters of each text are looked at; ``None``: all

    @cached_property
    def text(self) -> str:
        """All texts, a line break around each."""
        return "\n".join(["", *(text[: self.reach] for text in self.texts), ""])

    def strings(self) -> list[str]:
        """Word: as it is written, in small letters."""
        text = self.text
        return [text[start:stop].lower() for start, stop in zip(self.start.tolist(), self.stop.tolist(), strict=True)]

    def of_each(self, words: list[str]) -> list[list[str]]:
        """Group: its part of *words*, of which there is one for each word."""
        return [words[start:stop] for start, stop in pairwise(self.first.tolist())]


def hashes(codes: CodePoints, start: Ints, stop: Ints) -> Hashes:
    """The hashes of the stretches from *start* to *stop* of a text, given as its code points.

    >>> codes = code_points("Rye, rye and barley")
    >>> one, two, three = hashes(codes, np.array([0, 5, 9]), np.array([3, 8, 12]))
    >>> bool(one == two), bool(two == three)
    (True, False)
    """
    return span_hashes(codes, start, stop, *hash_parts())


def span_hashes(
    codes: CodePoints, start: Ints, stop: Ints, letters: Hashes, powers: Hashes, inverses: Hashes
) -> Hashes:
    """The hashes of stretches of a text, given the number of each letter and the powers of the base and its inverse.

    >>> one = np.array([1], dtype=np.uint32)
    >>> span_hashes(code_points("rye, oats"), np.array([0, 5]), np.array([3, 9]), one, one, one).tolist()
    [3, 4]
    """
    sums = np.zeros(len(codes) + 1, dtype=np.uint32)
    numbers = letters.take(codes, mode="clip") * np.resize(powers, len(codes))
    numbers.cumsum(dtype=np.uint32, out=sums[1:])
    return (sums[stop] - sums[start]) * inverses[start % len(inverses)]


def hashes_of(words: Iterable[str]) -> Hashes:
    """The hash of each of some words."""
    words = list(words)
    size = np.fromiter(map(len, words), dtype=np.int64, count=len(words))
    stop = size.cumsum()
    return hashes(code_points("".join(words)), stop - size, stop)


def hash_parts() -> tuple[Hashes, Hashes, Hashes]:
    """What hashes are made of: the number of each letter, and the powers of the base and of its inverse."""
    return _letters(), _powers(BASE), _powers(INVERSE)


@cache
def _powers(base: int) -> Hashes:
    """The first powers of *base*, from its zeroth on."""
    factors = np.full(PERIOD, base, dtype=np.uint32)
    factors[0] = 1
    powers: Hashes = np.multiply.accumulate(factors, dtype=np.uint32)
    return powers


@cache
def _letters() -> Hashes:
    """A number for each character below U+FFFF, which stands for all above; capitals have that of small letters."""
    small = [ord(char.lower()) if len(char.lower()) == 1 else ord(char) for char in map(chr, range(0x10000))]
    numbers = np.random.default_rng(0).integers(1, 1 << 32, 0x10000, dtype=np.uint32)
    return numbers[small]


class Slots:
    """Numbers by hash; each known hash stands in one of two slots, so that asking for many takes a few steps."""

    def __init__(self, hashes: Hashes, numbers: Sequence[int]) -> None:
        bits = max(len(numbers) * SPARE, 1).bit_length()
        # The slots of a hash are its upper and its lower bits.
        self.shift, mask = 32 - bits, (1 << bits) - 1
        slots = [(0, 0)] * (1 << bits)
        for word in dict(zip(hashes.tolist(), numbers, strict=True)).items():
            moved, slot = word, word[0] >> self.shift
            # Who finds a slot taken sends the word in it to the other one of its two (Pagh and Rodler, 2004); in the
            # rare case that all go round in a circle, one of them is forgotten.
            for _ in range(MAX_MOVES):
                slots[slot], moved = moved, slots[slot]
                if not moved[1]:
                    break
                upper, lower = moved[0] >> self.shift, moved[0] & mask
                slot = lower if slot == upper else upper
        # Hash and number side by side are one place in memory to look at.
        self.slots = np.array(slots, dtype=np.uint32)

    def of(self, hashes: Hashes) -> Ints:
        """The number of each of some words, given as hashes; 0 for those that are not known.

        >>> Slots(hashes_of(["rye", "oats"]), [1, 2]).of(hashes_of(["Oats", "wheat", "RYE"])).tolist()
        [2, 0, 1]
        """
        return numbers_in(self.slots, hashes, self.shift)


@kernel
def numbers_in(slots: Hashes, hashes: Hashes, shift: int) -> Ints:
    """The number beside each hash in one of its two slots, 0 where it is in neither; *slots* are pairs of both.

    >>> numbers_in(np.array([[2, 7], [5, 8]], dtype=np.uint32), np.array([5, 2, 3], dtype=np.uint32), 31).tolist()
    [8, 7, 0]
    """
    first, second = slots.take(hashes >> np.uint32(shift), axis=0), slots.take(hashes & (len(slots) - 1), axis=0)
    found = np.where(first[:, 0] == hashes, first[:, 1], 0)
    return np.where(second[:, 0] == hashes, second[:, 1], found).astype(np.int64)
