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
from growth import DIMENSIONS, Subject, subjects

#: How much larger the second page is, and how many times as long it may take: linear is 4, quadratic 16.
TIMES, MOST = 4, 8.0
#: What takes less than this for the second page is not measured again (seconds of CPU).
QUICK = 0.05
#: The machine does other things too: the limit counts as broken only if so many pairs of runs say so together.
PAIRS = 5

ALL = subjects(algorithms.names(), list(writers.FORMATS))


def ratio(subject, page_of, size):
    """By what four times the size multiplies the time: of the quickest runs, as few as are enough."""
    small, large = [], []
    for _ in range(PAIRS):
        small.append(subject.seconds(page_of(size)))
        large.append(subject.seconds(page_of(size * TIMES)))
        if min(large) <= MOST * min(small):
            break
    return min(large) / min(small)


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
            assert ratio(subject, page_of, size) <= MOST, f"{subject.kind} {subject.name}"


def test_what_is_quadratic_is_noticed(monkeypatch):
    """The test sees what it is there for."""
    monkeypatch.setattr(
        Subject, "work", lambda _self, page, _all: lambda: [run for run in page.text for _ in page.text]
    )
    page_of, size = DIMENSIONS["links"]
    assert ratio(ALL[0], page_of, size) > MOST
