"""Near-duplicate texts by MinHash (Broder, 1997) over runs of words, as used by feeds and corpora.

Two texts that have a share *j* of their runs of words in common agree in about a share *j* of their signatures.
"""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from thresher.evaluate.tokens import tokens

#: Texts with fewer words can be alike by chance.
MIN_WORDS = 20
#: Runs of words that are hashed at a time, so that a book takes no more memory than a chapter.
_TOGETHER = 4096
#: Factors for the words of a run, by position, so that their order counts: any odd numbers.
_PLACES = np.array(
    [0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93, 0xFF51AFD7ED558CCD],
    dtype=np.uint64,
)

Signature = NDArray[np.uint32]


def signature(text: str, *, run: int, size: int) -> Signature | None:
    """The signature of a text: *size* numbers over runs of *run* words; ``None`` if the text is too short.

    >>> signature("Rye and oats", run=3, size=64) is None
    True
    """
    words = tokens(text)
    if len(words) < MIN_WORDS:
        return None
    hashed = np.unique(_runs(np.array([_hash(word) for word in words], dtype=np.uint64), run))
    factors, summands = _functions(size)
    # Arithmetic modulo 2 ** 64; the upper half of the result is well mixed (Dietzfelbinger et al., 1997).
    least = np.full(size, np.iinfo(np.uint64).max, dtype=np.uint64)
    for start in range(0, len(hashed), _TOGETHER):
        mixed = hashed[start : start + _TOGETHER, None] * factors + summands
        np.minimum(least, mixed.min(axis=0), out=least)
    return (least >> np.uint64(32)).astype(np.uint32)


def likeness(one: Signature, other: Signature) -> float:
    """The estimated share of runs of words that two texts have in common.

    >>> story = " ".join(f"word{number}" for number in range(200))
    >>> one, other = (signature(text, run=3, size=64) for text in (story, story + " and a little more"))
    >>> likeness(one, other) > 0.8
    True
    """
    return float((one == other).mean())


def _runs(words: NDArray[np.uint64], run: int) -> NDArray[np.uint64]:
    """A number for each run of words, from the numbers of its words and their positions."""
    count = len(words) - run + 1
    return sum((words[place : place + count] * _PLACES[place] for place in range(run)), np.zeros(count, np.uint64))


@lru_cache(maxsize=1 << 16)
def _hash(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=8).digest(), "little")


@cache
def _functions(size: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Odd factors and summands of the hash functions; they never change, since signatures are stored."""
    drawn = [int.from_bytes(hashlib.blake2b(f"{n}".encode(), digest_size=16).digest(), "little") for n in range(size)]
    factors = np.array([(number >> 64) | 1 for number in drawn], dtype=np.uint64)
    return factors, np.array([number & (2**64 - 1) for number in drawn], dtype=np.uint64)
