"""What a page says and what stands apart from it: bystanders such as advertisements, and comments of readers."""

from __future__ import annotations

from thresher.algorithms.auto.address import says_thread
from thresher.algorithms.auto.decision import Decision, Seen, decide
from thresher.algorithms.auto.page_kinds import KINDS
from thresher.page.columns import Bools, Floats

#: A page that is so many times likelier an article than a thread has a story beside its comments, ...
SURE_STORY = 7.0
#: ... unless less F1 than this is to be expected of it: a story may be short, and in doubt beside them;
MIN_STORY_F1 = 0.1
#: a page that is so many times likelier an article, or less a thread, has one if this much F1 is to be expected, ...
DOUBTFUL_STORY, MIN_DOUBTFUL_F1 = 0.2, 0.6
#: ... or if its comments have so many times its words: threads come in pages of some twenty posts, comments do not [D].
DWARFING = 30


def has_advertisements(kinds: Floats) -> bool:
    """Whether blocks that name themselves advertisements are none of the content: on articles."""
    return KINDS[int(kinds.argmax())] == "article"


def has_comments(kinds: Floats, address: str) -> bool:
    """Whether the page may have a story that comments stand below: an article, or one in doubt to be a thread."""
    article, forum = kinds[KINDS.index("article")], kinds[KINDS.index("forum")]
    may_be = max(article, forum) == kinds.max() and article >= DOUBTFUL_STORY * forum
    return bool(may_be) and not says_thread(address)


def _is_worth_it(story: Decision, kinds: Floats, words: Floats, comments: Bools) -> bool:
    """Whether a story is what the page is about, and the comments below it are not."""
    article, forum = kinds[KINDS.index("article")], kinds[KINDS.index("forum")]
    return bool(
        article >= SURE_STORY * forum
        or story.expected_f1 >= MIN_DOUBTFUL_F1
        or words[comments].sum() >= DWARFING * words[story.chosen].sum()
    )


def decide_apart(
    odds: Floats, kinds: Floats, page: Seen, bystanders: Bools, comments: Bools, favor: str = "balanced"
) -> Decision:
    """The decision of the story alone, if the page has one beside what stands apart; otherwise of all."""
    if comments.any():
        story = decide(odds, kinds, page, favor, bystanders | comments, MIN_STORY_F1)
        if story.chosen.any() and _is_worth_it(story, kinds, page.words, comments):
            return story
    decision = decide(odds, kinds, page, favor, bystanders)
    # A page of which nothing else is left is about what its names call an advertisement or a dialog.
    return decision if decision.chosen.any() else decide(odds, kinds, page, favor)
