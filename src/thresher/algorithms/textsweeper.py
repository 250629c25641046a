"""TextSweeper: net text per tag, and overview pages told by how little of it there is.

Heinz-Peter Lang, Gerhard Wohlgenannt and Albert Weichselbraun: TextSweeper - A System for Content Extraction and
Overview Page Detection. CONF-IRM 2012.
The element with the most weighted text outside of links for its tags and its level, and all that come close to it, lead
to the content: what they have in common. A page without much text there is a list of teasers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from thresher.algorithms.anchors import link_anchors
from thresher.algorithms.base import Method, parameter
from thresher.algorithms.cetd import smoothed
from thresher.algorithms.teasers import teaser_elements
from thresher.algorithms.widths import count_wide
from thresher.page import Cleaning, Page, View
from thresher.page.clean import MACHINERY
from thresher.page.columns import (
    Bools,
    Codes,
    Floats,
    Ints,
    ancestors,
    lowest_common_ancestor,
    mark_subtrees,
    subtree_sum,
)
from thresher.page.tags import HEADINGS, tag_set
from thresher.page.view import compact
from thresher.selection import Outcome, Selection

#: Never content: what is embedded, and controls [D]; forms are looked at one by one.
NO_CONTENT = ("iframe", "object", "embed", "canvas", "svg", "button", "select", "textarea", "input")
WITH_FORMS = Cleaning(drop=(*MACHINERY, *NO_CONTENT))
WITHOUT_FORMS = Cleaning(drop=(*MACHINERY, *NO_CONTENT, "form"))
#: A form with a larger share of the page's text is a wrapper around all of it [D].
WRAPPER_SHARE = 0.5
#: Weight of text by the element that it stands in [D]; any other weighs 1.
TAG_WEIGHTS = {
    1.5: ("h1", "h2", "h3"),
    1.3: ("h4", "h5", "h6"),
    1.2: ("b", "strong", "em", "i", "mark"),
    1.1: ("p", "blockquote", "pre"),
    0.9: ("li", "td", "th", "dt", "dd"),
}
#: Weight of a text by its length: the least, the growth by characters, the most [D].
SHORT_WEIGHT, LENGTH_SCALE, LONG_WEIGHT = 0.5, 160, 1.5
#: The element around a teaser counts as a link up to this length [D].
MAX_TEASER_PARENT_CHARS = 500
#: Short blocks of these kinds are no noise by their shortness [D].
MAY_BE_SHORT = tag_set("h1", "h2", "h3", "h4", "h5", "h6", "li", "td", "dt", "dd", "figcaption", "pre")


@dataclass(frozen=True)
class TextSweeper(Method):
    """TextSweeper: the common path of the elements with the most net text for their tags and level.

    >>> from thresher.page import Page
    >>> menu = "<nav><a href=/>Home</a><a href=/oats>Oats</a></nav>"
    >>> page = Page.from_html(f"{menu}<div><p>{'Rye is a grass. ' * 40}<p>{'It is sown in autumn. ' * 40}</div>")
    >>> selection = TextSweeper().select(page)
    >>> selection.runs.tolist(), selection.is_overview
    ([False, False, True, True], False)
    """

    paper: ClassVar[str] = "Lang, Wohlgenannt, Weichselbraun: TextSweeper, 2012"
    family: ClassVar[str] = "textsweeper"

    tolerance: float = parameter(
        0.9, "elements with more than this share of the greatest ratio are relevant [S]", at_least=0, at_most=1
    )
    unit_weights: bool = parameter(False, "every text weighs the same [D]")
    parent_scope: str = parameter(
        "short", "the element around a teaser counts as a link if it is short [D], or always [S]",
        choices=("short", "always"),
    )  # fmt: skip
    smoothing: bool = parameter(False, "average each ratio with those of the siblings beside it, 1-2-1 [D]")
    min_share: float = parameter(
        0.0, "climb while the content is under this share of the page's net text; 0: as in the paper [D]",
        at_least=0, at_most=1,
    )  # fmt: skip
    min_chars: int = parameter(25, "shorter blocks of the content are noise [D]", at_least=0)
    max_link_share: float = parameter(
        0.5, "blocks of the content with a larger share of link text are noise [D]", at_least=0, at_most=1
    )
    min_net_chars: int = parameter(1000, "a page with less net text in its content is an overview [D]", at_least=0)
    wide: int = parameter(2, "a Han, Kana or Hangul character counts as many in these lengths [D]", at_least=1)
    overview: str = parameter(
        "flag", "an overview page is flagged, or its text is withheld [S]", choices=("flag", "reject")
    )

    def select(self, page: Page) -> Selection:
        """The content that the densest elements have in common, and whether the page is an overview."""
        view = content_view(page)
        if not view.chars[view.body]:
            return Selection.nothing(page, "the page has no text")
        links = mark_subtrees(link_rows(view, parent_scope=self.parent_scope), view.end)
        ratio = self._ratios(view, links)
        top = float(ratio[view.body :].max())
        if top <= 0:
            nothing = Selection.nothing(page, "there is no text outside of links", Outcome.OVERVIEW)
            return replace(nothing, is_overview=True)
        relevant = (ratio > self.tolerance * top) | (ratio == top)
        node = content_node(view, np.flatnonzero(relevant))
        return self._result(view, links, ratio, top, node)

    def _ratios(self, view: View, links: Bools) -> Floats:
        """Weighted net text for the tags and the level of each element of the body (equation 2)."""
        weighted = view.own * ~links if self.unit_weights else weighted_lengths(view) * ~links
        ratio = subtree_sum(weighted, view.end) / (subtree_sum(~view.inline, view.end) + view.depth)
        ratio[: view.body] = 0
        return smoothed(ratio, view.parent, view.end) if self.smoothing else ratio

    def _result(self, view: View, links: Bools, ratio: Floats, top: float, node: int) -> Selection:
        """The blocks of the content that are no noise, and the verdict on the page."""
        lengths = Lengths.of(view, links, self.wide)
        kept = self._swept(view, lengths, node)
        net = int(lengths.net[kept].sum())
        if self.min_share:
            kept = self._swept(view, lengths, climbed(view, lengths, node, self.min_share))
        if net < self.min_net_chars and self.overview == "reject":
            return self._judged(Selection.nothing(view.origin, "", Outcome.OVERVIEW), net)
        threshold = self.tolerance * top
        selection = Selection.of_view(view, kept, score=ratio, score_name="net text per tag", threshold=threshold)
        return self._judged(selection, net)

    def _swept(self, view: View, lengths: Lengths, node: int) -> Bools:
        """Runs of the element's blocks, without those that are short or mainly links and headings of nothing."""
        blocks = view.blocks
        chars, linked = blocks.total(lengths.chars), blocks.total(lengths.linked)
        inside = (blocks.row >= node) & (blocks.row < view.end[node])
        tags = view.code[blocks.row]
        kept = inside & (linked <= self.max_link_share * chars) & ((chars >= self.min_chars) | MAY_BE_SHORT[tags])
        kept[_empty_headings(tags, kept)] = False
        chosen: Bools = kept[blocks.of_run] & (blocks.of_run >= 0)
        return chosen

    def _judged(self, selection: Selection, net: int) -> Selection:
        """The selection with the verdict: too little net text is an overview."""
        if net >= self.min_net_chars:
            return replace(selection, is_overview=False)
        reason = f"{net} characters outside of links are less than {self.min_net_chars}"
        return replace(selection, is_overview=True, reason=selection.reason or reason)


@dataclass(frozen=True)
class Lengths:
    """Characters of each run, those of them that are link text, and the rest."""

    chars: Ints
    linked: Ints
    net: Ints

    @classmethod
    def of(cls, view: View, links: Bools, wide: int) -> Lengths:
        """The lengths of a view's runs, wide characters counted *wide* times."""
        chars = view.length + (wide - 1) * count_wide(view.text)
        in_link = links[view.host]
        return cls(chars, chars * in_link, chars * ~in_link)


def content_view(page: Page) -> View:
    """The page without what never holds content; a form around most of the page leaves its content."""
    forms = page.is_tag("form")
    wrapper = forms & (page.chars > WRAPPER_SHARE * page.chars[page.body])
    if not wrapper.any():
        return page.view(WITHOUT_FORMS)
    view = page.view(WITH_FORMS)
    wrapper = wrapper[view.rows]
    doomed = mark_subtrees(view.is_tag("form") & ~wrapper, view.end)
    return compact(view, ~(doomed | wrapper), ~doomed[view.host])


def weighted_lengths(view: View) -> Floats:
    """Characters directly in each element, weighed by its kind, its parent's kind and their number (equation 1).

    >>> from thresher.page import Page
    >>> weighted_lengths(Page.from_html("<h2>" + 80 * "x" + "</h2>").view(Cleaning())).tolist()
    [0.0, 0.0, 120.0]
    """
    by_tag = _TAG_WEIGHT[view.code]
    of_parent = np.where(view.parent >= 0, by_tag[view.parent], 1.0)
    return view.own * by_tag * length_weight(view.own) * of_parent


def length_weight(chars: Ints) -> Floats:
    """Weight of texts by their length.

    >>> length_weight(np.array([20, 80, 100, 160, 999])).tolist()
    [0.625, 1.0, 1.125, 1.5, 1.5]
    """
    return np.clip(SHORT_WEIGHT + chars / LENGTH_SCALE, SHORT_WEIGHT, LONG_WEIGHT)


def _tag_weights() -> Floats:
    """Weight by the code of an element's name."""
    weights = np.ones(256)
    for weight, tags in TAG_WEIGHTS.items():
        weights[tag_set(*tags)] = weight
    return weights


_TAG_WEIGHT = _tag_weights()


def link_rows(view: View, *, parent_scope: str = "short") -> Bools:
    """Elements that count as links: anchors, what has ``onclick``, and teasers with the elements around them."""
    links = link_anchors(view) | view.is_tag("area")
    links[view.select("[onclick],[role=link]")] = True
    teasers = teaser_elements(view)
    around = view.parent[teasers]
    if parent_scope == "short":
        around = around[view.chars[around] <= MAX_TEASER_PARENT_CHARS]
    links |= teasers
    links[around] = True
    # A handler on the whole page counts clicks; it makes no link of the page.
    links[: view.body + 1] = False
    return links


def content_node(view: View, relevant: Ints) -> int:
    """What the relevant elements have in common, down to where its text parts, and no single paragraph."""
    common = lowest_common_ancestor(relevant, view.parent, view.end)
    subtree = view.chars[common : view.end[common]]
    node = int(view.block[common + np.flatnonzero(subtree == subtree[0])[-1]])
    if not view.inline[node + 1 : view.end[node]].all():
        return node
    around = [row for row in ancestors(node, view.parent) if view.body < row and view.chars[row] > view.chars[node]]
    return around[0] if around else node


def climbed(view: View, lengths: Lengths, node: int, share: float) -> int:
    """The nearest element around a node that holds the given share of the page's net text."""
    net = subtree_sum(np.bincount(view.host, weights=lengths.net, minlength=len(view.tag)), view.end)
    return next(row for row in ancestors(node, view.parent) if row <= view.body or net[row] >= share * net[view.body])


def _empty_headings(tags: Codes, kept: Bools) -> list[int]:
    """Blocks that are headings and have no kept text before the next heading of their rank or above."""
    headings = np.flatnonzero(kept & HEADINGS[tags])
    texts_after = np.cumsum((kept & ~HEADINGS[tags])[::-1])[::-1]
    # Names of headings are numbered in the order of their ranks.
    ahead: list[tuple[int, int]] = [(0, 0)]
    empty = []
    for block, rank in zip(headings[::-1].tolist(), tags[headings[::-1]].tolist(), strict=True):
        while ahead[-1][0] > rank:
            ahead.pop()
        if texts_after[block] == ahead[-1][1]:
            empty.append(block)
        ahead.append((rank, int(texts_after[block])))
    return empty
