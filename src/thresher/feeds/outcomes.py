"""Outcomes of feed and host jobs, and their changes to the store, each within one transaction.

A run that is killed between a response and its outcome has changed nothing, so the job is still due.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy import Connection, select

from thresher.feeds.addresses import canonical, host_of
from thresher.feeds.intervals import LONGEST, jittered, next_interval
from thresher.feeds.keys import key_of
from thresher.feeds.new_entries import add_entries
from thresher.feeds.tables import FEED, HOST, RETIRED, ROBOTS
from thresher.store.insertion import insertion
from thresher.store.record import storable

if TYPE_CHECKING:
    from thresher.feeds.client import Failure
    from thresher.feeds.due import FeedJob
    from thresher.feeds.entries import Feed
    from thresher.feeds.robots import RobotsText
    from thresher.store import Store

#: A feed is given up after this many consecutive "not found" responses, or this many failures of any kind.
MAX_MISSING, MAX_FAILURES = 3, 20
NOT_FOUND, GONE = 404, 410


class JobOutcome(Protocol):
    """The outcome of a job."""

    def apply(self, store: Store, connection: Connection, now: datetime) -> Counter[str]:
        """Change the store accordingly; returns counts of what happened."""
        ...


@dataclass(frozen=True)
class FeedRead:
    """A feed that was fetched and parsed."""

    job: FeedJob
    feed: Feed
    etag: str | None = None
    last_modified: str | None = None
    stated: timedelta | None = None  #: how long it stays valid according to its server
    moved_to: str = ""  #: its new URL

    def apply(self, _store: Store, connection: Connection, now: datetime) -> Counter[str]:
        """Record its entries, and when it is due again."""
        found = add_entries(connection, self.job.id, self.feed.entries, now)
        stated = max((each for each in (self.stated, self.feed.every) if each), default=None)
        interval = next_interval(self.job.interval, is_new=bool(found["entries"]), stated=stated)
        changes = {"etag": self.etag, "last_modified": self.last_modified, "site": self.feed.site, "read_at": now}
        changes |= {"title": self.feed.title} if self.feed.title else {}
        _update_feed(connection, self.job.id, now, interval, storable(changes) | {"read_at": now})
        if self.moved_to:
            _move(connection, self.job.id, self.moved_to)
        return found + Counter(feeds=1)


@dataclass(frozen=True)
class FeedSame:
    """A feed that has not changed, according to its server."""

    job: FeedJob
    stated: timedelta | None = None

    def apply(self, _store: Store, connection: Connection, now: datetime) -> Counter[str]:
        """Record when it is due again."""
        interval = next_interval(self.job.interval, is_new=False, stated=self.stated)
        _update_feed(connection, self.job.id, now, interval, {})
        return Counter(feeds=1, unchanged=1)


@dataclass(frozen=True)
class FeedFailed:
    """A feed that could not be fetched, or is not a feed."""

    job: FeedJob
    failure: Failure

    def apply(self, _store: Store, connection: Connection, now: datetime) -> Counter[str]:
        """Record why, and when it is tried again, or that it is given up."""
        failures = self.job.failures + self.failure.counts
        gone = self.failure.status == GONE or (self.failure.status == NOT_FOUND and failures >= MAX_MISSING)
        is_retired = gone or failures >= MAX_FAILURES
        wait = max(timedelta(seconds=self.failure.after), _after_failures(self.job.interval, failures))
        changes = {"failures": failures, "reason": self.failure.reason, "due_at": now + wait, "asked_at": now}
        changes |= {"state": RETIRED} if is_retired else {}
        connection.execute(FEED.update().where(FEED.c.id == self.job.id).values(changes))
        return Counter(feeds=1, failing=1, retired=int(is_retired))


def _after_failures(interval: timedelta, failures: int) -> timedelta:
    """How long a feed is left alone after a number of consecutive failures.

    >>> _after_failures(timedelta(hours=1), 3), _after_failures(timedelta(hours=1), 0)
    (datetime.timedelta(seconds=14400), datetime.timedelta(0))
    """
    return min(LONGEST, interval * 2 ** (min(failures, 8) - 1)) if failures else timedelta(0)


def _update_feed(connection: Connection, number: int, now: datetime, interval: timedelta, more: dict[str, Any]) -> None:
    values = {"failures": 0, "reason": "", "asked_at": now, "seconds": interval.total_seconds()}
    values |= {"due_at": now + jittered(interval)} | more
    connection.execute(FEED.update().where(FEED.c.id == number).values(values))


def _move(connection: Connection, number: int, url: str) -> None:
    """Give a feed its new URL; if that is already followed, the feed is retired."""
    key = key_of(canonical(url))
    other = connection.scalar(select(FEED.c.id).where(FEED.c.key == key, FEED.c.id != number))
    moved: dict[str, Any] = {"url": storable(url), "key": key, "host": host_of(url)}
    retired = {"state": RETIRED, "reason": f"it has moved to {url}, which is already followed"}
    connection.execute(FEED.update().where(FEED.c.id == number).values(retired if other else moved))


@dataclass(frozen=True)
class HostClosed:
    """A host that must be left alone."""

    host: str
    until: datetime

    def apply(self, _store: Store, connection: Connection, _now: datetime) -> Counter[str]:
        """Store it."""
        row = insertion(connection.dialect, HOST).values(host=self.host, free_at=self.until)
        connection.execute(row.on_conflict_do_update(index_elements=["host"], set_={"free_at": self.until}))
        return Counter()


@dataclass(frozen=True)
class RulesFound:
    """The ``robots.txt`` of an origin."""

    origin: str
    text: RobotsText

    def apply(self, _store: Store, connection: Connection, _now: datetime) -> Counter[str]:
        """Store it."""
        values = {"rules": storable(self.text.text), "until": self.text.until}
        row = insertion(connection.dialect, ROBOTS).values(origin=self.origin, **values)
        connection.execute(row.on_conflict_do_update(index_elements=["origin"], set_=values))
        return Counter()
