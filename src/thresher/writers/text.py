"""Plain text: paragraphs apart, list items with their marks, table rows on a line each, preformatted text as it is."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools, Ints, nesting, prefix, subtree_sum
from thresher.page.hidden import INVISIBLE
from thresher.page.kernels import kernel
from thresher.page.tags import BLOCK, CODES, tag_set
from thresher.page.whitespace import collapse_stretches
from thresher.writers.code_lines import unparted_lines
from thresher.writers.columns import columns_of
from thresher.writers.lists import numbers as item_numbers
from thresher.writers.outline import chosen_texts, gaps_in_lines
from thresher.writers.settings import Settings, settings_of

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Selection

#: What stands between the cells of a table row.
CELL_GAP = " | "
#: What may stand between two paragraphs.
_GAPS = (CELL_GAP, "\n", "\n\n")
#: What stands before an item of an unordered list, and how far items of an inner list are set in.
BULLET, INDENT = "- ", "  "
#: Deeper lists are not set in further.
MAX_INDENTS = 8
#: What parts paragraphs; controls stand in a line, but apart from each other.
BREAKS_LINES = BLOCK | tag_set("button", "select", "textarea")
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
        texts, settings = paragraphs(selection)
        return _assemble(selection.page, texts, settings)


def paragraphs(selection: Selection) -> tuple[list[str], Settings]:
    """Selected runs joined as far as a reader sees them as one, and where each of these stands."""
    page = selection.page
    runs = selection.runs.nonzero()[0]
    ends = page.is_tag("br")
    if len(page.rows_of("pre")):
        ends = ends.copy()
        ends[unparted_lines(page, 0, len(ends))] = True
    opens, breaks = boundaries(BREAKS_LINES[page.code], ends, page.end, page.host[runs], page.at[runs])
    pieces = chosen_texts(selection, runs)
    gaps = gaps_in_lines(columns_of(page), runs, BLOCK, int(INVISIBLE))
    _part(pieces, breaks, gaps)
    _bracket_readings(page, runs, pieces)
    starts, stops = stretches(opens, page.length[runs])
    settings = settings_of(page, page.host[runs[starts]])
    texts = collapse_stretches(pieces, starts, stops, _BREAK)
    for number in settings.raw.nonzero()[0].tolist():
        texts[number] = _raw("".join(pieces[starts[number] : stops[number]]))
    if "" in texts:
        settings = settings.having(np.fromiter(map(bool, texts), dtype=bool, count=len(texts)))
    return list(filter(None, texts)), settings


@kernel
def stretches(opens: Bools, length: Ints) -> tuple[list[int], list[int]]:
    """Where the stretches of runs that have text begin and stop; most are the white space between two elements.

    >>> stretches(np.array([True, False, True, True]), np.array([2, 0, 0, 3]))
    ([0, 3], [2, 4])
    """
    starts = opens.nonzero()[0]
    stops = np.append(starts[1:], len(opens))[: len(starts)]
    ahead = prefix(length)
    full = ahead[stops] > ahead[starts]
    return starts[full].tolist(), stops[full].tolist()


@kernel
def boundaries(blocks: Bools, breaks: Bools, end: Ints, host: Ints, at: Ints) -> tuple[Bools, Bools]:
    """Which runs begin a paragraph, and which follow a line break; *blocks* and *breaks* are flags of elements.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>rye <b>and</b> oats<br>too<p>wheat")
    >>> columns = page.end, page.host, page.at
    >>> [flags.tolist() for flags in boundaries(BREAKS_LINES[page.code], page.is_tag("br"), *columns)]
    [[True, False, False, False, True], [False, False, False, True, False]]
    """
    opens, follows = np.ones(len(host), dtype=bool), np.zeros(len(host), dtype=bool)
    # Between two runs a block starts where the number of blocks so far grows, and one ends where fewer are open.
    started, around, broken = prefix(blocks)[at], nesting(blocks, end)[host], prefix(breaks)[at]
    opens[1:] = (started[1:] != started[:-1]) | (around[1:] != around[:-1]) | (broken[1:] > broken[:-1] + 1)
    follows[1:] = broken[1:] > broken[:-1]
    return opens, follows


def _part(pieces: list[str], breaks: Bools, gaps: list[int]) -> None:
    """Put a mark before what follows a line break, and a blank before what follows text that was left out."""
    for place in breaks.nonzero()[0].tolist():
        pieces[place] = _BREAK + pieces[place]
    for place in gaps:
        pieces[place] = " " + pieces[place]


def _bracket_readings(page: Page, runs: Ints, pieces: list[str]) -> None:
    """Put brackets around the readings of characters where the page has none of its own."""
    for row in page.rows_of("rt").tolist():
        first, stop = runs.searchsorted((page.first_run[row], page.run_stop[row])).tolist()
        if first < stop and page.code[row - 1] != CODES["rp"]:
            pieces[first] = "(" + pieces[first]
            pieces[stop - 1] += ")"


def _raw(text: str) -> str:
    """Preformatted text as it stands, without empty lines around it."""
    return text.replace(_BREAK, "\n").strip("\r\n").rstrip()


def _assemble(page: Page, texts: list[str], settings: Settings) -> str:
    """Paragraphs with what stands between them."""
    item, line = settings.item, settings.line
    if layout := _layout_tables(page, settings):
        line = np.where(np.isin(settings.table, layout), -1, line)
    return assembled(texts, item, settings.lists, line, _item_numbers(page, item))


@kernel
def assembled(texts: list[str], item: Ints, lists: Ints, line: Ints, numbers: dict[int, int]) -> str:
    r"""Paragraphs with marks of items, and with what stands between them by the items and table rows that they are in.

    *lists* is how many lists are around each, *numbers* are those of items of ordered lists.

    >>> item, line = np.array([-1, 4, 4, 7, -1, -1]), np.array([-1, -1, -1, -1, 9, 9])
    >>> print(assembled(["Rye", "is", "cut", "in", "the", "summer"], item, (item > 0) * (item - 3), line, {7: 2}))
    Rye
    <BLANKLINE>
    - is
    cut
          2. in
    <BLANKLINE>
    the | summer
    """
    follows = np.zeros(len(item), dtype=bool)
    follows[1:] = ((item[1:] >= 0) & (item[:-1] >= 0)) | ((line[1:] >= 0) & (line[:-1] >= 0))
    gaps = np.where(_continues(line), 0, np.where(follows, 1, 2)).tolist()
    texts, firsts = texts.copy(), ((item >= 0) & ~_continues(item)).nonzero()[0]
    for number, row, around in zip(firsts.tolist(), item[firsts].tolist(), lists[firsts].tolist(), strict=True):
        if gaps[number]:
            texts[number] = _mark(row, around, numbers) + texts[number]
    parts = chain.from_iterable(zip(map(_GAPS.__getitem__, gaps), texts, strict=True))
    next(parts, None)  # nothing stands before the first
    return "".join(parts)


def _continues(column: Ints) -> Bools:
    """Whether each paragraph stands in the same element as the one before."""
    same = column >= 0
    same[:1] = False
    same[1:] &= column[1:] == column[:-1]
    return same


def _mark(item: int, lists: int, numbers: dict[int, int]) -> str:
    """What stands before the first paragraph of a list item."""
    indent = INDENT * min(max(lists - 1, 0), MAX_INDENTS)
    return indent + (f"{numbers[item]}. " if item in numbers else BULLET)


def _item_numbers(page: Page, items: Ints) -> dict[int, int]:
    """The number of each item of an ordered list."""
    if not len(page.rows_of("ol")):
        return {}
    lists = page.parent[items[items >= 0]]
    found: dict[int, int] = {}
    for row in set(lists[page.code[lists] == CODES["ol"]].tolist()):
        found |= item_numbers(page, row)
    return found


def _layout_tables(page: Page, settings: Settings) -> list[int]:
    """Tables that are mere layout: they hold another table, or a cell of theirs several paragraphs."""
    if not len(page.rows_of("table")):
        return []
    table = settings.table
    layout = set(table[_continues(settings.cell)].tolist())
    tables = set(table[table >= 0].tolist()) - layout
    if tables:
        inner = subtree_sum(page.is_tag("table"), page.end)
        layout.update(row for row in tables if inner[row] > 1)
    return list(layout)
