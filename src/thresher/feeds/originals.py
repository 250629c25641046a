"""The stored article that a new one nearly repeats; the store decides, not the memory of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sqlalchemy import Connection, Select, bindparam, func, select, union

from thresher.feeds.near_duplicates import ALIKE, BANDS, from_bytes
from thresher.feeds.tables import ARTICLE, BAND
from thresher.minhash import Signature
from thresher.store.schema import EXTRACTIONS

#: Articles that a new one is compared with for each of its bands, oldest first: a template that is filled in daily may
#: have thousands, and the first ones are enough to recognise it.
MAX_CANDIDATES = 50


def original_of(connection: Connection, signature: Signature, bands: Sequence[int]) -> int | None:
    """The number of the most similar article, or of the article that it repeats itself; the first of equal ones.

    Each article has a query of its own: with one limit for a batch, the result would depend on the rest of the batch.
    """
    found = connection.execute(_CANDIDATES, {_name(place): band for place, band in enumerate(bands)}).all()
    if not found:
        return None
    candidates = np.stack([from_bytes(bytes.fromhex(row.signature)) for row in found])
    likeness = (candidates == signature).mean(axis=1)
    best = int(likeness.argmax())
    return int(found[best].original) if likeness[best] >= ALIKE else None


def _candidates() -> Select[Any]:
    """The query for articles that have a band in common with a given one, oldest first."""
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


#: Built once, since building it costs more than running it.
_CANDIDATES = _candidates()
