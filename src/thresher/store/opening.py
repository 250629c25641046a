"""From a URL to an engine of SQLAlchemy, and from what a database throws to one sentence."""

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
    """What differs between databases."""

    def check(self, url: URL, *, create: bool) -> None:
        """Refuse a place where no database can be."""
        ...

    def prepare(self, engine: Engine) -> None:
        """Set up what every connection needs."""
        ...

    def lock(self, connection: Connection) -> None:
        """Be alone with the tables until the transaction ends."""
        ...

    def index(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Make records findable by their words; ``is_new`` says of each whether the store has only just got it."""
        ...

    def matching(self, query: Query) -> Select[Any]:
        """The records that match a query, the best first."""
        ...


#: Name of each kind of database in a URL, the driver that is used, and what is particular to it.
BACKENDS: dict[str, tuple[str, type[Backend]]] = {
    "sqlite": ("sqlite", Sqlite),
    "postgresql": ("postgresql+psycopg", Postgresql),
}


def read_url(text: str) -> URL:
    """The URL of a store, with the driver that is used for it.

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
    """The URL as the user knows it: without the driver, which is our choice, and without a password.

    >>> shown_url(read_url("postgresql://ada:secret@mill.example/rye"))
    'postgresql://ada:***@mill.example/rye'
    """
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def open_engine(url: URL, *, create: bool) -> tuple[Engine, Backend]:
    """An engine for the URL and what is particular to its database; nothing is connected yet."""
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
    """Turn what a database throws into a `StoreError` that says what happened."""
    try:
        yield
    except exc.DBAPIError as error:
        raise StoreError(url, str(error.orig).strip().partition("\n")[0]) from error


#: What PostgreSQL calls it when two transactions wait for each other, and it has ended one of them.
_DEADLOCK = "40P01"


def is_deadlock(error: StoreError) -> bool:
    """Whether a transaction failed only because it and another one waited for each other."""
    return getattr(getattr(error.__cause__, "orig", None), "sqlstate", None) == _DEADLOCK
