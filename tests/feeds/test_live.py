"""The live view: one line for a person at a terminal, nothing for a file."""

from __future__ import annotations

import io
from collections import Counter
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

from thresher.feeds.live import Live


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self):
        return True


def run(**facts):
    return SimpleNamespace(**({"counts": Counter(feeds=2, pages=30, done=10, stored=9), "hosts": 3} | facts))


def test_what_is_done_and_what_waits():
    """The line says what was done, what waits, and is written over itself."""
    out = Terminal()
    live = Live(out, waiting=5)
    live(run(waits_until=None))
    live(run(waits_until=None))
    assert out.getvalue().count("\r\033[Kfeeds: 2; articles: 9; waiting: 25; hosts: 3") == 2
    assert "\n" not in out.getvalue()
    live.close()
    assert out.getvalue().endswith("\r\033[K")


def test_what_is_waited_for():
    """While nothing is due, the line says until when."""
    line = Live(Terminal(), 0).line(run(hosts=0, waits_until=datetime.now(UTC) + timedelta(seconds=95)))
    assert line.endswith("next in 1 min 35 s")


def test_files_get_nothing():
    """A log file is not filled with lines that are written over."""
    out = io.StringIO()
    Live(out, 0)(run(waits_until=None))
    assert out.getvalue() == ""
