"""Whole crawls of a small web of our own: every article once, every rule kept, whatever happens on the way."""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import select, update

import thresher
from thresher.errors import StoreError
from thresher.feeds.crawl import Crawl
from thresher.feeds.entries import Feed
from thresher.feeds.extractors import Extractors
from thresher.feeds.lock import alone
from thresher.feeds.subscriptions import add, followed, tally
from thresher.feeds.tables import FEED, PAGE
from thresher.feeds.work import Broken, ReadFeed
from thresher.store.schema import EXTRACTIONS

#: A web with one of everything that may be odd.
SIZES = {"hosts": 12, "feeds": 6, "articles": 100, "delay": 0.02}


@pytest.fixture
def follow(served):
    """A site whose feeds a store follows."""

    def start(store, **sizes):
        site = served(**(SIZES | sizes))
        add(store, [(url, "") for url in site.feed_urls])
        return site

    return start


def test_every_article_once_and_every_rule_kept(any_store, follow, crawl, benchmark_modules):
    """All that is odd comes to the end that it should, nothing is missing or doubled, and no host has to complain."""
    site = follow(any_store)
    counts = crawl(any_store)
    assert benchmark_modules[1].check(any_store, site, site.report()) == []
    assert counts["duplicates"] == 1 and counts["overview"] == 1
    states = {feed.url.rpartition("/")[2]: (feed.state, feed.reason) for feed in followed(any_store)}
    assert states["gone"] == ("retired", "HTTP 410")
    assert states["page"] == ("active", "not a feed: it is a web page")
    assert "larger than" in states["endless"][1] and "content type" in states["picture"][1]
    assert not [feed.url for feed in followed(any_store) if "/old/" in feed.url]


def test_a_mark_that_is_missing_is_noticed(store, follow, crawl, benchmark_modules):
    """The benchmark fails where a near-duplicate is not marked."""
    site = follow(store, articles=44, hosts=11, rare_until=0)
    crawl(store)
    assert benchmark_modules[1].check(store, site, site.report()) == []
    with store.writing() as connection:
        connection.execute(update(EXTRACTIONS).values(duplicate_of=None))
    assert benchmark_modules[1].check(store, site, site.report()) == ["0 of 1 near-duplicates were marked"]


def test_a_benchmark_goes_on_with_the_source_that_it_began_with(benchmark_modules):
    """Processes that it starts import a copy, which nobody edits."""
    asked = [sys.executable, "-c", "import thresher; print(thresher.__file__)"]
    with importlib.import_module("frozen").frozen_source():
        found = Path(subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip())
        assert found.read_bytes() == Path(thresher.__file__).read_bytes() and found != Path(thresher.__file__)
    assert not found.exists()


def test_a_second_run_asks_only_whether_something_is_new(store, follow, crawl):
    """A feed that has not changed answers "not modified", and no page is asked for again."""
    site = follow(store, articles=6, hosts=3)
    crawl(store)
    asked = dict(site.asked)
    with store.writing() as connection:
        connection.execute(update(FEED).values(due_at=connection.scalar(select(FEED.c.added_at).limit(1))))
    counts = crawl(store)
    assert counts["unchanged"] == 6 and counts["pages"] == 0
    assert site.asked == asked


def test_hints_of_the_feed(store, follow, crawl):
    """Title, author and date of the entry are in the record, where the page does not know better."""
    site = follow(store, articles=6, hosts=1)
    crawl(store)
    record = store.get(site.article_url(0))
    assert record.title == site.title(0)
    assert (record.authors, record.published) == (("Ada Miller",), "2026-01-05T10:00:00+00:00")
    assert record.metadata["feed"]["author"] == "Ada Miller"
    assert record.fetched_at and record.status == 200


def test_a_worker_that_dies_costs_one_page(settings):
    """A page that takes its process down is one that failed; the next goes to another process."""
    task = ReadFeed("http://mill.example/", b"<rss><channel><title>Mill</title></channel></rss>", None)

    async def work():
        async with Extractors(settings) as extractors:
            await extractors.do(task)
            [worker] = extractors._pool._workers
            os.kill(worker.process.pid, signal.SIGSTOP)
            asked = asyncio.create_task(extractors.do(task))
            await asyncio.sleep(0.1)
            worker.process.kill()
            return await asked, await extractors.do(task)

    broken, feed = asyncio.run(work())
    assert isinstance(broken, Broken) and "SIGKILL" in broken.reason
    assert isinstance(feed, Feed) and feed.title == "Mill"


def test_stopping_keeps_what_was_done(store, follow, settings):
    """A run that is told to stop ends soon, and the next one finishes what it left."""
    site = follow(store, articles=40, hosts=2, delay=0.05)
    crawl = Crawl(store, settings, lambda crawl: crawl.counts["done"] > 3 and crawl.stop())
    asyncio.run(asyncio.wait_for(crawl.run(watch=True), 60))
    done = tally(store)["pages"]
    assert crawl.is_stopped and 3 < done["stored"] < 38 and done["waiting"] > 0
    asyncio.run(Crawl(store, settings).run())
    assert "waiting" not in tally(store)["pages"]
    assert store.count() == sum(state == "stored" for state in site.expected.values())


def test_kills_lose_and_double_nothing(store, served, benchmark_modules):
    """Whenever a run is killed, the next one goes on; in the end each article is there once."""
    _, bench = benchmark_modules
    site = served(**(SIZES | {"delay": 0.2}), rare_until=0)  # slow enough for kills in the middle of it
    add(store, [(url, "") for url in site.feed_urls])
    after = bench._killed(store.url, 3, seed=2, articles=site.articles)["killed after so many pages"]
    assert any(0 < done < site.articles for done in after)
    bench._finished(store.url)
    assert bench.check(store, site, site.report(), was_killed=True) == []


def test_one_run_at_a_time(any_store):
    """A second run on the same store is refused as long as the first lasts."""
    with alone(any_store), pytest.raises(StoreError, match="another run"), alone(any_store):
        pass
    with alone(any_store):
        pass


def test_pages_wait_for_hosts_that_ask_for_it(store, follow, crawl):
    """What a host wants to be asked for later than a run waits is left for a later run."""
    follow(store, articles=6, hosts=1, delay=60)
    counts = crawl(store)
    assert counts["stored"] == 0
    with store.reading() as connection:
        assert connection.scalar(select(PAGE.c.failures).limit(1)) in (None, 0)


def test_failures_of_the_store_end_the_run(store, follow, settings, monkeypatch):
    """A database that cannot be written is said, not waited for."""
    follow(store, articles=6, hosts=1)

    def fail(**_):
        raise StoreError(store.url, "the disk is full")

    monkeypatch.setattr(store, "writing", fail)
    with pytest.raises(StoreError, match="disk is full"):
        asyncio.run(asyncio.wait_for(Crawl(store, settings).run(), 60))


def test_private_hosts_are_left_alone(store, follow, crawl):
    """Without being allowed to, nobody asks a host on the loopback."""
    site = follow(store, articles=6, hosts=1)
    assert crawl(store, allow_private=False)["failing"] == len(site.feed_urls)
    assert site.report()["requests"] == 0
