"""Plain text: paragraphs apart, list items with their marks, table rows on a line each, preformatted text as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools, Ints, nearest, nesting, prefix, subtree_sum
from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Selection

#: What stands between the cells of a table row.
CELL_GAP = " | "
#: What stands before a list item, and how far items of an inner list are set in.
BULLET, INDENT = "- ", "  "
#: Deeper lists are not set in further.
MAX_INDENTS = 8


@dataclass(frozen=True)
class Text:
    """Plain text of a selection.

    >>> from thresher import extract
    >>> print(extract("<h1>Bread</h1><ul><li>flour<li>water</ul><pre>a\\n  b</pre>").text)
    Bread
    <BLANKLINE>
    - flour
    - water
    <BLANKLINE>
    a
      b
    """

    def write(self, selection: Selection) -> str:
        """The selected text, as a reader would type it."""
        paragraphs = _paragraphs(selection)
        if not len(paragraphs.texts):
            return ""
        return _assemble(selection.page, paragraphs)


@dataclass(frozen=True)
class _Paragraphs:
    """The paragraphs of a selection: their text, and the block element that each stands in."""

    texts: list[str]
    row: Ints


def _paragraphs(selection: Selection) -> _Paragraphs:
    """Selected runs, joined as far as a reader sees them as one."""
    page = selection.page
    runs = np.flatnonzero(selection.runs)
    if not len(runs):
        return _Paragraphs([], runs)
    host = page.host[runs]
    row = page.block[host]
    started = prefix(~page.inline)[page.at[runs]]
    breaks = prefix(page.is_tag("br"))[page.at[runs]]
    opens = np.ones(len(runs), dtype=bool)
    opens[1:] = (row[1:] != row[:-1]) | (started[1:] != started[:-1]) | (breaks[1:] > breaks[:-1] + 1)
    texts = selection.texts() if len(selection.cuts) else page.text
    pieces = [texts[run] for run in runs.tolist()]
    _part(pieces, breaks[1:] > breaks[:-1], runs[1:] != runs[:-1] + 1)
    starts = np.flatnonzero(opens)
    stops = np.append(starts[1:], len(runs))
    raw = _preformatted(page, row[starts])
    joined = [
        _raw(pieces[start:stop]) if keep else _lines("".join(pieces[start:stop]))
        for start, stop, keep in zip(starts.tolist(), stops.tolist(), raw.tolist(), strict=True)
    ]
    full = [number for number, text in enumerate(joined) if text]
    return _Paragraphs([joined[number] for number in full], row[starts[full]])


#: Stands for a line break while white space is collapsed; no page's text holds it, since parsers replace it.
_BREAK = "\x00"


def _part(pieces: list[str], breaks: Bools, gaps: Bools) -> None:
    """Put a mark before what follows a line break, and a blank before what follows text that was left out."""
    for place in np.flatnonzero(breaks).tolist():
        pieces[place + 1] = _BREAK + pieces[place + 1]
    for place in np.flatnonzero(gaps & ~breaks).tolist():
        pieces[place + 1] = " " + pieces[place + 1]


def _lines(text: str) -> str:
    """Collapsed text, with line breaks where they were marked."""
    if _BREAK not in text:
        return collapse(text)
    return "\n".join(filter(None, map(collapse, text.split(_BREAK))))


def _raw(pieces: list[str]) -> str:
    """Preformatted text as it stands, without empty lines around it."""
    return "".join(pieces).replace(_BREAK, "\n").strip("\r\n").rstrip()


def _preformatted(page: Page, rows: Ints) -> Bools:
    if not page.is_tag("pre").any():
        return np.zeros(len(rows), dtype=bool)
    return page.within("pre", "listing", "xmp", "plaintext")[rows]


def _assemble(page: Page, paragraphs: _Paragraphs) -> str:
    """Paragraphs with what stands between them."""
    items, lines = _items(page, paragraphs.row), _table_rows(page, paragraphs.row)
    marks = _marks(page, items)
    out: list[str] = []
    for number, text in enumerate(paragraphs.texts):
        item, line = items[number], lines[number]
        item_before, line_before = (items[number - 1], lines[number - 1]) if number else (-1, -1)
        if line >= 0 and line == line_before:
            out += [CELL_GAP, text]
        elif item >= 0 and item == item_before:
            out += ["\n", text]
        else:
            close = (item >= 0 and item_before >= 0) or (line >= 0 and line_before >= 0)
            out += ["\n" if close else "\n\n", marks.get(item, ""), text]
    return "".join(out[1:])


def _items(page: Page, rows: Ints) -> list[int]:
    """The list item that each paragraph belongs to, or -1."""
    is_item = page.is_tag("li")
    return nearest(is_item, page.end)[rows].tolist() if is_item.any() else [-1] * len(rows)


def _marks(page: Page, items: list[int]) -> dict[int, str]:
    """What stands before each list item."""
    used = sorted({item for item in items if item >= 0})
    if not used:
        return {}
    level = nesting(page.is_tag("ul", "ol", "menu", "dir"), page.end)[used] - 1
    ordered = page.is_tag("ol")[page.parent[used]]
    number = _item_numbers(page, used)
    return {
        item: INDENT * min(max(depth, 0), MAX_INDENTS) + (f"{number[item]}. " if in_order else BULLET)
        for item, depth, in_order in zip(used, level.tolist(), ordered.tolist(), strict=True)
    }


def _item_numbers(page: Page, items: list[int]) -> dict[int, int]:
    """Place of each item in its list."""
    seen: dict[int, int] = {}
    numbers = {}
    for row in np.flatnonzero(np.isin(page.parent, page.parent[items]) & page.is_tag("li")).tolist():
        parent = int(page.parent[row])
        numbers[row] = seen[parent] = seen.get(parent, 0) + 1
    return numbers


def _table_rows(page: Page, rows: Ints) -> list[int]:
    """The table row that each paragraph is a cell of, or -1; rows of tables that are mere layout do not count."""
    is_row = page.is_tag("tr")
    if not is_row.any():
        return [-1] * len(rows)
    line = nearest(is_row, page.end)[rows]
    cell = nearest(page.is_tag("td", "th"), page.end)[rows]
    table = nearest(page.is_tag("table"), page.end)[rows]
    same_cell = (cell[1:] == cell[:-1]) & (cell[1:] >= 0)
    layout = set(table[1:][same_cell].tolist()) | _tables_around_tables(page)
    return np.where(np.isin(table, list(layout)), -1, line).tolist()


def _tables_around_tables(page: Page) -> set[int]:
    """Tables that hold another table."""
    is_table = page.is_tag("table")
    tables = np.flatnonzero(is_table)
    return set(tables[subtree_sum(is_table, page.end)[tables] > 1].tolist())
