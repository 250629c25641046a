"""The page, rebuilt from its table so that nothing in it can run or load anything.

Only ``div``, ``span`` and ``br`` are written, with classes of our own and none of the page's attributes.
Lists, tables, quotes and landmarks keep their nesting; inline markup becomes classes, and pictures become their
alternative text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools, Ints, nearest, nesting
from thresher.page.hidden import INVISIBLE
from thresher.page.tags import CODES, HEADINGS, PREFORMATTED, tag_set
from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.explain.pieces import Piece
    from thresher.page import Page

#: Elements shown as nested boxes.
BOXES = tag_set(
    *"header nav main article section aside footer form dialog details ul ol menu dl li dt dd table tr td th "
    "blockquote figure".split()
)
#: Boxes nested more deeply are not shown.
MAX_BOXES = 24
#: Roles that describe nested boxes to a screen reader.
ROLES = {"ul": "list", "ol": "list", "menu": "list", "li": "listitem"}
#: The class for each inline element.
MARKS = {
    "b": "s", "strong": "s", "i": "e", "em": "e", "cite": "e", "var": "e", "code": "c", "kbd": "c", "samp": "c",
    "tt": "c", "a": "a", "sup": "u", "sub": "d", "del": "x", "s": "x", "strike": "x", "mark": "m", "small": "l",
}  # fmt: skip
_MARKED = tag_set(*MARKS)
#: Maximum number of characters shown of a block.
MAX_BLOCK_CHARS = 6000
#: Maximum number of characters shown of alternative text.
MAX_ALT = 80
_PICTURES, _PLAYERS = tag_set("img", "amp-img"), tag_set("video", "amp-video", "audio", "iframe", "embed", "object")
_LINE_BREAK = CODES["br"]


class Picture:
    """Writes a page's first blocks as harmless HTML.

    >>> from thresher.explain.pieces import Piece, Span
    >>> from thresher.page import Page
    >>> page = Page.from_html("<ul><li>Rye &amp; <b onclick=alert(1)>oats</b>")
    >>> print(Picture(page, 1).html([[Piece(0, [Span(0, 0, 6), Span(1, 0, 4)], ())]]))
    <div class="x ul" role="list"><div class="x li" role="listitem"><div class="b" ...>Rye &amp; <span ...>oats...
    """

    def __init__(self, page: Page, blocks: int) -> None:
        self.page, self.blocks = page, blocks
        boxes = BOXES[page.code]
        boxes &= nesting(boxes, page.end) <= MAX_BOXES
        self._box: Ints = nearest(boxes, page.end)
        self._mark: Ints = nearest(_MARKED[page.code], page.end)
        self._hidden: Bools = (page.hidden & int(INVISIBLE)) != 0
        self._pictures = self._picture_rows()
        self._breaks: Ints = np.flatnonzero(page.code == _LINE_BREAK)
        self._open: list[int] = []

    def html(self, pieces: Sequence[Sequence[Piece]]) -> str:
        """The blocks, given the *pieces* of each."""
        parts = [part for block in range(self.blocks) for part in self._with_pictures(block, pieces[block])]
        return "".join([*parts, "</div>" * len(self._open)])

    def _with_pictures(self, block: int, pieces: Sequence[Piece]) -> Iterator[str]:
        """A block, and the pictures that come before it."""
        first = int(self.page.at[self.page.blocks.start[block]])
        before = int(self.page.at[self.page.blocks.start[block - 1]]) if block else 0
        for row in self._pictures[np.searchsorted(self._pictures, before) : np.searchsorted(self._pictures, first)]:
            yield from self._boxes_around(int(row))
            yield self._picture(int(row))
        yield from self._boxes_around(int(self.page.blocks.row[block]))
        yield self._block(block, pieces)

    def _boxes_around(self, row: int) -> Iterator[str]:
        """End tags and start tags that lead from the open boxes to those around an element."""
        wanted = self._boxes_of(row)
        common = sum(1 for one, other in zip(self._open, wanted, strict=False) if one == other)
        yield "</div>" * (len(self._open) - common)
        yield from (self._box_start(box) for box in wanted[common:])
        self._open = wanted

    def _boxes_of(self, row: int) -> list[int]:
        """The boxes around an element, including itself, outermost first."""
        boxes: list[int] = []
        box = int(self._box[row])
        while box >= 0:
            boxes.append(box)
            parent = int(self.page.parent[box])
            box = int(self._box[parent]) if parent >= 0 else -1
        return boxes[::-1]

    def _box_start(self, row: int) -> str:
        tag = self.page.tag[row]
        role = f' role="{ROLES[tag]}"' if tag in ROLES else ""
        return f'<div class="x {tag}"{role}>'

    def _block(self, block: int, pieces: Sequence[Piece]) -> str:
        """One focusable block; the script shows its state."""
        row = int(self.page.blocks.row[block])
        code = self.page.code[row]
        classes = ["b"] + ([self.page.tag[row]] if HEADINGS[code] else []) + (["pre"] if PREFORMATTED[code] else [])
        if self._hidden[self.page.host[self.page.blocks.start[block]]]:
            classes.append("hidden")
        return (
            f'<div class="{" ".join(classes)}" id="b{block}" dir="auto" role="button" tabindex="-1">'
            f"{self._text(pieces)}</div>"
        )

    def _text(self, pieces: Sequence[Piece]) -> str:
        """The text of a block, with a span for each piece if there are several; long text is truncated."""
        parts, left = [], MAX_BLOCK_CHARS
        for piece in pieces:
            inner = []
            for span in piece.spans:
                inner.append(self._span(span.run, span.start, min(span.stop, span.start + max(left, 0))))
                left -= span.stop - span.start
            parts.append(f'<span class="p">{"".join(inner)}</span>' if len(pieces) > 1 else "".join(inner))
        more = f'<span class="more">… {-left:,} more characters</span>' if left < 0 else ""
        return "".join(parts) + more

    def _span(self, run: int, start: int, stop: int) -> str:
        """A stretch of a run, with a line break before it and inline markup around it, if any."""
        page = self.page
        text = escape(page.text[run][start:stop], quote=False).replace("\x00", "\ufffd")
        mark = int(self._mark[page.host[run]])
        inside = mark > page.block[page.host[run]]
        text = f'<span class="{MARKS[page.tag[mark]]}">{text}</span>' if inside and text.strip() else text
        return ("<br>" if start == 0 and self._follows_break(run) else "") + text

    def _follows_break(self, run: int) -> bool:
        """Whether there is a line break between a run and the previous one."""
        after = self.page.at[run - 1] if run else 0
        breaks = np.searchsorted(self._breaks, (after, self.page.at[run]))
        return bool(breaks[1] > breaks[0])

    def _picture_rows(self) -> Ints:
        """Rows of players, and of pictures with alternative text; those without are mostly spacers and icons."""
        page = self.page
        rows = np.flatnonzero((_PICTURES | _PLAYERS)[page.code] & ~self._hidden).tolist()
        shown = [row for row in rows if _PLAYERS[page.code[row]] or (page.attribute_of(row, "alt") or "").strip()]
        return np.array(shown, dtype=np.int64)

    def _picture(self, row: int) -> str:
        """The replacement for a picture."""
        words = self.page.attribute_of(row, "alt") or self.page.attribute_of(row, "title") or ""
        words = collapse(words)[:MAX_ALT]
        return f'<div class="media" dir="auto">{escape(self.page.tag[row])}{": " if words else ""}{escape(words)}</div>'
