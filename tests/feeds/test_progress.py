"""The line that says how far a run is."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

from thresher.feeds.progress import Progress


def run(**facts):
    return SimpleNamespace(**({"counts": Counter(feeds=2, pages=30, done=10, stored=9), "hosts": 3} | facts))


def test_what_is_done_and_what_waits():
    """The line says what was done and what waits."""
    line = Progress(waiting=5).line(run(waits_until=None))
    assert line.startswith("feeds: 2; articles: 9; waiting: 25; hosts: 3")


def test_what_is_waited_for():
    """While nothing is due, the line says until when."""
    line = Progress(0).line(run(hosts=0, waits_until=datetime.now(UTC) + timedelta(seconds=95)))
    assert line.endswith("next in 1:35")
