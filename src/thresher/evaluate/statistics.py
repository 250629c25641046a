"""Figures of a set from the scores of its pages: both kinds of averages, bootstrap intervals, paired comparison."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from thresher.evaluate.metrics import Score, f1
from thresher.page.columns import Floats

#: Columns precision, recall and value, one row per page; ``nan`` where the metric skips a page.
Table: TypeAlias = NDArray[np.float64]

#: Number of resamplings; with this many, the ends of an interval are accurate to about a tenth of its width.
RESAMPLES = 1000
#: Fixed, so that a table can be reproduced exactly.
SEED = 2011
#: Share of resamplings inside an interval.
CONFIDENCE = 0.95
#: Resamplings that are drawn at a time, to limit memory.
_PORTION = 100
_NAN = float("nan")


@dataclass(frozen=True)
class Interval:
    """The range in which a figure lies with 95 % confidence."""

    low: float
    high: float


@dataclass(frozen=True)
class Average:
    """The figures of a method on a set of pages, with both kinds of averages."""

    pages: int
    precision: float  #: mean over pages
    recall: float  #: mean over pages
    value: float  #: mean of the pages' values, as in WCXB and in the tables of the filters' paper
    interval: Interval  #: of ``value``
    f1_of_means: float  #: harmonic mean of mean precision and mean recall, as in CETD and AEB


@dataclass(frozen=True)
class Comparison:
    """The difference between two methods on the same pages."""

    difference: float  #: mean of the first minus the second
    interval: Interval

    @property
    def clear(self) -> bool:
        """Whether the difference is statistically significant."""
        return self.interval.low > 0 or self.interval.high < 0


def average(scores: Sequence[Score]) -> Average:
    """The figures of a method on a set of pages.

    >>> found = average([Score(1.0, 0.5, 2 / 3), Score(0.5, 1.0, 2 / 3)])
    >>> round(found.value, 4), found.f1_of_means
    (0.6667, 0.75)
    """
    if not scores:
        return Average(0, _NAN, _NAN, _NAN, Interval(_NAN, _NAN), _NAN)
    table = _table(scores)
    precision, recall, value = _means(table)
    interval = _interval(_resampled(table, lambda sample: float(sample[:, 2].mean())))
    return Average(len(scores), precision, recall, value, interval, f1(precision, recall))


def compare(first: Sequence[float], second: Sequence[float]) -> Comparison:
    """Compare the values of two methods page by page.

    >>> compare([0.9, 0.8, 0.7], [0.5, 0.4, 0.3]).clear
    True
    """
    apart = np.asarray(first, dtype=np.float64) - np.asarray(second, dtype=np.float64)
    means = _resampled(apart[:, None], lambda sample: float(sample.mean()))
    return Comparison(float(apart.mean()), _interval(means))


def _table(scores: Sequence[Score]) -> Table:
    rows = [(score.precision, score.recall, score.value) for score in scores]
    return np.array(rows, dtype=np.float64).reshape(len(rows), 3)


def _means(table: Table) -> tuple[float, float, float]:
    """Mean precision, recall and value over the pages that have them; 0 if none does."""
    known = ~np.isnan(table)
    sums = np.where(known, table, 0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    return float(sums[0]), float(sums[1]), float(sums[2])


def _resampled(table: Table, figure: Callable[[Table], float]) -> Floats:
    """The figure for many sets of pages, each drawn with replacement from the given one."""
    draw = np.random.default_rng(SEED)
    figures = []
    for start in range(0, RESAMPLES, _PORTION):
        count = min(_PORTION, RESAMPLES - start)
        figures += [figure(table[rows]) for rows in draw.integers(0, len(table), (count, len(table)))]
    return np.array(figures)


def _interval(figures: Floats) -> Interval:
    rest = (1 - CONFIDENCE) / 2
    low, high = np.quantile(figures, (rest, 1 - rest))
    return Interval(float(low), float(high))
