"""Content code blurring: text with little code around it, seen through a blurring lens.

Thomas Gottron: Content Code Blurring: A New Approach to Content Extraction. DEXA 2008.
A vector has 1 for each character of content and 0 for each character of code; blurred by a Gaussian, it is high in
homogeneous text. Blurring again and again equals blurring once with a wider Gaussian, so it is done once [D].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from thresher.algorithms.base import parameter
from thresher.algorithms.baselines.token_based import TokenMethod
from thresher.algorithms.source_based import SourceMethod
from thresher.algorithms.tally import element_means
from thresher.page import Page
from thresher.page.columns import Bools, Floats, Ints, prefix
from thresher.page.links import without_link_tags
from thresher.page.source import SourceView
from thresher.selection import Selection


@dataclass(frozen=True)
class _Blurring(SourceMethod):
    """What the variants have in common."""

    paper: ClassVar[str] = "Gottron: Content Code Blurring: A New Approach to Content Extraction, 2008"
    family: ClassVar[str] = "ccb"

    radius: int = parameter(40, "r: characters to each side that blur into one [R]", at_least=1)
    threshold: float = parameter(0.75, "text whose mean is at least this is content [P]", at_least=0, at_most=1)
    spread: float = parameter(0.5, "σ of the Gaussian as a share of the radius [D]", at_least=0.01)

    def select(self, page: Page) -> Selection:
        """The text that stays bright when the source is blurred."""
        source = self.source(page)
        view = source.view
        if source.blank.all():
            return Selection.nothing(page, "the page has no text")
        kernel = gaussian(self.radius, self.spread * self.radius)
        bright = np.zeros(len(view.text))
        bright[source.run[~source.is_tag]] = blurred_means(self._sizes(source), ~source.is_tag, kernel)
        score = element_means(view, bright)
        runs = bright >= self.threshold
        return Selection.of_view(view, runs, score=score, score_name="blurred content", threshold=self.threshold)

    def _sizes(self, source: SourceView) -> Ints:
        """Token: how many entries of the vector it makes."""
        return source.code + source.content


@dataclass(frozen=True)
class Ccb(_Blurring):
    """CCB: content code blurring over characters.

    >>> page = Page.from_html("<i>Hops</i>" * 9 + "<p>" + "Barley is malted for beer. " * 20)
    >>> [page.text[run][:6] for run in np.flatnonzero(Ccb().select(page).runs)]
    ['Barley']
    """


@dataclass(frozen=True)
class Accb(_Blurring):
    """ACCB: the same without the tags of anchors, so that links in an article do not darken it."""

    def source(self, page: Page) -> SourceView:
        """The source without the tags of anchors."""
        return without_link_tags(super().source(page))


@dataclass(frozen=True)
class Tccb(_Blurring, TokenMethod):
    """TCCB: content code blurring over tokens, a tag being one and a word being one."""

    radius: int = parameter(25, "r: tokens to each side that blur into one [R]", at_least=1)
    threshold: float = parameter(0.5, "text whose mean is at least this is content [R]", at_least=0, at_most=1)

    def _sizes(self, source: SourceView) -> Ints:
        return np.where(source.is_tag, 1, source.view.words[source.run])


def gaussian(radius: int, sigma: float) -> Floats:
    """A Gaussian kernel that sums up to 1.

    >>> gaussian(1, 1.0).round(4).tolist()
    [0.2741, 0.4519, 0.2741]
    """
    weights = np.exp(-(np.arange(-radius, radius + 1) ** 2) / (2 * sigma**2))
    kernel: Floats = weights / weights.sum()
    return kernel


def blurred_means(sizes: Ints, is_text: Bools, kernel: Floats) -> Floats:
    """Mean of the blurred vector over each text token; an empty one has the value at its place.

    The sum of a blurred vector up to a place is the blurred sum of the vector, so only the edges of tokens are needed.

    >>> blurred_means(np.array([2, 4, 2]), np.array([False, True, False]), gaussian(1, 1.0)).round(4).tolist()
    [0.863]
    """
    edges = prefix(sizes)
    start = edges[:-1][is_text]
    stop = np.maximum(edges[1:][is_text], start + 1)
    # There is nothing before and behind the source, which is code as far as the blurring goes.
    beyond = np.zeros(len(kernel) // 2 + 1, dtype=bool)
    bright = prefix(np.concatenate([beyond, np.repeat(is_text, sizes), beyond]))[1:]
    windows = np.lib.stride_tricks.sliding_window_view(bright, len(kernel))
    means: Floats = (windows[stop] @ kernel - windows[start] @ kernel) / (stop - start)
    return means
