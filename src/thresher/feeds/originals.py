"""The stored article that a new one nearly repeats: decided by the store, never by what a run remembers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sqlalchemy import Connection, Select, bindparam, func, select, union

from thresher.feeds.near_duplicates import ALIKE, BANDS, from_bytes
from thresher.feeds.tables import ARTICLE, BAND
from thresher.minhash import Signature
from thresher.store.schema import EXTRACTIONS

#: Articles that a new one is compared with for each of its bands, the oldest first: of a form that is filled in daily
#: there may be thousands, and the first of them are enough to know it by.
MAX_CANDIDATES = 50


def original_of(connection: Connection, signature: Signature, bands: Sequence[int]) -> int | None:
    """The number of the article that is most alike, the first of several, or of the one which that repeats itself.

    Each article asks for itself: were there one limit for a batch, whoever came along would decide what is found.
    """
    found = connection.execute(_CANDIDATES, {_name(place): band for place, band in enumerate(bands)}).all()
    if not found:
        return None
    candidates = np.stack([from_bytes(bytes.fromhex(row.signature)) for row in found])
    likeness = (candidates == signature).mean(axis=1)
    best = int(likeness.argmax())
    return int(found[best].original) if likeness[best] >= ALIKE else None


def _candidates() -> Select[Any]:
    """The articles that have a band in common with one, the oldest first."""
    shared = [
        select(BAND.c.extraction)
        .where(BAND.c.band == bindparam(_name(place)))
        .order_by(BAND.c.extraction)
        .limit(MAX_CANDIDATES)
        .subquery()
        for place in range(BANDS)
    ]
    return (
        select(ARTICLE.c.signature, func.coalesce(EXTRACTIONS.c.duplicate_of, ARTICLE.c.extraction).label("original"))
        .join(EXTRACTIONS, EXTRACTIONS.c.id == ARTICLE.c.extraction)
        .where(ARTICLE.c.extraction.in_(union(*map(select, shared))))
        .order_by(ARTICLE.c.extraction)
    )


def _name(place: int) -> str:
    return f"band{place}"


#: Made once, since it costs more to make than to run.
_CANDIDATES = _candidates()
