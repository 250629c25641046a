"""The live view of a run, for a person at a terminal: what was done, how fast, and what is being waited for."""

from __future__ import annotations

import shutil
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections import Counter

    from thresher.feeds.crawl import Crawl

#: Seconds over which speed is told.
RECENT = 10.0
#: What pages may be besides articles, as it is counted.
OTHERS = ("overview", "seen", "empty", "failed", "retries")


class Live:
    """One line that is written anew whenever it is called; a log file gets nothing."""

    def __init__(self, out: TextIO, waiting: int) -> None:
        self._out, self._waiting = out, waiting
        self._is_shown = out.isatty()
        self._history: list[tuple[float, int]] = []

    def __call__(self, crawl: Crawl) -> None:
        """Show how far a run is."""
        if self._is_shown:
            width = shutil.get_terminal_size().columns - 1
            self._out.write(f"\r\033[K{self.line(crawl)[:width]}")
            self._out.flush()

    def close(self) -> None:
        """Leave the line empty."""
        if self._is_shown:
            self._out.write("\r\033[K")
            self._out.flush()

    def line(self, crawl: Crawl) -> str:
        """What is to be told now."""
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
    """What a run has done, in words.

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
    seconds = max(0, round((moment - datetime.now(UTC)).total_seconds()))
    return f"next in {seconds // 60} min {seconds % 60} s"
