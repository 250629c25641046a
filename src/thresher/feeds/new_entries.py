"""Adding new entries of a feed, and the pages that they link to, to the store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from thresher.feeds.addresses import canonical, host_of, is_web
from thresher.feeds.entries import Entry
from thresher.feeds.keys import key_of
from thresher.feeds.tables import ADDRESS, ENTRY, PAGE, SEEN, WAITING
from thresher.store.insertion import insertion
from thresher.store.record import storable

#: Entries that are processed at a time: SQLite allows at least this many values in a statement.
BATCH = 500
#: Longer URLs are those of crawler traps.
MAX_ADDRESS = 4000


def add_entries(connection: Connection, feed: int, entries: Sequence[Entry], now: datetime) -> Counter[str]:
    """Add the new entries of a feed; returns the counts of new entries and new pages."""
    keyed = {key_of(entry.id): entry for entry in reversed(entries) if entry.id}
    counts: Counter[str] = Counter()
    for batch in _batches([*reversed(keyed.items())]):
        known = set(connection.scalars(select(ENTRY.c.key).where(ENTRY.c.feed == feed, ENTRY.c.key.in_(dict(batch)))))
        new = {key: entry for key, entry in batch if key not in known}
        if new:
            counts += _add_new(connection, feed, new, now)
    return counts


def _batches(items: Sequence[tuple[str, Entry]]) -> Iterator[Sequence[tuple[str, Entry]]]:
    return (items[start : start + BATCH] for start in range(0, len(items), BATCH))


def _add_new(connection: Connection, feed: int, new: dict[str, Entry], now: datetime) -> Counter[str]:
    page_keys = {key: key_of(canonical(entry.url)) for key, entry in new.items() if _is_fetchable(entry.url)}
    pages = {page_keys[key]: new[key] for key in reversed(page_keys)}
    added = _add_pages(connection, pages, now)
    numbers = _numbers(connection, pages)
    rows = [{"feed": feed, "key": key, "page": numbers.get(page_keys.get(key, ""))} for key in new]
    connection.execute(ENTRY.insert(), rows)
    return Counter(entries=len(new), pages=added)


def _is_fetchable(url: str) -> bool:
    return len(url) <= MAX_ADDRESS and is_web(url)


def _add_pages(connection: Connection, pages: dict[str, Entry], now: datetime) -> int:
    """Add pages that are not known; returns how many of them wait to be fetched."""
    if not pages:
        return 0
    known = set(_numbers(connection, pages))
    led_to = set(connection.scalars(select(ADDRESS.c.key).where(ADDRESS.c.key.in_(pages))))
    new = [key for key in reversed(pages) if key not in known]
    rows = [_row(key, pages[key], now, is_seen=key in led_to) for key in new]
    if rows:
        connection.execute(insertion(connection.dialect, PAGE).on_conflict_do_nothing(index_elements=["key"]), rows)
    return sum(row["state"] == WAITING for row in rows)


def _numbers(connection: Connection, pages: dict[str, Entry]) -> dict[str, int]:
    return {row.key: row.id for row in connection.execute(select(PAGE.c.key, PAGE.c.id).where(PAGE.c.key.in_(pages)))}


def _row(key: str, entry: Entry, now: datetime, *, is_seen: bool) -> dict[str, Any]:
    return {
        "url": storable(entry.url),
        "key": key,
        "host": host_of(entry.url),
        "state": SEEN if is_seen else WAITING,
        "reason": "another page led to it" if is_seen else "",
        "failures": 0,
        "due_at": now,
        "title": storable(entry.title),
        "author": storable(entry.author),
        "published": entry.published,
        "found_at": now,
    }
