"""What ``robots.txt`` allows (RFC 9309): asked once a day for each origin, and remembered in the store between runs."""

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

#: How long rules are believed (RFC 9309, 2.4), and bytes of them that are read (2.5).
BELIEVED, MAX_BYTES = timedelta(days=1), 512_000
#: A server that fails to answer is asked again after so long; until then it is left alone (2.3.1.4).
LEFT_ALONE = timedelta(minutes=10)
#: Origins whose rules are held in memory.
MAX_HELD = 2000
#: Stands ahead of the reason in what is remembered of a server that fails to answer.
_CLOSED = "# unavailable: "


@dataclass(frozen=True)
class RobotsText:
    """The text of a ``robots.txt``, and until when it is believed."""

    text: str
    until: datetime


def unavailable(reason: str) -> RobotsText:
    """What holds where a server fails to answer: nothing is allowed for a while."""
    return RobotsText(f"{_CLOSED}{reason}\nUser-agent: *\nDisallow: /", datetime.now(UTC) + LEFT_ALONE)


class Rules:
    r"""The rules of one origin as they apply to us.

    >>> rules = Rules(RobotsText("User-agent: *\nDisallow: /private\nCrawl-delay: 2", datetime.now(UTC)))
    >>> rules.allow("https://mill.example/rye"), rules.allow("https://mill.example/private/rye"), rules.delay
    (True, False, 2.0)
    """

    def __init__(self, robots_text: RobotsText) -> None:
        self.until = robots_text.until
        self._parsed = Protego.parse(robots_text.text)
        first = robots_text.text.partition("\n")[0]
        self.unavailable = first.removeprefix(_CLOSED) if first.startswith(_CLOSED) else ""
        """Why the server gave no answer; empty where it did."""
        self.delay = self._delay()  #: seconds between requests; ``None`` where the rules do not say

    def allow(self, url: str) -> bool:
        """Whether we may ask for an address."""
        return bool(self._parsed.can_fetch(url, PRODUCT))

    def _delay(self) -> float | None:
        rate = self._parsed.request_rate(PRODUCT)
        delays = [self._parsed.crawl_delay(PRODUCT), rate.seconds / rate.requests if rate and rate.requests else None]
        return max((float(each) for each in delays if each is not None), default=None)


class Robots:
    """The rules of all origins, each asked for by one while the others wait."""

    def __init__(
        self, remembered: Callable[[str], Awaitable[RobotsText | None]], asked: Callable[[str], Awaitable[RobotsText]]
    ) -> None:
        self._remembered, self._asked = remembered, asked
        self._held: dict[str, asyncio.Task[Rules]] = {}

    async def rules(self, url_origin: str) -> Rules:
        """The rules of an origin that are valid now."""
        task = self._held.get(url_origin)
        if task is None or (task.done() and _is_stale(task)):
            self._forget()
            task = self._held[url_origin] = asyncio.create_task(self._find(url_origin))
        return await asyncio.shield(task)

    async def _find(self, origin: str) -> Rules:
        robots_text = await self._remembered(origin)
        if robots_text is None or robots_text.until <= datetime.now(UTC):
            robots_text = await self._asked(origin)
        return Rules(robots_text)

    def _forget(self) -> None:
        if len(self._held) >= MAX_HELD:
            self._held = {origin: task for origin, task in self._held.items() if not task.done()}


def _is_stale(task: asyncio.Task[Rules]) -> bool:
    return task.cancelled() or task.exception() is not None or task.result().until <= datetime.now(UTC)
