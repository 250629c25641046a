"""How well the posts of a thread were separated: `score_posts` compares them with hand-labelled posts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from thresher.dates import read_date
from thresher.evaluate.datasets.page import Post
from thresher.evaluate.metrics.bags import word_bag
from thresher.records import Record

#: A gold post is found if a post of the answer has more than this word F1 with it.
FOUND_F1 = 0.8
_SIGNS = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class PostScore:
    """Counts of the posts of one thread, or of many."""

    gold: int = 0  #: hand-labelled posts
    answered: int = 0  #: posts of the answer
    found: int = 0  #: gold posts that are in the answer
    known: int = 0  #: found posts with a labelled author or date
    told: int = 0  #: those of them for which the author or date of the answer is right

    def __add__(self, other: PostScore) -> PostScore:
        return PostScore(
            self.gold + other.gold,
            self.answered + other.answered,
            self.found + other.found,
            self.known + other.known,
            self.told + other.told,
        )

    def shares(self) -> dict[str, float]:
        """The counts as shares.

        >>> PostScore(gold=10, answered=12, found=9, known=8, told=6).shares()
        {'posts': 10, 'answered': 12, 'found': 0.9, 'told': 0.75}
        """
        return {
            "posts": self.gold,
            "answered": self.answered,
            "found": round(self.found / max(self.gold, 1), 4),
            "told": round(self.told / max(self.known, 1), 4),
        }


def score_posts(answer: Sequence[Record], gold: Sequence[Post]) -> PostScore:
    """How many of the *gold* posts are in the *answer*; each post of the answer matches at most one of them.

    >>> record = Record("post", "Rye is ripe.", author="Ann")
    >>> score_posts([record], [Post("Rye is ripe.", "/members/ann.12/"), Post("Reap it!", "/members/bob.7/")])
    PostScore(gold=2, answered=1, found=1, known=1, told=1)
    """
    left = list(answer)
    found = known = told = 0
    for post in gold:
        best = max(left, key=lambda record: word_bag(record.text, post.text).value, default=None)
        if best is None or word_bag(best.text, post.text).value <= FOUND_F1:
            continue
        left.remove(best)
        found += 1
        known += bool(post.user or post.date)
        told += _is_author(best, post) or _is_day(best, post)
    return PostScore(len(gold), len(answer), found, known, told)


def _is_author(record: Record, post: Post) -> bool:
    """Whether the author is right; the label may be the URL of a profile."""
    name = _SIGNS.sub("", (record.author or "").lower())
    return bool(name) and name in _SIGNS.sub("", (post.user or "").lower())


def _is_day(record: Record, post: Post) -> bool:
    """Whether the day is the labelled one, or the texts of both dates are the same."""
    if not record.date or not post.date:
        return False
    day, marked = read_date(record.date), read_date(post.date)
    if day is None or marked is None:
        return record.date.strip() == post.date.strip()
    return day[:10] == marked[:10]
