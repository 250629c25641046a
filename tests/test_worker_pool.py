"""`WorkerPool`: jobs are answered, lost workers are replaced, and nothing is left behind."""

from __future__ import annotations

import asyncio
import os
import sys
import textwrap
from functools import partial

import pytest

from thresher.worker_pool import WORN, WorkerPool
from thresher.workers import CRASHED, TIMEOUT, Lost, Worker

#: What the workers of these tests do, in a module that their processes can import.
TARGET = """
import os, time
from thresher.workers import jobs

def obey(connection):
    connection.send(os.getpid())
    for job in jobs(connection):
        if job == "die":
            os._exit(7)
        if job == "hang":
            time.sleep(600)
        connection.send((job, os.getpid()))
"""


@pytest.fixture(scope="module")
def make(tmp_path_factory):
    folder = tmp_path_factory.mktemp("targets")
    (folder / "pool_target.py").write_text(textwrap.dedent(TARGET))
    sys.path.insert(0, str(folder))
    import pool_target

    yield partial(Worker, pool_target.obey)
    sys.path.remove(str(folder))


def run(work, make, **more):
    """What *work* does with a pool of one worker."""

    async def all_of_it():
        pool = WorkerPool(make, 1, **more)
        await asyncio.gather(*pool.start())
        try:
            return await work(pool)
        finally:
            pool.stop()

    return asyncio.run(all_of_it())


def is_running(number):
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_jobs_are_answered_by_the_same_worker(make):
    """A worker that answers gets the next job, and is gone when the pool is stopped."""

    async def work(pool):
        return await pool.run("oats", 20), await pool.run("rye", 20), pool.ready

    (first, worker), (second, same), ready = run(work, make)
    assert (first, second, ready) == ("oats", "rye", 1) and worker == same
    assert not is_running(worker)


@pytest.mark.parametrize(("job", "cause"), [("die", CRASHED), ("hang", TIMEOUT)])
def test_a_lost_worker_is_replaced(make, job, cause):
    """A job that crashes or hangs costs its worker; the next job gets another one."""
    causes = []

    async def work(pool):
        return await pool.run(job, 1), await pool.run("rye", 20)

    lost, (answer, _) = run(work, make, on_replaced=causes.append)
    assert isinstance(lost, Lost) and lost.cause == cause and answer == "rye"
    assert causes == [cause]


def test_a_worn_worker_is_replaced(make):
    """An answer may say that its worker had better be replaced; it counts all the same."""
    causes = []

    async def work(pool):
        return await pool.run("worn", 20), await pool.run("rye", 20)

    (worn, old), (answer, new) = run(work, make, on_replaced=causes.append, is_worn=lambda found: found[0] == "worn")
    assert (worn, answer, causes) == ("worn", "rye", [WORN]) and old != new


def test_patience_ends(make):
    """Who waits too long for a free worker is told so, and the job at work goes on."""

    async def work(pool):
        at_work = asyncio.create_task(pool.run("hang", 2))
        await asyncio.sleep(0.1)
        with pytest.raises(TimeoutError):
            await pool.run("rye", 20, patience=0.1)
        return await at_work

    assert run(work, make).cause == TIMEOUT


def test_stopped_while_it_starts(make):
    """A pool that is stopped before its workers can work leaves none behind."""
    made = []

    def noted():
        made.append(make())
        return made[-1]

    async def work():
        pool = WorkerPool(noted, 2)
        pool.start()
        await asyncio.sleep(0.05)
        pool.stop()

    asyncio.run(work())
    assert all(not worker.process.is_alive() for worker in made)
