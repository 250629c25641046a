"""Ensembles: methods that decide together, or one after the other.

Thomas Gottron: Combining Content Extraction Heuristics: The CombinE System. iiWAS 2008.
The same can be written as an expression (`expression`), such as ``vote(2, cectd-ds, lqf, numwords)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

import numpy as np

from thresher.algorithms.base import Algorithm, Method, parameter
from thresher.algorithms.tally import combine, element_means, weigh
from thresher.errors import BadParameter
from thresher.page import Page, View
from thresher.page.columns import Floats, Ints
from thresher.page.reduced import reduced
from thresher.selection import Outcome, Selection

_T = TypeVar("_T")


@dataclass(frozen=True)
class _Ensemble(Method):
    """What all ensembles have in common."""

    paper: ClassVar[str] = "Gottron: Combining Content Extraction Heuristics: The CombinE System, 2008"
    family: ClassVar[str] = "ensemble"

    members: tuple[Algorithm, ...] = ()  #: the methods that decide

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.members:
            raise BadParameter("members", self.members, "one method or more")

    def select(self, page: Page) -> Selection:
        """The text that weighs enough."""
        selections = _of_one_page(self.members, page)
        runs, cuts = combine(selections, self._weights, self._needed)
        share = weigh(selections, self._weights) / self._weights.sum()
        found = bool(runs.any())
        return Selection(
            selections[0].page,
            runs,
            cuts,
            score=element_means(selections[0].page, share),
            score_name="share of votes",
            threshold=self._needed / float(self._weights.sum()),
            # What cannot be added up is that of the first member that tells it.
            kind=_first(each.kind for each in selections),
            is_overview=_first(each.is_overview for each in selections),
            outcome=Outcome.CONTENT if found else Outcome.EMPTY,
            reason="" if found else selections[0].reason or "the methods agree on no text",
        )

    @property
    def _weights(self) -> Floats:
        """What the word of each member counts."""
        return np.ones(len(self.members))

    @property
    def _needed(self) -> float:
        """What text must weigh to be kept."""
        raise NotImplementedError


@dataclass(frozen=True)
class Union(_Ensemble):
    """What any of the methods keeps.

    >>> from thresher.algorithms.cetd import CectdDs
    >>> from thresher.algorithms.baselines.lqf import Lqf
    >>> Union((CectdDs(), Lqf())).select(Page.from_html("<p>Oats")).runs.tolist()
    [True]
    """

    @property
    def _needed(self) -> float:
        return 1.0


@dataclass(frozen=True)
class Intersection(_Ensemble):
    """What all of the methods keep."""

    @property
    def _needed(self) -> float:
        return float(len(self.members))


@dataclass(frozen=True)
class Vote(_Ensemble):
    """What at least so many of the methods keep."""

    needed: int = parameter(2, "methods that must keep a text [D]", at_least=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.needed > len(self.members):
            raise BadParameter("needed", self.needed, f"at most the number of methods, {len(self.members)}")

    @property
    def _needed(self) -> float:
        return float(self.needed)


@dataclass(frozen=True)
class Weighted(_Ensemble):
    """What methods keep whose weights make up at least a share of all weights."""

    weights: tuple[float, ...] = ()  #: what the word of each member counts; none: all the same
    threshold: float = parameter(0.5, "share of all weights that text needs [D]", at_least=0, at_most=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        usable = all(0 <= weight < float("inf") for weight in self.weights) and sum(self.weights or (1,)) > 0
        if not usable or len(self.weights) not in (0, len(self.members)):
            raise BadParameter("weights", self.weights, "a number of at least 0 for each method, and not all 0")

    @property
    def _weights(self) -> Floats:
        return np.array(self.weights or [1.0] * len(self.members), dtype=np.float64)

    @property
    def _needed(self) -> float:
        return self.threshold * float(self._weights.sum())


@dataclass(frozen=True)
class Serial(_Ensemble):
    """What the last method keeps of what the one before it keeps, and so on: each sees only what is left."""

    def select(self, page: Page) -> Selection:
        """What is left in the end."""
        selection = in_origin(self.members[0].select(page))
        left = page if isinstance(page, View) else selection.page
        for member in self.members[1:]:
            if not selection.runs.any():
                break
            left = _kept(left, selection)
            following = in_origin(member.select(left))
            runs, cuts = combine([selection, following], np.ones(2), needed=2)
            selection = replace(following, runs=runs, cuts=cuts)
        return selection


def _of_one_page(members: Sequence[Algorithm], page: Page) -> list[Selection]:
    """What each method decides, all about the page that one of them looked at instead: what scripts carry is one.

    >>> from thresher.algorithms import create
    >>> data = '{"articleBody": "%s"}' % ("Rye is sown in the autumn and cut in summer. " * 9)
    >>> page = Page.from_html(f"<p>Rye<script type=application/ld+json>{data}</script>")
    >>> [each.page.text[-1][:11] for each in _of_one_page([create("bte"), create("auto")], page)]
    ['Rye is sown', 'Rye is sown']
    """
    found = [in_origin(member.select(page)) for member in members]
    own = page.origin if isinstance(page, View) else page
    other = next((each.page for each in found if each.page is not own), None)
    if other is None:
        return found
    pairs = zip(members, found, strict=True)
    again = [each if each.page is other else in_origin(member.select(other)) for member, each in pairs]
    return [each if each.page is other else Selection.nothing(other, each.reason) for each in again]


def in_origin(selection: Selection) -> Selection:
    """The selection in terms of the page itself, where a method has answered in terms of the view that it was given."""
    view = selection.page
    if not isinstance(view, View):
        return selection
    runs, cuts, score = view.in_origin(selection.runs), selection.cuts.copy(), selection.score
    cuts[:, 0] = view.runs[cuts[:, 0]]
    if score is not None:
        in_view, score = score, np.full(len(view.origin.tag), np.nan)
        score[view.rows] = in_view
    return replace(selection, page=view.origin, runs=runs, cuts=cuts, score=score, groups=(), given_labels=None)


def _first(values: Iterable[_T | None]) -> _T | None:
    """The first value that is there."""
    return next((value for value in values if value is not None), None)


def _kept(page: Page, selection: Selection) -> View:
    """A page, or a view of it, reduced to a selection."""
    if not isinstance(page, View):
        return reduced(page, selection.runs, selection.cuts)
    cuts: Ints = selection.cuts.copy()
    cuts[:, 0] = np.searchsorted(page.runs, cuts[:, 0])
    return reduced(page, selection.runs[page.runs], cuts)
