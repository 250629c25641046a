"""Conversion of records to rows of the tables and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from thresher.store.record import StoredExtraction, StoredMedia, storable
from thresher.store.schema import EXTRACTIONS, MEDIA

if TYPE_CHECKING:
    from sqlalchemy import RowMapping

#: Columns that the store fills in.
_GIVEN = frozenset(("id", "stored_at", "seen_at"))
_WRITTEN = tuple(column.name for column in EXTRACTIONS.columns if column.name not in _GIVEN)
#: Columns that are derived from others.
_DERIVED = frozenset(("key", "content_hash"))
_READ = tuple(column.name for column in EXTRACTIONS.columns if column.name not in _DERIVED)
_MEDIA_FIELDS = tuple(each.name for each in fields(StoredMedia))
_FACTS, _MEDIA_FACTS = attrgetter(*_WRITTEN), attrgetter(*_MEDIA_FIELDS)


def row_of(record: StoredExtraction, now: datetime) -> dict[str, Any]:
    """The row of a record that is stored now."""
    return dict(zip(_WRITTEN, map(storable, _FACTS(record)), strict=True), stored_at=now, seen_at=now)


def media_rows(number: int, record: StoredExtraction) -> list[dict[str, Any]]:
    """The rows of a record's media, given its number."""
    return [
        dict(zip(_MEDIA_FIELDS, map(storable, _MEDIA_FACTS(item)), strict=True), extraction=number, rank=rank)
        for rank, item in enumerate(record.media)
    ]


def record_of(row: RowMapping, media: Sequence[RowMapping]) -> StoredExtraction:
    """The record from its row and the rows of its media."""
    facts = {name: row[name] for name in _READ} | {"authors": tuple(row["authors"])}
    items = [StoredMedia(**{name: each[name] for name in _MEDIA_FIELDS}) for each in media]
    return StoredExtraction(**facts, media=tuple(items))


#: The columns that are updated when a record is stored again; the time of first storage stays.
CHANGED = tuple(name for name in (*_WRITTEN, "seen_at") if name not in {"key", "url", "content_hash", "duplicate_of"})
#: The order of media.
MEDIA_ORDER = (MEDIA.c.extraction, MEDIA.c.rank)
