"""Worker processes with a time limit for each page and contestant; a worker that hangs or dies is replaced.

Whatever a contestant does, the others continue: if it is too slow or crashes its process, its row says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from thresher.evaluate.contestants import Contestant
from thresher.evaluate.results import Facts, Row
from thresher.evaluate.worker import Job, Message, Started, facts_of, failed_row, serve
from thresher.workers import Lost, Worker, listen

#: Seconds that a worker may take to start and to parse a page, before the first contestant's time starts.
START_LIMIT = 120.0


@dataclass
class _Desk:
    """A worker and its current job."""

    worker: Worker
    job: Job | None = None
    facts: Facts | None = None
    current: Contestant | None = None  #: the contestant that is running


class Pool:
    """Worker processes, as a context manager that ends all of them."""

    def __init__(self, workers: int, limit: float, metrics: Sequence[str]) -> None:
        self._limit, self._metrics = limit, tuple(metrics)
        self._desks = [_Desk(self._start()) for _ in range(workers)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for desk in self._desks:
            desk.worker.stop()

    def run(self, jobs: Iterable[Job]) -> Iterator[Row]:
        """The rows of all jobs, as they become available."""
        waiting = iter(jobs)
        for desk in self._desks:
            self._give(desk, next(waiting, None))
        while busy := {desk.worker: desk for desk in self._desks if desk.job}:
            for worker, message in listen(list(busy)):
                desk = busy[worker]
                yield from self._take(desk, message)
                if desk.job and not desk.job.contestants:
                    self._give(desk, next(waiting, None))

    def _take(self, desk: _Desk, message: Message | Lost) -> Iterator[Row]:
        """Process a message of a worker."""
        if isinstance(message, Lost):
            yield from self._replace(desk, message)
        elif isinstance(message, Facts):
            desk.facts = message
        elif isinstance(message, Started):
            desk.current = message.contestant
            desk.worker.wait_until(self._limit)
        else:
            self._finish_current(desk)
            yield message

    def _replace(self, desk: _Desk, lost: Lost) -> Iterator[Row]:
        """Record which contestant failed, and let a new process continue with the rest of the page."""
        job = desk.job
        if job is None:
            return
        facts = desk.facts or facts_of(job.page)
        # A process that ends before any contestant has begun would do so again: the page fails for all of them.
        failed = (desk.current,) if desk.current else job.contestants
        for contestant in failed:
            yield failed_row(contestant, job.page, facts, self._metrics, lost.cause, lost.reason)
        rest = tuple(each for each in job.contestants if each not in failed)
        desk.worker = self._start()
        self._give(desk, replace(job, contestants=rest))

    def _finish_current(self, desk: _Desk) -> None:
        """Remove the running contestant from the job."""
        if desk.job:
            rest = tuple(each for each in desk.job.contestants if each != desk.current)
            desk.job, desk.current = replace(desk.job, contestants=rest), None

    def _give(self, desk: _Desk, job: Job | None) -> None:
        desk.job, desk.current, desk.facts = job, None, None
        if job and job.contestants:
            desk.worker.give(job, START_LIMIT + self._limit)

    def _start(self) -> Worker:
        return Worker(serve, self._metrics)
