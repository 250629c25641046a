"""One run at a time on a store, since two would send a host twice as many requests as it allows.

The lock is released by the system however its holder ends: a lock on a file next to SQLite's, or the lock of a
PostgreSQL session.
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

#: An arbitrary number that no other program uses.
_NUMBER = 0x7472_6573_6865_7201
_BUSY = "another run is processing its feeds"


@contextmanager
def alone(store: Store) -> Iterator[None]:
    """Hold the lock for running the feeds of a store; an error if another run holds it."""
    with store.reading() as connection:
        is_server, path = connection.dialect.name == "postgresql", connection.engine.url.database
    with _locked_server(store) if is_server else _locked_file(Path(f"{path}.feeds-lock"), store.url):
        yield


@contextmanager
def _locked_server(store: Store) -> Iterator[None]:
    with store.reading() as connection:
        if not connection.scalar(select(func.pg_try_advisory_lock(_NUMBER))):
            raise StoreError(store.url, _BUSY)
        # The lock belongs to the session; an open transaction would block others.
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
