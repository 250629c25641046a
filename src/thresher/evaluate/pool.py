"""Several worker processes with a time limit on each page and contestant; a worker that hangs or dies is replaced.

Whatever a contestant does, the others go on: one that is too slow or takes its process down is a row that says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from thresher.evaluate.contestants import Contestant
from thresher.evaluate.results import Facts, Row
from thresher.evaluate.worker import Job, Message, Started, facts_of, failed_row, serve
from thresher.workers import Lost, Worker, listen

#: Seconds that a worker may take to start and to parse a page, before the first contestant's time runs.
START_LIMIT = 120.0


@dataclass
class _Desk:
    """A worker, and what it is doing."""

    worker: Worker
    job: Job | None = None
    facts: Facts | None = None
    current: Contestant | None = None  #: who is at work


class Pool:
    """Worker processes; a context manager that leaves none of them behind."""

    def __init__(self, workers: int, limit: float, metrics: Sequence[str]) -> None:
        self._limit, self._metrics = limit, tuple(metrics)
        self._desks = [_Desk(self._start()) for _ in range(workers)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for desk in self._desks:
            desk.worker.stop()

    def run(self, jobs: Iterable[Job]) -> Iterator[Row]:
        """The rows of all jobs, as they come."""
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
        """Take a worker's message."""
        if isinstance(message, Lost):
            yield from self._replace(desk, message)
        elif isinstance(message, Facts):
            desk.facts = message
        elif isinstance(message, Started):
            desk.current = message.contestant
            desk.worker.wait_until(self._limit)
        else:
            self._strike(desk)
            yield message

    def _replace(self, desk: _Desk, lost: Lost) -> Iterator[Row]:
        """Note who failed, start a new process, and let it go on with the rest of the page."""
        job = desk.job
        if job is None:
            return
        facts = desk.facts or facts_of(job.page)
        # A process that ends before anybody has begun would do so again: the page is lost to all of them.
        guilty = (desk.current,) if desk.current else job.contestants
        for contestant in guilty:
            yield failed_row(contestant, job.page, facts, self._metrics, lost.cause, lost.reason)
        rest = tuple(each for each in job.contestants if each not in guilty)
        desk.worker = self._start()
        self._give(desk, replace(job, contestants=rest))

    def _strike(self, desk: _Desk) -> None:
        """The one at work is done."""
        if desk.job:
            rest = tuple(each for each in desk.job.contestants if each != desk.current)
            desk.job, desk.current = replace(desk.job, contestants=rest), None

    def _give(self, desk: _Desk, job: Job | None) -> None:
        desk.job, desk.current, desk.facts = job, None, None
        if job and job.contestants:
            desk.worker.give(job, START_LIMIT + self._limit)

    def _start(self) -> Worker:
        return Worker(serve, self._metrics)
