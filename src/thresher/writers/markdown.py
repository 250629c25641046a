"""Markdown (CommonMark with tables, strike-through, task lists and footnotes): one small method per kind of element."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from thresher.page.columns import Bools
from thresher.page.tags import CODES, HEADINGS, tag_set
from thresher.writers import codes
from thresher.writers.escape import STARTS, escape, escape_box, escape_heading_end, escape_start, with_signs
from thresher.writers.inline import Inline, code_span
from thresher.writers.lines import Lines
from thresher.writers.lists import ItemMarks, is_box_of_item
from thresher.writers.structured import Structured
from thresher.writers.tables import MAX_COLUMN_SPAN, MAX_ROW_SPAN, Grid, drop_layout, span
from thresher.writers.walker import Numbers, Walker, around_one
from thresher.writers.weave import LINE

if TYPE_CHECKING:
    from thresher.selection import Selection
    from thresher.writers.outline import Outline

#: The end of a line within a paragraph, and within the cell of a table.
LINE_END, CELL_LINE_END = "  \n", "<br>"
#: What stands before a definition, and how far its further lines are set in.
DEFINITION, DEFINITION_INDENT = ": ", "  "
#: How far the further lines of a footnote are set in.
NOTE_INDENT = "    "
_PLAIN_BLOCKS = tag_set("p", "div", "aside", "section")
_LEVELS = {CODES[f"h{level}"]: level for level in range(1, 7)}
#: Text that looks like this where it begins is escaped.
_IS_HEADING = re.compile("#{1,6} ")
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
        document = _Document(outline, Inline(outline, links=self.links, images=self.images))
        document.walk()
        return document.lines.text()


class _Document(Walker):
    """Puts paragraphs into headings, lists, quotes, tables."""

    ASKED: ClassVar[Bools] = _PLAIN_BLOCKS
    METHODS: ClassVar[dict[str, str]] = {
        "heading": "h1 h2 h3 h4 h5 h6",
        "list": "ul ol menu dir",
        "item": "li",
        "term": "dt",
        "definition": "dd",
        "quote": "blockquote",
        "preformatted": "pre listing xmp plaintext",
        "table": "table",
        "table_row": "tr",
        "cell": "td th",
        "note": "p div aside section",
        "rule": "hr",
        "tick": "input",
        "post": "post",
    }

    def __init__(self, outline: Outline, inline: Inline) -> None:
        super().__init__(outline, inline.paragraphs())
        self.notes = inline.notes.notes
        self.lines = Lines()
        self._blocks: list[str] = []  #: paragraph: how it is written as a block of its own
        self._gathered: list[str] | None = None  #: paragraphs of the heading or cell that is open
        self._heading: int | None = None  #: the heading that is open; whatever is in it is one line of text
        self._cell_mark = ""  #: what stands before the next paragraph of a cell
        self._tight = False  #: whether the next block follows without an empty line
        self._lists: list[tuple[ItemMarks, int]] = []  #: lists that are open, and how many blocks came before them
        self._last_list = (-1, 0)  #: the last list that was closed: how many blocks there were, and its turn
        self._term_end = -1  #: how many blocks there were when a term or its definition ended
        self._defines: list[bool] = []  #: definitions that are open: whether each follows its term
        self._in_definition = False  #: whether text is set in for a definition
        self._outer_definitions: list[bool] = []  #: the same for what is around
        self._has_posts = False  #: whether a post was written
        self._ruled = 0  #: how many blocks there were when no rule was needed any more
        self._grid = Grid()

    def choose(self, wanted: Bools) -> None:
        """Take out layout tables, and take in blocks that are footnotes."""
        drop_layout(self.outline, wanted)
        if self.notes:
            wanted[list(self.notes)] = True

    def join(self, wanted: Bools) -> None:
        """Write headings of one paragraph each as blocks, as paragraphs are written."""
        kept, has_lines = self.outline.kept, bool(len(self.outline.lines))
        self._blocks = blocks = self.paragraphs.copy()
        for number in with_signs(blocks, STARTS, LINE if has_lines else ""):
            blocks[number] = _escape_lines(blocks[number])
        headings = kept.having(HEADINGS)
        if len(headings):
            columns = kept.row, kept.end, kept.first, kept.last, self.outline.atoms.opens
            headings = headings[around_one(headings, wanted, *columns)]
            wanted[headings] = False
            for level, number in zip(kept.code[headings].tolist(), kept.paragraph[headings].tolist(), strict=True):
                blocks[number] = _heading(self.paragraphs[number], _LEVELS[level])

    def stretch(self, numbers: slice) -> None:
        """Write paragraphs."""
        if self._gathered is not None:
            for text in self.paragraphs[numbers]:
                self._gather(text)
            return
        blocks = self._blocks[numbers]
        if "" in blocks:
            blocks = list(filter(None, blocks))
        if blocks:
            if self.lines.pending:
                blocks[0] = self._first_block(blocks[0])
            self.lines.write_all(blocks, tight=self._tight)
            self._tight = False

    def _first_block(self, block: str) -> str:
        """The first block in an item, a quote or a definition."""
        if _IS_HEADING.match(block):
            self._drop_definition_mark()
        return escape_box(block) if block[0] == "[" and self._lists else block

    def _gather(self, text: str) -> None:
        """Add a paragraph to the heading or cell that is open."""
        if text and self._gathered is not None:
            self._gathered.append(self._cell_mark + text)
            self._cell_mark = ""

    def _write(self, block: str) -> None:
        self.lines.write(block, tight=self._tight)
        self._tight = False

    def _write_structure(self, block: str) -> None:
        """Write a block that is no paragraph, and so cannot follow the mark of a definition."""
        self._drop_definition_mark()
        self._write(block)

    def _drop_definition_mark(self) -> None:
        lead, prefix = self.lines.lead, self.lines.prefix
        if lead != prefix and lead.endswith(DEFINITION):
            start = len(lead) - len(DEFINITION)
            self.lines.lead = lead[:start] + prefix[start:]
            self._tight = False

    def _open(self, first: str, rest: str) -> None:
        """Open what text is set in for."""
        self._outer_definitions.append(self._in_definition)
        self._in_definition = False
        self.lines.open(first, rest)

    def _close(self) -> None:
        """Close what was opened last."""
        self._in_definition = self._outer_definitions.pop()
        self.lines.close()

    def rule(self, _number: int) -> None:
        """Write a rule."""
        if self._gathered is None and self._ruled != self.lines.blocks:
            self._write_structure("---")
            self._ruled = self.lines.blocks

    def post(self, number: int) -> None:
        """Part a post from the one before it, and say who wrote it when."""
        if self._has_posts:
            self.rule(number)
        self._has_posts = True
        author, date = map(escape, self.outline.posts.bylines[number])
        if byline := ", ".join(filter(None, (f"**{author}**" if author else "", date))):
            self._write(_escape_lines(byline))
            # Many themes have a rule of their own there.
            self._ruled = self.lines.blocks

    # Headings and quotes.

    def heading(self, number: int) -> None:
        """Open a heading; in a cell or in another heading it is text."""
        if self._gathered is None:
            self._gathered, self._heading = [], number

    def end_heading(self, number: int) -> None:
        """Write a heading, which is one line."""
        if number != self._heading:
            return
        text = " ".join(self._gathered or ())
        self._gathered = self._heading = None
        if block := _heading(text, int(self.name(number)[1])):
            self._write_structure(block)

    def quote(self, _number: int) -> None:
        """Open a quote."""
        if self._gathered is None:
            self._drop_definition_mark()
            self._open("> ", "> ")

    def end_quote(self, _number: int) -> None:
        """Close a quote."""
        if self._gathered is None:
            self._close()

    # Lists.

    def list(self, number: int) -> None:
        """Open a list; a neighbour of the one before it gets other marks."""
        blocks, turn = self._last_list
        turn = 1 - turn if blocks == self.lines.blocks > 0 and self._gathered is None else 0
        self._lists.append((ItemMarks(self.page, self.row(number), turn), self.lines.blocks))

    def end_list(self, _number: int) -> None:
        """Close a list."""
        marks, _ = self._lists.pop()
        self._last_list = (self.lines.blocks, marks.turn)

    def item(self, number: int) -> None:
        """Open an item, or a footnote."""
        if number in self.notes:
            self.note(number)
            return
        mark = self._item_mark(number)
        if self._gathered is not None:
            self._cell_mark = mark if self._heading is None else ""
            return
        self._begin_item(mark)
        self._open(mark, " " * len(mark))

    def end_item(self, _number: int) -> None:
        """Close an item."""
        if self._gathered is None:
            self._close()

    def whole_items(self, numbers: Numbers) -> None:
        """Write items of one paragraph each."""
        all_blocks, paragraph_of = self._blocks, self._paragraph_of
        blocks = [all_blocks[paragraph_of[number]] for number in numbers]
        if self._gathered is not None or "" in blocks or (self.notes and not self.notes.keys().isdisjoint(numbers)):
            for number in numbers:
                self.item(number)
                self.only_stretch(number)
                self.end_item(number)
            return
        in_list = bool(self._lists)
        marks = self._lists[-1][0].marks([self.row(number) for number in numbers]) if in_list else ["- "] * len(blocks)
        self._begin_item(marks[0])
        if in_list:
            blocks = [escape_box(block) if block[0] == "[" else block for block in blocks]
        self.lines.write_items(marks, blocks, tight=self._tight, dense=in_list)
        self._tight = False

    def _item_mark(self, number: int) -> str:
        """The mark of an item."""
        return self._lists[-1][0].mark(self.row(number)) if self._lists else "- "

    def _begin_item(self, mark: str) -> None:
        """Decide whether an item follows without an empty line."""
        lines = self.lines
        if lines.pending:
            self._drop_definition_mark()
        if not lines.pending:
            outer = len(self._lists)
            # A paragraph goes on where a number other than one follows it without an empty line.
            self._tight = (outer > 0 and lines.blocks > self._lists[-1][1]) or (
                outer > 1 and (mark[0] in "-*" or mark[:-2] == "1")
            )

    def tick(self, number: int) -> None:
        """Write the box of an item that can be ticked."""
        if self.lines.pending and self._gathered is None and is_box_of_item(self.page, self.row(number)):
            self.lines.lead += "[x] " if self.attribute(number, "checked") is not None else "[ ] "

    def term(self, _number: int) -> None:
        """Open a term that is defined."""

    def end_term(self, _number: int) -> None:
        """Close a term that is defined."""
        self._term_end = self.lines.blocks

    def definition(self, _number: int) -> None:
        """Open a definition."""
        if self._gathered is None:
            self._tight = follows = self._term_end == self.lines.blocks and not self.lines.pending
            self._defines.append(follows)
            # Markdown without definition lists takes text that is set in twice for code.
            is_first, self._in_definition = not self._in_definition, True
            self._outer_definitions.append(not is_first)
            self.lines.open(DEFINITION if follows else "", DEFINITION_INDENT if follows and is_first else "")

    def end_definition(self, _number: int) -> None:
        """Close a definition."""
        if self._gathered is None:
            self._close()
            # What is only set in, as pages without terms do, defines nothing, nor does what follows it.
            if self._defines.pop():
                self._term_end = self.lines.blocks

    def note(self, number: int) -> None:
        """Open a footnote."""
        if self._gathered is None:
            self._open(f"[^{self.notes[number]}]: ", NOTE_INDENT)

    def end_note(self, _number: int) -> None:
        """Close a footnote."""
        if self._gathered is None:
            self._close()

    # Code.

    def preformatted(self, number: int) -> None:
        """Write a block of code between fences that it does not contain."""
        row = self.row(number)
        text = codes.code_text(self.outline, number)
        if not text.strip() or self._is_line_numbers(row):
            return
        if self._gathered is not None:
            self._gathered += [code_span(line.strip()) for line in text.split("\n") if line.strip()]
            return
        fences = _FENCES.findall(text) if "```" in text else ()
        fence = "`" * max(3, max(map(len, fences), default=0) + 1)
        self._write_structure(f"{fence}{codes.language_of(self.outline, row)}\n{text}\n{fence}")

    def _is_line_numbers(self, row: int) -> bool:
        """Whether preformatted text is only the numbers of lines beside it."""
        places = (row, int(self.page.parent[row]))
        return any(codes.is_line_numbers(self.page.tree.elements[place].attr("class")) for place in places)

    # Tables.

    def table(self, _number: int) -> None:
        """Open a table of data."""
        self._grid = Grid()

    def end_table(self, _number: int) -> None:
        """Write a table; its first row is taken for its head."""
        if self._heading is not None:
            return
        rows = self._grid.filled()
        if rows:
            lines = [f"| {' | '.join(cells)} |" for cells in rows]
            lines.insert(1, "|" + " --- |" * len(rows[0]))
            self._write_structure("\n".join(lines))

    def table_row(self, _number: int) -> None:
        """Open a row."""
        self._grid.row()

    def cell(self, _number: int) -> None:
        """Open a cell."""
        if self._heading is None:
            self._gathered = []

    def end_cell(self, number: int) -> None:
        """Add a cell to its row."""
        if self._heading is not None:
            return
        text = LINE.join(self._gathered or ())
        self._gathered = None
        self._write_cell(number, text)

    def whole_cells(self, numbers: Numbers) -> None:
        """Add cells of one paragraph each to their row."""
        texts = self.only_paragraphs(numbers)
        if self._heading is not None:
            for text in texts:
                self._gather(text)
            return
        if self._cell_mark and (first := next(filter(None, texts), "")):
            texts[texts.index(first)] = self._cell_mark + first
            self._cell_mark = ""
        if self.cell_spans.keys().isdisjoint(numbers):
            self._grid.cells(list(map(_cell, texts)))
            return
        for number, text in zip(numbers, texts, strict=True):
            self._write_cell(number, text)

    def _write_cell(self, number: int, text: str) -> None:
        columns, rows = self.cell_spans.get(number, (None, None))
        self._grid.cell(_cell(text), span(columns, MAX_COLUMN_SPAN), span(rows, MAX_ROW_SPAN))


def _cell(text: str) -> str:
    """The text of a cell, which has neither bars nor ends of lines."""
    return text.replace("|", "\\|").replace(LINE, CELL_LINE_END) if "|" in text or LINE in text else text


def _heading(text: str, level: int) -> str:
    r"""A heading, which is one line; empty where it has no text.

    >>> _heading("Rye #", 2)
    '## Rye \\#'
    """
    text = escape_heading_end(text.replace(LINE, " "))
    return f"{'#' * level} {text}" if text else ""


def _escape_lines(text: str) -> str:
    """The lines of a paragraph, escaped where they begin and ended as Markdown ends them."""
    if LINE in text:
        return LINE_END.join(map(escape_start, text.split(LINE)))
    return escape_start(text) if text[0] in STARTS else text
