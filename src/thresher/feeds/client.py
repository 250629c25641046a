"""`Client`: asks for feeds and pages as a polite guest does, at every hop: rules, turns, and what "later" means."""

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
from thresher.feeds.robots import BELIEVED, MAX_BYTES, Robots, Told, not_told
from thresher.feeds.transport import Answer, Transport
from thresher.fetch import FetchLimits
from thresher.fetch.urls import REDIRECTS, next_url

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from thresher.feeds.settings import Settings

#: Media types of articles, of feeds (which are served as anything but pictures and sounds), and of rules.
PAGE_TYPES = re.compile(r"text/html|application/xhtml\+xml|text/plain|(?:text|application)/xml")
FEED_TYPES = re.compile(r"(?:text|application)/.+")
ANY_TYPE = re.compile(r".*", re.DOTALL)
#: Redirects that mean that the address is to be forgotten.
FOR_GOOD = frozenset([301, 308])
#: Answers that may be another one later (RFC 9110; 425 and 429 of RFC 8470 and RFC 6585).
PASSING = frozenset([408, 421, 425, 429, 500, 502, 503, 504])
#: Where "later" is not said, a host that is asked too much is left alone for so long; at most it is for a day.
LATER, MUCH_LATER = timedelta(minutes=1), timedelta(days=1)


@dataclass(frozen=True)
class Failure:
    """Why there is no answer of use."""

    reason: str
    is_passing: bool = False  #: whether it is worth trying again
    status: int | None = None
    after: float = 0.0  #: seconds that must pass first
    counts: bool = True  #: whether somebody was asked at all


class Memory(Protocol):
    """What outlives a run."""

    async def remembered(self, origin: str) -> Told | None:
        """The rules of an origin, as far as they are known."""
        ...

    def keep_rules(self, origin: str, told: Told) -> None:
        """Remember the rules of an origin."""
        ...

    def keep_closed(self, host: str, until: datetime) -> None:
        """Remember that a host is to be left alone."""
        ...


class _Forgetful:
    """A memory for those who ask for a page or two."""

    async def remembered(self, _origin: str) -> Told | None:
        return None

    def keep_rules(self, _origin: str, _told: Told) -> None:
        """Forget them."""

    def keep_closed(self, _host: str, _until: datetime) -> None:
        """Forget it."""


FORGETFUL = _Forgetful()


class Client:
    """Asks politely."""

    def __init__(self, settings: Settings, transport: Transport, memory: Memory = FORGETFUL) -> None:
        self._settings, self._transport, self._memory = settings, transport, memory
        self._gates = Gates(settings.delay, settings.per_host)
        self._robots = Robots(memory.remembered, self._asked)
        self._room = asyncio.Semaphore(settings.requests)

    @asynccontextmanager
    async def getting(
        self, url: str, types: re.Pattern[str] = PAGE_TYPES, headers: Mapping[str, str] | None = None
    ) -> AsyncIterator[Answer | Failure]:
        """The answer of use at *url*, which counts as a request until it is put away: bodies do not pile up."""
        answer = await self._get(url, types, headers or {})
        try:
            yield answer
        finally:
            if isinstance(answer, Answer) and answer.body:
                self._room.release()

    async def get(self, url: str, types: re.Pattern[str] = PAGE_TYPES) -> Answer | Failure:
        """The answer of use at *url*."""
        async with self.getting(url, types) as answer:
            return answer

    async def _get(self, url: str, types: re.Pattern[str], headers: Mapping[str, str]) -> Answer | Failure:
        """The answer of use, redirects followed: a success or "not modified"."""
        hops: list[str] = []
        statuses: set[int] = set()
        try:
            while len(hops) <= self._settings.limits.redirects:
                answer = await self._ask_if_allowed(url, types, headers)
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

    async def _ask_if_allowed(self, url: str, types: re.Pattern[str], headers: Mapping[str, str]) -> Answer | Failure:
        gate = self._gates.to(host_of(url))
        rules = await self._robots.rules(origin_of(url))
        if rules.not_told:
            left = max(1.0, (rules.until - datetime.now(UTC)).total_seconds())
            return Failure(f"no robots.txt could be had: {rules.not_told}", is_passing=True, after=left)
        if not rules.allow(url):
            return Failure("robots.txt forbids it")
        if rules.delay is not None:
            gate.delay = rules.delay
        return await self._ask(gate, url, self._settings.limits, types, headers)

    async def _ask(
        self, gate: Gate, url: str, limits: FetchLimits, types: re.Pattern[str], headers: Mapping[str, str]
    ) -> Answer:
        """Ask when it is our turn; whoever gets a body has to make room again when it is put away."""
        async with gate.passing():
            await self._room.acquire()
            body = b""
            try:
                answer = await self._transport.ask(url, limits, types, headers)
                body = answer.body
            finally:
                if not body:
                    self._room.release()
        return answer

    def _judged(self, answer: Answer) -> Answer | Failure:
        """An answer of use, or what is wrong with it; a host that says "later" is left alone until then."""
        if 200 <= answer.status < 300 or answer.status == 304:
            return answer
        reason = f"HTTP {answer.status}"
        if answer.status not in PASSING:
            return Failure(reason, status=answer.status)
        later = retry_after(answer.headers.get("retry-after", ""))
        if answer.status == 429 or later is not None:
            wait = min(later or LATER, MUCH_LATER)
            self.close(host_of(answer.url), wait)
            return Failure(f"{reason}, to be asked in {wait.total_seconds():.0f} s", True, answer.status)
        return Failure(reason, is_passing=True, status=answer.status)

    def close(self, host: str, wait: timedelta) -> None:
        """Leave a host alone, in this run and in those that follow."""
        self._gates.to(host).close(wait.total_seconds())
        self._memory.keep_closed(host, datetime.now(UTC) + wait)

    # Where the rules of robots.txt come from.

    async def _asked(self, origin: str) -> Told:
        """The rules that a server tells: those of a 4xx are none, those of a failure are that nothing is allowed."""
        told = await self._told(origin)
        self._memory.keep_rules(origin, told)
        return told

    async def _told(self, origin: str) -> Told:
        url = f"{origin}/robots.txt"
        limits = replace(self._settings.limits, max_bytes=MAX_BYTES)
        now = datetime.now(UTC)
        try:
            for _ in range(self._settings.limits.redirects + 1):
                answer = await self._ask(self._gates.to(host_of(url)), url, limits, ANY_TYPE, {})
                if answer.body:
                    self._room.release()
                if answer.status not in REDIRECTS:
                    break
                url = next_url(url, answer.status, answer.headers.get("location"))
        except ConnectionFailed as error:
            return not_told(error.reason)
        except PrivateHost:
            raise
        except FetchError:
            # A file that is too large, or odd in some other way, says nothing.
            return Told("", now + BELIEVED)
        if answer.status >= 500 or answer.status == 429:
            return not_told(f"HTTP {answer.status}")
        return Told(answer.body.decode("utf-8", "replace"), now + BELIEVED)


def retry_after(header: str, now: datetime | None = None) -> timedelta | None:
    """How long a ``Retry-After`` asks to wait; ``None`` where it says nothing.

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
