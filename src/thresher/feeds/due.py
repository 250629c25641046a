"""What is due: the hosts with due jobs and the jobs, read from the store whenever there is room for more."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, case, func, or_, select, union, union_all

from thresher.feeds.robots import RobotsText
from thresher.feeds.tables import ACTIVE, FEED, HOST, PAGE, ROBOTS, WAITING


@dataclass(frozen=True)
class FeedJob:
    """A feed to fetch."""

    id: int
    url: str
    etag: str | None
    last_modified: str | None
    interval: timedelta
    failures: int


@dataclass(frozen=True)
class PageJob:
    """A page to fetch, and what its entry says about it."""

    id: int
    url: str
    failures: int
    title: str
    author: str
    published: str


Job = FeedJob | PageJob


def due_hosts(connection: Connection, now: datetime, busy: Collection[str], limit: int) -> list[str]:
    """Hosts with due jobs that may be contacted, except those that are busy."""
    feeds = select(FEED.c.host).where(FEED.c.state == ACTIVE, FEED.c.due_at <= now)
    pages = select(PAGE.c.host).where(PAGE.c.state == WAITING, PAGE.c.due_at <= now)
    due = union(feeds, pages).subquery()
    statement = select(due.c.host).outerjoin(HOST, HOST.c.host == due.c.host)
    free = statement.where(or_(HOST.c.free_at.is_(None), HOST.c.free_at <= now))
    # SQLite allows thousands of values in a statement, and there are never that many busy hosts.
    return [*connection.scalars(free.where(due.c.host.not_in(busy)).limit(limit))]


def due_jobs(connection: Connection, host: str, now: datetime, limit: int) -> list[Job]:
    """The due jobs of one host: its feeds first, then its pages, those that have waited longest first."""
    feeds = select(FEED).where(FEED.c.state == ACTIVE, FEED.c.host == host, FEED.c.due_at <= now)
    jobs: list[Job] = [
        FeedJob(row.id, row.url, row.etag, row.last_modified, timedelta(seconds=row.seconds), row.failures)
        for row in connection.execute(feeds.order_by(FEED.c.due_at).limit(limit))
    ]
    pages = select(*(PAGE.c[name] for name in ("id", "url", "failures", "title", "author", "published")))
    waiting = pages.where(PAGE.c.state == WAITING, PAGE.c.host == host, PAGE.c.due_at <= now)
    jobs += [
        PageJob(**row)
        for row in connection.execute(waiting.order_by(PAGE.c.due_at, PAGE.c.id).limit(limit - len(jobs))).mappings()
    ]
    return jobs


def next_due(connection: Connection) -> datetime | None:
    """When something is due next, possibly in the past; ``None`` if nothing is followed and nothing waits."""
    feeds = _with_host(select(FEED.c.due_at, FEED.c.host).where(FEED.c.state == ACTIVE))
    pages = _with_host(select(PAGE.c.due_at, PAGE.c.host).where(PAGE.c.state == WAITING))
    return min((moment for moment in connection.scalars(union_all(feeds, pages)) if moment), default=None)


def _with_host(due: Any) -> Any:
    """The earliest time at which something is due and its host may be contacted."""
    each = due.subquery()
    later = select(each.c.due_at, HOST.c.free_at).outerjoin(HOST, HOST.c.host == each.c.host).subquery()
    closed = later.c.free_at > later.c.due_at
    return select(func.min(case((closed, later.c.free_at), else_=later.c.due_at)))


def remembered_rules(connection: Connection, origin: str) -> RobotsText | None:
    """The ``robots.txt`` of an origin, if it was fetched before."""
    row = connection.execute(select(ROBOTS).where(ROBOTS.c.origin == origin)).first()
    return RobotsText(row.rules, row.until) if row else None
