"""Near-duplicate articles: their signatures (`thresher.minhash`), and the bands by which a store finds them.

Texts with similarity *j* agree in a band of `ROWS` numbers with probability ``j ** ROWS``. Similar texts are therefore
found by equal bands and compared by signatures.
"""

from __future__ import annotations

import hashlib

import numpy as np

from thresher import minhash
from thresher.minhash import Signature

#: Words in a run: shorter runs are shared by different texts on the same subject.
RUN = 3
#: Numbers of a signature in each band, and number of bands: at a similarity of 0.8, one text in 5,000 is missed.
ROWS, BANDS = 4, 16
#: Two texts with at least this share of their signatures in common are near-duplicates.
ALIKE = 0.8


def signature(text: str) -> Signature | None:
    """The signature of an article's text; ``None`` if it is too short."""
    return minhash.signature(text, run=RUN, size=ROWS * BANDS)


def bands(signature: Signature) -> list[int]:
    """A number for each band, which includes its position; signed, as databases require."""
    rows = signature.reshape(BANDS, ROWS)
    return [_signed(hashlib.blake2b(bytes([place]) + row.tobytes(), digest_size=8)) for place, row in enumerate(rows)]


def to_bytes(signature: Signature) -> bytes:
    """A signature in the form that is stored."""
    return signature.astype("<u4").tobytes()


def from_bytes(data: bytes) -> Signature:
    """A signature from its stored form."""
    return np.frombuffer(data, dtype="<u4").astype(np.uint32)


def _signed(digest: hashlib.blake2b) -> int:
    return int.from_bytes(digest.digest(), "little", signed=True)
