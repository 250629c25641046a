"""`WorkerPool`: worker processes for asyncio. A job goes to the next free worker, and a lost worker is replaced."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from thresher.workers import CRASHED, TIMEOUT, Lost, Worker, end_all, listen

#: Seconds that a worker may take to start before another one is tried.
START_SECONDS = 60.0
#: Seconds to wait before trying to start another worker.
PAUSE = 1.0
#: The cause when a worker that was not lost is replaced because its answer asked for it.
WORN = "worn"

log = logging.getLogger(__name__)


class WorkerPool:
    """Worker processes, with threads that talk to them, so that the event loop never waits for a pipe.

    A worker sends a message when it is ready, and then an answer to each job.
    """

    def __init__(
        self,
        make: Callable[[], Worker],
        workers: int,
        *,
        on_replaced: Callable[[str], None] = lambda _cause: None,
        is_worn: Callable[[Any], bool] = lambda _answer: False,
    ) -> None:
        self._make, self._size = make, workers
        self._on_replaced, self._is_worn = on_replaced, is_worn
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._workers: set[Worker] = set()
        self._starting: set[Worker] = set()
        self._is_stopped = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._threads = ThreadPoolExecutor(2 * workers, thread_name_prefix="thresher-worker")

    @property
    def ready(self) -> int:
        """The number of workers that have started, idle or busy."""
        return len(self._workers)

    @property
    def busy(self) -> int:
        """The number of workers with a job."""
        return len(self._workers) - self._idle.qsize()

    def start(self) -> list[asyncio.Task[None]]:
        """Start all workers; the task for each one ends when it is ready."""
        return [self._keep(self._add()) for _ in range(self._size)]

    def stop(self) -> None:
        """End all workers, whatever they are doing."""
        self._is_stopped = True
        for task in self._tasks:
            task.cancel()
        end_all(self._workers | self._starting, self._threads)

    async def run(self, job: object, seconds: float, patience: float | None = None) -> Any:
        """The answer to a job within *seconds*, or how its worker was `Lost`.

        `TimeoutError` if no worker becomes free within *patience*.
        """
        async with asyncio.timeout(patience):
            worker = await self._free()
        # Cancelling the wait for the answer must not cancel the exchange with the worker.
        return await asyncio.shield(self._keep(self._exchange(worker, job, seconds)))

    async def _free(self) -> Worker:
        """A worker that is idle and alive."""
        while not (worker := await self._idle.get()).process.is_alive():
            self._replace(worker, CRASHED)
        return worker

    async def _exchange(self, worker: Worker, job: object, seconds: float) -> Any:
        reply = await asyncio.get_running_loop().run_in_executor(self._threads, _answer, worker, job, seconds)
        if isinstance(reply, Lost):
            self._replace(worker, reply.cause)
        elif self._is_worn(reply):
            self._replace(worker, WORN)
        else:
            self._idle.put_nowait(worker)
        return reply

    def _replace(self, worker: Worker, cause: str) -> None:
        self._workers.discard(worker)
        self._on_replaced(cause)
        self._keep(self._renew(worker))

    async def _renew(self, worker: Worker) -> None:
        await asyncio.get_running_loop().run_in_executor(self._threads, worker.stop)
        await self._add()

    async def _add(self) -> None:
        """Start a worker, trying until one is ready."""
        loop = asyncio.get_running_loop()
        while not (worker := await loop.run_in_executor(self._threads, self._started)):
            await asyncio.sleep(PAUSE)
        self._workers.add(worker)
        self._idle.put_nowait(worker)

    def _started(self) -> Worker | None:
        """A worker that has reported that it is ready, or ``None`` if it failed to start; runs in a thread."""
        try:
            worker = self._make()
        except OSError as error:
            log.error("a worker cannot be started: %s", error)  # noqa: TRY400 - a traceback would add nothing
            return None
        self._starting.add(worker)
        reply = (
            worker.receive()
            if worker.connection.poll(0 if self._is_stopped else START_SECONDS)
            else Lost(TIMEOUT, "it took too long")
        )
        self._starting.discard(worker)
        if not isinstance(reply, Lost):
            return worker
        worker.stop()
        if not self._is_stopped:
            log.error("a worker did not start: %s", reply.reason)
        return None

    def _keep(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run *work* whether or not anything waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _answer(worker: Worker, job: object, seconds: float) -> Any:
    """Give the worker a job and wait for its answer."""
    worker.give(job, seconds)
    [(_, reply)] = listen([worker])
    return reply
