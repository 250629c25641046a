"""`Extractors`: the worker processes of a run, which parse feeds and extract articles from pages."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Self

from thresher.feeds.work import Broken, Done, Task, serve
from thresher.worker_pool import WorkerPool
from thresher.workers import Lost, Worker

if TYPE_CHECKING:
    from thresher.feeds.settings import Settings


class Extractors:
    """Worker processes, as a context manager that ends all of them."""

    def __init__(self, settings: Settings) -> None:
        self._seconds = settings.page_seconds
        make = partial(Worker, serve, settings.algorithm, settings.page_seconds, memory=settings.page_memory)
        self._pool = WorkerPool(make, settings.workers)

    async def __aenter__(self) -> Self:
        self._pool.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._pool.stop()

    async def do(self, task: Task) -> Done:
        """The result of a task."""
        reply: Done | Lost = await self._pool.run(task, self._seconds)
        return Broken(f"{reply.cause}: {reply.reason}") if isinstance(reply, Lost) else reply
