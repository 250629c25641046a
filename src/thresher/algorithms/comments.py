"""Comments of readers: sections that name themselves so hold no part of the article."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools, Ints, has_in_subtree, mark_subtrees
from thresher.page.telling import telling_texts

if TYPE_CHECKING:
    from thresher.page import Page, View

#: Words of class and id under which sites keep what readers wrote, in the languages of their makers [D]; a commentary
#: is an article, and so is an opinion.
_COMMENTS = re.compile(
    r"comm?ent(?!ary|ator|is)|kommentar|koment|disqus|livefyre|talkback|reacties|\brepl(?:y|ies)\b"
    r"|opini[ae]\b|yorum(?:lar)?\b|pinglun|sxolia|hozzaszol"
)
_STEMS = (
    *("omment", "oment", "disqus", "livefyre", "talkback", "reacties", "repl"),
    *("opini", "yorum", "pinglun", "sxolia", "hozzaszol"),
)


def naming_comments(names: Iterable[str]) -> list[int]:
    """Numbers of those of some names of elements that say that an element holds comments.

    >>> naming_comments(["post-comments list", "commentary", "Replies", "opinion", "lista opinie"])
    [0, 2, 4]
    """
    # Looking for the stems is far cheaper than the pattern.
    return [number for number, name in telling_texts(names, _STEMS) if _COMMENTS.search(name)]


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
    return mark_subtrees(named_for_comments(view, np.flatnonzero(around)), view.end)[rows]


def named_for_comments(page: Page, rows: Ints) -> Ints:
    """Those of *rows* that say by class or id that they hold comments."""
    classes, ids = page.attribute_columns(rows, "class", "id")
    names = (f"{own or ''} {other or ''}" for own, other in zip(classes, ids, strict=True))
    return rows[naming_comments(names)]
