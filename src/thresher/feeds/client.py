"""`Client`: requests feeds and pages politely, respecting ``robots.txt``, delays and ``Retry-After`` at every hop."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Protocol

from thresher.errors import ConnectionFailed, FetchError, PrivateHost
from thresher.feeds.addresses import host_of, origin_of
from thresher.feeds.gates import ClosedError, Gate, Gates
from thresher.feeds.robots import BELIEVED, MAX_BYTES, Robots, RobotsText, unavailable
from thresher.feeds.transport import Answer, Transport
from thresher.fetch import FetchLimits
from thresher.fetch.urls import REDIRECTS, next_url

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from thresher.feeds.settings import Settings

#: Media types of articles, of feeds (which are served as anything except images, audio and video), and of rules.
PAGE_TYPES = re.compile(r"text/html|application/xhtml\+xml|text/plain|(?:text|application)/xml")
FEED_TYPES = re.compile(r"(?:text|application)/.+")
ANY_TYPE = re.compile(r".*", re.DOTALL)
#: Permanent redirects: the old URL need not be requested again.
FOR_GOOD = frozenset([301, 308])
#: Status codes of temporary failures (RFC 9110; 425 and 429 from RFC 8470 and RFC 6585).
PASSING = frozenset([408, 421, 425, 429, 500, 502, 503, 504])
#: How long to leave a host alone after a 429 without a time; no host is left alone for longer than a day.
LATER, MUCH_LATER = timedelta(minutes=1), timedelta(days=1)


@dataclass(frozen=True)
class Failure:
    """Why there is no usable response."""

    reason: str
    is_passing: bool = False  #: whether it is temporary, so that a retry makes sense
    status: int | None = None
    after: float = 0.0  #: seconds to wait before a retry
    counts: bool = True  #: whether a request was made at all, so that it counts as an attempt


class Memory(Protocol):
    """Facts that are kept between runs."""

    async def remembered(self, origin: str) -> RobotsText | None:
        """The rules of an origin, if they are known."""
        ...

    def keep_rules(self, origin: str, text: RobotsText) -> None:
        """Remember the rules of an origin."""
        ...

    def keep_closed(self, host: str, until: datetime) -> None:
        """Remember that a host must be left alone until then."""
        ...


class _NoMemory:
    """Remembers nothing, which is enough for requesting a page or two."""

    async def remembered(self, _origin: str) -> RobotsText | None:
        return None

    def keep_rules(self, _origin: str, _text: RobotsText) -> None:
        """Discard them."""

    def keep_closed(self, _host: str, _until: datetime) -> None:
        """Discard it."""


NO_MEMORY = _NoMemory()


class Client:
    """Makes polite requests."""

    def __init__(self, settings: Settings, transport: Transport, memory: Memory = NO_MEMORY) -> None:
        self._settings, self._transport, self._memory = settings, transport, memory
        self._gates = Gates(settings.delay, settings.per_host)
        self._robots = Robots(memory.remembered, self._fetch_rules)
        self._room = asyncio.Semaphore(settings.requests)

    @asynccontextmanager
    async def getting(
        self, url: str, types: re.Pattern[str] = PAGE_TYPES, headers: Mapping[str, str] | None = None
    ) -> AsyncIterator[Answer | Failure]:
        """The response for *url*, which counts as a request until it is released, so that bodies do not pile up."""
        answer = await self._get(url, types, headers or {})
        try:
            yield answer
        finally:
            if isinstance(answer, Answer) and answer.body:
                self._room.release()

    async def get(self, url: str, types: re.Pattern[str] = PAGE_TYPES) -> Answer | Failure:
        """The response for *url*, or why there is no usable one."""
        async with self.getting(url, types) as answer:
            return answer

    async def _get(self, url: str, types: re.Pattern[str], headers: Mapping[str, str]) -> Answer | Failure:
        """The response after redirects, a success or "not modified"; or why there is no usable one."""
        hops: list[str] = []
        statuses: set[int] = set()
        try:
            while len(hops) <= self._settings.limits.redirects:
                answer = await self._request_if_allowed(url, types, headers)
                if isinstance(answer, Failure):
                    return answer
                if answer.status not in REDIRECTS:
                    return self._judged(replace(answer, hops=tuple(hops), is_moved=bool(hops) and statuses <= FOR_GOOD))
                hops.append(url)
                statuses.add(answer.status)
                url = next_url(url, answer.status, answer.headers.get("location"))
        except ClosedError as error:
            return Failure(str(error), is_passing=True, after=error.seconds, counts=False)
        except FetchError as error:
            return Failure(error.reason, is_passing=isinstance(error, ConnectionFailed))
        return Failure(f"more than {self._settings.limits.redirects} redirects")

    async def _request_if_allowed(
        self, url: str, types: re.Pattern[str], headers: Mapping[str, str]
    ) -> Answer | Failure:
        gate = self._gates.to(host_of(url))
        rules = await self._robots.rules(origin_of(url))
        if rules.unavailable:
            left = max(1.0, (rules.until - datetime.now(UTC)).total_seconds())
            return Failure(f"its robots.txt could not be fetched: {rules.unavailable}", is_passing=True, after=left)
        if not rules.allow(url):
            return Failure("robots.txt forbids it")
        if rules.delay is not None:
            gate.delay = rules.delay
        return await self._request(gate, url, self._settings.limits, types, headers)

    async def _request(
        self, gate: Gate, url: str, limits: FetchLimits, types: re.Pattern[str], headers: Mapping[str, str]
    ) -> Answer:
        """Make a request when it is our turn; the caller must release its place after using the body."""
        async with gate.passing():
            await self._room.acquire()
            body = b""
            try:
                answer = await self._transport.request(url, limits, types, headers)
                body = answer.body
            finally:
                if not body:
                    self._room.release()
        return answer

    def _judged(self, answer: Answer) -> Answer | Failure:
        """The response, or why it is not usable; a host that says "later" is left alone until then."""
        if 200 <= answer.status < 300 or answer.status == 304:
            return answer
        reason = f"HTTP {answer.status}"
        if answer.status not in PASSING:
            return Failure(reason, status=answer.status)
        later = retry_after(answer.headers.get("retry-after", ""))
        if answer.status == 429 or later is not None:
            wait = min(later or LATER, MUCH_LATER)
            self.close(host_of(answer.url), wait)
            return Failure(f"{reason}, next request in {wait.total_seconds():.0f} s", True, answer.status)
        return Failure(reason, is_passing=True, status=answer.status)

    def close(self, host: str, wait: timedelta) -> None:
        """Leave a host alone, in this run and in later ones."""
        self._gates.to(host).close(wait.total_seconds())
        self._memory.keep_closed(host, datetime.now(UTC) + wait)

    # Where the rules of robots.txt come from.

    async def _fetch_rules(self, origin: str) -> RobotsText:
        """The rules of a server, which are remembered; a 4xx allows everything, a failure nothing."""
        text = await self._request_rules(origin)
        self._memory.keep_rules(origin, text)
        return text

    async def _request_rules(self, origin: str) -> RobotsText:
        url = f"{origin}/robots.txt"
        limits = replace(self._settings.limits, max_bytes=MAX_BYTES)
        now = datetime.now(UTC)
        try:
            for _ in range(self._settings.limits.redirects + 1):
                answer = await self._request(self._gates.to(host_of(url)), url, limits, ANY_TYPE, {})
                if answer.body:
                    self._room.release()
                if answer.status not in REDIRECTS:
                    break
                url = next_url(url, answer.status, answer.headers.get("location"))
        except ConnectionFailed as error:
            return unavailable(error.reason)
        except PrivateHost:
            raise
        except FetchError:
            # A file that is too large or otherwise unusable counts as missing.
            return RobotsText("", now + BELIEVED)
        if answer.status >= 500 or answer.status == 429:
            return unavailable(f"HTTP {answer.status}")
        return RobotsText(answer.body.decode("utf-8", "replace"), now + BELIEVED)


def retry_after(header: str, now: datetime | None = None) -> timedelta | None:
    """How long a ``Retry-After`` header asks to wait; ``None`` if it does not say.

    >>> retry_after("120"), retry_after("soon")
    (datetime.timedelta(seconds=120), None)
    """
    if header.strip().isdigit():
        return timedelta(seconds=min(int(header), MUCH_LATER.total_seconds()))
    try:
        moment = parsedate_to_datetime(header)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(timedelta(0), moment - (now or datetime.now(UTC)))
