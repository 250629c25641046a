"""Texts that are nearly the same, by MinHash (Broder, 1997) over runs of words; bands of it are looked up in the store.

Two texts that share a share *j* of their runs of words agree in a share *j* of their signatures, and in a band of
`ROWS` numbers with the chance ``j ** ROWS``. So texts that are alike are found by equal bands and judged by signatures.
"""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from thresher.evaluate.tokens import tokens

#: Words that are taken together: fewer are shared by texts on the same subject.
RUN = 3
#: Numbers of a signature in each band, and bands: at a likeness of 0.8, one text in 5,000 is missed.
ROWS, BANDS = 4, 16
#: Share of a signature that two texts have in common when one is a near-duplicate of the other.
ALIKE = 0.8
#: Texts with fewer words are alike by chance.
MIN_WORDS = 20

#: What the words of a run are multiplied by, so that their order counts: any odd numbers.
_PLACES = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)

Signature = NDArray[np.uint32]


def signature(text: str) -> Signature | None:
    """The MinHash signature of a text; ``None`` where it is too short to tell.

    >>> signature("Rye and oats") is None
    True
    """
    words = tokens(text)
    if len(words) < MIN_WORDS:
        return None
    hashed = np.unique(_runs(np.array([_hash(word) for word in words], dtype=np.uint64)))
    factors, summands = _functions()
    # Arithmetic modulo 2 ** 64, of which the upper half is well mixed (Dietzfelbinger et al., 1997).
    least = np.full(ROWS * BANDS, np.iinfo(np.uint64).max, dtype=np.uint64)
    for start in range(0, len(hashed), 4096):
        mixed = hashed[start : start + 4096, None] * factors + summands
        np.minimum(least, mixed.min(axis=0), out=least)
    return (least >> np.uint64(32)).astype(np.uint32)


def bands(signature: Signature) -> list[int]:
    """What equal bands have in common: a number for each band, its place included; signed, as databases have them."""
    rows = signature.reshape(BANDS, ROWS)
    return [_signed(hashlib.blake2b(bytes([place]) + row.tobytes(), digest_size=8)) for place, row in enumerate(rows)]


def likeness(one: Signature, other: Signature) -> float:
    """About which share of their runs of words two texts have in common.

    >>> story = " ".join(f"word{number}" for number in range(200))
    >>> likeness(signature(story), signature(story + " and a little more")) > ALIKE
    True
    """
    return float((one == other).mean())


def to_bytes(signature: Signature) -> bytes:
    """A signature as the store keeps it."""
    return signature.astype("<u4").tobytes()


def from_bytes(data: bytes) -> Signature:
    """A signature that the store kept."""
    return np.frombuffer(data, dtype="<u4").astype(np.uint32)


def _runs(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A number for each run of words, from the numbers of the words and their places."""
    count = len(words) - RUN + 1
    return sum((words[place : place + count] * _PLACES[place] for place in range(RUN)), np.zeros(count, np.uint64))


@lru_cache(maxsize=1 << 16)
def _hash(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=8).digest(), "little")


def _signed(digest: hashlib.blake2b) -> int:
    return int.from_bytes(digest.digest(), "little", signed=True)


@cache
def _functions() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Odd factors and summands of the hash functions, the same for ever, since signatures are kept."""
    drawn = [
        int.from_bytes(hashlib.blake2b(f"{n}".encode(), digest_size=16).digest(), "little") for n in range(ROWS * BANDS)
    ]
    factors = np.array([(number >> 64) | 1 for number in drawn], dtype=np.uint64)
    return factors, np.array([number & (2**64 - 1) for number in drawn], dtype=np.uint64)
