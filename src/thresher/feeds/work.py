"""The tasks of worker processes: parsing feeds and extracting articles. Every job gets an answer, whatever happens."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from multiprocessing.connection import Connection

from thresher.algorithms import describe, names
from thresher.algorithms.base import parameters
from thresher.errors import DecodeError
from thresher.extraction import Extraction, extract
from thresher.feeds import near_duplicates
from thresher.feeds.articles import Article
from thresher.feeds.entries import Feed, NotAFeed
from thresher.feeds.tables import EMPTY, FAILED, OVERVIEW
from thresher.fetch import Fetched
from thresher.options import Options
from thresher.page import Page
from thresher.selection import Outcome
from thresher.store.record import StoredExtraction, stored
from thresher.workers import end_in, jobs
from thresher.writers.cuter_xml import CuterXml


@dataclass(frozen=True)
class ReadFeed:
    """The bytes of a feed."""

    url: str
    body: bytes
    charset: str | None

    def do(self, _algorithm: str) -> Feed | NotAFeed:
        """Parse it."""
        from thresher.feeds.parse import parse

        return parse(self.body, self.url, self.charset)


@dataclass(frozen=True)
class Unfit:
    """A page that is not an article: what it is instead, and the evidence."""

    state: str
    reason: str


@dataclass(frozen=True)
class MakeArticle:
    """The bytes of a page, and what is known about it in advance."""

    url: str  #: as given in the entry
    fetched: Fetched
    fetched_at: datetime
    headers: dict[str, str]
    title: str
    author: str
    published: str

    def do(self, algorithm: str) -> Article | Unfit:
        """Extract it."""
        try:
            page = Page.from_html(self.fetched.body, self.fetched.url, encoding=self.fetched.charset)
        except DecodeError as error:
            return Unfit(FAILED, str(error))
        extraction = extract(page, options=_options(algorithm, self.title))
        if extraction.is_overview or extraction.outcome is Outcome.OVERVIEW:
            return Unfit(OVERVIEW, extraction.reason or "it is a list of other pages")
        if not extraction.text.strip():
            return Unfit(EMPTY, extraction.reason or "there is no content on it")
        return self._article(extraction)

    def _article(self, extraction: Extraction) -> Article:
        record = stored(extraction, self.url, fetched=self.fetched, fetched_at=self.fetched_at)
        signature = near_duplicates.signature(record.text)
        return Article(
            record=self._with_hints(record),
            cuter=CuterXml(title=self.title).write(extraction.selection),
            signature=None if signature is None else near_duplicates.to_bytes(signature),
        )

    def _with_hints(self, record: StoredExtraction) -> StoredExtraction:
        """The record, completed with what the feed says and the page does not, or says less precisely."""
        said = {"title": self.title, "author": self.author, "published": self.published}
        return replace(
            record,
            title=best_title(record.title, self.title),
            authors=record.authors or tuple(name for name in [self.author] if name),
            published=record.published or self.published or None,
            metadata={**record.metadata, "feed": {name: value for name, value in said.items() if value}},
            etag=self.headers.get("etag"),
            last_modified=self.headers.get("last-modified"),
        )


def best_title(of_page: str, of_entry: str) -> str:
    """The page's title, or the feed's if the page has none or adds the name of its site to it.

    >>> best_title("Rye is back - Valley News", "Rye is back"), best_title("", "Rye"), best_title("Rye is back", "Rye")
    ('Rye is back', 'Rye', 'Rye is back')
    """
    beside = rf"(?:.*[^\w\s]\s+)?{re.escape(of_entry)}(?:\s*[^\w\s].*)?"
    return of_entry if not of_page or (of_entry and re.fullmatch(beside, of_page, re.IGNORECASE)) else of_page


def _options(algorithm: str, title: str) -> Options:
    """The options for a page; a method that accepts the feed's title, such as CUTER, gets it."""
    return Options(algorithm, {"title": title}) if _takes_title(algorithm) else _plain_options(algorithm)


@cache
def _plain_options(algorithm: str) -> Options:
    return Options(algorithm)


@cache
def _takes_title(algorithm: str) -> bool:
    return algorithm in names() and any(each.name == "title" for each in parameters(describe(algorithm)))


@dataclass(frozen=True)
class Broken:
    """A job that raised an error."""

    reason: str


Task = ReadFeed | MakeArticle
Done = Feed | NotAFeed | Article | Unfit | Broken


def serve(connection: Connection, algorithm: str, seconds: float) -> None:
    """Report that the worker is ready, then do jobs until the connection is closed."""
    _ = _plain_options(algorithm).method
    connection.send(None)
    # If the owner was killed, nothing waits for an answer.
    with suppress(BrokenPipeError):
        for job in jobs(connection):
            end_in(2 * seconds)
            connection.send(_done(job, algorithm))
            end_in(0)


def _done(job: Task, algorithm: str) -> Done:
    try:
        return job.do(algorithm)
    except Exception as error:  # noqa: BLE001, RUF100 - any error caused by a page is an outcome of that page
        return Broken(f"{type(error).__name__}: {error}"[:300])
