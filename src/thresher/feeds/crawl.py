"""`Crawl`: does due jobs, host by host, until nothing is due or it is stopped.

Each host has one task: it takes due jobs from the store, some at a time, starts them and waits until all outcomes are
written. The gate of the host spaces the requests, so starting several jobs at once does not send a burst.
"""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from contextlib import AsyncExitStack, contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from thresher.errors import StoreError
from thresher.feeds.client import Client, Failure
from thresher.feeds.due import Job, PageJob, due_hosts, due_jobs, next_due
from thresher.feeds.extractors import Extractors
from thresher.feeds.outcomes import FeedFailed, JobOutcome
from thresher.feeds.page_outcomes import PageFailed
from thresher.feeds.settings import Settings
from thresher.feeds.store_thread import StoreThread
from thresher.feeds.transport import Transport
from thresher.feeds.visits import Visits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from thresher.store import Store

#: Jobs of a host that are taken at a time.
BATCH = 20
#: Seconds after which due jobs are looked up if nothing else happens.
TICK = 1.0
#: The same while nothing is due, since a feed may be added meanwhile.
LOOK = 15.0
#: Seconds between two calls of the watcher.
WATCHING = 0.5


class Crawl:
    """One run over the feeds of a store."""

    def __init__(self, store: Store, settings: Settings, watcher: Callable[[Crawl], None] | None = None) -> None:
        self._store, self._settings, self._watcher = store, settings, watcher
        self._stop = asyncio.Event()
        self._hosts: dict[str, asyncio.Task[None]] = {}
        self.counts: Counter[str] = Counter()  #: what happened so far
        self.waits_until: datetime | None = None  #: while nothing is due, the time at which something will be

    @property
    def hosts(self) -> int:
        """The number of hosts that are being processed."""
        return len(self._hosts)

    @property
    def is_stopped(self) -> bool:
        """Whether the run has been asked to stop."""
        return self._stop.is_set()

    def stop(self) -> None:
        """End soon; finished jobs are kept, unfinished ones stay due."""
        self._stop.set()

    async def run(self, *, watch: bool = False) -> Counter[str]:
        """Do everything that is due; with *watch*, continue forever."""
        async with AsyncExitStack() as stack:
            transport = await stack.enter_async_context(Transport(self._settings))
            extractors = await stack.enter_async_context(Extractors(self._settings))
            self._store_thread = await stack.enter_async_context(StoreThread(self._store))
            self.counts = self._store_thread.counts
            self._visits = Visits(self._settings, Client(self._settings, transport, self._store_thread), extractors)
            stack.enter_context(self._signals())
            watching = asyncio.create_task(self._watched())
            try:
                await self._rounds(watch=watch)
            finally:
                watching.cancel()
                await self._cancel_all()
        return self.counts

    @contextmanager
    def _signals(self) -> Iterator[None]:
        """Let SIGINT and SIGTERM end the run cleanly, if this is the main thread."""
        loop = asyncio.get_running_loop()
        numbers: tuple[signal.Signals, ...] = (signal.SIGINT, signal.SIGTERM)
        try:
            for number in numbers:
                loop.add_signal_handler(number, self.stop)
        except (RuntimeError, ValueError, NotImplementedError):
            numbers = ()
        try:
            yield
        finally:
            for number in numbers:
                loop.remove_signal_handler(number)

    async def _rounds(self, *, watch: bool) -> None:
        while not self.is_stopped:
            await self._start_hosts()
            if self._hosts:
                await self._until_something_happens(TICK)
                continue
            wait = await self._seconds_until_due()
            if wait is None or (not watch and wait > self._settings.patience):
                return
            await self._until_something_happens(min(wait, LOOK))

    async def _start_hosts(self) -> None:
        """Start a task for every host with due jobs, as far as there is room."""
        self._store_thread.news.clear()
        room = self._settings.hosts - len(self._hosts)
        now = datetime.now(UTC)
        for host in await self._store_thread.read(due_hosts, now, [*self._hosts], room) if room else []:
            self._hosts[host] = asyncio.create_task(self._process(host), name=host)

    async def _until_something_happens(self, seconds: float) -> None:
        """Wait until a host is done, something becomes due, the run is stopped or the time is up."""
        signs = [asyncio.create_task(event.wait()) for event in (self._stop, self._store_thread.news)]
        await asyncio.wait({*self._hosts.values(), *signs}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for sign in signs:
            sign.cancel()
        for host in [host for host, task in self._hosts.items() if task.done()]:
            self._hosts.pop(host).result()

    async def _seconds_until_due(self) -> float | None:
        """Seconds until something is due; ``None`` if nothing ever will be."""
        self.waits_until = await self._store_thread.read(next_due)
        if self.waits_until is None:
            return None
        return max(0.0, (self.waits_until - datetime.now(UTC)).total_seconds())

    async def _process(self, host: str) -> None:
        while not self.is_stopped:
            jobs = await self._store_thread.read(due_jobs, host, datetime.now(UTC), BATCH)
            if not jobs:
                return
            await asyncio.gather(*(self._do(job) for job in jobs))

    async def _do(self, job: Job) -> None:
        try:
            outcome = await self._visits.visit(job)
        except Exception as error:  # noqa: BLE001, RUF100 - an unexpected page must not end the run
            outcome = self._unexpected(job, error)
        await self._store_thread.write(outcome)

    def _unexpected(self, job: Job, error: Exception) -> JobOutcome:
        if isinstance(error, StoreError):
            raise error
        failure = Failure(f"{type(error).__name__}: {error}", is_passing=True)
        if isinstance(job, PageJob):
            return PageFailed(job, failure, self._settings.attempts, self._settings.first_retry)
        return FeedFailed(job, failure)

    async def _cancel_all(self) -> None:
        """Cancel the tasks of all hosts."""
        for task in self._hosts.values():
            task.cancel()
        for task in self._hosts.values():
            with suppress(asyncio.CancelledError, Exception):
                await task
        self._hosts.clear()

    async def _watched(self) -> None:
        while self._watcher:
            self._watcher(self)
            await asyncio.sleep(WATCHING)
