"""Averages, intervals and comparisons."""

from __future__ import annotations

import math

import numpy as np
import pytest

from thresher.evaluate.metrics import Score
from thresher.evaluate.statistics import average, compare


def page(precision, recall):
    return Score.of_counts(precision * recall, recall, precision)


def test_both_averagings():
    """The mean of F1 and the F1 of means differ as the two papers' tables do."""
    found = average([Score(1.0, 0.5, 2 / 3), Score(0.2, 1.0, 1 / 3)])
    assert found.value == pytest.approx(0.5, abs=1e-9)
    assert found.f1_of_means == pytest.approx(2 * 0.6 * 0.75 / 1.35, abs=1e-9)
    assert (found.precision, found.recall, found.pages) == (0.6, 0.75, 2)


def test_pages_left_out():
    """A page without precision counts only in the recall (AEB)."""
    found = average([Score(0.5, 0.5, 0.5), Score(None, 0.0, 0.0)])
    assert (found.precision, found.recall) == (0.5, 0.25)
    assert found.f1_of_means == pytest.approx(1 / 3, abs=1e-9)


def test_no_pages():
    """An average over nothing is not a number."""
    assert math.isnan(average([]).value)


def test_interval_covers_the_mean():
    """About 95 of 100 intervals hold the mean that the pages were drawn around."""
    draw = np.random.default_rng(7)
    covered = 0
    for _ in range(60):
        found = average([Score(value, value, value) for value in draw.uniform(0, 1, 60)]).interval
        covered += found.low <= 0.5 <= found.high
    assert 51 <= covered <= 60


def test_interval_is_the_same_each_time():
    """The same pages give the same interval."""
    scores = [page(0.5, 0.25), page(0.9, 0.4), page(0.1, 0.8)]
    assert average(scores) == average(scores)


def test_comparison_sees_pairs():
    """A small difference on every page is clear, though it drowns in the spread between pages."""
    base = np.linspace(0, 0.9, 40)
    found = compare(list(base + 0.02), list(base))
    assert found.clear
    assert found.difference == pytest.approx(0.02)


def test_comparison_of_equals():
    """A method against itself is no difference at all."""
    assert not compare([0.2, 0.9], [0.2, 0.9]).clear
