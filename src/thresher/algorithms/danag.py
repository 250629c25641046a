"""DANAg and AdDANAg: the area of the source in which content outweighs code.

Hadi Mohammadzadeh, Thomas Gottron, Franz Schweiggert and Gholamreza Nakhaeizadeh: Extracting the Main Content of Web
Documents Based on Character Encoding and a Naive Smoothing Method. 2013 (DANAg); The Impact of Source Code
Normalization on Main Content Extraction. WEBIST 2012 (AdDANAg).
The source is cut into lines of one width; a line is content if it and the lines beside it have more content than code
characters. The region with the most content, and regions close to it, are the main content.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from thresher.algorithms.base import parameter
from thresher.algorithms.source_based import SourceMethod, select_stretches
from thresher.algorithms.source_regions import main_regions, smoothed_difference
from thresher.page import Page
from thresher.page.columns import Bools, Floats, Ints, prefix
from thresher.page.links import FILTERS
from thresher.page.source import SourceView, without_attributes
from thresher.selection import Selection

@dataclass(frozen=True)
class Lines:
    """The source in lines, as parallel columns."""

    edges: Ints  #: offset of each line's first character, and of the end
    content: Ints  #: line: its content characters
    code: Ints  #: line: its code characters


@dataclass(frozen=True)
class LineMethod(SourceMethod):
    """What the methods of the family have in common: lines, smoothing, and regions that are close together."""

    family: ClassVar[str] = "danag"

    width: int | None = parameter(80, "characters of a line; none: the source's own lines [D]", at_least=1)
    gap: int | str = parameter(20, "lines between two regions of content [R]; auto: found on each page [D]", at_least=0)
    fill_gaps: bool = parameter(False, "keep the lines between the regions as well [I]")
    strip_attributes: bool = parameter(False, "leave the attributes of all tags out [D]")

    def select(self, page: Page) -> Selection:
        """The main region and what is close to it."""
        source = self.source(page)
        if source.blank.all():
            return Selection.nothing(page, "the page has no text")
        lines = self.lines(source)
        difference = smoothed_difference(lines.content, lines.code)
        first, last = main_regions(difference, lines.content, self.gap, fill_gaps=self.fill_gaps)
        return self.chosen(source, lines.edges[first], lines.edges[last + 1], score=_of_elements(source, lines, difference))

    def source(self, page: Page) -> SourceView:
        """The source that the method reads."""
        source = super().source(page)
        return without_attributes(source) if self.strip_attributes else source

    def lines(self, source: SourceView) -> Lines:
        edges = source.edges(self.width)
        return Lines(edges, source.content_between(edges), source.code_between(edges))

    def chosen(self, source, starts, stops, score) -> Selection:
        return select_stretches(source, starts, stops, score=score, score_name="content minus code", threshold=0.0)
