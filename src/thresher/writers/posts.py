"""The posts of a thread as writers part them: where each begins and ends, and who wrote it when.

A thread whose posts just follow each other cannot be read: nobody can tell who said what.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from thresher.page.columns import Ints, alone_around
from thresher.page.tags import HEADINGS, tag_set
from thresher.writers.escape import without_marks
from thresher.writers.named import Names
from thresher.writers.nests import inside, outermost

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Group, Selection
    from thresher.writers.kept import Kept

#: Kinds of pages that may have posts; ``None`` where the method tells no kind.
KINDS = (None, "forum")
#: Fewer posts are no thread.
MIN_POSTS = 2
#: A shorter name is the letter that stands for a picture; a longer line tells more than a name or a date [D].
MIN_AUTHOR, MAX_BYLINE = 2, 100
#: Elements that threads are laid out with; around posts and between them they are neither lists nor tables nor quotes.
_LAYOUT = tag_set(*"ul ol menu dir li dl dt dd table tr td th caption blockquote details summary figure".split())
#: Elements that are left out around posts, but not between them: somebody forgot to close a heading.
_AROUND = Names(flags=_LAYOUT | HEADINGS)
_QUOTES = Names("blockquote")


class Byline(NamedTuple):
    """Who wrote a post, and when, as far as that is known and not in the text anyway."""

    author: str = ""
    date: str = ""


@dataclass(frozen=True, eq=False)
class Posts:
    """The posts of a thread; none where a page is no thread."""

    bylines: dict[int, Byline] = field(default_factory=dict)  #: number of the kept element of each post: its byline
    layout: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  #: kept elements that only lay posts out


NO_POSTS = Posts()


def posts_of(selection: Selection, kept: Kept) -> Posts:
    """The posts of what is kept of a page.

    >>> from thresher import Page
    >>> from thresher.selection import Group, Selection
    >>> from thresher.writers.outline import outline_of
    >>> page = Page.from_html("<ul><li><b>ann</b><p>Is the rye ripe?<li><b>ben</b><p>It is.</ul>")
    >>> groups = [Group("post", 6, np.array([1]), author=5), Group("post", 9, np.array([3]), author=8)]
    >>> outline = outline_of(Selection(page, np.array([False, True, False, True]), groups=groups))
    >>> outline.posts.bylines, [page.tag[row] for row in outline.kept.row[outline.posts.layout]]
    ({3: Byline(author='ann', date=''), 5: Byline(author='ben', date='')}, ['ul', 'li', 'li'])
    """
    if selection.kind not in KINDS or not len(kept.row):
        return NO_POSTS
    page = selection.page
    groups = {group.row: group for group in selection.groups if group.kind == "post" and group.row > page.body}
    if len(groups) < MIN_POSTS:
        return NO_POSTS
    bodies = np.array(sorted(groups), dtype=np.int64)
    wholes = alone_around(bodies, page.parent, page.end, page.body)
    numbers = kept.row.searchsorted(wholes)
    is_kept = np.append(kept.row, -1)[numbers] == wholes
    bylines = {
        number: _byline(selection, groups[body])
        for number, body, known in zip(numbers.tolist(), bodies.tolist(), is_kept.tolist(), strict=True)
        if known
    }
    if len(bylines) < MIN_POSTS:
        return Posts(bylines)
    texts = [groups[body].runs for body in bodies.tolist() if len(groups[body].runs)]
    return Posts(bylines, np.union1d(_layout(kept, bodies, page.end), _quotes_around(kept, page, texts)))


def _layout(kept: Kept, bodies: Ints, end: Ints) -> Ints:
    """Kept elements that posts are laid out with: those around them, and between them, but not in them."""
    numbers = kept.having(_AROUND)
    outer = bodies[outermost(bodies, end[bodies])]
    rows, ends = kept.row[numbers], kept.end[numbers]
    holds = bodies.searchsorted(ends) > bodies.searchsorted(rows)
    between = _LAYOUT[kept.code[numbers]] & (rows > bodies[0]) & (rows < end[bodies].max())
    return np.asarray(numbers[(holds | between) & ~inside(rows, outer, end[outer])])


def _quotes_around(kept: Kept, page: Page, posts: list[Ints]) -> Ints:
    """Kept quotes around all runs of a post, but for a line ahead of them: so some themes mark what is said."""
    quotes = kept.having(_QUOTES)
    quotes = quotes[outermost(kept.row[quotes], kept.end[quotes])]
    lasts = np.array([runs[-1] for runs in posts], dtype=np.int64)
    found = []
    for number, row in zip(quotes.tolist(), kept.row[quotes].tolist(), strict=True):
        first, stop = page.first_run[row], page.run_stop[row]
        place = int(lasts.searchsorted(first))
        if place < len(posts) and lasts[place] < stop:
            runs = posts[place]
            found += [number] * bool(page.length[runs[runs < first]].sum() <= MAX_BYLINE)
    return np.array(found, dtype=np.int64)


def _byline(selection: Selection, group: Group) -> Byline:
    """Who wrote a post, and when."""
    page = selection.page
    author = without_marks(group.author_on(page) or "") if _is_told(selection, group.author) else ""
    date = without_marks(group.date_on(page) or "") if _is_told(selection, group.date) else ""
    if len(author) < MIN_AUTHOR or author in date:
        author = ""
    return Byline(author, date)


def _is_told(selection: Selection, row: int | None) -> bool:
    """Whether an element tells something that is not in the text anyway, and no more than a name or a date."""
    page = selection.page
    if row is None or page.chars[row] > MAX_BYLINE:
        return False
    runs = slice(int(page.first_run[row]), int(page.run_stop[row]))
    return not (selection.runs[runs] & (page.length[runs] > 0)).any()
