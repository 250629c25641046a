"""Markdown (CommonMark with tables, strike-through, task lists and footnotes): one small method per kind of element."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from thresher.page.columns import Bools
from thresher.page.tags import tag_set
from thresher.writers import codes
from thresher.writers.escape import escape, escape_starts
from thresher.writers.grids import Grids
from thresher.writers.inline import Inline, code_spans
from thresher.writers.kept import HEADED
from thresher.writers.lists import is_box_of_item
from thresher.writers.markdown_blocks import Kind, Part, blocks_around
from thresher.writers.named import Names
from thresher.writers.nests import inside, outermost
from thresher.writers.phrases import PREFORMATTED, TICK
from thresher.writers.structured import Structured
from thresher.writers.tables import ASKED_SPANS, drop_layout
from thresher.writers.walker import Walker
from thresher.writers.weave import LINE

if TYPE_CHECKING:
    from thresher.selection import Selection
    from thresher.writers.outline import Outline
    from thresher.writers.posts import Byline

#: The end of a line within a paragraph.
LINE_END = "  \n"
_PLAIN_BLOCKS = tag_set("p", "div", "aside", "section")
#: What may be a footnote; a definition is none.
_NOTED = _PLAIN_BLOCKS | tag_set("li")
_TABLE, _CELLS = Names("table"), Names("td", "th")
_FENCES = re.compile(r"^ {0,3}(`{3,})", re.MULTILINE)


@dataclass(frozen=True)
class Markdown(Structured):
    """Markdown of a selection.

    >>> from thresher import extract
    >>> print(extract("<h1>Bread</h1><p>Mix <b>flour</b> and <a href=/w>water</a>.", url="https://a.example/").markdown)
    # Bread
    <BLANKLINE>
    Mix **flour** and [water](https://a.example/w).
    """

    front_matter: bool = False  #: write facts about the page ahead of it, as YAML
    dates: str = "fast"  #: how dates among these facts are looked for

    def write(self, selection: Selection) -> str:
        """What was selected as Markdown, behind what is known about the page if that is asked for."""
        written = super().write(selection)
        if not self.front_matter:
            return written
        from thresher.writers.front_matter import front_matter  # with all that reads facts

        return front_matter(selection, self.dates) + written

    def written(self, outline: Outline) -> str:
        """What is kept of a page, as Markdown."""
        return _Document(outline, Inline(outline, links=self.links, images=self.images)).written()


class _Document(Walker):
    """Puts paragraphs into headings, lists, quotes, tables."""

    ELEMENTS: ClassVar[dict[str, Part]] = {
        **{f"h{level}": Part(Kind.HEADING, "#" * level) for level in range(1, 7)},
        **dict.fromkeys(("ul", "ol", "menu", "dir"), Part(Kind.LIST)),
        "li": Part(Kind.ITEM),
        "dt": Part(Kind.TERM),
        "dd": Part(Kind.DEFINITION),
        "blockquote": Part(Kind.QUOTE),
        "table": Part(Kind.BLOCK),
        "hr": Part(Kind.RULE),
        "input": Part(Kind.BOX),
        **dict.fromkeys(("p", "div", "aside", "section"), Part(Kind.NOTE)),
    }
    ASKED: ClassVar[Bools] = _PLAIN_BLOCKS

    def __init__(self, outline: Outline, inline: Inline) -> None:
        super().__init__(outline)
        self.paragraphs, self.notes = inline.paragraphs(), inline.notes.notes

    def choose(self, wanted: Bools) -> None:
        """Take out layout tables, and take in blocks that are footnotes."""
        drop_layout(self.outline, wanted)
        if self.notes:
            wanted[list(self.notes)] = True

    def written(self) -> str:
        """The document."""
        wanted, own = self.chosen(), self._own()
        self._add_tables(wanted, own)
        blocks = escape_starts(self.paragraphs, LINE, LINE_END)
        return blocks_around(self.outlined(wanted), self.paragraphs, blocks, self.known, own)

    def _own(self) -> dict[int, tuple[Part, ...]]:
        """What elements are that tell more than their name."""
        kept, own = self.outline.kept, dict[int, tuple[Part, ...]]()
        own.update((number, (Part(Kind.ITEM, str(count)),)) for number, count in self.item_numbers())
        for number, label in self.notes.items():
            if _NOTED[kept.code[number]]:
                own[number] = (Part(Kind.NOTE, f"[^{label}]: "),)
        own.update((number, (self._box(number),)) for number in kept.having(TICK).tolist())
        own.update((number, (code,)) for number, code in self._codes())
        own.update((number, (_post(byline),)) for number, byline in self.outline.posts.bylines.items())
        return own

    def _box(self, number: int) -> Part:
        """The box of an item that can be ticked."""
        row = self.outline.rows[number]
        if not is_box_of_item(self.page, row):
            return Part(Kind.BOX)
        return Part(Kind.BOX, "[ ] " if self.page.attribute_of(row, "checked") is None else "[x] ")

    def _codes(self) -> Iterator[tuple[int, Part]]:
        """Blocks of code, those in headings also as they are there."""
        kept, numbers = self.outline.kept, self.outline.kept.having(PREFORMATTED)
        if len(numbers):
            outer = kept.having(HEADED)
            outer = outer[outermost(kept.row[outer], kept.end[outer])]
            is_inside = inside(kept.row[numbers], kept.row[outer], kept.end[outer]).tolist()
            for number, is_in_line in zip(numbers.tolist(), is_inside, strict=True):
                yield number, self._code(number, is_in_line=is_in_line)

    def _code(self, number: int, *, is_in_line: bool) -> Part:
        """A block of code between fences that it does not contain; nothing if it is only the numbers of lines."""
        row, text = self.outline.rows[number], codes.code_text(self.outline, number)
        names = self.page.attributes_at([row, int(self.page.parent[row])], "class")
        if not text.strip() or any(map(codes.is_line_numbers, names)):
            return Part(Kind.BLOCK)
        fences = _FENCES.findall(text) if "```" in text else ()
        fence = "`" * max(3, max(map(len, fences), default=0) + 1)
        block = f"{fence}{codes.language_of(self.outline, row)}\n{text}\n{fence}"
        return Part(Kind.BLOCK, block, code_spans(text) if is_in_line else "")

    def _add_tables(self, wanted: Bools, own: dict[int, tuple[Part, ...]]) -> None:
        """Add tables of data; those in headings are text."""
        kept, posts = self.outline.kept, self.outline.posts.bylines
        tables = [number for number in kept.having(_TABLE).tolist() if wanted[number] and number not in posts]
        if not tables:
            return
        headings = kept.having(HEADED)
        headings = headings[wanted[headings]]
        headings = headings[outermost(kept.row[headings], kept.end[headings])]
        in_heading = inside(kept.row[tables], kept.row[headings], kept.end[headings]).tolist()
        grids = Grids(self.outline, self.paragraphs, own, dict(self.asked(_CELLS, *ASKED_SPANS)))
        for table, is_text in zip(tables, in_heading, strict=True):
            if not is_text:
                own[table] = (Part(Kind.BLOCK, grids.block(table, wanted)),)


def _post(byline: Byline) -> Part:
    """A post, with who wrote it when."""
    author, date = map(escape, byline)
    told = ", ".join(filter(None, (author and f"**{author}**", date)))
    return Part(Kind.POST, *escape_starts([told], LINE, LINE_END))
