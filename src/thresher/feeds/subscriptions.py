"""The feeds that are followed: adding, removing, listing and counting them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, select

from thresher.errors import UsageError
from thresher.feeds.addresses import canonical, host_of, is_web
from thresher.feeds.intervals import FIRST
from thresher.feeds.keys import key_of
from thresher.feeds.tables import ACTIVE, ENTRY, FEED, FEEDS, PAGE, WAITING
from thresher.store.insertion import insertion
from thresher.store.record import storable

if TYPE_CHECKING:
    from thresher.store import Store


@dataclass(frozen=True)
class Followed:
    """A followed feed and its state."""

    id: int
    url: str
    title: str
    state: str
    reason: str
    entries: int
    asked_at: datetime | None
    due_at: datetime


def prepare(store: Store) -> Store:
    """The store, with the tables for feeds added."""
    store.add_part(FEEDS)
    return store


def add(store: Store, feeds: Iterable[tuple[str, str]]) -> list[str]:
    """Follow feeds, each given as URL and title; returns those that were not followed before."""
    wanted = {key_of(canonical(url)): (url, title) for url, title in map(_checked, feeds)}
    with store.writing() as connection:
        known = set(connection.scalars(select(FEED.c.key).where(FEED.c.state == ACTIVE)))
        for key, (url, title) in wanted.items():
            _follow(connection, key, url, title)
    return [url for key, (url, _) in wanted.items() if key not in known]


def _checked(feed: tuple[str, str]) -> tuple[str, str]:
    if not is_web(feed[0]):
        raise UsageError(f"{feed[0]!r} is not the URL of a feed: it must begin with http:// or https://")
    return storable(feed[0].strip()), storable(feed[1])


def _follow(connection: Connection, key: str, url: str, title: str) -> None:
    """Add a feed; a retired one is revived."""
    now = datetime.now(UTC)
    row: dict[str, Any] = {
        "url": url,
        "key": key,
        "host": host_of(url),
        "title": title,
        "site": "",
        "state": ACTIVE,
        "reason": "",
    }
    row |= {"failures": 0, "seconds": FIRST.total_seconds(), "due_at": now, "added_at": now}
    again = {"state": ACTIVE, "reason": "", "failures": 0, "due_at": now}
    connection.execute(
        insertion(connection.dialect, FEED)
        .values(row)
        .on_conflict_do_update(index_elements=["key"], set_=again, where=FEED.c.state != ACTIVE)
    )


def remove(store: Store, url: str) -> bool:
    """Stop following a feed; its articles stay. Returns whether it was followed."""
    with store.writing() as connection:
        removed = connection.execute(FEED.delete().where(FEED.c.key == key_of(canonical(url))))
    return bool(removed.rowcount)


def followed(store: Store) -> list[Followed]:
    """All feeds, in the order in which they were added."""
    entries = select(ENTRY.c.feed, func.count().label("entries")).group_by(ENTRY.c.feed).subquery()
    columns = [FEED.c[name] for name in ("id", "url", "title", "state", "reason")]
    statement = select(*columns, func.coalesce(entries.c.entries, 0).label("entries"), FEED.c.asked_at, FEED.c.due_at)
    with store.reading() as connection:
        rows = connection.execute(statement.outerjoin(entries, entries.c.feed == FEED.c.id).order_by(FEED.c.id))
        return [Followed(**row) for row in rows.mappings()]


def tally(store: Store) -> dict[str, dict[str, int]]:
    """The number of feeds and pages in each state."""
    with store.reading() as connection:
        return {
            name: {row.state: row.number for row in connection.execute(_counts(table))}
            for name, table in (("feeds", FEED), ("pages", PAGE))
        }


def _counts(table: Any) -> Any:
    return select(table.c.state, func.count().label("number")).group_by(table.c.state).order_by(table.c.state)


def problems(store: Store, limit: int = 20) -> list[tuple[str, str]]:
    """Pages that could not be fetched, newest first, each with the reason."""
    statement = select(PAGE.c.url, PAGE.c.reason).where(PAGE.c.reason != "", PAGE.c.state.in_(("failed", WAITING)))
    with store.reading() as connection:
        return [(row.url, row.reason) for row in connection.execute(statement.order_by(PAGE.c.id.desc()).limit(limit))]
