"""What the store knows after each outcome: feeds that are due, move and are given up, pages, addresses, articles."""

from __future__ import annotations

from datetime import timedelta

import pytest

from thresher.feeds.client import Failure
from thresher.feeds.due import next_due
from thresher.feeds.entries import Entry, Feed
from thresher.feeds.outcomes import FeedFailed, FeedRead, FeedSame, HostClosed
from thresher.feeds.page_outcomes import PageFailed, PageRead, close_pages
from thresher.feeds.subscriptions import add, followed, problems, remove, tally

STORY = " ".join(f"word{number}" for number in range(80))


def failed(job, **facts):
    return PageFailed(job, Failure("HTTP 503", is_passing=True, **facts), attempts=3, first_retry=timedelta(seconds=8))


def test_a_feed_that_is_added_is_due(desk):
    """It is due at once, once, and no longer when it is removed."""
    assert add(desk.store, [("http://mill.example/feed", ""), ("http://mill.example/feed#x", "")]) == [
        "http://mill.example/feed#x"
    ]
    assert add(desk.store, [("http://MILL.example/feed", "")]) == []
    assert [job.url for job in desk.due()] == ["http://mill.example/feed#x"]
    assert remove(desk.store, "http://mill.example/feed") and not remove(desk.store, "http://mill.example/feed")
    assert desk.due() == []
    with desk.store.reading() as connection:
        assert next_due(connection) is None


def test_entries_are_seen_once(desk):
    """An entry that comes again, under another tracking address or in another feed, is one page."""
    first = desk.follow(
        "http://mill.example/a", "http://mill.example/a?utm_source=x", "http://mill.example/b", "mailto:x"
    )
    assert [job.url for job in first] == ["http://mill.example/a", "http://mill.example/b"]
    add(desk.store, [("http://other.example/feed", "")])
    job = next(job for job in desk.due() if getattr(job, "url", "").startswith("http://other"))
    counts = desk.apply(
        FeedRead(job, Feed("", "", (Entry("1", "https://mill.example/a"), Entry("1", "http://x.example/"))))
    )
    assert (counts["entries"], counts["pages"]) == (1, 0)
    assert tally(desk.store)["pages"] == {"waiting": 2}
    assert sorted(feed.entries for feed in followed(desk.store)) == [1, 4]


def test_intervals_adapt(desk):
    """A feed is due later when nothing was new, sooner when something was, and never before it says."""
    desk.follow("http://mill.example/a")
    assert desk.feed().seconds == 1800
    job = replace_interval(desk)
    desk.apply(FeedSame(job))
    assert desk.feed().seconds == 2700
    desk.apply(FeedSame(job, stated=timedelta(hours=5)))
    assert desk.feed().seconds == 5 * 3600
    assert desk.feed().due_at >= desk.now + timedelta(hours=5)


def replace_interval(desk):
    later = desk.now + timedelta(days=2)
    return next(job for job in desk.due(later) if hasattr(job, "etag"))


@pytest.mark.parametrize(
    ("statuses", "state"),
    [
        ([410], "retired"),
        ([404, 404], "active"),
        ([404] * 3, "retired"),
        ([500] * 19, "active"),
        ([500] * 20, "retired"),
    ],
)
def test_gone_feeds_are_retired(desk, statuses, state):
    """Gone is gone; not found three times is gone too; failing for long is given up, and can be taken up again."""
    add(desk.store, [("http://mill.example/feed", "")])
    for number, status in enumerate(statuses):
        job = next(iter(desk.due(desk.now + timedelta(days=2 * number))))
        desk.apply(FeedFailed(job, Failure(f"HTTP {status}", status=status)), desk.now + timedelta(days=2 * number))
    assert (desk.feed().state, desk.feed().reason) == (state, f"HTTP {statuses[-1]}")
    assert add(desk.store, [("http://mill.example/feed", "")]) == (
        ["http://mill.example/feed"] if state == "retired" else []
    )


def test_a_feed_that_moved_has_its_new_address(desk):
    """It is asked there from now on; one that is followed already is not followed twice."""
    add(desk.store, [("http://mill.example/old", ""), ("http://mill.example/other", "")])
    old, other = desk.due()
    desk.apply(FeedRead(old, Feed("", "", ()), moved_to="http://mill.example/new"))
    desk.apply(FeedRead(other, Feed("", "", ()), moved_to="http://mill.example/new"))
    first, second = followed(desk.store)
    assert (first.url, first.state) == ("http://mill.example/new", "active")
    assert second.state == "retired" and "already followed" in second.reason


def test_pages_are_tried_again_later_each_time(desk):
    """A passing failure is tried again, after a longer while each time, and given up in the end."""
    [job] = desk.follow("http://mill.example/a")
    desk.apply(failed(job))
    waits = [desk.page(job.url).due_at - desk.now]
    [again] = [each for each in desk.due(desk.now + timedelta(minutes=1)) if each.url == job.url]
    desk.apply(failed(again))
    waits.append(desk.page(job.url).due_at - desk.now)
    assert timedelta(seconds=4) <= waits[0] <= timedelta(seconds=8) < timedelta(seconds=16) <= waits[1]
    assert problems(desk.store) == [(job.url, "HTTP 503")]
    [last] = [each for each in desk.due(desk.now + timedelta(minutes=5)) if each.url == job.url]
    desk.apply(failed(last))
    assert desk.page(job.url).state == "failed"


def test_waiting_for_a_turn_is_no_failure(desk):
    """A page that was never asked for has all its attempts left."""
    [job] = desk.follow("http://mill.example/a")
    desk.apply(failed(job, after=100, counts=False))
    page = desk.page(job.url)
    assert (page.failures, page.state) == (0, "waiting") and page.due_at >= desk.now + timedelta(seconds=100)


def test_hosts_that_are_left_alone_have_nothing_due(desk):
    """Until the moment that a host named, nothing of it is due; then it is."""
    desk.follow("http://quiet.example/a")
    desk.apply(HostClosed("quiet.example", desk.now + timedelta(hours=1)))
    assert desk.due(desk.now + timedelta(minutes=59)) == [] or "quiet" not in str(
        desk.due(desk.now + timedelta(minutes=10))
    )
    assert "quiet.example" in str(desk.due(desk.now + timedelta(minutes=61)))


def test_an_article_is_stored_once(desk):
    """The same outcome twice, and the same content elsewhere, change nothing."""
    one, two = desk.follow("http://mill.example/a", "http://mill.example/b")
    assert desk.apply(PageRead(one, one.url, desk.article(one.url, STORY)))["stored"] == 1
    assert desk.apply(PageRead(one, one.url, desk.article(one.url, STORY + " again"))) == {}
    assert desk.apply(PageRead(two, two.url, desk.article(two.url, STORY)))["seen"] == 1
    assert desk.store.count() == 1 and "same content" in desk.page(two.url).reason


def test_articles_of_one_batch_are_compared_with_each_other(desk):
    """Copies and near-duplicates are told apart also when they come together: the first is the one that counts."""
    jobs = desk.follow(*(f"http://mill.example/{name}" for name in "abcd"))
    texts = [STORY, STORY, f"{STORY} more", " ".join(reversed(STORY.split()))]
    with desk.store.writing() as connection:
        reads = [PageRead(job, job.url, desk.article(job.url, text)) for job, text in zip(jobs, texts, strict=True)]
        counts = close_pages(desk.store, connection, reads, desk.now)
    assert (counts["stored"], counts["seen"], counts["duplicates"]) == (3, 1, 1)
    assert [desk.page(job.url).state for job in jobs] == ["stored", "seen", "stored", "stored"]
    assert desk.store.get(jobs[2].url).duplicate_of == desk.store.get(jobs[0].url).id


def test_near_duplicates_point_to_the_first_of_them(desk):
    """What nearly repeats a near-duplicate is one of the original, and is stored."""
    jobs = desk.follow(*(f"http://mill.example/{name}" for name in "abc"))
    for number, job in enumerate(jobs):
        desk.apply(PageRead(job, job.url, desk.article(job.url, STORY + " more" * number)))
    records = [desk.store.get(job.url) for job in jobs]
    assert [record.duplicate_of for record in records] == [None, records[0].id, records[0].id]


def test_redirects_that_meet_are_one_page(desk):
    """Two addresses that lead to the same page are one article, and the page itself is not asked for any more."""
    one, two, end = desk.follow("http://mill.example/1", "http://mill.example/2", "http://mill.example/end")
    assert desk.apply(PageRead(one, end.url, desk.article(one.url, STORY)))["stored"] == 1
    assert desk.page(end.url).state == "seen"
    assert desk.apply(PageRead(two, end.url, desk.article(two.url, STORY + " other")))["seen"] == 1
    assert desk.apply(PageRead(end, end.url, desk.article(end.url, STORY + " other"))) == {}
    assert desk.store.count() == 1
    add(desk.store, [("http://other.example/feed", "")])
    job = next(job for job in desk.due() if "other" in job.url)
    assert desk.apply(FeedRead(job, Feed("", "", (Entry("1", f"{end.url}?utm_source=x"),))))["pages"] == 0
