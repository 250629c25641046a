"""One run at a time on a store: two would ask a host twice as often as it allows.

The lock is one that the system itself gives back when its holder ends in whatever way: of a file beside SQLite's, of
a session in PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from thresher.errors import StoreError

if TYPE_CHECKING:
    from thresher.store import Store

#: Any number that nobody else takes.
_NUMBER = 0x7472_6573_6865_7201
_BUSY = "another run is at work on its feeds"


@contextmanager
def alone(store: Store) -> Iterator[None]:
    """Be the only one who runs feeds on a store, or say that somebody else does."""
    with store.reading() as connection:
        is_server, path = connection.dialect.name == "postgresql", connection.engine.url.database
    with _locked_server(store) if is_server else _locked_file(Path(f"{path}.feeds-lock"), store.url):
        yield


@contextmanager
def _locked_server(store: Store) -> Iterator[None]:
    with store.reading() as connection:
        if not connection.scalar(select(func.pg_try_advisory_lock(_NUMBER))):
            raise StoreError(store.url, _BUSY)
        # The lock is the session's; a transaction that stays open would be in the way of others.
        connection.commit()
        try:
            yield
        finally:
            connection.execute(select(func.pg_advisory_unlock(_NUMBER)))


@contextmanager
def _locked_file(path: Path, url: str) -> Iterator[None]:
    import fcntl

    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(url, _BUSY) from None
        yield
