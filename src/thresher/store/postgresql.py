"""The PostgreSQL backend: locking for exclusive transactions, and search by tsvector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import URL, Connection, Engine, Select, bindparam, column, event, func, select, table, text

from thresher.store.schema import EXTRACTIONS
from thresher.store.search import Query
from thresher.store.words import words

#: The lock for exclusive access to our tables: an arbitrary number that no other program uses.
_LOCK = 0x7472_6573_6865_7200
#: Seconds for a connection if the URL has no ``connect_timeout``.
CONNECT_SECONDS = 10
#: A tsvector has at most 1 MB; a character takes at most 4 bytes of it, and a short word 4 for its position.
INDEXED_CHARACTERS = 200_000

_WORDS = table("extraction_words", column("id"), column("words"))
_INDEX = text(
    "INSERT INTO extraction_words (id, words) VALUES (:id,"
    " setweight(to_tsvector('simple', :title), 'A') || setweight(to_tsvector('simple', :text), 'B'))"
    " ON CONFLICT (id) DO UPDATE SET words = excluded.words"
)


class Postgresql:
    """A PostgreSQL server."""

    def check(self, url: URL, *, create: bool) -> None:
        """Do nothing: the server reports what is wrong."""

    def prepare(self, engine: Engine) -> None:
        """Set a time limit for connecting, for servers that do not answer."""
        event.listen(engine, "do_connect", _limit)

    def lock(self, connection: Connection) -> None:
        """Wait until no other transaction holds the lock."""
        connection.execute(select(func.pg_advisory_xact_lock(bindparam("lock", _LOCK))))

    def index(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Index the words of records, including known ones, which may have changed."""
        connection.execute(_INDEX, [_indexed(row) for row in rows])

    def matching(self, query: Query) -> Select[Any]:
        """The records that match a query, best first."""
        tsquery = func.to_tsquery("simple", query.tsquery)
        return (
            select(EXTRACTIONS)
            .join(_WORDS, _WORDS.c.id == EXTRACTIONS.c.id)
            .where(_WORDS.c.words.op("@@")(tsquery))
            .order_by(func.ts_rank_cd(_WORDS.c.words, tsquery).desc(), EXTRACTIONS.c.id)
        )


def _indexed(row: dict[str, Any]) -> dict[str, Any]:
    """The words of a record, as many as fit into the index."""
    title = words(row["title"])[:INDEXED_CHARACTERS]
    return {"id": row["id"], "title": title, "text": words(row["text"])[: INDEXED_CHARACTERS - len(title)]}


def _limit(_dialect: object, _record: object, _arguments: object, options: dict[str, Any]) -> None:
    options.setdefault("connect_timeout", CONNECT_SECONDS)
