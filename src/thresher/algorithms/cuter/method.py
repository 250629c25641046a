"""`Cuter`: measure the blocks, merge neighbours, choose the article, name the nodes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

import numpy as np

from thresher.algorithms.base import Method, parameter
from thresher.algorithms.comments import in_comments
from thresher.algorithms.cuter.articles import article_of
from thresher.algorithms.cuter.bodies import body_groups, runs_of
from thresher.algorithms.cuter.choosing import after_title, long_enough
from thresher.algorithms.cuter.classes import node_classes
from thresher.algorithms.cuter.measures import Measures, least_text_share, measure
from thresher.algorithms.cuter.merging import Candidates, join_pieces, merge_neighbours
from thresher.algorithms.cuter.pieces import Places
from thresher.algorithms.cuter.titles import title_block
from thresher.page import Cleaning, Page
from thresher.page.columns import Ints
from thresher.selection import Selection

#: Why a page of links has no article.
LINKS_ONLY = "links only: no block has less than the allowed share of its text in links"
NO_TEXT = "the page has no text"
TOO_SMALL = "no block has enough of the page's text"


@dataclass(frozen=True)
class Cuter(Method):
    """CUTER: the first long group of neighbouring blocks that have much text and few links.

    >>> links = "".join(f"<li><a href=/{n}>Another story, number {n}</a>" for n in range(9))
    >>> page = Page.from_html(f"<ul>{links}</ul><h1>Rye</h1><p>{'Rye is a grass. ' * 9}<p>{'It is sown. ' * 9}")
    >>> [text[:11] for text in Cuter().select(page).texts() if text]
    ['Rye is a gr', 'It is sown.']
    """

    paper: ClassVar[str] = "Adam, Bouras, Poulopoulos: CUTER: an Efficient Useful Text Extraction Mechanism, 2009"
    family: ClassVar[str] = "cuter"
    cleaning: ClassVar[Cleaning] = Cleaning()

    title: str = parameter("", "the title that the feed tells; empty: what the page calls itself [S]")
    bodies: str = parameter(
        "first", "of a page with several articles, take the first or all [D]", choices=("first", "all")
    )
    max_lp: float = parameter(0.5, "maxLP: blocks with this share of link text or more go [S]", at_least=0, at_most=1)
    min_tp_factor: float = parameter(0.25, "minTP as a share of the mean TP of blocks with few links [D]", at_least=0)
    min_size: int = parameter(20, "minTP is at least that of a block of this size [D]", at_least=0)
    divisor: float = parameter(
        3, "a neighbour joins if its TP exceeds that of the best block divided by this [S]", at_least=1
    )
    max_id_gap: int = parameter(10, "how far apart in ID neighbours may be [D]", at_least=1, at_most=100)
    al: float = parameter(0.4, "AL: a body is longer than this share of the longest group [D]", at_least=0, at_most=1)
    title_overlap: float = parameter(0.6, "share of the title's words that its block has [D]", at_least=0, at_most=1)
    format_bonus: float = parameter(0, "how much formatting tags raise TP; 0: not at all [D]", at_least=0)
    unit: str = parameter("bytes", "what sizes are counted in [S]", choices=("bytes", "characters"))
    join_pieces: bool = parameter(
        True, "groups that stand in one element, or in like ones side by side, are one article [D]"
    )
    skip_comments: bool = parameter(True, "sections that call themselves comments are left out [D]")

    def select(self, page: Page) -> Selection:
        """The article: its blocks, the bodies of the page, and the class of each node."""
        view = page.view(self.cleaning)
        measures = measure(view, unit=self.unit, format_bonus=self.format_bonus)
        if not measures.total:
            return Selection.nothing(page, NO_TEXT)
        few_links = measures.link_share < self.max_lp
        if not few_links.any():
            return Selection.nothing(page, LINKS_ONLY)
        threshold = least_text_share(
            measures.text_share, few_links, measures.total, size=self.min_size, factor=self.min_tp_factor
        )
        title = title_block(measures.blocks, self.title or page.title, self.title_overlap)
        groups = self._bodies(measures, np.flatnonzero(few_links & (measures.text_share > threshold)), title)
        if not groups:
            return Selection.nothing(page, TOO_SMALL)
        return self._selection(measures, groups, threshold, title)

    def _bodies(self, measures: Measures, valid: Ints, title: int | None) -> list[Ints]:
        """The groups that may be the article, the best guess first: in document order, from the title on."""
        blocks = measures.blocks
        if self.skip_comments and len(valid):
            title_row = None if title is None else int(blocks.row[title])
            stays = ~in_comments(measures.view, blocks.row[valid], title_row)
            # A page of which nothing else is left is about what its names call comments.
            valid = valid[stays] if stays.any() else valid
        candidates = Candidates(
            block=valid,
            share=measures.text_share[valid],
            number=measures.number[valid],
            article=article_of(measures.view, blocks.row[valid], measures.size[valid]),
        )
        groups = merge_neighbours(candidates, divisor=self.divisor, max_gap=self.max_id_gap)
        size = measures.size.tolist()
        bodies = after_title(long_enough(groups, size, self.al), title)
        if self.join_pieces:
            bodies = join_pieces(bodies, groups, Places(measures, size))
        return [np.array(body, dtype=np.int64) for body in bodies]

    def _selection(self, measures: Measures, bodies: list[Ints], threshold: float, title: int | None) -> Selection:
        """The selection of the first body or of all, with the classes of nodes."""
        view = measures.view
        runs = np.zeros(len(view.text), dtype=bool)
        for body in bodies if self.bodies == "all" else bodies[:1]:
            runs[runs_of(measures, body)] = True
        score = np.full(len(view.tag), np.nan)
        # Of several blocks of one element the largest counts: it is written last.
        rising = np.argsort(measures.text_share)
        score[measures.blocks.row[rising]] = measures.text_share[rising]
        found = Selection.of_view(view, runs, score=score, score_name="text percentage", threshold=threshold)
        # Few readers of a selection ask for labels, and they cost as much as all the rest.
        labels = partial(node_classes, cleaning=self.cleaning, max_lp=self.max_lp)
        return replace(found, groups=body_groups(measures, bodies, title), given_labels=labels)
