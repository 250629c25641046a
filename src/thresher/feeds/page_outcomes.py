"""Outcomes of page jobs, and their changes to the store, many at a time within one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, bindparam, select

from thresher.feeds.addresses import canonical
from thresher.feeds.articles import Article, Kept, keep_all
from thresher.feeds.intervals import retry_delay
from thresher.feeds.keys import key_of
from thresher.feeds.tables import ADDRESS, FAILED, PAGE, SEEN, STORED, WAITING
from thresher.store.insertion import insertion
from thresher.store.record import storable

if TYPE_CHECKING:
    from thresher.feeds.client import Failure
    from thresher.feeds.due import PageJob
    from thresher.store import Store

#: The update that closes a page; values that are not given stay empty.
_CLOSING = (
    PAGE.update()
    .where(PAGE.c.id == bindparam("number"))
    .values({name: bindparam(f"new_{name}") for name in ("state", "reason", "extraction", "done_at")})
)


@dataclass(frozen=True)
class PageRead:
    """A page that was fetched and extracted: an article, or a state and the reason for it."""

    job: PageJob
    url: str  #: the final URL after redirects
    article: Article | None = None
    state: str = STORED
    reason: str = ""

    def apply(self, store: Store, connection: Connection, now: datetime) -> Counter[str]:
        """Keep the article, unless it or its URL is already stored."""
        return close_pages(store, connection, [self], now)


def close_pages(store: Store, connection: Connection, reads: Sequence[PageRead], now: datetime) -> Counter[str]:
    """Keep the articles of pages, unless they or their URLs are already stored; returns counts of what happened."""
    waiting = _waiting(connection, [read.job.id for read in reads])
    reads = [read for read in reads if read.job.id in waiting]
    if not reads:
        return Counter()
    owners = _claim(connection, reads)
    articles = [read.article for read in reads if read.article and read.job.id not in owners]
    kept = iter(keep_all(store, connection, articles))
    endings = [_Ending.of(read, owners.get(read.job.id), kept) for read in reads]
    connection.execute(_CLOSING, [ending.row(now) for ending in endings])
    return sum((ending.counts() for ending in endings), Counter())


@dataclass(frozen=True)
class _Ending:
    """The final state of a page."""

    page: int
    state: str
    reason: str = ""
    extraction: int | None = None
    is_duplicate: bool = False

    @classmethod
    def of(cls, read: PageRead, owner: Any, kept: Any) -> _Ending:
        """The final state of a page, given the earlier page with the same URL, if any, and its kept article, if any."""
        if owner is not None:
            return cls(read.job.id, SEEN, f"it leads to the same page as {owner.url}", owner.extraction)
        if read.article is None:
            return cls(read.job.id, read.state, read.reason)
        return cls._of_article(read.job.id, next(kept))

    @classmethod
    def _of_article(cls, page: int, kept: Kept) -> _Ending:
        if not kept.is_new:
            return cls(page, SEEN, f"the same content as {kept.url}", kept.extraction)
        if kept.duplicate_of is None:
            return cls(page, STORED, "", kept.extraction)
        return cls(page, STORED, f"nearly the same content as article {kept.duplicate_of}", kept.extraction, True)

    def row(self, now: datetime) -> dict[str, Any]:
        """The values of `_CLOSING`."""
        values = {"state": self.state, "reason": storable(self.reason), "extraction": self.extraction, "done_at": now}
        return {f"new_{name}": value for name, value in values.items()} | {"number": self.page}

    def counts(self) -> Counter[str]:
        """Counts of what happened."""
        return Counter({self.state: 1, "done": 1, "duplicates": int(self.is_duplicate)})


def _waiting(connection: Connection, pages: Sequence[int]) -> set[int]:
    return set(connection.scalars(select(PAGE.c.id).where(PAGE.c.id.in_(pages), PAGE.c.state == WAITING)))


def _claim(connection: Connection, reads: Sequence[PageRead]) -> dict[int, Any]:
    """Claim the URLs of pages; for each page, the earlier page that already has one of them."""
    addresses = {read.job.id: {key_of(canonical(read.job.url)), key_of(canonical(read.url))} for read in reads}
    rows = [{"key": key, "page": page} for page, keys in addresses.items() for key in sorted(keys)]
    connection.execute(insertion(connection.dialect, ADDRESS).on_conflict_do_nothing(index_elements=["key"]), rows)
    wanted = {row["key"] for row in rows}
    statement = select(ADDRESS.c.key, PAGE.c.id, PAGE.c.url, PAGE.c.extraction).join(PAGE, PAGE.c.id == ADDRESS.c.page)
    owners = {row.key: row for row in connection.execute(statement.where(ADDRESS.c.key.in_(wanted)))}
    before = {
        page: next((owners[key] for key in sorted(keys) if owners[key].id != page), None)
        for page, keys in addresses.items()
    }
    _close_waiting(connection, reads, {page for page, owner in before.items() if owner is None})
    return {page: owner for page, owner in before.items() if owner is not None}


def _close_waiting(connection: Connection, reads: Sequence[PageRead], claimed: set[int]) -> None:
    """Close waiting pages that have already been reached by a redirect."""
    led = {
        read.job.id: key_of(canonical(read.url))
        for read in reads
        if read.job.id in claimed and read.url != read.job.url
    }
    if led:
        waiting = PAGE.update().where(PAGE.c.key.in_(led.values()), PAGE.c.state == WAITING, PAGE.c.id.not_in(led))
        connection.execute(waiting.values(state=SEEN, reason="another page led to it"))


@dataclass(frozen=True)
class PageFailed:
    """A page that could not be fetched."""

    job: PageJob
    failure: Failure
    attempts: int  #: the maximum number of attempts
    first_retry: timedelta

    def apply(self, _store: Store, connection: Connection, now: datetime) -> Counter[str]:
        """Record why, and when it is tried again, or that it is given up."""
        if not _waiting(connection, [self.job.id]):
            return Counter()
        failures = self.job.failures + self.failure.counts
        if not self.failure.is_passing or failures >= self.attempts:
            ending = _Ending(self.job.id, FAILED, self.failure.reason)
            connection.execute(_CLOSING, ending.row(now))
            return ending.counts()
        pause = retry_delay(failures, self.first_retry) if self.failure.counts else timedelta(0)
        due = now + max(pause, timedelta(seconds=self.failure.after))
        values = {"reason": storable(self.failure.reason), "failures": failures, "due_at": due}
        connection.execute(PAGE.update().where(PAGE.c.id == self.job.id).values(values))
        return Counter(retries=int(self.failure.counts))
