"""`Selection`: what an algorithm decided about a page, always in terms of the original page.

Algorithms make selections, writers read them; nothing else passes between the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from thresher.credits import credited
from thresher.labels import Label, label_elements
from thresher.page.columns import Bools, Codes, Floats, Ints
from thresher.page.metadata import own_text, text_of

if TYPE_CHECKING:
    from thresher.page import Page, View


class Outcome(StrEnum):
    """What came of a page."""

    CONTENT = "content"  #: content was found
    OVERVIEW = "overview"  #: the page is a list of other pages
    TOO_SHORT = "too-short"  #: some text, too little to be what a person came for
    JS_SHELL = "js-shell"  #: the content is loaded by scripts
    EMPTY = "empty"  #: no text at all, or none that the method keeps


@dataclass(frozen=True)
class Group:
    """Runs that belong together: a body, a post, a comment, an item; and the rows with facts about it."""

    kind: str  #: "body", "post", "comment" or "item"
    row: int  #: the element that holds it
    runs: Ints  #: its text
    author: int | None = None  #: row of the author's name
    date: int | None = None  #: row of the date
    link: int | None = None  #: row of the permalink
    title: int | None = None  #: row of the title
    image: int | None = None  #: row of the image

    def author_on(self, page: Page) -> str | None:
        """The author's name, without the words that give it as one.

        >>> from thresher.page import Page
        >>> Group("comment", 3, np.array([0]), author=4).author_on(Page.from_html("<li><h4><b>Ann</b> says:</h4>Rye."))
        'Ann'
        """
        text = "" if self.author is None else text_of(page, self.author)
        return credited(text) or text or None

    def date_on(self, page: Page) -> str | None:
        """The date as the page's markup gives it, or else as it is written; the author may stand in the middle of it.

        >>> from thresher.page import Page
        >>> page = Page.from_html("<p>2026-07-01 by <b>Ann</b>")
        >>> Group("post", 3, np.array([0]), author=4, date=3).date_on(page)
        '2026-07-01 by'
        """
        row = self.date
        if row is None:
            return None
        is_around = self.author is not None and row < self.author < page.end[row]
        return page.attribute_of(row, "datetime") or (own_text if is_around else text_of)(page, row) or None


@dataclass(frozen=True, eq=False)
class Selection:
    """Which runs of a page are content, and what else the method found out.

    >>> from thresher.page import Page
    >>> selection = Selection.nothing(Page.from_html(""), "no text")
    >>> selection.outcome.value, selection.reason, selection.runs.any()
    ('empty', 'no text', np.False_)
    """

    page: Page
    runs: Bools  #: run: whether it is selected
    cuts: Ints = field(default_factory=lambda: np.zeros((0, 3), dtype=np.int64))
    """Rows of (run, start, stop): of a selected run named here, only these stretches of raw text are selected."""
    score: Floats | None = None  #: element: what the method measured, ``nan`` where it did not look
    score_name: str = "score"  #: what that measure is called
    threshold: float | None = None  #: the score that decided
    groups: Sequence[Group] = ()  #: bodies, posts, comments, items
    kind: str | None = None  #: the kind of page, where the method determines it
    kinds: Mapping[str, float] = field(default_factory=dict)  #: probability of each kind
    is_overview: bool | None = None  #: whether the page is a list of other pages; ``None``: not asked
    outcome: Outcome = Outcome.CONTENT
    reason: str = ""  #: the evidence for the outcome, a sentence
    degraded: str = ""  #: what limits of time or size cut short, a sentence; empty where they cut nothing
    given_labels: Codes | Callable[[Selection], Codes] | None = None
    """Labels where the method makes its own, or what makes them when they are asked for."""
    given_confidence: Callable[[], float] | None = None  #: what estimates the `confidence` when it is asked for

    @classmethod
    def nothing(cls, page: Page, reason: str, outcome: Outcome = Outcome.EMPTY) -> Selection:
        """An empty selection, with the reason."""
        return cls(page, np.zeros(len(page.text), dtype=bool), outcome=outcome, reason=reason)

    @classmethod
    def of_view(
        cls,
        view: View,
        runs: Bools,
        *,
        score: Floats | None = None,
        score_name: str = "score",
        threshold: float | None = None,
    ) -> Selection:
        """The selection of a view's runs, in terms of the page that it is a view of; empty if they have no text."""
        page = view.origin
        if score is not None:
            in_view, score = score, np.full(len(page.tag), np.nan)
            score[view.rows] = in_view
        found = bool(view.length[runs].any())
        missing = "no block passed the method's threshold" if view.length.any() else "the page has no text"
        return cls(
            page,
            view.in_origin(runs) if found else np.zeros(len(page.text), dtype=bool),
            score=score,
            score_name=score_name,
            threshold=threshold,
            outcome=Outcome.CONTENT if found else Outcome.EMPTY,
            reason="" if found else missing,
        )

    @cached_property
    def labels(self) -> Codes:
        """Element: its `Label`."""
        given = self.given_labels
        if callable(given):
            return given(self)
        return given if given is not None else label_elements(self.page, self.runs)

    @cached_property
    def confidence(self) -> float | None:
        """The method's own estimate of how good this is, 0 to 1; ``None`` where it makes none."""
        return self.given_confidence() if self.given_confidence is not None else None

    def label(self, row: int) -> Label:
        """The label of one element."""
        return Label(int(self.labels[row]))

    def texts(self) -> list[str]:
        """The raw text of each run of the page as far as it is selected; empty where it is not."""
        texts = [text if chosen else "" for text, chosen in zip(self.page.text, self.runs.tolist(), strict=True)]
        if len(self.cuts):
            pieces: dict[int, list[str]] = {}
            for run, start, stop in self.cuts.tolist():
                pieces.setdefault(run, []).append(self.page.text[run][start:stop])
            for run, kept in pieces.items():
                # What was left out between two pieces parted them.
                texts[run] = " ".join(kept) if self.runs[run] else ""
        return texts
