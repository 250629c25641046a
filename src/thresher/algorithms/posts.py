"""The posts of a thread: the bodies of its repeated structure, each a `Group` with author, date and permalink."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from thresher.algorithms.bylines import MAX_LINE_CHARS, bylines
from thresher.algorithms.repeated import Eligible, find_repetition
from thresher.algorithms.teasers import breaks_off
from thresher.page.columns import (
    Bools,
    Floats,
    Ints,
    alone_around,
    lowest_common_ancestor,
    mark_subtrees,
    nearest,
    stable_order,
)
from thresher.page.kernels import kernel
from thresher.selection import Group

if TYPE_CHECKING:
    from thresher.page import View

#: A text of this many words weighs half of what its words do: posts are sentences, what surrounds them are labels [D].
HALF_WEIGHT_WORDS = 20


def find_posts(view: View, runs: Bools, links: Bools, *, min_share: float = 0.0) -> list[Group]:
    """The posts of a page, in terms of the page that *view* is a view of; none where nothing repeats.

    *runs* are those that a method takes for text, *links* the elements that are links. A post has all text of its body;
    where members of the structure have no body of their own, it has those of their runs that are taken for text. Posts
    that hold less than *min_share* of all words that are taken for text are none; who asks for such a share doubts that
    there are posts, and is told only the bylines that are surely some.

    >>> from thresher.page import Cleaning, Page
    >>> post = "<li class=post><a href=/u/{0}>{0}</a> <time>10:{1}</time><div>{2}</div>"
    >>> texts = ("The rye is ripe, and the weather holds.", "Then let us reap it before the rain comes.")
    >>> page = Page.from_html(post.format("A", 10, texts[0]) + post.format("B", 11, texts[1]))
    >>> view = page.view(Cleaning())
    >>> for post in find_posts(view, view.length > 20, view.is_tag("a")):
    ...     print(page.text[post.runs[0]], "-", page.text[page.first_run[post.author]])
    The rye is ripe, and the weather holds. - A
    Then let us reap it before the rain comes. - B
    """
    found = find_repetition(view, text_weights(view, runs, links), _marks(view, runs, links), _is_whole(view))
    if found is None:
        return []
    said = view.length > 0 if found.has_bodies else runs & (view.length > 0)
    is_body = np.zeros(len(view.tag), dtype=bool)
    is_body[found.bodies] = True
    owner = np.where(said, nearest(is_body, view.end)[view.host], -1)
    if view.words[owner >= 0].sum() < min_share * view.words[runs].sum():
        return []
    return _groups(view, found.bodies, owner, surely=min_share > 0)


def text_weights(view: View, runs: Bools, links: Bools) -> Floats:
    """What the text directly in each element weighs; text of links weighs nothing."""
    return word_weights(view.words, runs, view.host, links, view.end, HALF_WEIGHT_WORDS)


@kernel
def word_weights(words: Ints, runs: Bools, host: Ints, links: Bools, end: Ints, half_weight: float) -> Floats:
    """Sum over each row of what the words of some runs weigh, if they are not in one of some links.

    >>> none = np.array([False])
    >>> word_weights(np.array([5, 5, 5]), np.array([True, True, False]), np.array([0, 0, 0]), none, np.array([1]), 5.0)
    array([5.])
    """
    taken = runs & ~mark_subtrees(links, end)[host]
    kept = (words * taken).astype(np.float64)
    return np.bincount(host, weights=kept * kept / (kept + half_weight), minlength=len(end)).astype(np.float64)


def _marks(view: View, runs: Bools, links: Bools) -> Ints:
    """How many links, times and texts that are no content each element has."""
    labels = np.bincount(view.host, weights=~runs & (view.length > 0), minlength=len(view.tag))
    return labels.astype(np.int64) + links + view.is_tag("time")


def _is_whole(view: View) -> Eligible:
    """Asks whether elements are no teasers: whether their text does not end in an ellipsis."""
    full = np.flatnonzero(view.length)

    def ask(rows: Ints) -> Bools:
        last = full[np.searchsorted(full, view.run_stop[rows]) - 1]
        return np.array([not breaks_off(view.text[run]) for run in last.tolist()], dtype=bool)

    return ask


def _groups(view: View, bodies: Ints, owner: Ints, *, surely: bool) -> list[Group]:
    """The posts that have text, with what their bylines tell; *owner* is the body that each run belongs to."""
    rows, runs_of = alone_around(bodies, view.parent, view.end, view.body), _runs_of(bodies, owner)
    held = np.array([_holder(view, body, runs) for body, runs in zip(bodies.tolist(), runs_of, strict=True)])
    groups = []
    for row, runs, byline in zip(rows.tolist(), runs_of, bylines(view, held, rows, surely=surely), strict=True):
        if len(runs):
            facts = {fact: int(view.rows[where]) for fact, where in byline.items()}
            groups.append(Group("post", int(view.rows[row]), view.runs[_behind(view, byline, runs)], **facts))
    return groups


def _behind(view: View, byline: dict[str, int], runs: Ints) -> Ints:
    """The runs of a post behind the line or cell of a byline that it begins with, or at least behind the byline."""
    told = [row for fact, row in byline.items() if fact != "link"]
    lines = [int(view.block[row]) for row in told]
    for rows in (told + [line for line in lines if view.chars[line] <= MAX_LINE_CHARS], told):
        ahead = int((runs < max((int(view.run_stop[row]) for row in rows), default=0)).sum())
        if ahead < len(runs) and view.length[runs[:ahead]].sum() <= MAX_LINE_CHARS:
            return runs[ahead:]
    return runs


def _runs_of(bodies: Ints, owner: Ints) -> list[Ints]:
    """The runs that belong to each body."""
    order = stable_order(owner)
    starts, stops = (owner[order].searchsorted(bodies, side) for side in ("left", "right"))
    return [order[start:stop] for start, stop in zip(starts.tolist(), stops.tolist(), strict=True)]


def _holder(view: View, body: int, runs: Ints) -> int:
    """The least element in a body that holds its runs: beside it, a post without a body of its own has its byline."""
    return lowest_common_ancestor(view.host[runs], view.parent, view.end) if len(runs) else body
