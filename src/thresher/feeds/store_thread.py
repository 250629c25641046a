"""`StoreThread`: all access to the store during a run, in one thread, with many outcomes per transaction."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Self, TypeVar

from thresher.feeds.due import remembered_rules
from thresher.feeds.outcomes import HostClosed, JobOutcome, RulesFound
from thresher.feeds.page_outcomes import PageRead, close_pages

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from thresher.feeds.robots import RobotsText
    from thresher.store import Store

#: The most outcomes in one transaction, and the seconds that the first of them waits for others.
BATCH, PAUSE = 100, 0.25

P = ParamSpec("P")
T = TypeVar("T")
Note = tuple[JobOutcome, asyncio.Future[None]]


class StoreThread:
    """Reads the store and writes outcomes to it, as a context manager that ends when all of them are written."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._notes: asyncio.Queue[Note | None] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, "thresher-store")
        self.counts: Counter[str] = Counter()  #: what happened so far
        self.news = asyncio.Event()  #: set when something may have become due

    async def __aenter__(self) -> Self:
        self._writer = asyncio.create_task(self._write_all())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._notes.put_nowait(None)
        try:
            await self._writer
        finally:
            self._thread.shutdown()

    async def read(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **options: P.kwargs) -> T:
        """The result of a function that reads the store."""

        def call() -> T:
            with self._store.reading() as connection:
                return function(connection, *args, **options)

        return await asyncio.get_running_loop().run_in_executor(self._thread, call)

    async def write(self, outcome: JobOutcome) -> None:
        """Write an outcome, and wait until it is committed."""
        await self._note(outcome)

    def _note(self, outcome: JobOutcome) -> asyncio.Future[None]:
        if self._writer.done():
            self._writer.result()
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._notes.put_nowait((outcome, written))
        return written

    # The memory of the client.

    async def remembered(self, origin: str) -> RobotsText | None:
        """The rules of an origin, if they are known."""
        return await self.read(remembered_rules, origin)

    def keep_rules(self, origin: str, text: RobotsText) -> None:
        """Remember the rules of an origin."""
        self._note(RulesFound(origin, text))

    def keep_closed(self, host: str, until: datetime) -> None:
        """Remember that a host must be left alone until then."""
        self._note(HostClosed(host, until))

    # The writer.

    async def _write_all(self) -> None:
        is_last = False
        while not is_last:
            notes, is_last = await self._gathered()
            await self._write(notes)

    async def _gathered(self) -> tuple[list[Note], bool]:
        """Some notes, and whether they are the last ones."""
        notes: list[Note] = []
        with suppress(TimeoutError):
            note = await self._notes.get()
            async with asyncio.timeout(PAUSE):
                while note is not None:
                    notes.append(note)
                    if len(notes) == BATCH:
                        return notes, False
                    note = await self._notes.get()
            return notes, True
        return notes, False

    async def _write(self, notes: list[Note]) -> None:
        loop = asyncio.get_running_loop()
        try:
            self.counts += await loop.run_in_executor(self._thread, self._commit, [note[0] for note in notes])
        except BaseException as error:
            self._fail(notes, error)
            raise
        for _, written in notes:
            if not written.done():
                written.set_result(None)
        # A finished page makes nothing due, and looking up what is due costs as much as writing several pages.
        if not all(isinstance(outcome, PageRead) for outcome, _ in notes):
            self.news.set()

    def _fail(self, notes: list[Note], error: BaseException) -> None:
        """Fail the outcomes that will never be written, so that nothing waits for them."""
        while not self._notes.empty():
            note = self._notes.get_nowait()
            notes += [note] if note else []
        for _, written in notes:
            if not written.done():
                written.set_exception(error if isinstance(error, Exception) else asyncio.CancelledError())
                written.exception()

    def _commit(self, outcomes: list[JobOutcome]) -> Counter[str]:
        now = datetime.now(UTC)
        counts: Counter[str] = Counter()
        if not outcomes:
            return counts
        # Whether an article is new depends on what is stored, by this run or by another one at the same time.
        with self._store.writing(alone=True) as connection:
            # Most outcomes are pages, which are cheaper together.
            pages = [outcome for outcome in outcomes if isinstance(outcome, PageRead)]
            counts.update(close_pages(self._store, connection, pages, now))
            for outcome in outcomes:
                if not isinstance(outcome, PageRead):
                    counts.update(outcome.apply(self._store, connection, now))
        return counts
