"""Several writers at once, and writers that are killed: nothing is lost, nothing is there twice or by half."""

from __future__ import annotations

import runpy
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from thresher.store import Store, Written
from thresher.store.store import BATCH

TOTAL = BATCH * 4
WRITER = Path(__file__).with_name("writer.py")
made = runpy.run_path(str(WRITER))["made"]


@pytest.fixture
def writer(store_url):
    """Start a process that writes records."""
    processes = []

    def start(first=0, stop=TOTAL):
        words = [sys.executable, str(WRITER), store_url, str(first), str(stop)]
        processes.append(subprocess.Popen(words, stdout=subprocess.PIPE, text=True))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def check_whole(store, count):
    """Every record is there with its media and its words, and the database itself finds no fault."""
    assert store.count() == count
    assert len(store.search("sheaf", limit=TOTAL * 2)) == count
    assert all(len(record.media) == 1 for record in store.each())
    if store.url.startswith("sqlite"):
        with store.writing() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
            connection.exec_driver_sql("INSERT INTO extraction_words (extraction_words) VALUES ('integrity-check')")


def test_killed_writer(store_url, writer):
    """A writer that is killed leaves whole batches; the second run completes them."""
    process = writer()
    assert process.stdout.readline() == "0\n"
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    with Store.open(store_url) as store:
        left = store.count()
        assert BATCH <= left < TOTAL and left % BATCH == 0
        check_whole(store, left)
        assert store.put_many(map(made, range(TOTAL))) == Written(new=TOTAL - left, known=left)
        check_whole(store, TOTAL)


def test_two_writers(store_url, writer):
    """Two processes that make the store and write at the same time, in part the same records, keep each once."""
    both = writer(0, BATCH * 2), writer(BATCH, BATCH * 3)
    assert [process.wait(60) for process in both] == [0, 0]
    with Store.open(store_url) as store:
        check_whole(store, BATCH * 3)


def test_writers_in_each_other_s_way(store_url):
    """Two writers that put the same records in opposite order, again and again, both succeed."""
    orders = [range(BATCH), range(BATCH)[::-1]]
    with Store.open(store_url) as store, ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(store.put_many, map(made, orders[turn % 2])) for turn in range(8)]
        written = [job.result() for job in jobs]
        assert sum(each.new for each in written) == BATCH
        check_whole(store, BATCH)


def test_reading_while_writing(store):
    """A reader sees what was there when it began and does not keep a writer waiting."""
    store.put_many([made(1)])
    reader = store.each()
    assert next(reader).url.endswith("/1")
    with store.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM extraction").scalar() == 1
        store.put_many([made(2)])
    assert store.count() == 2 and [record.url[-1] for record in reader] == ["2"]
