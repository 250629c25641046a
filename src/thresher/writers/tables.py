"""Tables: which of them hold data and which only lay out a page, and the grid of rows and columns that cells are in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools
from thresher.page.tags import CODES, tag_set
from thresher.writers.named import Names

if TYPE_CHECKING:
    from thresher.writers.outline import Outline

#: A cell without headers in its table is a part of the page's layout if it has more characters than this [D].
MAX_CELL_CHARS = 600
#: What a cell is asked for: how many columns and rows it takes.
ASKED_SPANS = ("colspan", "rowspan")
#: A cell takes the place of at most this many others to its right [D]; browsers stop at 1000.
MAX_COLUMN_SPAN = 100
#: A cell takes the place of at most this many others below it, as in browsers.
MAX_ROW_SPAN = 65534
#: A table gets at most this many empty places per cell for cells that span several [D].
MAX_EMPTY_PER_CELL = 4
#: ... and this many besides.
SPARE_PLACES = 1000
_STRUCTURE = tag_set(*"h1 h2 h3 h4 h5 h6 pre hr blockquote form figure article section".split())
_TABLE, _CELL, _PARTS = Names("table"), tag_set("td", "th"), Names("table", "caption", "tr", "td", "th")
_HEADER = CODES["th"]
_LAYOUT_ROLES = ("presentation", "none")


def drop_layout(outline: Outline, wanted: Bools) -> None:
    """Take layout tables and their parts out of the kept elements that are *wanted*."""
    kept = outline.kept
    if len(kept.having(_PARTS)):
        wanted &= ~_PARTS.flags[kept.code] | data_tables(outline)


def data_tables(outline: Outline) -> Bools:
    """Kept element: whether it is a table of data, or a row or a cell of one; layout tables are no more than text."""
    kept = outline.kept
    found = np.zeros(len(kept.row), dtype=bool)
    tables = kept.having(_TABLE)
    # Of tables within each other, only the innermost can hold data.
    tables = tables[np.append(kept.end[tables[:-1]] <= kept.row[tables[1:]], True)] if len(tables) else tables
    below = kept.row.searchsorted(kept.end[tables])
    for table, stop in zip(tables.tolist(), below.tolist(), strict=True):
        if _is_data(outline, table, stop):
            found[table:stop] = _PARTS.flags[kept.code[table:stop]]
    return found


def _is_data(outline: Outline, table: int, stop: int) -> bool:
    """Whether the table from one kept element to another holds data."""
    page, kept = outline.page, outline.kept
    codes, rows = kept.code[table:stop], kept.row[table:stop]
    if (page.tree.elements[int(rows[0])].attr("role") or "").lower() in _LAYOUT_ROLES:
        return False
    cells = rows[_CELL[codes]]
    lines = page.parent[cells]
    follows = int(np.count_nonzero(lines[1:] == lines[:-1]))  # cells that are not the first of their row
    if not follows:
        return False
    if (codes == _HEADER).any():
        return True
    return follows < len(lines) - 1 and not _STRUCTURE[codes].any() and bool(page.chars[cells].max() <= MAX_CELL_CHARS)


def span(value: str | None, most: int) -> int:
    """How many places a cell takes, from the value of its attribute.

    >>> span("3", 100), span("9007199254740992", 100), span("0", 100), span("two", 100), span(None, 100)
    (3, 100, 1, 1, 1)
    """
    if value is None:
        return 1
    digits = value.strip()[:12]
    return min(max(int(digits), 1), most) if digits.isascii() and digits.isdigit() else 1


class Grid:
    """The rows of a table; a cell that spans several places is followed, or stood below, by empty ones.

    >>> grid = Grid()
    >>> grid.row(), grid.cell("a", down=2), grid.cell("b"), grid.row(), grid.cell("c")
    (None, None, None, None, None)
    >>> grid.rows
    [['a', 'b'], ['', 'c']]
    """

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self._taken: dict[int, int] = {}  #: column: the row in which it is free again
        self._spare = SPARE_PLACES  #: empty places that may yet be made

    def row(self) -> None:
        """Begin a row."""
        self.rows.append([])

    def cell(self, text: str, across: int = 1, down: int = 1) -> None:
        """Add a cell to the last row."""
        if not self.rows:
            self.row()
        row, number = self.rows[-1], len(self.rows) - 1
        self._spare += MAX_EMPTY_PER_CELL
        while self._taken.get(len(row), 0) > number and self._spare > 0:
            self._spare -= 1
            row.append("")
        across = min(across, max(self._spare, 0) + 1)
        self._spare -= across - 1
        if down > 1:
            self._taken.update(dict.fromkeys(range(len(row), len(row) + across), number + down))
        row += [text, *[""] * (across - 1)]

    def cells(self, texts: list[str]) -> None:
        """Add cells of one place each to the last row."""
        if self._taken or not self.rows:
            for text in texts:
                self.cell(text)
        else:
            self._spare += MAX_EMPTY_PER_CELL * len(texts)
            self.rows[-1] += texts

    def filled(self) -> list[list[str]]:
        """The rows that have text, all as long as the longest; of a ragged table only the first, which must be."""
        rows = [row for row in map(_trim, self.rows) if row]
        cells, width = sum(map(len, rows)), max(map(len, rows), default=0)
        is_ragged = width * len(rows) > MAX_EMPTY_PER_CELL * cells + SPARE_PLACES
        for row in rows[:1] if is_ragged else rows:
            row.extend([""] * (width - len(row)))
        return rows


def _trim(row: list[str]) -> list[str]:
    """A row without empty places at its end."""
    length = len(row)
    while length and not row[length - 1]:
        length -= 1
    return row[:length]
