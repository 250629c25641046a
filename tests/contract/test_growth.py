"""How cost grows, from the source of a page to its text: four times as much of anything is no sixteen times the cost.

The dimensions are those of ``benchmarks/growth.py``, on pages so large that a quadratic part cannot hide in the rest.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from thresher import extract

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))
from growth import DIMENSIONS, MOST, TIMES, TRAPS, growth

#: How much larger pages are than those that `test_growth_of_all` begins with.
LARGER = 10


def cpu_time(html, algorithm):
    """Seconds from a page to its text."""
    gc.collect()
    start = time.process_time()
    assert extract(html, algorithm=algorithm).text is not None
    return time.process_time() - start


@pytest.mark.parametrize("algorithm", ["cectd-ds", "auto"])
@pytest.mark.parametrize("dimension", [name for name in DIMENSIONS if name not in TRAPS])
def test_growth(dimension, algorithm):
    """The default method and the one it falls back on grow with the size and a little, reading and writing included."""
    page_of, least = DIMENSIONS[dimension]
    small, large = page_of(least * LARGER), page_of(least * LARGER * TIMES)
    assert growth(partial(cpu_time, algorithm=algorithm), small, large) <= MOST


class Clock:
    """Times as a busy machine shows them: those of a polynomial, each run up to half as long again as it should be."""

    def __init__(self, linear, quadratic):
        self.linear, self.quadratic, self.random = linear, quadratic, random.Random(1)  # noqa: S311

    def seconds(self, page):
        """Seconds for a page."""
        size = len(page)
        return (self.linear * size + self.quadratic * size**2) * self.random.uniform(1, 1.5)


@pytest.mark.parametrize(("quadratic", "noticed"), [(0, False), (0.1, False), (2, True), (9, True)])
def test_what_is_quadratic_is_noticed(quadratic, noticed):
    """A part that grows with the square fails where it costs twice the rest; a busy machine alone does not."""
    clock = Clock(linear=1, quadratic=quadratic / 100)
    assert all((growth(clock.seconds, "x" * 100, "x" * 400) > MOST) == noticed for _ in range(50))
