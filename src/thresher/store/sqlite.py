"""The SQLite backend: concurrent writers, explicit transactions, and search by FTS5."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, Select, column, event, literal_column, select, table

from thresher.errors import StoreError
from thresher.store.schema import EXTRACTIONS
from thresher.store.search import Query
from thresher.store.words import words

#: Seconds that a writer waits for another one to finish its batch.
BUSY_SECONDS = 60
#: The settings of every connection.
PRAGMAS = {
    "busy_timeout": BUSY_SECONDS * 1000,
    "foreign_keys": "ON",
    "synchronous": "NORMAL",  # after a power failure the last batches may be missing, but the database is intact
    "cache_size": -16_384,  # 16 MB: four times as much made nothing faster, and every long crawl used it up
    "wal_autocheckpoint": 8_000,  # 32 MB: several batches are copied into the file at once
}
#: Seconds before retrying an operation for which SQLite does not wait itself.
_PAUSE = 0.02
#: A word of the title counts four times as much as one of the text.
_RANK = "bm25(extraction_words, 4.0, 1.0)"

_WORDS = table("extraction_words", column("rowid"))
_INDEX = "INSERT INTO extraction_words (rowid, title, text) VALUES (?, ?, ?)"


class Sqlite:
    """An SQLite database in a file, or in memory."""

    def check(self, url: URL, *, create: bool) -> None:
        """Raise an error that says what is wrong with the path, which SQLite itself does not say."""
        path, shown = Path(url.database or ""), url.render_as_string()
        if url.database in (None, "", ":memory:") or "uri" in url.query:
            return
        if not create and not path.exists():
            raise StoreError(shown, f"there is no file {path}")
        if path.is_dir() or not path.absolute().parent.is_dir():
            raise StoreError(shown, f"{path} is a folder" if path.is_dir() else f"there is no folder {path.parent}")

    def prepare(self, engine: Engine) -> None:
        """Configure every connection, and begin transactions explicitly."""
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)

    def lock(self, connection: Connection) -> None:
        """Do nothing: a transaction that writes is exclusive from its beginning."""

    def index(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Index the words of new records; triggers do so for changed and deleted ones."""
        new = [(row["id"], words(row["title"]), words(row["text"])) for row in rows if row["is_new"]]
        if new:
            connection.exec_driver_sql(_INDEX, new)

    def matching(self, query: Query) -> Select[Any]:
        """The records that match a query, best first."""
        return (
            select(EXTRACTIONS)
            .join(_WORDS, _WORDS.c.rowid == EXTRACTIONS.c.id)
            .where(literal_column("extraction_words").op("MATCH")(query.fts5))
            .order_by(literal_column(_RANK), EXTRACTIONS.c.id)
        )


def _set_up(connection: sqlite3.Connection, _record: object) -> None:
    # By itself, Python's module begins some transactions implicitly, but none for statements that only change tables.
    connection.isolation_level = None
    connection.create_function("thresher_words", 1, words, deterministic=True)
    for name, value in PRAGMAS.items():
        connection.execute(f"PRAGMA {name} = {value}")
    _let_readers_read(connection)


def _let_readers_read(connection: sqlite3.Connection) -> None:
    """Let readers and a writer work at the same time; if two processes request this at once it fails, so retry."""
    deadline = time.monotonic() + BUSY_SECONDS
    while connection.execute("PRAGMA journal_mode").fetchone()[0] == "delete":
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_READONLY:
                return
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_PAUSE)


def _begin(connection: Connection) -> None:
    # A writer takes the lock at the beginning: a transaction that reads first and then writes may be refused.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")
