"""DANAg and AdDANAg: the area of the source in which content outweighs code.

Hadi Mohammadzadeh, Thomas Gottron, Franz Schweiggert and Gholamreza Nakhaeizadeh: Extracting the Main Content of Web
Documents Based on Character Encoding and a Naive Smoothing Method. 2013 (DANAg); The Impact of Source Code
Normalization on Main Content Extraction. WEBIST 2012 (AdDANAg).
The source is cut into lines of one width; a line is content if it and the lines beside it have more content than code
characters in sum. The region with the most content, and regions close to it, are the main content.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from thresher.algorithms.base import parameter
from thresher.algorithms.line_regions import USUAL_GAP, main_regions, smoothed_difference
from thresher.algorithms.source_based import FILTER_MEANING, SourceMethod, select_stretches
from thresher.page import Page
from thresher.page.columns import Floats, Ints, prefix
from thresher.page.links import FILTERS
from thresher.page.source import SourceView, without_attributes
from thresher.selection import Selection

#: What a line's score is called.
SCORE_NAME = "content minus code"


@dataclass(frozen=True)
class LineMethod(SourceMethod):
    """What the methods of the family have in common: lines, smoothing, and regions that are close together."""

    paper: ClassVar[str] = (
        "Mohammadzadeh, Gottron, Schweiggert, Nakhaeizadeh: Extracting the Main Content of Web Documents, 2013"
    )
    family: ClassVar[str] = "danag"

    width: int | None = parameter(
        80, "characters of a line; none: the source's own lines [D]", at_least=1, also=(None,)
    )
    gap: int | str = parameter(
        USUAL_GAP,
        "lines between two regions of one content [R]; auto: found on each page [D]",
        at_least=0,
        also=("auto",),
    )
    fill_gaps: bool = parameter(False, "keep the lines between the regions as well [I]")
    strip_attributes: bool = parameter(False, "leave out the attributes of all tags [D]")

    def select(self, page: Page) -> Selection:
        """The main region and those that are close to it."""
        source = self.source(page)
        if source.blank.all():
            return Selection.nothing(page, "the page has no text")
        edges = source.edges(self.width and int(self.width))
        content, code = self.count(source, edges)
        difference = smoothed_difference(content, code)
        first, last = main_regions(difference, content, self.gap, fill_gaps=self.fill_gaps)
        return self.choose(source, edges[first], edges[last + 1], element_scores(source, edges, difference))

    def source(self, page: Page) -> SourceView:
        """The source that the method reads."""
        source = super().source(page)
        return without_attributes(source) if self.strip_attributes else source

    def count(self, source: SourceView, edges: Ints) -> tuple[Ints, Ints]:
        """Characters of content and of code in each line."""
        return source.content_between(edges), source.code_between(edges)

    def choose(self, source: SourceView, starts: Ints, stops: Ints, score: Floats) -> Selection:
        """The selection of the regions between the given offsets."""
        return select_stretches(source, starts, stops, score=score, score_name=SCORE_NAME, threshold=0.0)


@dataclass(frozen=True)
class Danag(LineMethod):
    """DANAg: lines with more content than code, in any language."""


@dataclass(frozen=True)
class AdDanag(LineMethod):
    """AdDANAg: DANAg on a source in which every link has as much code as content."""

    filter: int | str = parameter(3, FILTER_MEANING, choices=tuple(FILTERS))


def element_scores(source: SourceView, edges: Ints, difference: Ints) -> Floats:
    """Mean difference of the lines from each element's start tag to its end; ``nan`` where it is not in the source."""
    starts = np.flatnonzero(source.is_tag & ~source.closing)
    ends = np.flatnonzero(source.closing)
    rows = source.row[starts]
    first = np.zeros(len(source.view.tag), dtype=np.int64)
    first[rows] = np.searchsorted(edges, source.start[starts], side="right") - 1
    last = first.copy()
    last[source.row[ends]] = np.searchsorted(edges, source.start[ends], side="right") - 1
    sums = prefix(difference)
    scores = np.full(len(source.view.tag), np.nan)
    scores[rows] = (sums[last[rows] + 1] - sums[first[rows]]) / (last[rows] + 1 - first[rows])
    return scores
