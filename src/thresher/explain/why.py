"""`why`: whether one sentence of a page was kept, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from thresher.errors import UsageError
from thresher.explain.dials import Dial
from thresher.explain.elements import css_path, element_name
from thresher.explain.reasons import Reasons
from thresher.explain.search import Place, Text, elsewhere, excerpt, normal
from thresher.explain.unseen import Unseen
from thresher.explain.verdicts import METHODS, Verdict, verdicts
from thresher.labels import Label
from thresher.options import DEFAULTS, Options
from thresher.page.columns import ancestors

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Selection


@dataclass(frozen=True)
class Around:
    """An element around a text, with its score."""

    name: str
    score: float | None  #: the method's score for it


@dataclass(frozen=True)
class Occurrence:
    """One occurrence of the sentence, and the decision about it."""

    text: str  #: the sentence in brackets, with the text around it
    kept: float  #: share of its characters that were kept
    label: str
    path: str  #: selector of the block's element
    score_name: str
    score: float | None
    threshold: float | None
    decided: str  #: the reason for the decision, a sentence
    hidden: str  #: why readers do not see it; empty if they do
    around: list[Around]  #: from the body to the block's element
    keepers: dict[str, float]  #: the share that each other method keeps


@dataclass(frozen=True)
class Answer:
    """The decisions about a sentence."""

    method: str
    occurrences: list[Occurrence]
    elsewhere: str = ""  #: where it is if it is not in the text of the page
    near: Sequence[str] = ()  #: similar texts, if it is nowhere

    @property
    def kept(self) -> bool:
        """Whether at least one occurrence was kept, at least in part."""
        return any(each.kept for each in self.occurrences)


def why(page: Page, sentence: str, *, options: Options | None = None, methods: Sequence[str] = METHODS) -> Answer:
    """The decisions about all occurrences of a sentence on a page.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<nav><a href=/>Home</a></nav><article>" + "<p>Rye is a grass, sown in autumn.</p>" * 9)
    >>> answer = why(page, "home", options=Options(algorithm="cectd-ds"), methods=())
    >>> answer.occurrences[0].kept, answer.occurrences[0].decided
    (0.0, 'the search stopped at nav: its density 0 is below ...')
    """
    if not normal(sentence):
        raise UsageError("the text to look for is empty")
    every = verdicts(page, options or DEFAULTS, methods)
    page = every[0].page
    text = Text(page)
    places = list(text.find(sentence))
    if not places:
        other = elsewhere(page, sentence)
        return Answer(every[0].name, [], other, [] if other else text.near(sentence))
    unseen = Unseen(page)
    return Answer(every[0].name, [_occurrence(page, place, every, unseen) for place in places])


def _occurrence(page: Page, place: Place, every: Sequence[Verdict], unseen: Unseen) -> Occurrence:
    first, run = every[0], _telling_run(every[0].selection, place)
    row = int(page.block[page.host[run]])
    selection, dial = first.selection, first.dial
    rows = [each for each in reversed(ancestors(row, page.parent)) if each >= page.body]
    return Occurrence(
        text=excerpt(page, place),
        kept=kept_share(selection, place),
        label=Label(int(first.block_labels[page.blocks.of_run[run]])).name.lower(),
        path=css_path(page, row),
        score_name=selection.score_name,
        score=first.score_at(row),
        threshold=dial.value * dial.unit if isinstance(dial, Dial) else selection.threshold,
        decided=Reasons(first, unseen).of(run),
        hidden=unseen.reason(int(page.host[run])),
        around=[Around(element_name(page, each), _own_score(selection, each)) for each in rows],
        keepers={verdict.name: kept_share(verdict.selection, place) for verdict in every[1:]},
    )


def _telling_run(selection: Selection, place: Place) -> int:
    """The first kept run of the sentence, or else its first run."""
    kept = np.flatnonzero(selection.runs[place.first_run : place.last_run + 1])
    return place.first_run + int(kept[0]) if len(kept) else place.first_run


def _own_score(selection: Selection, row: int) -> float | None:
    score = None if selection.score is None else float(selection.score[row])
    return None if score is None or score != score else score


def kept_share(selection: Selection, place: Place) -> float:
    """The share of a sentence's characters that a selection keeps."""
    kept = total = 0
    for run in range(place.first_run, place.last_run + 1):
        text = selection.page.text[run]
        start = place.start if run == place.first_run else 0
        stop = place.stop if run == place.last_run else len(text)
        total += len(normal(text[start:stop]))
        kept += sum(
            len(normal(text[max(start, a) : min(stop, b)])) for a, b in _kept_stretches(selection, run) if a < stop
        )
    return kept / total if total else 0.0


def _kept_stretches(selection: Selection, run: int) -> list[tuple[int, int]]:
    """The kept stretches of a run."""
    if not selection.runs[run]:
        return []
    cuts = selection.cuts[selection.cuts[:, 0] == run]
    return [(start, stop) for _, start, stop in cuts.tolist()] or [(0, len(selection.page.text[run]))]
