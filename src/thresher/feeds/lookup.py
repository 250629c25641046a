"""Finding the feeds of a site: the URL itself, or feeds that its page declares, links to, or has at usual places."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from thresher.errors import DecodeError, FetchError
from thresher.feeds.client import FEED_TYPES, Client, Failure
from thresher.feeds.discover import Candidate, candidates
from thresher.feeds.entries import Feed
from thresher.feeds.parse import parse
from thresher.feeds.transport import Answer, Transport
from thresher.page import Page

if TYPE_CHECKING:
    from thresher.feeds.settings import Settings


@dataclass(frozen=True)
class FoundFeed:
    """A feed that exists."""

    url: str
    title: str
    format: str
    entries: int
    source: str  #: how it was found: "itself", "declared", "linked" or "usual place"


def look_up(url: str, settings: Settings) -> list[FoundFeed]:
    """The feed at a URL, or the feeds of the site of the page there; empty if there are none."""
    return asyncio.run(_look_up(url, settings))


async def _look_up(url: str, settings: Settings) -> list[FoundFeed]:
    async with Transport(settings) as transport:
        client = Client(settings, transport)
        answer = await client.get(url, FEED_TYPES)
        if isinstance(answer, Failure):
            raise FetchError(url, answer.reason)
        if found := _found(answer, "itself"):
            return [found]
        return await _of_site(client, answer)


async def _of_site(client: Client, answer: Answer) -> list[FoundFeed]:
    """The feeds of the first group of candidates that has any."""
    try:
        page = Page.from_html(answer.body, answer.url, encoding=answer.charset)
    except DecodeError:
        return []
    for group in candidates(page):
        looked_at = [await _look_at(client, place) for place in group]
        if found := [each for each in looked_at if each]:
            return [*{each.url: each for each in reversed(found)}.values()][::-1]
    return []


async def _look_at(client: Client, place: Candidate) -> FoundFeed | None:
    answer = await client.get(place.url, FEED_TYPES)
    return None if isinstance(answer, Failure) else _found(answer, place.source)


def _found(answer: Answer, source: str) -> FoundFeed | None:
    """The feed in a response, if it is one."""
    feed = parse(answer.body, answer.url, answer.charset)
    if not isinstance(feed, Feed):
        return None
    return FoundFeed(answer.url, feed.title, feed.format, len(feed.entries), source)
