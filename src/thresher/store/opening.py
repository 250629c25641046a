"""An SQLAlchemy engine for a URL, and database errors as sentences."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from sqlalchemy import URL, Connection, Engine, Select, create_engine, exc, make_url

from thresher.errors import MissingExtra, StoreError, UsageError
from thresher.store.postgresql import Postgresql
from thresher.store.search import Query
from thresher.store.sqlite import Sqlite


class Backend(Protocol):
    """The parts that differ between databases."""

    def check(self, url: URL, *, create: bool) -> None:
        """Raise an error if there can be no database at the URL."""
        ...

    def prepare(self, engine: Engine) -> None:
        """Configure every connection."""
        ...

    def lock(self, connection: Connection) -> None:
        """Lock the tables until the transaction ends."""
        ...

    def index(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Index the words of records; ``is_new`` says for each whether it was added just now."""
        ...

    def matching(self, query: Query) -> Select[Any]:
        """The records that match a query, best first."""
        ...


#: For each kind of database its name in a URL, the driver that is used, and its backend.
BACKENDS: dict[str, tuple[str, type[Backend]]] = {
    "sqlite": ("sqlite", Sqlite),
    "postgresql": ("postgresql+psycopg", Postgresql),
}


def read_url(text: str) -> URL:
    """The URL of a store, with the driver to use.

    >>> read_url("results.db")
    Traceback (most recent call last):
    thresher.errors.UsageError: 'results.db' is not the URL of a store; write sqlite:///PATH or postgresql://USER@HOST/NAME
    """
    try:
        url = make_url(text)
        _ = url.get_backend_name()
    except (exc.ArgumentError, ValueError):
        raise UsageError(_refusal(text)) from None
    if url.drivername not in BACKENDS:
        raise UsageError(_refusal(url.render_as_string()))
    return url.set(drivername=BACKENDS[url.drivername][0])


def _refusal(text: str) -> str:
    return f"{text!r} is not the URL of a store; write sqlite:///PATH or postgresql://USER@HOST/NAME"


def shown_url(url: URL) -> str:
    """The URL as the user wrote it: without the driver, which is our choice, and without the password.

    >>> shown_url(read_url("postgresql://ada:secret@mill.example/rye"))
    'postgresql://ada:***@mill.example/rye'
    """
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def open_engine(url: URL, *, create: bool) -> tuple[Engine, Backend]:
    """An engine for the URL and the backend of its database; it does not connect yet."""
    backend = BACKENDS[url.get_backend_name()][1]()
    backend.check(url, create=create)
    try:
        engine = create_engine(url)
    except ImportError:
        raise MissingExtra("psycopg", "store", "keeping results in PostgreSQL") from None
    backend.prepare(engine)
    return engine, backend


@contextlib.contextmanager
def sentences(url: str) -> Iterator[None]:
    """Turn database errors into a `StoreError` that says what happened."""
    try:
        yield
    except exc.DBAPIError as error:
        raise StoreError(url, str(error.orig).strip().partition("\n")[0]) from error


#: PostgreSQL's error code for two transactions that waited for each other, one of which it has aborted.
_DEADLOCK = "40P01"


def is_deadlock(error: StoreError) -> bool:
    """Whether a transaction failed because it and another one waited for each other."""
    return getattr(getattr(error.__cause__, "orig", None), "sqlstate", None) == _DEADLOCK
