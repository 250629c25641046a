"""`Auto`: the default method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from thresher.algorithms.auto.decision import BETAS, Decision, decide
from thresher.algorithms.auto.features import Sight, look
from thresher.algorithms.auto.hints import KINDS, OVERVIEWS
from thresher.algorithms.auto.model import load
from thresher.algorithms.base import Method, parameter
from thresher.algorithms.comments import in_comments
from thresher.page import Page
from thresher.page.columns import Bools, Floats
from thresher.page.tags import CODES, HEADINGS
from thresher.selection import Outcome, Selection

#: Fewer words than this are not what a person came for.
MIN_WORDS = 5
#: A page with so many scripts and fewer than so many words loads its content by them.
SHELL_SCRIPTS, SHELL_WORDS = 3, 30


@dataclass(frozen=True)
class Auto(Method):
    """auto: blocks scored by a small learned model, the set with the best expected F1; tells the kind of page."""

    paper: ClassVar[str] = ""
    family: ClassVar[str] = "auto"

    favor: str = parameter("balanced", "what to err towards: more text or purer text [D]", choices=tuple(BETAS))
    headline: bool = parameter(False, "whether the headline above the text is part of it [D]")
    comments: bool = parameter(False, "whether readers' comments below an article are part of the text [D]")
    captions: bool = parameter(False, "whether captions of pictures are part of the text [D]")

    def select(self, page: Page) -> Selection:
        """The blocks that are expected to be content."""
        sight = look(page)
        if sight is None:
            return _nothing(page, 0)
        odds, kinds = load().scores(page, sight)
        decision = decide(odds, kinds, sight.words, sight.shape, self.favor)
        chosen = self._policy(page, sight, decision.chosen, is_article=KINDS[int(np.argmax(kinds))] == "article")
        return _selection(sight, decision, chosen, kinds)

    def _policy(self, page: Page, sight: Sight, chosen: Bools, *, is_article: bool) -> Bools:
        """What gold sets disagree about is decided by parameters: comments, captions and the headline."""
        if is_article and not self.comments:
            apart = in_comments(sight.view, sight.blocks.row, None)
            # A page of which nothing else is left is about what its names call comments.
            chosen = chosen & ~apart if (chosen & ~apart).any() else chosen
        if not self.captions:
            chosen = chosen & ~sight.view.within("figcaption", "caption")[sight.blocks.row]
        if self.headline and chosen.any():
            chosen = chosen.copy()
            chosen[_headline(page, sight, int(np.flatnonzero(chosen)[0]))] = True
        return chosen


def _headline(page: Page, sight: Sight, first: int) -> list[int]:
    """The block of the page's headline: the heading ahead of the text that has most in common with the title."""
    title = set(page.title.lower().split())
    best: list[int] = []
    best_share = 0.5
    for block in np.flatnonzero(HEADINGS[sight.view.code[sight.blocks.row]]).tolist():
        if block > first + 2:
            break
        words = set(sight.blocks.text(block).lower().split())
        share = len(words & title) / max(len(words), 1)
        if share > best_share or (not best and sight.view.code[sight.blocks.row[block]] == CODES["h1"]):
            best, best_share = [block], max(share, best_share)
    return best


def _selection(sight: Sight, decision: Decision, chosen: Bools, kinds: Floats) -> Selection:
    """The decision in terms of the page."""
    view, blocks = sight.view, sight.blocks
    page = view.origin
    words = float(sight.words[chosen].sum())
    if words < MIN_WORDS:
        return _nothing(page, float(sight.words.sum()))
    runs = np.zeros(len(page.text), dtype=bool)
    runs[view.runs[(blocks.of_run >= 0) & chosen[blocks.of_run]]] = True
    score = np.full(len(page.tag), np.nan)
    score[view.rows[blocks.row]] = decision.chance
    chance_of = dict(zip(KINDS, (round(float(kind), 4) for kind in kinds), strict=True))
    overview = sum(chance_of[kind] for kind in OVERVIEWS)
    return Selection(
        page,
        runs,
        score=score,
        score_name="probability of content",
        kind=KINDS[int(np.argmax(kinds))],
        kinds=chance_of,
        is_overview=overview > 0.5,
        confidence=decision.expected_f1,
        outcome=Outcome.OVERVIEW if overview > 0.5 else Outcome.CONTENT,
        reason=f"the page leads to other pages with a probability of {overview:.2f}" if overview > 0.5 else "",
    )


def _nothing(page: Page, words: float) -> Selection:
    """An empty selection, with what is to be seen instead of content."""
    scripts = int(page.is_tag("script").sum())
    if scripts >= SHELL_SCRIPTS and words < SHELL_WORDS:
        return Selection.nothing(page, f"{words:.0f} words and {scripts} scripts that load the rest", Outcome.JS_SHELL)
    if not words:
        return Selection.nothing(page, "the page has no text")
    return Selection.nothing(page, f"none of its {words:.0f} words is likely to be content", Outcome.TOO_SHORT)
