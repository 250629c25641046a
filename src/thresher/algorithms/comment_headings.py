"""Comments of readers that a heading announces: what follows it is no part of the article, whatever its names are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools
from thresher.page.tags import CODES, HEADINGS

if TYPE_CHECKING:
    from thresher.page import View

#: Headings above what readers wrote, but for numbers and marks: "12 Comments", "Kommentare (3)" [D].
_HEADINGS = frozenset(
    """
    comment; comments; all comments; reader comments; user comments; leave a comment; post a comment;
    comments are closed; replies; leave a reply; responses; reactions; trackback; trackbacks; trackback pings;
    pingbacks; comments and trackbacks; kommentar; kommentare; leserkommentare; kommentar schreiben; commentaire;
    commentaires; vos commentaires; laisser un commentaire; comentario; comentarios; deja un comentario; comentário;
    comentários; commento; commenti; lascia un commento; reactie; reacties; komentarz; komentarze; komentarzy;
    komentáře; комментарий; комментарии; комментариев; коментарі; σχόλιο; σχόλια; kommentarer; kommentit;
    hozzászólások; comentarii; yorum; yorumlar; komentar; bình luận; تعليق; تعليقات; التعليقات; نظرات; دیدگاه‌ها;
    دیدگاه ها; תגובות; 评论; 网友评论; 发表评论; 評論; 留言; コメント; 댓글; ความคิดเห็น
    """.strip()
    .replace("\n    ", " ")
    .split("; ")
)
#: ... and beginnings of those that end with the title: "3 thoughts on 'Rye'".
_HEADINGS_ON = re.compile(r"(?:\d+|one|a) (?:thoughts?|comments?|responses?|replies|reply) (?:on|to|for)\b")
_BEGINS_ON = frozenset("0123456789oOaA")
#: What may stand around the words of a heading: numbers and marks.
_AROUND = " \t\n0123456789()[]{}<>.:,;!?-–—|/…·•*#«»“”"
#: Longer headings announce no comments, in characters; ...
MAX_HEADING = 200
#: ... and longer ones than this only if a title is part of them.
MAX_LABEL = 50
#: Of headings that announce comments the first so many are followed up, ...
MAX_ANNOUNCED = 8
#: ... and a heading that nothing follows in its own element stands for what follows that one, up to so many levels.
MAX_LEVELS = 4
_RANK = {CODES[f"h{rank}"]: rank for rank in range(1, 7)}


def announces_comments(heading: str) -> bool:
    """Whether a heading says that comments follow.

    >>> [announces_comments(text) for text in ("12 Comments:", "评论(3)", "One response to “Rye”", "Comments on rye")]
    [True, True, True, False]
    """
    if len(heading) <= MAX_LABEL and heading.strip(_AROUND).casefold() in _HEADINGS:
        return True
    # Few headings begin like this, and a pattern is slow.
    return heading[:1] in _BEGINS_ON and _HEADINGS_ON.match(heading.casefold()) is not None


def announced_comments(view: View) -> Bools:
    """Blocks of a page below a heading that announces comments, up to another heading of its rank.

    >>> from thresher.page import Cleaning, Page
    >>> page = Page.from_html("<p>Rye<div><h3>Comments (2)</h3><p>Yes<h4>Re</h4><p>No<h3>About us</h3><p>We")
    >>> announced_comments(page.view(Cleaning())).tolist()
    [False, True, True, True, True, False, False]
    """
    blocks = view.blocks
    code = view.code[blocks.row]
    short = (HEADINGS[code] & (blocks.length <= MAX_HEADING)).nonzero()[0]
    heads, texts = short.tolist(), blocks.texts_of(short)
    announced = list(compress(heads, map(announces_comments, texts)))[:MAX_ANNOUNCED]
    others = [(head, _RANK[int(code[head])]) for head in heads if head not in announced] if announced else []
    apart = np.zeros(len(blocks), dtype=bool)
    for head in announced:
        if not apart[head]:
            below = _behind(view, head)
            below[_next(others, head, _RANK[int(code[head])], len(blocks)) :] = False
            apart |= below
    return apart


def _behind(view: View, head: int) -> Bools:
    """A heading, and the blocks behind it in the innermost element around it that has any."""
    blocks = view.blocks
    around = int(blocks.row[head])
    for _ in range(MAX_LEVELS):
        around = max(int(view.parent[around]), 0)
        behind: Bools = (blocks.row >= around) & (blocks.row < view.end[around])
        behind[:head] = False
        if behind[head + 1 :].any():
            break
    return behind


def _next(others: Sequence[tuple[int, int]], head: int, rank: int, end: int) -> int:
    """The next of *others* behind a heading that is of its rank or higher."""
    return next((other for other, its_rank in others if other > head and its_rank <= rank), end)
