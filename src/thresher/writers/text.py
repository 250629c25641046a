"""Plain text: paragraphs apart, list items with their marks, table rows on a line each, preformatted text as it is."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools, Ints, nearest, nesting, prefix, subtree_sum
from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Selection

#: What stands between the cells of a table row.
CELL_GAP = " | "
#: What stands before an item of an unordered list, and how far items of an inner list are set in.
BULLET, INDENT = "- ", "  "
#: Deeper lists are not set in further.
MAX_INDENTS = 8
#: Stands for a line break while white space is collapsed; no page's text holds it, since parsers drop it.
_BREAK = "\x00"


@dataclass(frozen=True)
class Text:
    r"""Plain text of a selection.

    >>> from thresher import extract
    >>> print(extract("<h1>Bread</h1><ul><li>flour<li>water</ul><pre>a\n  b</pre>").text)
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
        texts, hosts = paragraphs(selection)
        return _assemble(selection.page, texts, hosts)


def paragraphs(selection: Selection) -> tuple[list[str], Ints]:
    """Selected runs joined as far as a reader sees them as one, and the element that each of these begins in."""
    page = selection.page
    runs = np.flatnonzero(selection.runs)
    opens, breaks = _boundaries(page, runs)
    pieces = list(compress(selection.texts(), selection.runs.tolist())) if len(selection.cuts) else _texts(page, runs)
    _part(pieces, breaks, runs[1:] != runs[:-1] + 1)
    starts = np.flatnonzero(opens)
    hosts = page.host[runs[starts]]
    raw = _within(page, hosts, "pre", "listing", "xmp", "plaintext")
    bounds = [*starts.tolist(), len(runs)]
    texts = ["".join(pieces[start:stop]) for start, stop in zip(bounds, bounds[1:], strict=False)]
    texts = [_raw(text) if keep else _lines(text) for text, keep in zip(texts, raw.tolist(), strict=True)]
    full = [number for number, text in enumerate(texts) if text]
    return [texts[number] for number in full], hosts[full]


def _boundaries(page: Page, runs: Ints) -> tuple[Bools, Bools]:
    """Which runs begin a paragraph, and which runs but the first follow a line break."""
    block = ~page.inline
    at = page.at[runs]
    # Between two runs a block starts where the number of blocks so far grows, and one ends where fewer are open.
    started, around = prefix(block)[at], nesting(block, page.end)[page.host[runs]]
    breaks = prefix(page.is_tag("br"))[at]
    opens = np.ones(len(runs), dtype=bool)
    opens[1:] = (started[1:] != started[:-1]) | (around[1:] != around[:-1]) | (breaks[1:] > breaks[:-1] + 1)
    return opens, breaks[1:] > breaks[:-1]


def _texts(page: Page, runs: Ints) -> list[str]:
    return [page.text[run] for run in runs.tolist()]


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


def _raw(text: str) -> str:
    """Preformatted text as it stands, without empty lines around it."""
    return text.replace(_BREAK, "\n").strip("\r\n").rstrip()


def _within(page: Page, hosts: Ints, *names: str) -> Bools:
    """Which of *hosts* are inside of an element of one of *names*."""
    wanted = page.is_tag(*names)
    return (nesting(wanted, page.end)[hosts] > 0) if wanted.any() else np.zeros(len(hosts), dtype=bool)


def _assemble(page: Page, texts: list[str], hosts: Ints) -> str:
    """Paragraphs with what stands between them."""
    items, lines = _items(page, hosts), _table_rows(page, hosts)
    if items is None and lines is None:
        return "\n\n".join(texts)
    items, lines = items or [-1] * len(texts), lines or [-1] * len(texts)
    marks = _marks(page, items)
    out: list[str] = []
    item_before = line_before = -1
    for text, item, line in zip(texts, items, lines, strict=True):
        if line >= 0 and line == line_before:
            out += [CELL_GAP, text]
        elif item >= 0 and item == item_before:
            out += ["\n", text]
        else:
            close = (item >= 0 and item_before >= 0) or (line >= 0 and line_before >= 0)
            out += ["\n" if close else "\n\n", marks.get(item, "") + text]
        item_before, line_before = item, line
    return "".join(out[1:])


def _items(page: Page, hosts: Ints) -> list[int] | None:
    """The list item that each paragraph belongs to, or -1; nothing where none is in a list."""
    if not _within(page, hosts, "li").any():
        return None
    items: list[int] = nearest(page.is_tag("li"), page.end, hosts).tolist()
    return items


def _marks(page: Page, items: list[int]) -> dict[int, str]:
    """What stands before each list item."""
    used = sorted({item for item in items if item >= 0})
    if not used:
        return {}
    level = nesting(page.is_tag("ul", "ol", "menu", "dir"), page.end)[used] - 1
    numbers = _item_numbers(page, used)
    return {
        item: INDENT * min(max(depth, 0), MAX_INDENTS) + (f"{numbers[item]}. " if item in numbers else BULLET)
        for item, depth in zip(used, level.tolist(), strict=True)
    }


def _item_numbers(page: Page, items: list[int]) -> dict[int, int]:
    """Place of each item of an ordered list."""
    lists = np.unique(page.parent[items])
    lists = lists[page.is_tag("ol")[lists]]
    seen: dict[int, int] = {}
    numbers: dict[int, int] = {}
    if len(lists):
        for row in np.flatnonzero(np.isin(page.parent, lists) & page.is_tag("li")).tolist():
            parent = int(page.parent[row])
            numbers[row] = seen[parent] = seen.get(parent, 0) + 1
    return numbers


def _table_rows(page: Page, hosts: Ints) -> list[int] | None:
    """The table row that each paragraph is a cell of, or -1; rows of tables that are mere layout do not count."""
    if not _within(page, hosts, "tr").any():
        return None
    line, cell, table = (nearest(page.is_tag(*names), page.end, hosts) for names in (("tr",), ("td", "th"), ("table",)))
    same_cell = (cell[1:] == cell[:-1]) & (cell[1:] >= 0)
    layout = np.union1d(table[1:][same_cell], _tables_around_tables(page))
    lines: list[int] = np.where(np.isin(table, layout), -1, line).tolist()
    return lines


def _tables_around_tables(page: Page) -> Ints:
    """Tables that hold another table."""
    is_table = page.is_tag("table")
    tables = np.flatnonzero(is_table)
    return tables[subtree_sum(is_table, page.end)[tables] > 1]
