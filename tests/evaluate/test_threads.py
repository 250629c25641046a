"""Posts of an answer against those that people marked."""

from __future__ import annotations

import pytest

from thresher.evaluate.datasets.page import Post
from thresher.evaluate.threads import PostScore, score_posts
from thresher.records import Record

SAID = ("The rye is ripe, and the weather holds.", "Then let us reap it before the rain comes.")


def test_a_post_stands_for_one_post_at_most():
    """Two posts of the same words are not both found by one of the answer."""
    assert score_posts([Record("post", SAID[0])], [Post(SAID[0]), Post(SAID[0])]).found == 1


def test_posts_that_run_into_each_other_are_not_found():
    """A post that holds two is neither of them."""
    assert score_posts([Record("post", " ".join(SAID))], [Post(said) for said in SAID]).found == 0


@pytest.mark.parametrize(
    ("record", "right"),
    [
        (Record("post", SAID[0], author="Rye_Ann"), True),
        (Record("post", SAID[0], author="Bob"), False),
        (Record("post", SAID[0], date="2020-04-18T10:00:00+00:00"), True),
        (Record("post", SAID[0], date="19 April 2020"), False),
        (Record("post", SAID[0]), False),
    ],
)
def test_author_or_day_is_right(record, right):
    """The author's name in the address of a profile, or the same day in another form, is right."""
    score = score_posts([record], [Post(SAID[0], "/members/rye-ann.12/", "18 April 2020")])
    assert (score.known, score.told) == (1, int(right))


def test_counts_of_threads_add_up():
    """Scores of several threads are one score."""
    first, second = PostScore(2, 2, 1, 1, 0), PostScore(1, 3, 1, 1, 1)
    assert (first + second).shares() == {"posts": 3, "answered": 5, "found": 0.6667, "told": 0.5}
