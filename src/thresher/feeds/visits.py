"""Doing one job: a feed is fetched and parsed, or a page is fetched and extracted; each has an outcome."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from thresher.feeds.articles import Article
from thresher.feeds.client import FEED_TYPES, Client, Failure
from thresher.feeds.due import FeedJob, Job, PageJob
from thresher.feeds.entries import Feed, NotAFeed
from thresher.feeds.intervals import max_age
from thresher.feeds.outcomes import FeedFailed, FeedRead, FeedSame, JobOutcome
from thresher.feeds.page_outcomes import PageFailed, PageRead
from thresher.feeds.transport import Answer
from thresher.feeds.work import Broken, MakeArticle, ReadFeed, Unfit
from thresher.fetch import Fetched

if TYPE_CHECKING:
    from thresher.feeds.extractors import Extractors
    from thresher.feeds.settings import Settings
    from thresher.feeds.work import Done

NOT_MODIFIED = 304
#: The ``Accept`` header of a request for a feed.
ACCEPT_FEEDS = (
    "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml,"
    " application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.5"
)


@dataclass(frozen=True)
class Visits:
    """Does jobs with a client for requests and worker processes for responses."""

    settings: Settings
    client: Client
    extractors: Extractors

    async def visit(self, job: Job) -> JobOutcome:
        """The outcome of a job."""
        return await (self._feed(job) if isinstance(job, FeedJob) else self._page(job))

    async def _feed(self, job: FeedJob) -> JobOutcome:
        async with self.client.getting(job.url, FEED_TYPES, _conditions(job)) as answer:
            if isinstance(answer, Failure):
                return FeedFailed(job, answer)
            if answer.status == NOT_MODIFIED:
                return FeedSame(job, max_age(answer.headers.get("cache-control", "")))
            read = await self.extractors.do(ReadFeed(answer.url, answer.body, answer.charset))
        return _feed_outcome(job, answer, read)

    async def _page(self, job: PageJob) -> JobOutcome:
        async with self.client.getting(job.url) as answer:
            if isinstance(answer, Failure):
                return self._page_failed(job, answer)
            done = await self.extractors.do(_article_task(job, answer))
        if isinstance(done, Article):
            return PageRead(job, answer.url, done)
        if isinstance(done, Unfit):
            return PageRead(job, answer.url, state=done.state, reason=done.reason)
        return self._page_failed(job, Failure(_reason(done)))

    def _page_failed(self, job: PageJob, failure: Failure) -> PageFailed:
        return PageFailed(job, failure, self.settings.attempts, self.settings.first_retry)


def _conditions(job: FeedJob) -> dict[str, str]:
    """Headers that make a server send the feed only if it has changed."""
    headers = {"If-None-Match": job.etag, "If-Modified-Since": job.last_modified}
    return {"Accept": ACCEPT_FEEDS} | {name: value for name, value in headers.items() if value}


def _feed_outcome(job: FeedJob, answer: Answer, read: Done) -> JobOutcome:
    if not isinstance(read, Feed):
        return FeedFailed(job, Failure(f"not a feed: {_reason(read)}"))
    return FeedRead(
        job,
        read,
        etag=answer.headers.get("etag"),
        last_modified=answer.headers.get("last-modified"),
        stated=max_age(answer.headers.get("cache-control", "")),
        moved_to=answer.url if answer.is_moved else "",
    )


def _reason(done: Done) -> str:
    return done.reason if isinstance(done, NotAFeed | Unfit | Broken) else f"a {type(done).__name__.lower()}"


def _article_task(job: PageJob, answer: Answer) -> MakeArticle:
    return MakeArticle(
        url=job.url,
        fetched=Fetched(answer.url, answer.body, answer.content_type, answer.charset, answer.status, answer.hops),
        fetched_at=datetime.now(UTC),
        headers={name: answer.headers[name] for name in ("etag", "last-modified") if name in answer.headers},
        title=job.title,
        author=job.author,
        published=job.published,
    )
