"""A small web of our own, a store, how the one is crawled into the other, and a desk for what comes of single jobs."""

from __future__ import annotations

import asyncio
import importlib
import sys
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from thresher.feeds.articles import Article
from thresher.feeds.crawl import Crawl
from thresher.feeds.due import due_hosts, due_jobs
from thresher.feeds.entries import Entry, Feed
from thresher.feeds.near_duplicates import signature, to_bytes
from thresher.feeds.outcomes import FeedRead
from thresher.feeds.subscriptions import add, prepare
from thresher.feeds.tables import FEED, PAGE
from thresher.fetch import FetchLimits
from thresher.store import Store, StoredExtraction

BENCHMARKS = Path(__file__).parent.parent.parent / "benchmarks"


@pytest.fixture(scope="session")
def benchmark_modules():
    """The modules of the benchmark: ``feed_site`` and ``feeds``."""
    sys.path.insert(0, str(BENCHMARKS))
    try:
        yield importlib.import_module("feed_site"), importlib.import_module("feeds")
    finally:
        sys.path.remove(str(BENCHMARKS))


@pytest.fixture
def served(benchmark_modules):
    """A maker of sites that are served by a thread of their own."""
    feed_site, _ = benchmark_modules
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    servers = []

    def serve(**sizes):
        server = feed_site.Server(feed_site.Site(**sizes))
        servers.append(asyncio.run_coroutine_threadsafe(server.start(), loop).result())
        return server.site

    async def close():
        for server in servers:
            server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    yield serve
    asyncio.run_coroutine_threadsafe(close(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture
def any_store(store_url):
    """An empty store with the tables of feeds, in each kind of database."""
    with Store.open(store_url) as found:
        yield prepare(found)


@pytest.fixture
def store(tmp_path):
    """An empty store with the tables of feeds, in a file."""
    with Store.open(f"sqlite:///{tmp_path}/feeds.db") as found:
        yield prepare(found)


@pytest.fixture
def settings(benchmark_modules):
    """How the small web is crawled: one worker, short waits."""
    return replace(
        benchmark_modules[1].settings(),
        workers=1,
        delay=0.01,
        attempts=2,
        patience=3,
        limits=FetchLimits(2_000_000, 2, 5),
    )


@pytest.fixture
def crawl(settings):
    """What runs the feeds of a store, and counts what happened."""

    def run(store, **changes):
        return asyncio.run(Crawl(store, replace(settings, **changes)).run())

    return run


class Desk:
    """A store at a moment, and what is done with it."""

    #: Late enough that what a test adds is due.
    now = datetime.now(UTC) + timedelta(hours=2)

    def __init__(self, store):
        self.store = store

    def apply(self, outcome, now=now):
        with self.store.writing() as connection:
            return outcome.apply(self.store, connection, now)

    def due(self, now=now):
        with self.store.reading() as connection:
            return [job for host in due_hosts(connection, now, [], 99) for job in due_jobs(connection, host, now, 99)]

    def page(self, url):
        with self.store.reading() as connection:
            return connection.execute(select(PAGE).where(PAGE.c.url == url)).one()

    def feed(self):
        with self.store.reading() as connection:
            return connection.execute(select(FEED)).first()

    def follow(self, *urls):
        """Read a feed that has these entries; the jobs of their pages."""
        add(self.store, [("http://mill.example/feed", "")])
        job = next(job for job in self.due() if hasattr(job, "etag"))
        self.apply(FeedRead(job, Feed("Mill", "", tuple(Entry(url, url, "Rye") for url in urls))))
        return [job for job in self.due() if not hasattr(job, "etag")]

    @staticmethod
    def article(url, text):
        """What a worker makes of a page with this text."""
        signed = signature(text)
        return Article(StoredExtraction(url, text), "<article/>", None if signed is None else to_bytes(signed))


@pytest.fixture
def desk(any_store):
    """A desk with an empty store, in each kind of database."""
    return Desk(any_store)
