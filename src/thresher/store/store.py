"""`Store`: records in a database, written in batches and read by URL, by number, by filter or by search."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any, BinaryIO, Self

from sqlalchemy import Connection, Engine, Select, func, select

from thresher.cached import cached_property
from thresher.errors import StoreError
from thresher.store import export, migrations, rows
from thresher.store.filter import EVERYTHING, Filter
from thresher.store.insertion import insertion
from thresher.store.opening import Backend, is_deadlock, open_engine, read_url, sentences, shown_url
from thresher.store.record import StoredExtraction, storable
from thresher.store.schema import EXTRACTIONS, MEDIA
from thresher.store.search import Found, read_query, snippet

#: Records that are written in one transaction, and read at a time.
BATCH = 1_000
#: How often a batch is tried that conflicts with another writer.
ATTEMPTS = 5
#: The highest possible number of a record.
MAX_NUMBER = 2**63 - 1

_C = EXTRACTIONS.c
#: Of several versions, the one seen last is the newest, since pages may return to an earlier version.
_NEWEST = (_C.seen_at.desc(), _C.id.desc())


@dataclass(frozen=True)
class Written:
    """The number of records that were new to the store, and of those that it already had."""

    new: int = 0
    known: int = 0

    def __add__(self, other: Written) -> Written:
        return Written(self.new + other.new, self.known + other.known)


class Store:
    """Results in a database.

    >>> with Store.open("sqlite://") as store:
    ...     written = store.put_many([StoredExtraction("https://mill.example/rye", "Rye is back.", title="Rye")])
    ...     print(written, store.get("https://mill.example/rye").title, store.search("RYE")[0].snippet.text)
    Written(new=1, known=0) Rye Rye is back.
    """

    def __init__(self, engine: Engine, backend: Backend) -> None:
        self._engine, self._backend = engine, backend
        self.url = shown_url(engine.url)  #: without the password

    @classmethod
    def open(cls, url: str, *, create: bool = True) -> Self:
        """The store at a URL; its tables are created or updated. Without *create*, the store must exist."""
        store = cls(*open_engine(read_url(url), create=create))
        try:
            store._bring_up_to_date(create=create)
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Transactions, for the store and for parts with tables of their own.

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for reading."""
        with sentences(self.url), self._engine.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def writing(self, *, alone: bool = False) -> Iterator[Connection]:
        """A connection for writing; its changes are all committed or, after an error, all rolled back.

        Transactions that are *alone* run one after the other, so that each can compare with what the last one wrote.
        """
        with sentences(self.url), self._engine.connect() as plain:
            connection = plain.execution_options(writes=True)
            with connection.begin():
                if alone:
                    self._backend.lock(connection)
                yield connection

    def add_part(self, part: migrations.Part) -> None:
        """Create or update the tables of another part of the program."""
        with self.reading() as connection:
            taken = migrations.version(connection, part)
        migrations.refuse_newer(part, taken, self.url)
        if taken < len(part.steps):
            with self.writing(alone=True) as connection:
                migrations.migrate(connection, part, self.url)

    def _bring_up_to_date(self, *, create: bool) -> None:
        if not create:
            with self.reading() as connection:
                if not migrations.has_tables(connection):
                    raise StoreError(self.url, "the database contains no store")
        self.add_part(migrations.STORE)

    # Writing.

    def put_many(self, records: Iterable[StoredExtraction]) -> Written:
        """Store records, one batch per transaction; a record with known URL and content is updated."""
        written, iterator = Written(), iter(records)
        # If a batch has the same record twice, the last one counts.
        while batch := {record.key: record for record in islice(iterator, BATCH)}:
            written += self._put_batch(batch)
        return written

    def put(self, connection: Connection, records: Iterable[StoredExtraction]) -> dict[str, int]:
        """Store records within the caller's transaction; returns the number of each, by its key."""
        batch = {record.key: record for record in records}
        return self._put(connection, batch)[1] if batch else {}

    def _put_batch(self, batch: dict[str, StoredExtraction], attempts: int = ATTEMPTS) -> Written:
        try:
            with self.writing() as connection:
                return self._put(connection, batch)[0]
        except StoreError as error:
            if attempts == 1 or not is_deadlock(error):
                raise
            return self._put_batch(batch, attempts - 1)

    def _put(self, connection: Connection, batch: dict[str, StoredExtraction]) -> tuple[Written, dict[str, int]]:
        now = datetime.now(UTC)
        values = [rows.row_of(record, now) for record in batch.values()]
        # One small statement for every row and one query for their numbers: a single statement that inserts all rows
        # and returns the numbers costs half as much again.
        connection.execute(self._upsert, values)
        kept = connection.execute(select(_C.id, _C.key, _C.stored_at).where(_C.key.in_(batch))).all()
        numbers = {row.key: row.id for row in kept}
        known = {row.key: row.id for row in kept if row.stored_at != now}
        self._put_media(connection, {numbers[key]: record for key, record in batch.items()}, known.values())
        for value in values:
            value |= {"id": numbers[value["key"]], "is_new": value["key"] not in known}
        self._backend.index(connection, values)
        return Written(len(kept) - len(known), len(known)), numbers

    @cached_property
    def _upsert(self) -> Any:
        new = insertion(self._engine.dialect, EXTRACTIONS)
        given = new.excluded
        changes = {name: given[name] for name in rows.CHANGED}
        changes["duplicate_of"] = func.coalesce(given.duplicate_of, _C.duplicate_of)
        return new.on_conflict_do_update(index_elements=[_C.key], set_=changes)

    def _put_media(self, connection: Connection, records: dict[int, StoredExtraction], known: Collection[int]) -> None:
        if known:
            connection.execute(MEDIA.delete().where(MEDIA.c.extraction.in_(known)))
        media = [row for number, record in records.items() for row in rows.media_rows(number, record)]
        if media:
            connection.execute(MEDIA.insert(), media)

    # Reading.

    def has(self, url: str, content_hash: str | None = None) -> bool:
        """Whether there is a record of the URL, with that content if it is given."""
        statement = select(_C.id).where(_C.url == storable(url)).limit(1)
        if content_hash is not None:
            statement = statement.where(_C.content_hash == content_hash)
        with self.reading() as connection:
            return connection.scalar(statement) is not None

    def known(self, urls: Iterable[str]) -> set[str]:
        """The URLs that have records."""
        known: set[str] = set()
        iterator = iter(urls)
        with self.reading() as connection:
            while batch := {storable(url): url for url in islice(iterator, BATCH)}:
                found = connection.scalars(select(_C.url).where(_C.url.in_(batch)))
                known.update(batch[url] for url in found)
        return known

    def get(self, name: str | int) -> StoredExtraction | None:
        """The newest record of a URL, or the record with a number; ``None`` if there is none."""
        if isinstance(name, int) and abs(name) > MAX_NUMBER:
            return None
        condition = _C.id == name if isinstance(name, int) else _C.url == storable(name)
        found = self._records(select(EXTRACTIONS).where(condition).order_by(*_NEWEST).limit(1))
        return found[0] if found else None

    def versions(self, url: str) -> Sequence[StoredExtraction]:
        """All records of a URL, newest first."""
        return self._records(select(EXTRACTIONS).where(_C.url == storable(url)).order_by(*_NEWEST))

    def count(self, wanted: Filter = EVERYTHING) -> int:
        """The number of records that match the filter."""
        with self.reading() as connection:
            return connection.scalar(select(func.count()).select_from(EXTRACTIONS).where(*wanted.conditions())) or 0

    def list(self, wanted: Filter = EVERYTHING, *, limit: int = 20) -> Sequence[StoredExtraction]:
        """The newest records that match the filter."""
        statement = select(EXTRACTIONS).where(*wanted.conditions())
        return self._records(statement.order_by(_C.id.desc()).limit(limit))

    def each(self, wanted: Filter = EVERYTHING) -> Iterator[StoredExtraction]:
        """All records that match the filter, oldest first; few are in memory, and no lock is held between them."""
        last = 0
        statement = select(EXTRACTIONS).where(*wanted.conditions()).order_by(_C.id).limit(BATCH)
        while records := self._records(statement.where(_C.id > last)):
            yield from records
            last = records[-1].id or 0

    def search(self, text: str, wanted: Filter = EVERYTHING, *, limit: int = 20) -> Sequence[Found]:
        """The records that match a query such as ``rye "winter rye" bak* -wheat``, best first."""
        query = read_query(text)
        if not query.wanted:
            return []
        statement = self._backend.matching(query).where(*wanted.conditions()).limit(limit)
        return [Found(record, snippet(record.text, query)) for record in self._records(statement)]

    def export(self, out: BinaryIO, name: str = "jsonl", wanted: Filter = EVERYTHING) -> int:
        """Write the matching records in a format of `export.EXPORTS`; returns their number."""
        return export.writer(name)(self.each(wanted), out)

    def _records(self, statement: Select[Any]) -> Sequence[StoredExtraction]:
        with self.reading() as connection:
            found = connection.execute(statement).mappings().all()
            media = self._media(connection, [row["id"] for row in found])
        return [rows.record_of(row, media[row["id"]]) for row in found]

    def _media(self, connection: Connection, numbers: Sequence[int]) -> dict[int, Any]:
        media: dict[int, Any] = defaultdict(list)
        statement = select(MEDIA).where(MEDIA.c.extraction.in_(numbers)).order_by(*rows.MEDIA_ORDER)
        for row in connection.execute(statement).mappings() if numbers else ():
            media[row["extraction"]].append(row)
        return media
