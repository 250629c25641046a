"""Plain text: paragraphs apart, list items with their marks, table rows on a line each, preformatted text as it is."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress, pairwise
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools, Ints, nesting, prefix, subtree_sum
from thresher.page.tags import CODES, tag_set
from thresher.page.whitespace import collapse
from thresher.writers.lists import numbers as item_numbers
from thresher.writers.outline import BLOCK, visible_gaps
from thresher.writers.settings import Setting, settings_of

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Selection

#: What stands between the cells of a table row.
CELL_GAP = " | "
#: What stands before an item of an unordered list, and how far items of an inner list are set in.
BULLET, INDENT = "- ", "  "
#: Deeper lists are not set in further.
MAX_INDENTS = 8
#: What parts paragraphs; controls stand in a line, but apart from each other.
BREAKS_LINES = BLOCK | tag_set("button", "select", "textarea")
#: Stand for a line break and between paragraphs while white space is collapsed; no page's text holds them, since
#: parsers drop them.
_BREAK, _PARAGRAPH = "\x00", "\x00\x00"


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


def paragraphs(selection: Selection) -> tuple[list[str], list[Setting]]:
    """Selected runs joined as far as a reader sees them as one, and where each of these stands."""
    page = selection.page
    runs = np.flatnonzero(selection.runs)
    opens, breaks = _boundaries(page, runs)
    pieces = list(compress(selection.texts(), selection.runs.tolist())) if len(selection.cuts) else _texts(page, runs)
    _part(pieces, breaks, visible_gaps(page, runs))
    _bracket_readings(page, runs, pieces)
    starts = np.flatnonzero(opens)
    settings = settings_of(page, page.host[runs[starts]])
    texts = _joined(pieces, starts.tolist(), [place.raw for place in settings])
    return list(filter(None, texts)), list(compress(settings, texts))


def _joined(pieces: list[str], starts: list[int], raw: list[bool]) -> list[str]:
    """The paragraphs that begin with the pieces at *starts*, white space collapsed except in *raw* ones."""
    if not starts:
        return []
    preformatted = {}
    for number in compress(range(len(raw)), raw):
        here = slice(starts[number], starts[number + 1] if number + 1 < len(starts) else None)
        preformatted[number] = _raw("".join(pieces[here]))
        pieces[here] = [""] * len(pieces[here])
    for start in starts[1:]:
        pieces[start] = _PARAGRAPH + pieces[start]
    # All at once is faster than one by one.
    texts = collapse("".join(pieces)).split(_PARAGRAPH)
    texts = [_lines(text) if _BREAK in text else text.strip(" ") for text in texts]
    for number, text in preformatted.items():
        texts[number] = text
    return texts


def _boundaries(page: Page, runs: Ints) -> tuple[Bools, Bools]:
    """Which runs begin a paragraph, and which runs but the first follow a line break."""
    block = BREAKS_LINES[page.code]
    at = page.at[runs]
    # Between two runs a block starts where the number of blocks so far grows, and one ends where fewer are open.
    started, around = prefix(block)[at], nesting(block, page.end)[page.host[runs]]
    breaks = prefix(page.is_tag("br"))[at]
    opens = np.ones(len(runs), dtype=bool)
    opens[1:] = (started[1:] != started[:-1]) | (around[1:] != around[:-1]) | (breaks[1:] > breaks[:-1] + 1)
    return opens, breaks[1:] > breaks[:-1]


def _texts(page: Page, runs: Ints) -> list[str]:
    return [page.text[run] for run in runs.tolist()]


def _part(pieces: list[str], breaks: Bools, gaps: Ints) -> None:
    """Put a mark before what follows a line break, and a blank before what follows text that was left out."""
    for place in np.flatnonzero(breaks).tolist():
        pieces[place + 1] = _BREAK + pieces[place + 1]
    for place in gaps.tolist():
        pieces[place] = " " + pieces[place]


def _bracket_readings(page: Page, runs: Ints, pieces: list[str]) -> None:
    """Put brackets around the readings of characters where the page has none of its own."""
    for row in np.flatnonzero(page.code == CODES["rt"]).tolist():
        first, stop = np.searchsorted(runs, (page.first_run[row], page.run_stop[row])).tolist()
        if first < stop and page.code[row - 1] != CODES["rp"]:
            pieces[first] = "(" + pieces[first]
            pieces[stop - 1] += ")"


def _lines(text: str) -> str:
    """Collapsed text, with line breaks where they were marked."""
    return "\n".join(filter(None, (line.strip(" ") for line in text.split(_BREAK))))


def _raw(text: str) -> str:
    """Preformatted text as it stands, without empty lines around it."""
    return text.replace(_BREAK, "\n").strip("\r\n").rstrip()


def _assemble(page: Page, texts: list[str], settings: list[Setting]) -> str:
    """Paragraphs with what stands between them."""
    layout = _layout_tables(page, settings)
    numbers = _item_numbers(page, {place.item for place in settings if place.item >= 0})
    out: list[str] = []
    item_before = line_before = -1
    for text, place in zip(texts, settings, strict=True):
        item, line = place.item, -1 if place.table in layout else place.line
        if line >= 0 and line == line_before:
            out += [CELL_GAP, text]
        elif item >= 0 and item == item_before:
            out += ["\n", text]
        else:
            close = (item >= 0 and item_before >= 0) or (line >= 0 and line_before >= 0)
            out += ["\n" if close else "\n\n", _mark(place, numbers) + text]
        item_before, line_before = item, line
    return "".join(out[1:])


def _mark(place: Setting, numbers: dict[int, int]) -> str:
    """What stands before a paragraph: the mark of its list item, if it begins one."""
    if place.item < 0:
        return ""
    indent = INDENT * min(max(place.lists - 1, 0), MAX_INDENTS)
    return indent + (f"{numbers[place.item]}. " if place.item in numbers else BULLET)


def _item_numbers(page: Page, items: set[int]) -> dict[int, int]:
    """The number of each item of an ordered list."""
    found: dict[int, int] = {}
    for row in {parent for item in items if page.code[parent := int(page.parent[item])] == CODES["ol"]}:
        found |= item_numbers(page, row)
    return found


def _layout_tables(page: Page, settings: list[Setting]) -> set[int]:
    """Tables that are mere layout: they hold another table, or a cell of theirs several paragraphs."""
    tables = {place.table for place in settings if place.table >= 0}
    layout = {place.table for place, after in pairwise(settings) if place.cell >= 0 and place.cell == after.cell}
    if len(tables) > len(layout):
        is_table = page.is_tag("table")
        inner = subtree_sum(is_table, page.end)
        layout |= {table for table in tables if inner[table] > 1}
    return layout
