"""Comments of readers: sections that name themselves so hold no part of the article."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools, Ints, has_in_subtree, mark_subtrees

if TYPE_CHECKING:
    from thresher.page import View

#: Words of class and id under which sites keep what readers wrote [D]; a commentary is an article.
_COMMENTS = re.compile(r"comm?ent(?!ary|ator|is)|kommentar|koment|disqus|livefyre|talkback|reacties|\brepl(?:y|ies)\b")
_STEMS = ("ment", "disqus", "livefyre", "talkback", "reacties", "repl")


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
    elements = view.origin.tree.elements
    named = [_is_named(elements[row].attr) for row in view.rows[around].tolist()]
    return mark_subtrees(np.flatnonzero(around)[named], view.end)[rows]


def _is_named(attribute: Callable[[str], str | None]) -> bool:
    """Whether an element's class or id says that it holds comments."""
    return _names_comments(attribute("class")) or _names_comments(attribute("id"))


@lru_cache(maxsize=4096)
def _names_comments(names: str | None) -> bool:
    if names is None:
        return False
    names = names.lower()
    # Most names hold none of these stems, and looking for them is far cheaper than the pattern.
    return any(stem in names for stem in _STEMS) and _COMMENTS.search(names) is not None
