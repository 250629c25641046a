"""Growth of every method and format in every dimension: four times as much is no sixteen times the cost.

A short form of ``benchmarks/growth.py``, which has the dimensions: what is quick is passed at once, and what is not is
measured at two sizes, in the same process and by CPU time, so that a busy machine changes both.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
import pytest

from thresher import Page, Selection, algorithms, writers

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))
from growth import DIMENSIONS, MOST, TIMES, Subject, growth, subjects

#: What takes less than this for the larger page is not measured again (seconds of CPU).
QUICK = 0.05

ALL = subjects(algorithms.names(), list(writers.FORMATS))


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_growth(dimension):
    """No method and no format grows with more than the size and a little."""
    page_of, size = DIMENSIONS[dimension]
    page = Page.from_html(page_of(size * TIMES), "https://mill.example/")
    everything = Selection(page, np.ones(len(page.text), dtype=bool))
    for subject in ALL:
        # The page is the same for all, so that what they share is paid for once, by the first.
        start = time.process_time()
        subject.work(page, everything)()
        if time.process_time() - start > QUICK:
            grown = growth(subject.seconds, page_of(size), page_of(size * TIMES))
            assert grown <= MOST, f"{subject.kind} {subject.name}"


def test_what_is_quadratic_is_noticed(monkeypatch):
    """The test sees what it is there for."""
    monkeypatch.setattr(
        Subject, "work", lambda _self, page, _all: lambda: [run for run in page.text for _ in page.text]
    )
    page_of, _ = DIMENSIONS["links"]
    assert growth(ALL[0].seconds, page_of(100), page_of(100 * TIMES)) > MOST
