"""Short threads: a page in doubt between article and thread is a thread if signed and dated posts hold its text."""

from __future__ import annotations

from thresher.algorithms.anchors import link_anchors
from thresher.algorithms.auto.page_kinds import KINDS
from thresher.algorithms.posts import find_posts
from thresher.page import View
from thresher.page.columns import Bools, Floats

ARTICLE, FORUM = KINDS.index("article"), KINDS.index("forum")
#: A page that is less likely than this to be a thread is not looked at [D].
MIN_CHANCE = 0.1
#: A thread has so many posts, which hold this share of the text; comments below a story hold less of it [D].
MIN_POSTS, MIN_HELD = 3, 0.8
#: This share of its posts has an author and a date [D].
MIN_SIGNED = 0.8


def with_threads(kinds: Floats, view: View, runs: Bools) -> Floats:
    """The chances of kinds of a page, those of article and thread exchanged if it shows to be a thread.

    *runs* are those that are taken for its text.

    >>> import numpy as np
    >>> from thresher.page import Cleaning, Page
    >>> post = "<li class=post><a class=author href=/u/{0}>{0}</a> <time>10:1{0}</time><div>{1}</div>"
    >>> texts = ("The rye is ripe, and the weather holds.", "Then let us reap it.", "I would rather wait for the oats.")
    >>> view = Page.from_html("".join(post.format(*each) for each in enumerate(texts))).view(Cleaning())
    >>> doubt = np.array([0.6, 0.3, 0.1, 0, 0, 0, 0, 0])
    >>> with_threads(doubt, view, view.length > 10).tolist()[:3]
    [0.3, 0.6, 0.1]
    """
    if kinds.argmax() != ARTICLE or kinds[FORUM] < MIN_CHANCE:
        return kinds
    posts = find_posts(view, runs, link_anchors(view), min_share=MIN_HELD)
    signed = [post for post in posts if post.author is not None and post.date is not None]
    if len(posts) < MIN_POSTS or len(signed) < MIN_SIGNED * len(posts):
        return kinds
    exchanged = kinds.copy()
    exchanged[[ARTICLE, FORUM]] = kinds[[FORUM, ARTICLE]]
    return exchanged
