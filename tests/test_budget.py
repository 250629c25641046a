"""Budgets: limits of size and time give the best answer that they allow, and say so."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

import pytest

from thresher import Options, Outcome, Page, extract
from thresher.budget import TimeUp, within
from thresher.errors import BadParameter
from thresher.selection import Selection

PARAGRAPH = "<p>Barley keeps well in a dry barn, and so the old people kept two winters of it there.</p>"
PAGE = f"<nav><a href=/>Home</a></nav><article>{PARAGRAPH * 50}</article>"


@dataclass(frozen=True)
class Sleepy:
    """A method that never comes to an end, in Python."""

    def select(self, page: Page) -> Selection:
        while True:
            time.sleep(0.001)


def test_limits_that_are_not_reached_cost_nothing():
    """Within its limits a page is answered as without."""
    limited = extract(PAGE, time_limit=60, max_nodes=10_000, max_chars=1_000_000)
    assert (limited.text, limited.degraded) == (extract(PAGE).text, "")


def test_a_method_that_takes_too_long_is_replaced():
    """The answer comes from a cheap method, in time, and says so."""
    start = time.perf_counter()
    extraction = extract(PAGE, algorithm=Sleepy(), time_limit=0.5)
    assert time.perf_counter() - start < 5
    assert extraction.text.count("Barley") == 50
    assert "cectd-ds" in extraction.degraded
    assert extraction.outcome is Outcome.CONTENT


def test_no_time_at_all_gives_all_visible_text():
    """Where even parsing took all the time, the text is there, unsorted."""
    extraction = extract(PAGE, time_limit=1e-9)
    assert "Home" in extraction.text
    assert extraction.text.count("Barley") == 50
    assert "all visible text" in extraction.degraded


def test_few_nodes():
    """Only the first elements are looked at; the selection is one of the whole page."""
    extraction = extract(PAGE, algorithm="cetd-ds", max_nodes=20)
    assert 0 < extraction.text.count("Barley") < 20
    assert len(extraction.selection.runs) == len(extraction.page.text)
    assert extraction.degraded == "only the first 20 of 56 elements were processed"


@pytest.mark.parametrize(("page", "unit"), [(PAGE, "characters"), (PAGE.encode(), "bytes")])
def test_few_characters(page, unit):
    """Only the beginning of the source is read."""
    extraction = extract(page, max_chars=1000)
    assert 5 <= extraction.text.count("Barley") <= 11
    assert extraction.degraded == f"only the first 1000 of {len(PAGE)} {unit} were read"


@pytest.mark.parametrize("name", ["time_limit", "max_nodes", "max_chars"])
def test_senseless_limits(name):
    """A limit of nothing is told to be none."""
    with pytest.raises(BadParameter, match=f"{name}=0 is not allowed"):
        Options(**{name: 0})


def test_within_threads():
    """Each thread is stopped by its own clock."""
    answers = {}

    def endless():
        while True:
            pass

    threads = [threading.Thread(target=lambda: answers.update(quick=within(60, lambda: sum(range(100)))))]
    threads.append(threading.Thread(target=lambda: answers.update(endless=within(0.2, endless))))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert answers == {"quick": 4950, "endless": None}


def test_a_stop_never_strikes_late():
    """Work that is done just when its time is up is done or stopped, and nothing is raised afterwards."""
    for turn in range(200):
        start = time.perf_counter()
        try:
            within(0.001, lambda: time.sleep(0.0009))
        except TimeUp:
            pytest.fail(f"turn {turn} after {time.perf_counter() - start} s")
