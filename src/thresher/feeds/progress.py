"""The progress of a run in one line: what was done, how fast, and what it is waiting for."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from thresher.durations import clock

if TYPE_CHECKING:
    from collections import Counter

    from thresher.feeds.crawl import Crawl

#: The period in seconds over which speed is measured.
RECENT = 10.0
#: The states of pages that are not articles, with their names in the summary.
OTHERS = ("overview", "seen", "empty", "failed", "retries")


class Progress:
    """The progress of a run that began with a number of *waiting* pages."""

    def __init__(self, waiting: int) -> None:
        self._waiting = waiting
        self._history: list[tuple[float, int]] = []

    def line(self, crawl: Crawl) -> str:
        """The progress as one line of text."""
        counts = crawl.counts
        if not crawl.hosts and crawl.waits_until:
            return f"{summary(counts)}; {_until(crawl.waits_until)}"
        left = max(0, self._waiting + counts["pages"] - counts["done"])
        return f"{summary(counts)}; waiting: {left:,}; hosts: {crawl.hosts}; {self._rate(counts['done']):.1f} pages/s"

    def _rate(self, done: int) -> float:
        now = time.monotonic()
        self._history = [each for each in self._history if now - each[0] < RECENT] + [(now, done)]
        begun, before = self._history[0]
        return (done - before) / max(0.5, now - begun)


def summary(counts: Counter[str]) -> str:
    """The results of a run, in words.

    >>> from collections import Counter
    >>> summary(Counter(feeds=3, failing=1, stored=40, duplicates=2, overview=1, failed=2))
    'feeds: 3 (1 failing); articles: 40 (2 nearly the same as others); other pages: 1 overview, 2 failed'
    """
    failing = f" ({counts['failing']:,} failing)" if counts["failing"] else ""
    nearly = f" ({counts['duplicates']:,} nearly the same as others)" if counts["duplicates"] else ""
    others = ", ".join(f"{counts[name]:,} {name}" for name in OTHERS if counts[name])
    pages = f"; other pages: {others}" if others else ""
    return f"feeds: {counts['feeds']:,}{failing}; articles: {counts['stored']:,}{nearly}{pages}"


def _until(moment: datetime) -> str:
    return f"next in {clock(max(0.0, (moment - datetime.now(UTC)).total_seconds()))}"
