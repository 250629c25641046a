"""`Extractors`: the worker processes of a run; a job goes to the next that is free, one that is lost is replaced."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Self

from thresher.feeds.work import Broken, Done, Task, serve
from thresher.workers import Lost, Worker, end_all, listen

if TYPE_CHECKING:
    from thresher.feeds.settings import Settings

#: Seconds that a worker may take to start, on top of those for its first job.
START_SECONDS = 60.0


class Extractors:
    """Worker processes; a context manager that leaves none of them behind."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._threads = ThreadPoolExecutor(settings.workers, "thresher-worker")
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._workers: set[Worker] = set()
        self._started: set[Worker] = set()

    async def __aenter__(self) -> Self:
        for _ in range(self._settings.workers):
            self._add()
        return self

    async def __aexit__(self, *_: object) -> None:
        end_all(self._workers, self._threads)

    async def do(self, task: Task) -> Done:
        """What comes of a task."""
        worker = await self._idle.get()
        # A worker whose answer nobody waits for any more is ended with the run.
        heard = await asyncio.get_running_loop().run_in_executor(self._threads, self._exchange, worker, task)
        if isinstance(heard, Lost):
            self._workers.discard(worker)
            self._add()
            return Broken(f"{heard.cause}: {heard.reason}")
        self._started.add(worker)
        self._idle.put_nowait(worker)
        return heard

    def _exchange(self, worker: Worker, task: Task) -> Done | Lost:
        start = 0.0 if worker in self._started else START_SECONDS
        worker.give(task, self._settings.page_seconds + start)
        [(_, heard)] = listen([worker])
        answer: Done | Lost = heard
        return answer

    def _add(self) -> None:
        settings = self._settings
        worker = Worker(serve, settings.algorithm, settings.page_seconds, memory=settings.page_memory)
        self._workers.add(worker)
        self._idle.put_nowait(worker)
