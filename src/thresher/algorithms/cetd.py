"""CETD: content extraction via text density.

Fei Sun, Dandan Song and Lejian Liao: DOM Based Content Extraction via Text Density. SIGIR 2011.
Content has much text and few tags, noise has little text, many tags and many links. The subtree whose children are
densest in sum is content; the lowest density on its path to the body is the threshold for the rest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.base import Method, parameter
from thresher.page import Cleaning, Page, View
from thresher.page.columns import (
    Bools,
    Floats,
    Ints,
    ancestors,
    child_sum,
    has_in_subtree,
    mark_subtrees,
    subtree_argmax,
    subtree_sum,
)
from thresher.page.kernels import kernel
from thresher.page.tags import CONTROLS, tag_set
from thresher.selection import Selection

#: Anchors, buttons and drop-down lists are hyperlinks [S].
LINKS = tag_set("a", "button", "select")
#: Logarithms below this are taken for zero: the density is then the plain one [D].
TINY = 1e-9

Kind = TypeVar("Kind", np.float64, np.bool_)


@dataclass(frozen=True)
class Counts:
    """Characters, tags, link characters and link tags of each subtree of the body, and of the body itself."""

    chars: Floats
    tags: Floats
    link_chars: Floats
    link_tags: Floats

    @property
    def link_share(self) -> float:
        """Share of the body's text that is in links."""
        return float(self.link_chars[0] / self.chars[0])


def count(view: View) -> Counts:
    """The four counts of the paper, for each row from the body on."""
    here = slice(view.body, int(view.end[view.body]))
    columns = link_counts(view.own, LINKS[view.code], view.end)
    return Counts(*(column[here].astype(np.float64) for column in columns))


@kernel
def link_counts(own: Ints, is_link: Bools, end: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Characters, tags, link characters and link tags of each subtree.

    >>> link_counts(np.array([0, 3, 5]), np.array([False, True, False]), end=np.array([3, 2, 3]))[2].tolist()
    [3, 3, 0]
    """
    in_link = mark_subtrees(is_link, end)
    chars, tags, link_chars = subtree_sum(own, end), end - np.arange(1, len(end) + 1), subtree_sum(own * in_link, end)
    # A link counts with all tags in it, and so does every element in which there is nothing but links: only then is
    # the density of such a subtree 0, as the paper says [C]. What spoils it are rows outside of links that are leaves
    # or have text of their own.
    spoilt = ~in_link & ((tags == 0) | (chars != link_chars))
    counted = in_link | (subtree_sum(spoilt, end) == 0)
    return chars, tags, link_chars, subtree_sum(counted, end) - counted


def text_density(counts: Counts) -> Floats:
    """Characters per tag (the paper's definition 1)."""
    return counts.chars / np.maximum(counts.tags, 1)


def composite_text_density(counts: Counts, *, repo_compat: bool = False) -> Floats:
    """Text density weighed by the share of links (the paper's definition 2)."""
    chars, tags = counts.chars, np.maximum(counts.tags, 1)
    link_chars, link_tags = np.maximum(counts.link_chars, 1), np.maximum(counts.link_tags, 1)
    unlinked = np.maximum(chars - counts.link_chars, 1)
    linked_in_base = link_chars if repo_compat else counts.link_chars
    base = np.log(np.log(chars / unlinked * linked_in_base + counts.link_share * chars + math.e))
    plain = chars / tags
    quotient = np.log(np.maximum(chars, 1) * tags / (link_chars * link_tags)) / np.where(base > TINY, base, 1)
    return np.where(chars == 0, 0.0, np.where(base > TINY, plain * quotient, plain))


def own_text_weights(length: Ints, counts: Counts, *, composite: bool) -> Floats:
    """What a run of text directly in an element adds to its density sum [C]."""
    chars = length.astype(np.float64)
    if not composite:
        return chars
    base = np.log(np.log(counts.link_share * chars + math.e))
    with_weight = (chars > 1) & (base > TINY)
    return np.where(with_weight, chars * np.log(np.maximum(chars, 1)) / np.where(with_weight, base, 1), 0.0)


def smoothed(density: Floats, parent: Ints, end: Ints) -> Floats:
    """Each density averaged with those of the siblings beside it, with weights 1, 2, 1 [D]."""
    rows = np.arange(len(density))
    following = np.where(end < len(density), end, 0)
    has_next = (end < len(density)) & (parent[following] == parent) & (parent >= 0)
    total, weight = 2 * density, np.full(len(density), 2.0)
    total[has_next] += density[end[has_next]]
    weight[has_next] += 1
    total[end[has_next]] += density[rows[has_next]]
    weight[end[has_next]] += 1
    average: Floats = total / weight
    return average


@dataclass(frozen=True)
class _Cetd(Method):
    """What the variants have in common."""

    paper: ClassVar[str] = "Sun, Song, Liao: DOM Based Content Extraction via Text Density, 2011"
    family: ClassVar[str] = "cetd"
    cleaning: ClassVar[Cleaning] = Cleaning()
    composite: ClassVar[bool] = True

    lam: float = parameter(1.0, "λ: the threshold's factor; smaller keeps more, 0 everything [S]", at_least=0)
    strict_paper: bool = parameter(False, "density sums without the text directly in an element [C]")
    repo_compat: bool = parameter(False, "zeros and ties as in the authors' program [C]")
    keep_path_text: bool = parameter(False, "keep text directly in elements on the way to content [C]")
    no_links: str = parameter(
        "body", "a page without links is all content [S], or goes by plain density", choices=("body", "td")
    )
    keep_controls: bool = parameter(False, "keep the text of buttons and drop-down lists that lie in content [D]")

    def select(self, page: Page) -> Selection:
        """The subtrees that are dense enough."""
        view = page.view(self.cleaning)
        counts = count(view)
        if counts.chars[0] == 0:
            return Selection.nothing(page, "the page has no text")
        density = self._density(counts)
        chosen, threshold = self._choose(view, counts, density)
        runs = chosen[view.host]
        if not self.keep_controls:
            runs &= ~mark_subtrees(CONTROLS[view.code], view.end)[view.host]
        return Selection.of_view(
            view, runs, score=_in_view(density, view, np.nan), score_name=self._score_name, threshold=threshold
        )

    @property
    def _score_name(self) -> str:
        return "composite text density" if self.composite else "text density"

    def _density(self, counts: Counts) -> Floats:
        """The density that the variant goes by."""
        if not self.composite or (counts.link_share == 0 and self.no_links == "td"):
            return text_density(counts)
        return composite_text_density(counts, repo_compat=self.repo_compat)

    def _choose(self, view: View, counts: Counts, density: Floats) -> tuple[Bools, float]:
        """Rows of the view that are content, and the threshold that decided."""
        raise NotImplementedError


@dataclass(frozen=True)
class _DensitySum(_Cetd):
    """The variants that choose by the sum of the children's densities."""

    def _choose(self, view: View, counts: Counts, density: Floats) -> tuple[Bools, float]:
        if self.composite and counts.link_share == 0 and self.no_links == "body":
            # "the web page contains no noise": every density is infinite, so the whole body is content [S].
            return _in_view(np.ones(len(density), dtype=bool), view, False), 0.0
        sums = self.density_sums(view, counts, density)
        tree = _Body(view)
        key = order_key(sums, tree.depth, repo_compat=self.repo_compat)
        threshold = self.lam * float(density[ancestors(int(key.argmax()), tree.parent)].min())
        # The search goes down only through dense elements (the paper's algorithm 2), and each that it reaches gives
        # the subtree in it whose density sum is greatest.
        reached = ~mark_subtrees(density < threshold, tree.end)
        content = mark_subtrees(subtree_argmax(key, tree.end)[reached], tree.end)
        if self.keep_path_text:
            content |= has_in_subtree(content, tree.end)
        return _in_view(content, view, False), threshold

    def density_sums(self, view: View, counts: Counts, density: Floats) -> Floats:
        """Sum of the children's densities, with the text directly in each element; of a leaf, its own density."""
        tree = _Body(view)
        sums = child_sum(density, tree.parent)
        if self.strict_paper:
            return sums
        # White space, of which there is much, weighs nothing.
        in_body = (view.length > 0) & (view.host >= view.body) & (view.host < view.end[view.body])
        weights = own_text_weights(view.length[in_body], counts, composite=self.composite)
        own = np.bincount(view.host[in_body] - view.body, weights=weights, minlength=len(sums))
        return np.where(counts.tags == 0, density, sums + own)


@dataclass(frozen=True)
class CetdDs(_DensitySum):
    """CETD-DS: plain text density, content found by the sum of the children's densities.

    >>> from thresher.page import Page
    >>> links = "".join(f"<li><a>Other {n}</a>" for n in range(9))
    >>> page = Page.from_html(f"<ul>{links}</ul><div><p>{'Rye is a grass. ' * 9}<p>{'It is sown. ' * 9}</div>")
    >>> [page.text[run][:11] for run in np.flatnonzero(CetdDs().select(page).runs)]
    ['Rye is a gr', 'It is sown.']
    """

    composite: ClassVar[bool] = False


@dataclass(frozen=True)
class CectdDs(_DensitySum):
    """CECTD-DS: text density weighed by links, content found by the sum of the children's densities."""


@dataclass(frozen=True)
class CectdS(_Cetd):
    """CECTD-S: text density weighed by links, smoothed over siblings, against the body's density."""

    def _choose(self, view: View, _counts: Counts, density: Floats) -> tuple[Bools, float]:
        tree = _Body(view)
        threshold = self.lam * float(density[0])
        return _in_view(smoothed(density, tree.parent, tree.end) >= threshold, view, False), threshold


class _Body:
    """The tree below the body, rows counted from it."""

    def __init__(self, view: View) -> None:
        here = slice(view.body, int(view.end[view.body]))
        self.parent: Ints = np.maximum(view.parent[here] - view.body, -1)
        self.end: Ints = view.end[here] - view.body
        self.depth: Ints = view.depth[here]


def _in_view(column: NDArray[Kind], view: View, elsewhere: float | bool) -> NDArray[Kind]:
    """A column of the body's rows as a column of the view's rows."""
    whole = np.full(len(view.tag), elsewhere, dtype=column.dtype)
    whole[view.body : view.end[view.body]] = column
    return whole


def order_key(sums: Floats, depth: Ints, *, repo_compat: bool) -> Ints:
    """A number for each row that orders them by density sum; of equal ones the deepest is the greatest [D].

    A body whose one child with text is a leaf ties with it; taking the body would bring the menu back. Sums that
    agree to about 1e-9 are equal: bits of non-negative floats order as integers do, and the last 22 are cut off.
    """
    rounded = (np.abs(sums).view(np.int64) + (1 << 21)) >> 22
    return rounded if repo_compat else (rounded << 20) | np.minimum(depth, (1 << 20) - 1)
