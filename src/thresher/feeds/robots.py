"""Rules of ``robots.txt`` (RFC 9309): fetched once a day for each origin, and stored between runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from thresher.errors import MissingExtra
from thresher.feeds.settings import PRODUCT

try:
    from protego import Protego
except ImportError as error:
    raise MissingExtra("protego", "feeds", "following feeds") from error

#: How long rules are valid (RFC 9309, 2.4), and the number of bytes of them that are read (2.5).
BELIEVED, MAX_BYTES = timedelta(days=1), 512_000
#: How long a server that fails to answer is left alone before the next attempt (2.3.1.4).
LEFT_ALONE = timedelta(minutes=10)
#: Origins whose rules are held in memory.
MAX_HELD = 2000
#: Precedes the reason in the stored rules of a server that failed to answer.
_CLOSED = "# unavailable: "


@dataclass(frozen=True)
class RobotsText:
    """The text of a ``robots.txt``, and until when it is valid."""

    text: str
    until: datetime


def unavailable(reason: str) -> RobotsText:
    """The rules for a server that fails to answer: nothing is allowed for a while."""
    return RobotsText(f"{_CLOSED}{reason}\nUser-agent: *\nDisallow: /", datetime.now(UTC) + LEFT_ALONE)


class Rules:
    r"""The rules of one origin for our user agent.

    >>> rules = Rules(RobotsText("User-agent: *\nDisallow: /private\nCrawl-delay: 2", datetime.now(UTC)))
    >>> rules.allow("https://mill.example/rye"), rules.allow("https://mill.example/private/rye"), rules.delay
    (True, False, 2.0)
    """

    def __init__(self, robots_text: RobotsText) -> None:
        self.until = robots_text.until
        self._parsed = Protego.parse(robots_text.text)
        first = robots_text.text.partition("\n")[0]
        self.unavailable = first.removeprefix(_CLOSED) if first.startswith(_CLOSED) else ""
        """Why the server did not answer; empty if it did."""
        self.delay = self._delay()  #: seconds between requests; ``None`` if the rules do not say

    def allow(self, url: str) -> bool:
        """Whether we may request a URL."""
        return bool(self._parsed.can_fetch(url, PRODUCT))

    def _delay(self) -> float | None:
        rate = self._parsed.request_rate(PRODUCT)
        delays = [self._parsed.crawl_delay(PRODUCT), rate.seconds / rate.requests if rate and rate.requests else None]
        return max((float(each) for each in delays if each is not None), default=None)


class Robots:
    """The rules of all origins; each is fetched only once, while others that need it wait."""

    def __init__(
        self, remembered: Callable[[str], Awaitable[RobotsText | None]], fetched: Callable[[str], Awaitable[RobotsText]]
    ) -> None:
        self._remembered, self._fetched = remembered, fetched
        self._held: dict[str, asyncio.Task[Rules]] = {}

    async def rules(self, url_origin: str) -> Rules:
        """The currently valid rules of an origin."""
        task = self._held.get(url_origin)
        if task is None or (task.done() and _is_stale(task)):
            self._forget()
            task = self._held[url_origin] = asyncio.create_task(self._find(url_origin))
        return await asyncio.shield(task)

    async def _find(self, origin: str) -> Rules:
        robots_text = await self._remembered(origin)
        if robots_text is None or robots_text.until <= datetime.now(UTC):
            robots_text = await self._fetched(origin)
        return Rules(robots_text)

    def _forget(self) -> None:
        if len(self._held) >= MAX_HELD:
            self._held = {origin: task for origin, task in self._held.items() if not task.done()}


def _is_stale(task: asyncio.Task[Rules]) -> bool:
    return task.cancelled() or task.exception() is not None or task.result().until <= datetime.now(UTC)
