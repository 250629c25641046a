"""`Auto`: the default method."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

import numpy as np

from thresher.algorithms.auto.advertisements import advertisement_blocks
from thresher.algorithms.auto.bare_headings import without_bare_heading
from thresher.algorithms.auto.bystanders import bystander_blocks
from thresher.algorithms.auto.captions import caption_blocks, with_captions
from thresher.algorithms.auto.cases import Scores, decide_cases
from thresher.algorithms.auto.comments import comment_blocks
from thresher.algorithms.auto.decision import BETAS, Decision
from thresher.algorithms.auto.embedded import embedded_content
from thresher.algorithms.auto.features import Sight, look
from thresher.algorithms.auto.groups import Groups
from thresher.algorithms.auto.headline import headline_block
from thresher.algorithms.auto.kinds import weighed
from thresher.algorithms.auto.model import load
from thresher.algorithms.auto.page_kinds import KINDS, OFFERS, OVERVIEWS, family_of
from thresher.algorithms.auto.questions import with_questions
from thresher.algorithms.auto.quotes import quote_blocks
from thresher.algorithms.auto.signed_posts import with_threads
from thresher.algorithms.auto.story import decide_apart, has_advertisements, has_comments
from thresher.algorithms.auto.whole_tables import completed
from thresher.algorithms.base import Method, parameter
from thresher.algorithms.textsweeper import TextSweeper
from thresher.page import Page, View
from thresher.page.columns import Bools, Floats
from thresher.selection import Outcome, Selection

#: Fewer words than this are not what a person came for.
MIN_WORDS = 5
#: A page with so many scripts and fewer than so many words loads its content by them.
SHELL_SCRIPTS, SHELL_WORDS = 3, 30
#: A page that is likelier than this to lead to other pages is an overview page.
OVERVIEW_CHANCE = 0.5
#: Where fewer words than this are found, content is looked for in what the page carries for its scripts ...
FEW_WORDS = 60
#: ... and taken if it has at least this many times the words.
EMBEDDED_TIMES = 3


@dataclass(frozen=True)
class Auto(Method):
    """auto: blocks scored by a small learned model, the set with the best expected F1; tells the kind of page."""

    paper: ClassVar[str] = ""
    family: ClassVar[str] = "auto"

    favor: str = parameter("balanced", "what to err towards: more text or purer text [D]", choices=tuple(BETAS))
    headline: bool | None = parameter(
        None, "whether the headline above the text is part of it; none: only where it names things on offer [D]",
        choices=(None, True, False),
    )  # fmt: skip
    comments: bool = parameter(False, "whether readers' comments below an article are part of the text [D]")
    captions: bool = parameter(False, "whether captions of pictures are part of the text [D]")
    quotes: bool = parameter(True, "whether text that is quoted, as in answers of a thread, is part of the text [D]")
    embedded: bool = parameter(True, "whether to look into scripts for content that the tree has too little of [D]")
    overview: str = parameter(
        "learned", "how overview pages are told: by the model, or by TextSweeper's net text, without training [D]",
        choices=("learned", "net-text"),
    )  # fmt: skip

    def select(self, page: Page) -> Selection:
        """The blocks that are expected to be content."""
        selection, words = self._of_tree(page)
        # A view is what others have left of a page, and its scripts are not left.
        if self.embedded and words < FEW_WORDS and not isinstance(page, View):
            found = embedded_content(page)
            if found is not None and found.words >= max(MIN_WORDS, EMBEDDED_TIMES * words):
                inside, words_inside = self._of_tree(found.page)
                # What a script carries may be a menu, or a template of which nothing is likely to be content.
                if words_inside > words and inside.outcome == Outcome.CONTENT:
                    return replace(inside, reason=f"the text is from {found.origin}")
        return selection

    def _of_tree(self, page: Page) -> tuple[Selection, float]:
        """What is selected of the elements of the page, and how many words it has."""
        sight = look(page)
        if sight is None:
            return _nothing(page, 0), 0
        scores = load().scores(page, sight)
        kinds, decision = scores.kinds, self.decision(sight, scores)
        chosen = self.policy(sight, decision.chosen, kinds)
        words, of_page = float(sight.words[chosen].sum()), float(sight.words.sum())
        # An overview page may have no text of its own beside its items.
        if words < MIN_WORDS and (overview_chance(kinds) <= OVERVIEW_CHANCE or of_page < SHELL_WORDS):
            return _nothing(page, of_page, kinds), 0
        selection = selection_of(sight, decision, chosen, kinds)
        return selection if self.overview == "learned" else _by_net_text(selection), words

    def decision(self, sight: Sight, scores: Scores) -> Decision:
        """Which blocks are chosen: of an article those of the story alone, if it has one beside what stands apart."""
        apart = self.apart(sight, scores.kinds)
        decide = partial(decide_apart, page=sight, bystanders=apart[0], comments=apart[1], favor=self.favor)
        return decide_cases(scores.cases, sight.words, decide, self.favor)

    def apart(self, sight: Sight, kinds: Floats) -> tuple[Bools, Bools]:
        """Blocks that may be no part of what the page says: bystanders, and comments unless they are asked for.

        Advertisements are bystanders of an article.
        """
        kinds = weighed(kinds)
        bystanders = bystander_blocks(sight)
        if has_advertisements(kinds):
            bystanders |= advertisement_blocks(sight)
        if self.comments or not has_comments(kinds, sight.address):
            return bystanders, np.zeros_like(bystanders)
        return bystanders, comment_blocks(sight)

    def policy(self, sight: Sight, chosen: Bools, kinds: Floats) -> Bools:
        """The choice with whole tables and questions, no bare heading, and captions, quotes and headline as asked for.

        About the latter gold sets disagree, so that parameters decide and not the model.
        """
        chosen = without_bare_heading(sight, with_questions(sight, completed(sight, chosen)))
        chosen = with_captions(sight, chosen) if self.captions else chosen & ~caption_blocks(sight)
        if not self.quotes:
            chosen = chosen & ~quote_blocks(sight, chosen)
        headline = headline_block(sight)
        if headline is not None and chosen.any():
            chosen = chosen.copy()
            chosen[headline] = False
            # A page of which next to nothing else is left needs its headline.
            chosen[headline] = self._has_headline(kinds) or float(sight.words[chosen].sum()) < MIN_WORDS
        return chosen

    def _has_headline(self, kinds: Floats) -> bool:
        """Whether the headline is part of the text: the name of a product is, the headline of a story is not."""
        return family_of(KINDS[int(kinds.argmax())]) == OFFERS if self.headline is None else self.headline


@dataclass(frozen=True, eq=False)
class Confidence:
    """How good a decision is likely to be, found out when it is asked for."""

    decision: Decision
    kinds: Floats
    words: Floats

    def __call__(self) -> float:
        """The F1 that is to be expected."""
        return round(load().confidence(self.decision, self.kinds, self.words), 4)


def selection_of(sight: Sight, decision: Decision, chosen: Bools, kinds: Floats) -> Selection:
    """The decision in terms of the page."""
    view, blocks = sight.view, sight.blocks
    page = view.origin
    runs = np.zeros(len(page.text), dtype=bool)
    runs[view.runs[(blocks.of_run >= 0) & chosen[blocks.of_run]]] = True
    score = np.full(len(page.tag), np.nan)
    score[view.rows[blocks.row]] = decision.chance
    told = with_threads(kinds, view, runs[view.runs])
    overview = overview_chance(told)
    kind = KINDS[int(told.argmax())]
    reason = f"the page leads to other pages with a probability of {overview:.2f}" if overview > OVERVIEW_CHANCE else ""
    return Selection(
        page,
        runs,
        score=score,
        score_name="probability of content",
        groups=Groups(page, runs if runs.any() else page.length > 0, kind),
        kind=kind,
        kinds=_by_name(told),
        is_overview=overview > OVERVIEW_CHANCE,
        given_confidence=Confidence(decision, kinds, sight.words),
        outcome=Outcome.OVERVIEW if reason else Outcome.CONTENT,
        reason=reason,
    )


def overview_chance(kinds: Floats) -> float:
    """The probability that a page leads to other pages."""
    return float(sum(kinds[KINDS.index(kind)] for kind in OVERVIEWS))


def _by_name(kinds: Floats) -> dict[str, float]:
    return dict(zip(KINDS, kinds.round(4).tolist(), strict=True))


def _by_net_text(selection: Selection) -> Selection:
    """The selection with TextSweeper's word on whether the page is an overview: little text beside links."""
    told = TextSweeper().select(selection.page)
    if not selection.runs.any() or told.is_overview is None:
        return selection
    return replace(
        selection,
        is_overview=told.is_overview,
        outcome=Outcome.OVERVIEW if told.is_overview else Outcome.CONTENT,
        reason=told.reason if told.is_overview else "",
    )


def _nothing(page: Page, words: float, kinds: Floats | None = None) -> Selection:
    """An empty selection, with what is to be seen instead of content."""
    scripts = int(page.is_tag("script").sum())
    if scripts >= SHELL_SCRIPTS and words < SHELL_WORDS:
        reason, outcome = f"{words:.0f} words and {scripts} scripts that load the rest", Outcome.JS_SHELL
    elif not words:
        reason, outcome = "the page has no text", Outcome.EMPTY
    else:
        reason, outcome = f"none of its {words:.0f} words is likely to be content", Outcome.TOO_SHORT
    selection = Selection.nothing(page, reason, outcome)
    return selection if kinds is None else replace(selection, kinds=_by_name(kinds))
