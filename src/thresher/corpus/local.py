"""The engine of one machine: worker processes that do whole jobs and are monitored meanwhile.

A worker that hangs on a page is killed, and one that dies is replaced; the next one continues the job. A page that
takes too long is not tried again; a page on which workers die is tried a few times, since it may not be the cause.
"""

from __future__ import annotations

import ctypes
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Protocol, Self

from thresher.corpus.pulse import STARTING, Beat, Meter
from thresher.workers import TIMEOUT, Lost, Worker, jobs

#: Seconds between two checks of the workers: a page is stopped at most this much after its time limit.
LOOK_SECONDS = 0.2
#: Seconds without a new page while a worker starts or reads: machines may be busy, and network drives slow.
READ_SECONDS = 120.0
#: A page that has not used up its CPU time may take this many times as long by the clock; a busy machine does not
#: explain more.
MAX_WAIT = 10
#: After this many deaths of workers at the same page, the page is given up.
MAX_DEATHS = 3
#: After this many workers died or hung before they began with a job, the job is given up.
MAX_STARTS = 10


@dataclass(frozen=True)
class Limits:
    """The maximum cost of a page."""

    seconds: float = 20.0  #: of CPU time, so that a busy machine does not count against the page
    memory: int = 2_000_000_000  #: bytes of address space beyond what a worker has at its start


class Job(Protocol):
    """A job for workers; a dataclass, sent through a pipe."""

    @property
    def size(self) -> float:
        """Bytes of inputs that it processes."""
        ...

    @property
    def poison(self) -> Mapping[int, tuple[str, str]]:
        """Outcome and reason of pages that must not be tried again, by their number in the job.

        ``~number`` stands for what precedes that page, if the reader itself fails there.
        """
        ...

    def work(self, beat: Beat) -> None:
        """Do the job, or what is left of it; *beat* is updated at each page."""
        ...


@dataclass(frozen=True)
class Result:
    """The result of a job: what went wrong, as a sentence; empty if nothing did."""

    job: Job
    error: str = ""


@dataclass
class _Desk:
    """A worker and its current job."""

    worker: Worker
    beat: Beat
    job: Job | None = None
    seen: int = -1  #: count of the beat at the last check
    since: float = 0.0  #: time of the check that found the last change
    cpu: float = 0.0  #: CPU seconds that the worker had used by then
    deaths: Counter[int] = field(default_factory=Counter)  #: number of workers that died at each place of the job


class Local:
    """Worker processes, as a context manager that ends all of them."""

    def __init__(self, workers: int, limits: Limits = Limits()) -> None:
        self._limits = limits
        self._desks = [self._desk() for _ in range(workers)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End all workers."""
        for desk in self._desks:
            desk.worker.stop()

    @property
    def meter(self) -> Meter:
        """The work done so far."""
        return sum((desk.beat.meter for desk in self._desks), Meter())

    @property
    def under_way(self) -> float:
        """Bytes of inputs that are done in unfinished jobs."""
        return sum(desk.beat.share * desk.job.size for desk in self._desks if desk.job)

    @property
    def processes(self) -> list[int]:
        """Process ids of the workers."""
        return [desk.worker.process.pid or 0 for desk in self._desks]

    def run(self, waiting: Iterable[Job], watch: Callable[[], None] = lambda: None) -> Iterator[Result]:
        """Do all jobs, and yield their results as they finish; *watch* is called several times a second."""
        rest = iter(waiting)
        for desk in self._desks:
            self._give(desk, next(rest, None))
        while busy := [desk for desk in self._desks if desk.job]:
            ready = set(wait([desk.worker.connection for desk in busy], LOOK_SECONDS))
            for desk in busy:
                result = self._check(desk, is_ready=desk.worker.connection in ready)
                if result:
                    yield result
                    self._give(desk, next(rest, None))
            watch()

    def _check(self, desk: _Desk, *, is_ready: bool) -> Result | None:
        """Check a worker; returns its result, if it has one."""
        if is_ready:
            message = desk.worker.receive()
        elif desk.beat.count != desk.seen:
            desk.seen, desk.since, desk.cpu = desk.beat.count, time.monotonic(), cpu_seconds(desk.worker)
            return None
        elif not self._is_late(desk):
            return None
        else:
            desk.worker.stop()
            message = Lost(TIMEOUT, f"no answer within {self._limits.seconds:g} s")
        if isinstance(message, Lost):
            return self._replace(desk, message)
        return Result(_at_work(desk), message)

    def _is_late(self, desk: _Desk) -> bool:
        """Whether a worker has exceeded the time limit at its current place."""
        waited, limit = time.monotonic() - desk.since, self._limits.seconds
        if desk.beat.place < 0:
            return waited > READ_SECONDS
        return waited > limit and (waited > MAX_WAIT * limit or cpu_seconds(desk.worker) - desk.cpu >= limit)

    def _replace(self, desk: _Desk, lost: Lost) -> Result | None:
        """Start a new worker, which continues the job; returns a result if the job is given up."""
        job, place = _at_work(desk), desk.beat.place
        desk.worker = self._worker(desk.beat)
        desk.deaths[place] += 1
        if place in job.poison or desk.deaths[STARTING] >= MAX_STARTS:
            return Result(job, f"given up after repeated failures: {lost.reason}")
        if place != STARTING and (lost.cause == TIMEOUT or desk.deaths[place] >= MAX_DEATHS):
            job = replace(job, poison={**job.poison, place: (lost.cause, lost.reason)})  # type: ignore[type-var]
        self._set(desk, job)
        return None

    def _give(self, desk: _Desk, job: Job | None) -> None:
        desk.deaths.clear()
        self._set(desk, job)

    def _set(self, desk: _Desk, job: Job | None) -> None:
        desk.beat.clear()
        desk.job, desk.seen, desk.since = job, desk.beat.count, time.monotonic()
        if job:
            desk.worker.give(job, READ_SECONDS)

    def _desk(self) -> _Desk:
        beat = Beat()
        return _Desk(self._worker(beat), beat)

    def _worker(self, beat: Beat) -> Worker:
        return Worker(serve, beat, memory=self._limits.memory)


def cpu_seconds(worker: Worker) -> float:
    """CPU seconds that a worker has used; wall-clock seconds if the system does not report them."""
    try:
        fields = Path(f"/proc/{worker.process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    # The twelfth and thirteenth field after the name: ticks of user and system time (man proc).
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _at_work(desk: _Desk) -> Job:
    if desk.job is None:
        raise AssertionError("only a worker with a job is checked")
    return desk.job


def serve(connection: Connection, beat: Beat) -> None:
    """Do jobs until the connection is closed, and answer each with what went wrong, or with an empty text."""
    for job in jobs(connection):
        beat.begin()
        try:
            job.work(beat)
        except Exception as error:  # noqa: BLE001, RUF100 - reported to the owner, which continues with other jobs
            connection.send(f"{type(error).__name__}: {error}")
        else:
            connection.send("")
        give_back()


def give_back() -> None:
    """Return freed memory to the system: otherwise the allocator keeps most of what the largest page needed."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
