"""LQF: the link quota filter, which takes away blocks that are mostly links.

Constantine Mantratzis, Mehmet Orgun and Steve Cassidy: Separating XHTML content from navigation clutter using DOM
structure block analysis. Hypertext 2005.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from thresher.algorithms.base import Method, parameter
from thresher.page import Cleaning, Page, View
from thresher.page.columns import Bools, Floats, mark_subtrees, subtree_sum
from thresher.page.tags import tag_set
from thresher.selection import Selection

#: The elements that are weighed [R].
STRUCTURE = tag_set("div", "table", "td", "ul", "ol", "dl", "p", "form")


@dataclass(frozen=True)
class Lqf(Method):
    """LQF: everything but the blocks in which more than a share of the text is linked.

    >>> page = Page.from_html("<ul><li><a href=/>Mills</a><li><a href=/>Ovens</a></ul><p>Bread is baked.")
    >>> [page.text[run] for run in np.flatnonzero(Lqf().select(page).runs)]
    ['Bread is baked.']
    """

    paper: ClassVar[str] = "Mantratzis, Orgun, Cassidy: Separating XHTML content from navigation clutter, 2005"
    family: ClassVar[str] = "lqf"
    cleaning: ClassVar[Cleaning] = Cleaning()

    quota: float = parameter(0.5, "q: blocks with a larger share of linked text go [R]", at_least=0, at_most=1)
    spared: float = parameter(
        0.5, "blocks with more than this share of the page's unlinked text stay; 1: none [D]", at_least=0, at_most=1
    )

    def select(self, page: Page) -> Selection:
        """The text outside of link blocks."""
        view = page.view(self.cleaning)
        if not view.length.any():
            return Selection.nothing(page, "the page has no text")
        share, unlinked = link_shares(view)
        doomed = STRUCTURE[view.code] & (share > self.quota) & (unlinked <= self.spared * unlinked[0])
        runs = ~mark_subtrees(doomed, view.end)[view.host]
        return Selection.of_view(view, runs, score=share, score_name="share of linked text", threshold=self.quota)


def link_shares(view: View) -> tuple[Floats, Floats]:
    """For each element the share of its text that is in links, 0 where it has none, and its unlinked characters."""
    chars = view.chars.astype(np.float64)
    linked: Floats = subtree_sum(view.own * in_links(view), view.end).astype(np.float64)
    return linked / np.maximum(chars, 1), chars - linked


def in_links(view: View) -> Bools:
    """Which elements are links or inside of one."""
    return view.within("a")
