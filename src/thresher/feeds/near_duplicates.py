"""Articles that are nearly the same: their signatures (`thresher.minhash`), and the bands by which a store finds them.

Texts that are alike in a share *j* agree in a band of `ROWS` numbers with the chance ``j ** ROWS``. So those that are
alike are found by equal bands and judged by signatures.
"""

from __future__ import annotations

import hashlib

import numpy as np

from thresher import minhash
from thresher.minhash import Signature

#: Words that are taken together: fewer are shared by texts on the same subject.
RUN = 3
#: Numbers of a signature in each band, and bands: at a likeness of 0.8, one text in 5,000 is missed.
ROWS, BANDS = 4, 16
#: Share of a signature that two texts have in common when one is a near-duplicate of the other.
ALIKE = 0.8


def signature(text: str) -> Signature | None:
    """The signature of an article's text; ``None`` where it is too short for one."""
    return minhash.signature(text, run=RUN, size=ROWS * BANDS)


def bands(signature: Signature) -> list[int]:
    """What equal bands have in common: a number for each band, its place included; signed, as databases have them."""
    rows = signature.reshape(BANDS, ROWS)
    return [_signed(hashlib.blake2b(bytes([place]) + row.tobytes(), digest_size=8)) for place, row in enumerate(rows)]


def to_bytes(signature: Signature) -> bytes:
    """A signature as the store keeps it."""
    return signature.astype("<u4").tobytes()


def from_bytes(data: bytes) -> Signature:
    """A signature that the store kept."""
    return np.frombuffer(data, dtype="<u4").astype(np.uint32)


def _signed(digest: hashlib.blake2b) -> int:
    return int.from_bytes(digest.digest(), "little", signed=True)
