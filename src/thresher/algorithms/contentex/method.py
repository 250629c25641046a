"""ContentEx: content is what its filters leave of a page.

Linhai Song, Xueqi Cheng, Yan Guo, Yue Liu and Guodong Ding: ContentEx: A Framework for Automatic Content Extraction
Programs. 2009.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from thresher.algorithms.base import Method, parameter
from thresher.algorithms.contentex.link_tables import LinkCounts, link_tables
from thresher.algorithms.contentex.patterns import pattern_runs
from thresher.page import Cleaning, Page
from thresher.page.clean import MACHINERY
from thresher.page.columns import mark_subtrees
from thresher.selection import Selection

CONTROLS = ("button", "select", "textarea", "input", "keygen", "progress", "meter", "output", "optgroup", "option")

@dataclass(frozen=True)
class ContentEx(Method):
    """x."""
    threshold: float = parameter(0.5, "x", at_least=0, at_most=1)
    patterns: bool = parameter(True, "x")
    strict_colon: bool = parameter(False, "x")
    drop_inline_links: bool = parameter(False, "x")
    statements: bool = parameter(True, "x")

    def select(self, page: Page) -> Selection:
        view = page.view(Cleaning(drop=(*MACHINERY, *CONTROLS), unwrap=("form", "fieldset"), statements=self.statements))
        counts = LinkCounts.of(view)
        gone = link_tables(view, counts, self.threshold)
        if self.drop_inline_links:
            gone |= mark_subtrees(counts.links, view.end)
        runs = ~gone[view.host]
        if self.patterns:
            runs &= ~pattern_runs(view, strict_colon=self.strict_colon)
        return Selection.of_view(view, runs, score=counts.score)
