"""CETR: content extraction via tag ratios, the lines of a source that have much text per tag.

Tim Weninger, William H. Hsu and Jiawei Han: CETR - Content Extraction via Tag Ratios. WWW 2010.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from thresher.algorithms.base import parameter
from thresher.algorithms.baselines.blurring import gaussian
from thresher.algorithms.baselines.kmeans import cluster
from thresher.algorithms.baselines.token_based import TokenMethod
from thresher.algorithms.source_based import SourceMethod, select_stretches
from thresher.page import Page
from thresher.page.columns import Bools, Floats, Ints, prefix
from thresher.page.source import SourceView
from thresher.selection import Selection

#: Lines ahead whose mean a line is compared with: the paper's α [R].
AHEAD = 3
#: The Gaussian that smooths ratios and derivatives: radius 1, σ 1 [R].
KERNEL = gaussian(1, 1.0)


@dataclass(frozen=True)
class Lines:
    """The lines of a source that are not blank, as parallel columns."""

    start: Ints  #: offset of the first character
    stop: Ints  #: offset one past the last character
    ratio: Floats  #: text characters per tag


@dataclass(frozen=True)
class _Cetr(TokenMethod):
    """What the variants have in common."""

    paper: ClassVar[str] = "Weninger, Hsu, Han: CETR - Content Extraction via Tag Ratios, 2010"
    family: ClassVar[str] = "cetr"

    wrap: int | None = parameter(
        None, "longest line; none: as the source has them [D], 65 in the original [R]", at_least=1
    )

    def select(self, page: Page) -> Selection:
        """The lines with much text per tag."""
        source = self.source(page)
        if source.blank.all():
            return Selection.nothing(page, "the page has no text")
        lines = tag_ratio_lines(source, self.wrap)
        ratio = smoothed(lines.ratio)
        chosen = self._choose(ratio)
        score = _of_elements(source, lines, ratio)
        return select_stretches(
            source, lines.start[chosen], lines.stop[chosen], score=score, score_name="text characters per tag, smoothed"
        )

    def source(self, page: Page) -> SourceView:
        """The source that the method reads; attributes take part only where lines have a width."""
        return super().source(page) if self.wrap is None else SourceMethod.source(self, page)

    def _choose(self, ratio: Floats) -> Bools:
        """Which lines are content."""
        raise NotImplementedError


@dataclass(frozen=True)
class Cetr(_Cetr):
    """CETR: ratios and their derivatives in clusters; the one that is fixed at the origin is noise.

    >>> page = Page.from_html("<p><a>Mill</a>" * 9 + ("<p>" + "Spelt is an old grain. " * 9) * 5)
    >>> [page.text[run][:5] for run in np.flatnonzero(Cetr().select(page).runs)]
    ['Mill', 'Mill', 'Mill', 'Spelt', 'Spelt', 'Spelt', 'Spelt', 'Spelt']
    """

    def _choose(self, ratio: Floats) -> Bools:
        return off_origin(np.column_stack([ratio, smoothed(derivatives(ratio))]))


@dataclass(frozen=True)
class CetrKm(_Cetr):
    """CETR-KM: ratios alone in clusters; the one that is fixed at the origin is noise."""

    def _choose(self, ratio: Floats) -> Bools:
        return off_origin(ratio[:, None])


@dataclass(frozen=True)
class CetrTm(_Cetr):
    """CETR-TM: lines whose ratio is above a multiple of the ratios' standard deviation."""

    lam: float = parameter(1.0, "λ: the multiple [R]", at_least=0)

    def _choose(self, ratio: Floats) -> Bools:
        above: Bools = ratio > self.lam * ratio.std()
        return above


def tag_ratio_lines(source: SourceView, wrap: int | None) -> Lines:
    """The lines of a source, a new one before each start tag of a block, and the text per tag of each."""
    opens = source.is_tag & ~source.closing & ~source.view.inline[source.row]
    edges = np.sort(np.concatenate([source.edges(None), source.start[opens]]), kind="stable")
    edges = edges[np.append(True, edges[1:] > edges[:-1])]
    if wrap is not None:
        edges = _wrapped(edges, wrap)
    chars = source.content_between(edges)
    tags = np.diff(np.searchsorted(source.start[source.is_tag], edges))
    full = (chars > 0) | (tags > 0)
    return Lines(edges[:-1][full], edges[1:][full], chars[full] / np.maximum(tags[full], 1))


def smoothed(column: Floats) -> Floats:
    """A column blurred by the Gaussian; at the ends, by the part of it that there is.

    >>> smoothed(np.array([0.0, 1.0, 0.0])).round(4).tolist()
    [0.3775, 0.4519, 0.3775]
    """
    middle = slice(1, len(column) + 1)
    weights = np.convolve(np.ones(len(column)), KERNEL)[middle]
    means: Floats = np.convolve(column, KERNEL)[middle] / weights
    return means


def derivatives(ratio: Floats) -> Floats:
    """How far each ratio is from the mean of the next three; the last, from that of the last two.

    >>> derivatives(np.array([2.0, 3, 80, 90, 1])).round(3).tolist()
    [55.667, 54.0, 34.5, 89.0, 44.5]
    """
    count = len(ratio)
    first = np.minimum(np.arange(1, count + 1), max(count - 2, 0))
    first[:-1] = np.arange(1, count)
    stop = np.minimum(np.arange(1, count + 1) + AHEAD, count)
    sums = prefix(ratio)
    means: Floats = (sums[stop] - sums[first]) / (stop - first)
    return np.abs(means - ratio)


def off_origin(points: Floats) -> Bools:
    """Which points are in another of three clusters than that at the origin.

    >>> off_origin(np.array([[0.0], [1.0], [30.0], [90.0]])).tolist()
    [False, False, True, True]
    """
    far = points[int((points**2).sum(axis=1).argmax())]
    outside: Bools = cluster(points, np.stack([np.zeros_like(far), far, far / 2]), fixed=1) > 0
    return outside


def _wrapped(edges: Ints, width: int) -> Ints:
    """Edges with more between them, so that no line is longer than *width*."""
    more = np.maximum(-(-np.diff(edges) // width), 1)
    place = np.arange(int(more.sum())) - np.repeat(prefix(more)[:-1], more)
    return np.append(np.repeat(edges[:-1], more) + place * width, edges[-1])


def _of_elements(source: SourceView, lines: Lines, column: Floats) -> Floats:
    """A column of lines as one of elements: that of the line in which an element begins."""
    values = np.full(len(source.view.tag), np.nan)
    opens = source.is_tag & ~source.closing
    line = np.searchsorted(lines.start, source.start[opens], side="right") - 1
    values[source.row[opens]] = column[line]
    return values
