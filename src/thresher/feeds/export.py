"""Exporting articles: JSON lines and Parquet as written by the store, and CUTER's XML."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from sqlalchemy import select

from thresher.feeds.tables import ARTICLE
from thresher.store.export import EXPORTS

if TYPE_CHECKING:
    from thresher.store import Store, StoredExtraction

#: Articles that are read at a time.
BATCH = 500
#: The export formats: those of the store, and CUTER's.
FORMATS = ("jsonl", "cuter", "parquet")


def export(store: Store, out: BinaryIO, name: str) -> int:
    """Write all articles in the named format; returns their number."""
    return _cuter(store, out) if name == "cuter" else EXPORTS[name](_records(store), out)


def _records(store: Store) -> Iterator[StoredExtraction]:
    for number, _ in _articles(store):
        record = store.get(number)
        if record is not None:
            yield record


def _cuter(store: Store, out: BinaryIO) -> int:
    """Write CUTER's XML, as produced by `writers.cuter_xml` when the page was extracted."""
    out.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<articles>\n')
    count = 0
    for _, element in _articles(store):
        out.write(f"{element}\n".encode("utf-8", "replace"))
        count += 1
    out.write(b"</articles>\n")
    return count


def _articles(store: Store) -> Iterator[tuple[int, str]]:
    """The number and CUTER's XML of every article, oldest first, with few of them in memory."""
    last = 0
    statement = select(ARTICLE.c.extraction, ARTICLE.c.cuter).order_by(ARTICLE.c.extraction).limit(BATCH)
    while True:
        with store.reading() as connection:
            rows = connection.execute(statement.where(ARTICLE.c.extraction > last)).all()
        if not rows:
            return
        yield from ((row.extraction, row.cuter) for row in rows)
        last = rows[-1].extraction
