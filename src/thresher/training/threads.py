"""How well the posts of threads are separated on sites that the model has not seen."""

from __future__ import annotations

from collections.abc import Sequence

from thresher.algorithms.auto.features import look
from thresher.algorithms.auto.method import Auto, selection_of
from thresher.evaluate.threads import PostScore, score_posts
from thresher.page import Page
from thresher.records import records
from thresher.training.validation import Verdict


def posts_report(verdicts: Sequence[Verdict]) -> dict[str, float]:
    """The shares of labelled posts found, and of found posts with the right author or date; empty without posts."""
    scores = [score for verdict in verdicts if (score := _score(verdict)) is not None]
    whole = sum(scores, PostScore())
    return whole.shares() if whole.gold else {}


def _score(verdict: Verdict) -> PostScore | None:
    """The score of the posts that result from the verdict on a page."""
    thread = verdict.page.thread
    if thread is None:
        return None
    sight = look(Page.from_html(thread.html, thread.url))
    if sight is None:
        return score_posts((), thread.posts)
    chosen = Auto().policy(sight, verdict.decision.chosen, verdict.kinds)
    return score_posts(records(selection_of(sight, verdict.decision, chosen, verdict.kinds), "post"), thread.posts)
