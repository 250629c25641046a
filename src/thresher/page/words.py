"""Counting words in any script: a word is a stretch of letters and digits; each Han, Kana or Thai character is one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from thresher.page.columns import Ints
from thresher.page.kernels import kernel

CodePoints: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32]

#: Scripts that are written without blanks between words: Thai, Kana, Han (the planes above 1 are Han).
UNSPACED = ((0x0E00, 0x0E7F), (0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF))
#: For each character of Latin-1 a byte that is 1 for digits.
DIGITS = bytes(chr(code).isdigit() for code in range(256))
_BETWEEN, _LETTER, _IDEOGRAPH = 0, 1, 2


@kernel
def count_words(texts: Sequence[str]) -> Ints:
    """Words of each text.

    >>> count_words(["Two words", "漢字 and kana かな", " - ", ""]).tolist()
    [2, 6, 0, 0]
    """
    ends = np.full(len(texts) + 1, -1, dtype=np.int64)
    ends[1:] += np.cumsum(np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)) + 1)
    kinds = character_kinds("\n".join(texts))
    starts_word = kinds == _IDEOGRAPH
    starts_word[:1] |= kinds[:1] == _LETTER
    starts_word[1:] |= (kinds[1:] == _LETTER) & (kinds[:-1] != _LETTER)
    places = np.flatnonzero(starts_word)
    return np.searchsorted(places, ends[1:]) - np.searchsorted(places, ends[:-1] + 1)


@kernel
def holding(texts: Iterable[str], words: tuple[str, ...]) -> list[int]:
    """Numbers of the texts that hold one of some words, anywhere in them.

    >>> holding(["Rye", "Copyright 2026", "© Mill", ""], ("opyright", "©"))
    [1, 2]
    """
    return [number for number, text in enumerate(texts) if any(word in text for word in words)]


@kernel
def showing(texts: Iterable[str], signs: bytes) -> list[int]:
    """Numbers of the texts that have a character whose place in *signs* is not 0, or one beyond Latin-1.

    >>> showing(["Rye", "Rye: 2", "黑麦"], bytes(chr(code) in ":2" for code in range(256)))
    [1, 2]
    """
    codes = map(code_points, texts)
    flags = np.append(np.frombuffer(signs, dtype=np.uint8), 1)
    return [number for number, code in enumerate(codes) if flags.take(code, mode="clip").any()]


def code_points(text: str) -> CodePoints:
    """The code points of *text*, one or two bytes each where that is enough.

    >>> code_points("a…").tolist()
    [97, 8230]
    """
    try:
        return np.frombuffer(text.encode("latin-1"), dtype=np.uint8)
    except UnicodeEncodeError:
        units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype=np.uint16)
    if len(units) == len(text):
        return units
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def character_kinds(text: str) -> NDArray[np.uint8]:
    """For each character 1 in a word, 2 a word of its own, 0 neither."""
    codes = code_points(text)
    kinds = _kinds().take(codes, mode="clip")
    if codes.dtype == np.uint32:
        kinds[codes >= 0x20000] = _IDEOGRAPH
    return kinds


@cache
def _kinds() -> NDArray[np.uint8]:
    """Kinds of the characters below U+FFFF; those above that are no Han (emoji, mostly) count as the last: neither."""
    kinds = np.fromiter((chr(code).isalnum() for code in range(0x10000)), dtype=np.uint8)
    kinds[ord("_")] = _LETTER
    for first, last in UNSPACED:
        kinds[first : last + 1] *= _IDEOGRAPH
    kinds.setflags(write=False)
    return kinds
