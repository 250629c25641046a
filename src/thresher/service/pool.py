"""The worker processes of the service: a page goes to the next that is free, and one that is lost is replaced."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from thresher.service.settings import Settings
from thresher.service.work import Answer, Job, serve
from thresher.workers import CRASHED, TIMEOUT, Lost, Worker, end_all

#: Seconds that a worker may take to start; beyond, another one is tried.
START_SECONDS = 60.0

#: Seconds before another start is tried.
PAUSE = 1.0

#: Why a worker was replaced that was not lost: it kept too much memory.
WORN = "worn"

log = logging.getLogger(__name__)


class Pool:
    """Processes that extract pages, each with a thread of ours that talks to it, so that nobody waits for a pipe."""

    def __init__(self, settings: Settings, tell_lost: Callable[[str], None]) -> None:
        self._settings, self._tell_lost = settings, tell_lost
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._workers: set[Worker] = set()
        self._late: set[Worker] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._threads = ThreadPoolExecutor(2 * settings.workers, thread_name_prefix="thresher-worker")

    @property
    def ready(self) -> int:
        """How many workers are there, idle or at work."""
        return len(self._workers)

    @property
    def busy(self) -> int:
        """How many workers are at work."""
        return len(self._workers) - self._idle.qsize()

    async def start(self) -> None:
        """Start all workers, and wait until they can work."""
        await asyncio.gather(*(self._add() for _ in range(self._settings.workers)))

    async def stop(self) -> None:
        """End all workers, whatever they are doing."""
        for task in self._tasks:
            task.cancel()
        end_all(self._workers, self._threads)

    async def ask(self, job: Job) -> Answer:
        """The answer to a job from the first worker that is free; `TimeoutError` if none is in time."""
        async with asyncio.timeout(self._settings.seconds):
            worker = await self._free()
        # A client that leaves does not take its worker with it.
        return await asyncio.shield(self._keep(self._work(worker, job)))

    async def _free(self) -> Worker:
        """A worker that is idle and alive."""
        while not (worker := await self._idle.get()).process.is_alive():
            self._replace(worker, CRASHED)
        return worker

    async def _work(self, worker: Worker, job: Job) -> Answer:
        loop = asyncio.get_running_loop()
        timer = loop.call_later(self._settings.seconds, self._end_late, worker)
        heard: Answer | Lost = await loop.run_in_executor(self._threads, _exchange, worker, job)
        timer.cancel()
        is_late = worker in self._late
        if isinstance(heard, Answer) and not is_late and not heard.is_last:
            self._idle.put_nowait(worker)
        else:
            self._replace(worker, TIMEOUT if is_late else WORN if isinstance(heard, Answer) else CRASHED)
        return heard if isinstance(heard, Answer) else self._answer_for(heard, is_late=is_late)

    def _end_late(self, worker: Worker) -> None:
        """End a worker that is over its time; the thread that listens to it will notice."""
        self._late.add(worker)
        worker.process.kill()

    def _answer_for(self, lost: Lost, *, is_late: bool) -> Answer:
        """The answer to a page whose worker was lost."""
        if is_late:
            return Answer(408, f"the page was not extracted within {self._settings.seconds:g} s".encode())
        return Answer(422, f"the page crashed the process that was reading it: {lost.reason}".encode())

    def _replace(self, worker: Worker, cause: str) -> None:
        """Start another worker in the place of one that is lost, or of no more use."""
        self._workers.discard(worker)
        self._late.discard(worker)
        self._tell_lost(cause)
        self._keep(self._renew(worker))

    async def _renew(self, worker: Worker) -> None:
        await asyncio.get_running_loop().run_in_executor(self._threads, worker.stop)
        await self._add()

    async def _add(self) -> None:
        """Start a worker, however often it takes."""
        loop = asyncio.get_running_loop()
        while not (worker := await loop.run_in_executor(self._threads, _started, self._settings)):
            await asyncio.sleep(PAUSE)
        self._workers.add(worker)
        self._idle.put_nowait(worker)

    def _keep(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run *work* whether or not anybody waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _exchange(worker: Worker, job: Job) -> Answer | Lost:
    """Hand over a job and wait for what comes of it."""
    with suppress(OSError):
        worker.connection.send(job)
    heard: Answer | Lost = worker.hear()
    return heard


def _started(settings: Settings) -> Worker | None:
    """A worker that has said that it can work; ``None`` where it did not get so far."""
    try:
        worker = Worker(serve, settings.seconds, settings.memory, memory=settings.memory)
    except OSError as error:
        log.error("a worker cannot be started: %s", error)  # noqa: TRY400 - the sentence says it all
        return None
    heard = worker.hear() if worker.connection.poll(START_SECONDS) else Lost(TIMEOUT, "it did not start in time")
    if isinstance(heard, Lost):
        worker.stop()
        log.error("a worker did not start: %s", heard.reason)
        return None
    return worker
