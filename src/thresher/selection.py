"""`Selection`: what an algorithm decided about a page, always in terms of the original page.

Algorithms create selections and writers read them; nothing else passes between the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from thresher.cached import cached_property
from thresher.credits import credited
from thresher.labels import Label, label_elements
from thresher.page.columns import Bools, Codes, Floats, Ints
from thresher.page.metadata import own_text, text_of

if TYPE_CHECKING:
    from thresher.page import Page, View


class Outcome(StrEnum):
    """The outcome of extracting a page."""

    CONTENT = "content"  #: content was found
    OVERVIEW = "overview"  #: the page is a list of other pages
    TOO_SHORT = "too-short"  #: some text, but too little to be the content
    JS_SHELL = "js-shell"  #: the content is loaded by scripts
    EMPTY = "empty"  #: no text at all, or none that the method keeps


@dataclass(frozen=True)
class Group:
    """Runs that belong together - a body, a post, a comment, an item - and the rows with facts about them."""

    kind: str  #: "body", "post", "comment" or "item"
    row: int  #: the element that holds it
    runs: Ints  #: its text
    author: int | None = None  #: row of the author's name
    date: int | None = None  #: row of the date
    link: int | None = None  #: row of the permalink
    title: int | None = None  #: row of the title
    image: int | None = None  #: row of the image

    def author_on(self, page: Page) -> str | None:
        """The author's name, without words such as "says" around it.

        >>> from thresher.page import Page
        >>> Group("comment", 3, np.array([0]), author=4).author_on(Page.from_html("<li><h4><b>Ann</b> says:</h4>Rye."))
        'Ann'
        """
        text = "" if self.author is None else text_of(page, self.author)
        return credited(text) or text or None

    def date_on(self, page: Page) -> str | None:
        """The date as given in the page's markup, or else as displayed, without the author's name in or beside it.

        >>> from thresher.page import Page
        >>> page = Page.from_html("<p><b>by Ann</b> 2026-07-01<p>Ann")
        >>> Group("post", 5, np.array([0]), author=5, date=3).date_on(page)
        '2026-07-01'
        """
        row = self.date
        if row is None:
            return None
        told, author = text_of(page, row), self.author_on(page)
        # Boards name the author beside the date and in the margin, and it may be either that was found.
        if author is not None and author in told:
            told = own_text(page, row) or told
        return page.attribute_of(row, "datetime") or told or None


@dataclass(frozen=True, eq=False)
class Selection:
    """Which runs of a page are content, and what else the method determined.

    >>> from thresher.page import Page
    >>> selection = Selection.nothing(Page.from_html(""), "no text")
    >>> selection.outcome.value, selection.reason, selection.runs.any()
    ('empty', 'no text', np.False_)
    """

    page: Page
    runs: Bools  #: run: whether it is selected
    cuts: Ints = field(default_factory=lambda: np.zeros((0, 3), dtype=np.int64))
    """Rows of (run, start, stop): of a selected run listed here, only these stretches of its raw text are selected."""
    score: Floats | None = None  #: element: the method's score; ``nan`` if it has none
    score_name: str = "score"  #: what the score measures
    threshold: float | None = None  #: the score that decided
    groups: Sequence[Group] = ()  #: bodies, posts, comments, items
    kind: str | None = None  #: the kind of page, where the method determines it
    kinds: Mapping[str, float] = field(default_factory=dict)  #: probability of each kind
    is_overview: bool | None = None  #: whether the page is a list of other pages; ``None``: not determined
    outcome: Outcome = Outcome.CONTENT
    reason: str = ""  #: the evidence for the outcome, a sentence
    degraded: str = ""  #: what was cut short by limits of time or size, a sentence; empty if nothing was
    given_labels: Codes | Callable[[Selection], Codes] | None = None
    """The method's own labels, or a function that computes them on first use; otherwise they follow from the runs."""
    given_confidence: Callable[[], float] | None = None  #: a function that estimates the `confidence` on first use

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
        """The selection of a view's runs, in terms of the original page; empty if they have no text."""
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
        """The method's own estimate of the quality of the result, 0 to 1; ``None`` if it makes none."""
        return self.given_confidence() if self.given_confidence is not None else None

    def label(self, row: int) -> Label:
        """The label of one element."""
        return Label(int(self.labels[row]))

    def texts(self) -> list[str]:
        """The selected raw text of each run of the page; empty for runs that are not selected."""
        texts = [text if chosen else "" for text, chosen in zip(self.page.text, self.runs.tolist(), strict=True)]
        if len(self.cuts):
            pieces: dict[int, list[str]] = {}
            for run, start, stop in self.cuts.tolist():
                pieces.setdefault(run, []).append(self.page.text[run][start:stop])
            for run, kept in pieces.items():
                # The pieces were separated by the text that was left out.
                texts[run] = " ".join(kept) if self.runs[run] else ""
        return texts
