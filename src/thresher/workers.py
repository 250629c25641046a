"""Worker processes that may be lost: a job that hangs, crashes or exhausts memory takes down only its own worker.

A `Worker` is a process with a pipe. Its owner gives it a job with a deadline, and starts another one if it is `Lost`;
`listen` waits for several at once. Everything that processes untrusted pages in processes uses this module: the
benchmark (`evaluate.pool`), corpora (`corpus.local`) and, through `worker_pool`, the web service and the feeds.

>>> def double(connection):
...     for job in jobs(connection):
...         connection.send(job * 2)
"""

from __future__ import annotations

import math
import os
import signal
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

#: Why a worker was lost.
TIMEOUT, CRASHED = "timeout", "crashed"


@dataclass(frozen=True)
class Lost:
    """Why a worker is gone; takes the place of its answer."""

    cause: str  #: `TIMEOUT` or `CRASHED`
    reason: str  #: a sentence


class Worker:
    """A process that runs ``target(connection, *args)``; *memory* limits the bytes that it uses beyond those at start.

    The target must be a module-level function, since the process is a fresh interpreter that imports it.
    """

    def __init__(self, target: Callable[..., None], *args: Any, memory: int | None = None) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_begin, args=(theirs, memory, target, args), daemon=True)
        with _without_interrupts():
            self.process.start()
        theirs.close()
        self._patience, self._deadline = 0.0, math.inf

    def give(self, job: object, seconds: float) -> None:
        """Give it a job, to be answered within *seconds*."""
        self.wait_until(seconds)
        # A process that has ended in the meantime is noticed when the owner waits for its answer.
        with suppress(OSError):
            self.connection.send(job)

    def wait_until(self, seconds: float) -> None:
        """Set the deadline for its next message to *seconds* from now."""
        self._patience, self._deadline = seconds, time.monotonic() + seconds

    @property
    def seconds_left(self) -> float:
        """Seconds until the deadline for its next message."""
        return max(0.0, self._deadline - time.monotonic())

    def receive(self) -> Any:
        """Its next message, or how it was `Lost`."""
        try:
            return self.connection.recv()
        except (EOFError, OSError):
            return self.crashed()

    def late(self) -> Lost:
        """End it because it has exceeded its deadline."""
        self.stop()
        return Lost(TIMEOUT, f"no answer within {self._patience:g} s")

    def crashed(self) -> Lost:
        """Clean up after a process that has ended by itself, and say how it ended."""
        self.process.join()
        self.connection.close()
        return Lost(CRASHED, f"the process ended {_manner(self.process.exitcode or 0)}")

    def stop(self) -> None:
        """End it, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.connection.close()


def listen(workers: Sequence[Worker]) -> list[tuple[Worker, Any]]:
    """Wait until a worker sends a message, ends or is late; returns each such worker with its message or `Lost`."""
    ready = set(wait([worker.connection for worker in workers], _patience(workers)))
    messages = [(worker, worker.receive()) for worker in workers if worker.connection in ready]
    late = [worker for worker in workers if worker.connection not in ready and not worker.seconds_left]
    return messages + [(worker, worker.late()) for worker in late]


def end_all(workers: Collection[Worker], threads: ThreadPoolExecutor) -> None:
    """End workers, whatever they are doing, and the threads that listen to them."""
    # Kill the workers first: the threads end only when their workers do.
    for worker in workers:
        worker.process.kill()
    threads.shutdown()
    for worker in workers:
        worker.stop()


def _patience(workers: Sequence[Worker]) -> float | None:
    least = min(worker.seconds_left for worker in workers)
    return None if least == math.inf else least


def _manner(code: int) -> str:
    """How a process ended, from its exit code.

    >>> _manner(7), _manner(-9)
    ('with code 7', 'by SIGKILL')
    """
    return f"with code {code}" if code >= 0 else f"by {signal.Signals(-code).name}"


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Protect processes from Ctrl-C while they start and import modules: it is meant for their owner."""
    # Otherwise it would be started with the first process and unblock the signals.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# The worker's side.


def jobs(connection: Connection) -> Iterator[Any]:
    """The jobs received through the connection, until it is closed."""
    with suppress(EOFError, OSError):
        while True:
            yield connection.recv()


def end_in(seconds: float) -> None:
    """End this process in *seconds*, unless this is called again; 0 means never.

    Normally the owner ends a worker that hangs; this is for the case that the owner itself was killed.
    """
    signal.alarm(math.ceil(seconds))


def _begin(connection: Connection, memory: int | None, target: Callable[..., None], args: tuple[Any, ...]) -> None:
    # Ctrl-C is meant for the owner, which then closes the connection.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    if memory is not None:
        _limit_memory(memory)
        _prefer_as_oom_victim()
    target(connection, *args)


def _limit_memory(more: int) -> None:
    """Let this process use *more* bytes than it has now; beyond that, it gets a `MemoryError`."""
    import resource

    limit = address_space() + more
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def _prefer_as_oom_victim() -> None:
    """Make the kernel end this process rather than its owner if the machine runs out of memory."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def address_space() -> int:
    """Bytes of address space that this process uses; 0 if the system does not say."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE") if statm.is_file() else 0
