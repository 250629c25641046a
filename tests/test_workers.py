"""Worker processes: they answer, they may be lost, and they do not outlive their owner."""

from __future__ import annotations

import os
import signal
import sys
import textwrap
import time
from contextlib import contextmanager

import pytest

from thresher.workers import CRASHED, TIMEOUT, Lost, Worker, listen

#: What the workers of these tests do, in a module that their processes can import.
TARGETS = """
import os, time
from thresher.workers import jobs, end_in

def obey(connection, greeting):
    connection.send(greeting)
    for job in jobs(connection):
        if job == "die":
            os._exit(7)
        if job == "kill":
            os.kill(os.getpid(), 9)
        if job == "hang":
            time.sleep(600)
        if job == "resort":
            end_in(1)
            time.sleep(600)
        if job == "eat":
            try:
                job = len(bytearray(1 << 40))
            except MemoryError:
                job = "too much"
        connection.send(job)
"""


@pytest.fixture(scope="module")
def obey(tmp_path_factory):
    folder = tmp_path_factory.mktemp("targets")
    (folder / "worker_targets.py").write_text(textwrap.dedent(TARGETS))
    sys.path.insert(0, str(folder))
    import worker_targets

    yield worker_targets.obey
    sys.path.remove(str(folder))


@contextmanager
def working(*args, **more):
    worker = Worker(*args, **more)
    try:
        yield worker
    finally:
        worker.stop()


def test_jobs_are_answered(obey):
    """A worker has its arguments, and answers one job after the other."""
    with working(obey, "ready") as worker:
        assert worker.receive() == "ready"
        for job in (1, {"a": [2]}, b"x" * 1_000_000):
            worker.give(job, 60)
            assert listen([worker]) == [(worker, job)]


@pytest.mark.parametrize(
    ("job", "seconds", "lost"),
    [
        ("die", 60, Lost(CRASHED, "the process ended with code 7")),
        ("kill", 60, Lost(CRASHED, "the process ended by SIGKILL")),
        ("resort", 60, Lost(CRASHED, "the process ended by SIGALRM")),
        ("hang", 0.2, Lost(TIMEOUT, "no answer within 0.2 s")),
    ],
)
def test_a_lost_worker_is_told(obey, job, seconds, lost):
    """A worker that ends or hangs is lost, with the reason; the one beside it goes on."""
    with working(obey, 0) as bad, working(obey, 0) as good:
        assert bad.receive() == good.receive() == 0
        bad.give(job, seconds)
        assert listen([bad]) == [(bad, lost)]
        assert not bad.process.is_alive()
        good.give("oats", 60)
        assert listen([good]) == [(good, "oats")]


def test_a_job_for_the_dead(obey):
    """A worker that has ended before it was given a job is noticed when its answer is waited for."""
    with working(obey, 0) as worker:
        worker.receive()
        worker.process.kill()
        worker.process.join()
        worker.give("oats", 60)
        ((_, heard),) = listen([worker])
        assert heard == Lost(CRASHED, "the process ended by SIGKILL")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not keep to the limit")
def test_memory_is_bounded(obey):
    """Beyond its memory a worker gets an error that it can handle, and goes on."""
    with working(obey, 0, memory=100_000_000) as worker:
        worker.receive()
        for job, answer in (("eat", "too much"), ("oats", "oats")):
            worker.give(job, 60)
            assert listen([worker]) == [(worker, answer)]


def test_a_worker_ends_with_its_connection(obey):
    """A worker whose owner is gone ends by itself."""
    worker = Worker(obey, 0)
    worker.receive()
    worker.connection.close()
    worker.process.join(30)
    assert worker.process.exitcode == 0


def test_patience_begins_anew(obey):
    """Each message may have its own time."""
    with working(obey, 0) as worker:
        worker.receive()
        worker.wait_until(0.5)
        assert 0 < worker.seconds_left <= 0.5
        worker.wait_until(100)
        assert worker.seconds_left > 90


def test_an_interrupt_while_it_starts_is_for_its_owner(obey):
    """Ctrl-C reaches all processes of a terminal; a worker that has only just begun to import goes on all the same."""
    with working(obey, "ready") as worker:
        for _ in range(20):
            os.kill(worker.process.pid, signal.SIGINT)
            time.sleep(0.01)
        assert worker.receive() == "ready"
