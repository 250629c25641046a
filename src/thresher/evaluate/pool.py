"""Several worker processes with a time limit on each page and contestant; a worker that hangs or dies is replaced.

Whatever a contestant does, the others go on: one that is too slow or takes its process down is a row that says so.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Self

from thresher.evaluate.contestants import Contestant
from thresher.evaluate.results import CRASHED, TIMEOUT, Facts, Row
from thresher.evaluate.worker import Job, Message, Started, facts_of, failed_row, serve

#: Seconds that a worker may take to start and to parse a page, before the first contestant's time runs.
START_LIMIT = 120.0


@dataclass
class _Worker:
    """A process, and what it is doing."""

    process: BaseProcess
    connection: Connection
    deadline: float = 0.0
    job: Job | None = None
    facts: Facts | None = None
    current: Contestant | None = None  #: who is at work


class Pool:
    """Worker processes; a context manager that leaves none of them behind."""

    def __init__(self, workers: int, limit: float, metrics: Sequence[str]) -> None:
        self._limit, self._metrics = limit, tuple(metrics)
        self._context = get_context("spawn")
        self._workers = [self._start() for _ in range(workers)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.connection.close()
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()

    def run(self, jobs: Iterable[Job]) -> Iterator[Row]:
        """The rows of all jobs, as they come."""
        waiting = iter(jobs)
        for worker in self._workers:
            self._give(worker, next(waiting, None))
        while busy := [worker for worker in self._workers if worker.job]:
            patience = max(0.0, min(worker.deadline for worker in busy) - time.monotonic())
            ready = wait([worker.connection for worker in busy], patience)
            for worker in busy:
                if worker.connection in ready:
                    yield from self._listen(worker)
                elif time.monotonic() > worker.deadline:
                    yield from self._replace(worker, TIMEOUT, f"no answer within {self._limit:g} s")
                if worker.job and not worker.job.contestants:
                    self._give(worker, next(waiting, None))

    def _listen(self, worker: _Worker) -> Iterator[Row]:
        """Take a worker's next message."""
        try:
            message: Message = worker.connection.recv()
        except (EOFError, OSError):
            worker.process.join()
            yield from self._replace(worker, CRASHED, f"the process ended with code {worker.process.exitcode}")
            return
        if isinstance(message, Facts):
            worker.facts = message
        elif isinstance(message, Started):
            worker.current = message.contestant
            worker.deadline = time.monotonic() + self._limit
        else:
            self._strike(worker)
            yield message

    def _replace(self, worker: _Worker, status: str, error: str) -> Iterator[Row]:
        """Note who failed, start a new process, and let it go on with the rest of the page."""
        worker.process.kill()
        worker.process.join()
        worker.connection.close()
        job = worker.job
        if job is None:
            return
        facts = worker.facts or facts_of(job.page)
        # A process that ends before anybody has begun would do so again: the page is lost to all of them.
        guilty = (worker.current,) if worker.current else job.contestants
        for contestant in guilty:
            yield failed_row(contestant, job.page, facts, self._metrics, status, error)
        rest = tuple(each for each in job.contestants if each not in guilty)
        started = self._start()
        worker.process, worker.connection = started.process, started.connection
        self._give(worker, replace(job, contestants=rest))

    def _strike(self, worker: _Worker) -> None:
        """The one at work is done."""
        if worker.job:
            rest = tuple(each for each in worker.job.contestants if each != worker.current)
            worker.job, worker.current = replace(worker.job, contestants=rest), None

    def _give(self, worker: _Worker, job: Job | None) -> None:
        worker.job, worker.current, worker.facts = job, None, None
        worker.deadline = time.monotonic() + START_LIMIT + self._limit
        if job and job.contestants:
            # A process that has ended meanwhile is noticed when its answer is waited for.
            with suppress(OSError):
                worker.connection.send(job)

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=serve, args=(theirs, self._metrics), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours)
