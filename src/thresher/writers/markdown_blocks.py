"""The blocks of a Markdown document, in the order of the page: headings, items, quotes, definitions, ready blocks."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from thresher.page.kernels import kernel
from thresher.writers.escape import escape_box, escape_heading_end
from thresher.writers.lines import Lines
from thresher.writers.lists import BULLETS, NUMBER_SIGNS
from thresher.writers.walker import Outlined, walk
from thresher.writers.weave import LINE

#: What stands before each line of a quote.
QUOTE = "> "
#: What stands before a definition, and how far its further lines are set in.
DEFINITION, DEFINITION_INDENT = ": ", "  "
#: How far the further lines of a footnote are set in.
NOTE_INDENT = "    "
RULE = "---"


class Kind(IntEnum):
    """What an element of a page is in Markdown."""

    QUOTE = 1
    NOTE = 2
    LIST = 3
    ITEM = 4
    HEADING = 5
    TERM = 6
    DEFINITION = 7
    BLOCK = 8
    RULE = 9
    BOX = 10
    POST = 11


class Part(NamedTuple):
    """An element, and what it tells."""

    kind: Kind
    #: The mark of a footnote, the number of an item, the hashes of a heading, a block that is ready, a box to tick, who
    #: wrote a post when.
    text: str = ""
    in_line: str = ""  #: what stands for a block in a heading


@kernel
def blocks_around(
    outlined: Outlined,
    paragraphs: list[str],
    blocks: list[str],
    known: list[tuple[Part, ...]],
    own: dict[int, tuple[Part, ...]],
) -> str:
    r"""A document of paragraphs, which are *blocks* where they stand by themselves.

    What an element is is *known* by its code, unless it tells something of its *own*.

    >>> import numpy as np
    >>> code, opens, closes = np.array([[1, 2, 2], [0, 1, 5], [9, 4, 8]])
    >>> around, places = np.ones(3, int), np.array([2, 6])
    >>> outlined = Outlined(code.astype(np.uint8), code > 0, opens, closes, around, places, places)
    >>> known, own = [(), (Part(Kind.LIST),), (Part(Kind.ITEM),)], {2: (Part(Kind.ITEM, "7"),)}
    >>> blocks_around(outlined, ["Rye", "# 1"], ["Rye", "\\# 1"], known, own)
    '- Rye\n7. \\# 1'
    """
    written = _Blocks(paragraphs, blocks)
    walk(written, outlined, known, own)
    return written.lines.text()


class _Blocks:
    """Writes blocks in document order."""

    def __init__(self, paragraphs: list[str], blocks: list[str]) -> None:
        self.lines = Lines()
        self._paragraphs, self._blocks = paragraphs, blocks
        self._headings = 0  #: how many headings are open around each other; all that is in them is one line
        self._line: list[str] = []  #: what is in them so far
        self._tight = False  #: whether the next block follows without an empty line
        self._lists: list[tuple[int, int]] = []  #: lists that are open: their turns, and how many blocks came before
        self._last_list = (-1, 0)  #: the last list that was closed: how many blocks there were, and its turn
        self._term_end = -1  #: how many blocks there were when a term or its definition ended
        self._defines: list[bool] = []  #: definitions that are open: whether each follows its term
        self._in_definition = False  #: whether text is set in for a definition
        self._outer_definitions: list[bool] = []  #: the same for what is around
        self._has_posts = False  #: whether a post was written
        self._ruled = 0  #: how many blocks there were when no rule was needed any more

    def open(self, written: tuple[Part, ...], _around: int) -> None:
        """Open an element."""
        for part in written:
            getattr(self, f"_{part.kind.name.lower()}")(part)

    def close(self, written: tuple[Part, ...]) -> None:
        """Close an element."""
        for part in reversed(written):
            getattr(self, f"_end_{part.kind.name.lower()}", lambda _: None)(part)

    def paragraph(self, number: int, _around: int) -> None:
        """Write a paragraph."""
        if self._headings:
            self._line += filter(None, [self._paragraphs[number]])
        elif block := self._blocks[number]:
            self._write(escape_box(block) if self._lists and self.lines.pending else block)

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

    def _begin(self, first: str, rest: str, *, in_definition: bool = False) -> None:
        """Open what text is set in for."""
        self._outer_definitions.append(self._in_definition)
        self._in_definition = in_definition
        self.lines.open(first, rest)

    def _end(self, _part: Part) -> None:
        """Close what was opened last."""
        if not self._headings:
            self._in_definition = self._outer_definitions.pop()
            self.lines.close()

    # One small method per kind of element, and one where it ends.

    def _quote(self, _part: Part) -> None:
        if not self._headings:
            self._drop_definition_mark()
            self._begin(QUOTE, QUOTE)

    def _note(self, part: Part) -> None:
        if not self._headings:
            self._begin(part.text, NOTE_INDENT)

    _end_quote = _end_note = _end_item = _end

    def _heading(self, _part: Part) -> None:
        self._headings += 1

    def _end_heading(self, part: Part) -> None:
        self._headings -= 1
        if not self._headings and self._line:
            self._write_structure(f"{part.text} {escape_heading_end(' '.join(self._line).replace(LINE, ' '))}")
            self._line = []

    def _list(self, _part: Part) -> None:
        # A neighbour of the list before it gets other marks.
        blocks, turn = self._last_list
        turn = 1 - turn if blocks == self.lines.blocks > 0 and not self._headings else 0
        self._lists.append((turn, self.lines.blocks))

    def _end_list(self, _part: Part) -> None:
        turn, _ = self._lists.pop()
        self._last_list = (self.lines.blocks, turn)

    def _item(self, part: Part) -> None:
        if self._headings:
            return
        turn, blocks = self._lists[-1] if self._lists else (0, 0)
        mark = f"{part.text}{NUMBER_SIGNS[turn]} " if part.text else f"{BULLETS[turn]} "
        lines, outer = self.lines, len(self._lists)
        if lines.pending:
            self._drop_definition_mark()
        if not lines.pending:
            # A paragraph goes on where a number other than one follows it without an empty line.
            self._tight = (outer > 0 and lines.blocks > blocks) or (outer > 1 and part.text in ("", "1"))
        self._begin(mark, " " * len(mark))

    def _term(self, _part: Part) -> None:
        """Open a term, which is a paragraph."""

    def _end_term(self, _part: Part) -> None:
        self._term_end = self.lines.blocks

    def _definition(self, _part: Part) -> None:
        if not self._headings:
            self._tight = follows = self._term_end == self.lines.blocks and not self.lines.pending
            self._defines.append(follows)
            # Markdown without definition lists takes text that is set in twice for code.
            is_set_in = follows and not self._in_definition
            self._begin(DEFINITION if follows else "", DEFINITION_INDENT if is_set_in else "", in_definition=True)

    def _end_definition(self, part: Part) -> None:
        if not self._headings:
            self._end(part)
            # What is only set in, as pages without terms do, defines nothing, nor does what follows it.
            if self._defines.pop():
                self._term_end = self.lines.blocks

    def _block(self, _part: Part) -> None:
        """Open what is written where it ends, behind the caption of a table."""

    def _end_block(self, part: Part) -> None:
        if self._headings:
            self._line += filter(None, [part.in_line])
        elif part.text:
            self._write_structure(part.text)

    def _rule(self, _part: Part) -> None:
        if not self._headings and self._ruled != self.lines.blocks:
            self._write_structure(RULE)
            self._ruled = self.lines.blocks

    def _box(self, part: Part) -> None:
        if self.lines.pending and not self._headings:
            self.lines.lead += part.text

    def _post(self, part: Part) -> None:
        if self._has_posts:
            self._rule(part)
        self._has_posts = True
        if part.text:
            self._write(part.text)
            # Many themes have a rule of their own there.
            self._ruled = self.lines.blocks
