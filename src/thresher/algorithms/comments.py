"""Comments of readers: sections that name themselves so hold no part of the article."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools, Ints, has_in_subtree, mark_subtrees

if TYPE_CHECKING:
    from thresher.page import View

#: Words of class and id under which sites keep what readers wrote [D]; a commentary is an article.
_COMMENTS = re.compile(r"comm?ent(?!ary|ator|is)|kommentar|koment|disqus|livefyre|talkback|reacties|\brepl(?:y|ies)\b")
_STEMS = ("omment", "oment", "disqus", "livefyre", "talkback", "reacties", "repl")


@lru_cache(maxsize=16384)
def names_comments(names: str) -> bool:
    """Whether names of an element say that it holds comments.

    >>> names_comments("post-comments list"), names_comments("commentary")
    (True, False)
    """
    return _COMMENTS.search(names.lower()) is not None


def may_name_comments(names: str) -> bool:
    """Whether any of many names may be that of comments: far cheaper than to look at each.

    >>> may_name_comments("post-body CommentList"), may_name_comments("post-body")
    (True, False)
    """
    names = names.lower()
    return any(stem in names for stem in _STEMS)


def in_comments(view: View, rows: Ints, title_row: int | None) -> Bools:
    """Which of *rows* stand in a section of comments.

    An element that holds a first-rank heading or the title is the story with its comments, not the comments alone.

    >>> from thresher.page import Cleaning, Page
    >>> view = Page.from_html("<div class=comments-open><h1>Oats</h1><p>x<ul id=comments><li>y").view(Cleaning())
    >>> in_comments(view, np.flatnonzero(view.is_tag("p", "li")), None).tolist()
    [False, True]
    """
    asked = np.zeros(len(view.tag), dtype=bool)
    asked[rows] = True
    is_story = view.is_tag("h1")
    if title_row is not None:
        is_story[title_row] = True
    around = has_in_subtree(asked, view.end) & ~has_in_subtree(is_story, view.end)
    around[: view.body + 1] = False
    return mark_subtrees(np.flatnonzero(around)[_named(view, around)], view.end)[rows]


def _named(view: View, around: Bools) -> list[bool]:
    """Which of the elements around say by class or id that they hold comments."""
    rows = around.nonzero()[0]
    classes, ids = view.attributes_at(rows, "class"), view.attributes_at(rows, "id")
    names = [f"{own} {other}".lower() for own, other in zip(classes, ids, strict=True)]
    everything = "\n".join(names)
    # Looking for the stems in all names at once is far cheaper than the pattern on each.
    stems = [stem for stem in _STEMS if stem in everything]
    if not stems:
        return [False] * len(names)
    return [any(stem in each for stem in stems) and bool(_COMMENTS.search(each)) for each in names]
