"""A story and what stands apart from it: advertisements, and comments of readers."""

from __future__ import annotations

import math

from thresher.algorithms.auto.address import says_thread
from thresher.algorithms.auto.decision import Decision, Seen, decide
from thresher.algorithms.auto.page_kinds import KINDS
from thresher.page.columns import Bools, Floats

#: A page that is so many times likelier an article than a thread has a story beside its comments, ...
SURE_STORY = 7.0
#: ... unless less F1 than this is to be expected of it: a story may be short, and in doubt beside them;
MIN_STORY_F1 = 0.1
#: a page that is so many times likelier an article, or less a thread, has one if this much F1 is to be expected.
DOUBTFUL_STORY, MIN_DOUBTFUL_F1 = 0.2, 0.6


def has_advertisements(kinds: Floats) -> bool:
    """Whether blocks that name themselves advertisements are none of the content: on articles."""
    return KINDS[int(kinds.argmax())] == "article"


def has_comments(kinds: Floats, address: str) -> bool:
    """Whether the page may have a story that comments stand below."""
    return least_story_f1(kinds) <= 1 and not says_thread(address)


def least_story_f1(kinds: Floats) -> float:
    """The F1 that must be expected of a story for it to be what the page is about, and comments not."""
    article, forum = float(kinds[KINDS.index("article")]), float(kinds[KINDS.index("forum")])
    if max(article, forum) < kinds.max() or article < DOUBTFUL_STORY * forum:
        return math.inf
    return MIN_STORY_F1 if article >= SURE_STORY * forum else MIN_DOUBTFUL_F1


def decide_apart(
    odds: Floats, kinds: Floats, page: Seen, advertisements: Bools, comments: Bools, favor: str = "balanced"
) -> Decision:
    """The decision of the story alone, if the page has one beside what stands apart; otherwise of all."""
    if comments.any():
        story = decide(odds, kinds, page, favor, advertisements | comments, least_story_f1(kinds))
        if story.chosen.any():
            return story
    decision = decide(odds, kinds, page, favor, advertisements)
    # A page of which nothing else is left is about what its names call an advertisement.
    return decision if decision.chosen.any() else decide(odds, kinds, page, favor)
