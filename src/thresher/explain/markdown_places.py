"""Markdown with positions: which stretch of it comes from which block of the page.

Writers are not involved. A character that no page uses, a different one for each block, is inserted into words of the
block; the writer writes the marked text, and the positions of these signs are looked up in its output. Where the signs
changed the output, lines are matched instead.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from thresher.page import Page
from thresher.page.columns import Ints

if TYPE_CHECKING:
    from thresher.selection import Selection
    from thresher.writers.registry import Writer

#: Signs are private-use characters of the last two planes; blocks beyond their number have none.
FIRST_SIGN, SIGNS = 0xF0000, 0x1FFFD
_SIGN = re.compile(f"[{chr(FIRST_SIGN)}-{chr(FIRST_SIGN + SIGNS)}]")
#: The best positions for a sign: between two letters, or else between two digits.
_GAPS = (re.compile(r"[^\W\d_](?=[^\W\d_])"), re.compile(r"\w(?=\w)"))

#: A stretch of Markdown, and the block that it comes from; -1 for none.
Stretch = tuple[int, str]


def markdown_places(writer: Writer, selection: Selection) -> list[Stretch]:
    r"""The output of a writer, in stretches that each come from one block.

    >>> from thresher.writers import create
    >>> from thresher.selection import Selection
    >>> page = Page.from_html("<h1>Rye</h1><p>A <b>grass</b>.</p>")
    >>> markdown_places(create("markdown"), Selection(page, np.ones(len(page.text), dtype=bool)))
    [(0, '# Rye\n\n'), (1, 'A **grass**.')]
    """
    plain = writer.write(selection)
    signed = writer.write(_signed(selection))
    text, signs = _without_signs(signed)
    if text != plain:
        signs = _moved(signs, text, plain)
    return _stretches(plain, signs)


def _signed(selection: Selection) -> Selection:
    """The selection, with the sign of its block inserted into each selected run."""
    page, cuts = selection.page, selection.cuts.copy()
    texts, cut_runs, of_run = list(page.text), set(cuts[:, 0].tolist()), page.blocks.of_run
    for run in np.flatnonzero(selection.runs & (of_run >= 0) & (of_run < SIGNS) & (page.length > 0)).tolist():
        sign = chr(FIRST_SIGN + int(of_run[run]))
        if run not in cut_runs:
            texts[run] = _with_signs(texts[run], sign)
        elif (place := _gap(texts[run], *_first_stretch(cuts, run))) is not None:
            texts[run] = texts[run][:place] + sign + texts[run][place:]
            cuts[:, 1:] += (cuts[:, :1] == run) & (cuts[:, 1:] > place)
    marked = Page(page.tag, page.code, page.parent, page.end, page.host, page.at, texts, page.source)
    marked.__dict__["tree"] = page.tree
    return replace(selection, page=marked, cuts=cuts)


def _with_signs(text: str, sign: str) -> str:
    """A text with a sign in its first word, and in its last line if it has several lines."""
    last_line = text.rstrip().rfind("\n") + 1
    places = {_gap(text, 0, len(text)), _gap(text, last_line, len(text)) if last_line else None} - {None}
    for place in sorted(filter(None, places), reverse=True):
        text = text[:place] + sign + text[place:]
    return text


def _first_stretch(cuts: Ints, run: int) -> tuple[int, int]:
    """The first remaining stretch of a run that is cut."""
    start, stop = cuts[cuts[:, 0] == run][0, 1:].tolist()
    return start, stop


def _gap(text: str, start: int, stop: int) -> int | None:
    """The position in a stretch of text where a sign may be inserted."""
    found = next((found for gap in _GAPS if (found := gap.search(text, start, stop))), None)
    return found.end() if found else None


def _without_signs(signed: str) -> tuple[str, list[tuple[int, int]]]:
    """Text without its signs, and the position and block of each sign."""
    signs = [(found.start() - count, ord(found[0]) - FIRST_SIGN) for count, found in enumerate(_SIGN.finditer(signed))]
    return _SIGN.sub("", signed), signs


def _moved(signs: list[tuple[int, int]], text: str, plain: str) -> list[tuple[int, int]]:
    """Positions in *text* converted to positions in *plain*, as far as the lines of both agree."""
    lines, plain_lines = text.split("\n"), plain.split("\n")
    starts, plain_starts = _line_starts(lines), _line_starts(plain_lines)
    moved = []
    line_of = {
        match.a + step: match.b + step
        for match in SequenceMatcher(None, lines, plain_lines).get_matching_blocks()
        for step in range(match.size)
    }
    for place, block in signs:
        line = bisect_left(starts, place + 1) - 1
        if line in line_of:
            moved.append((place - starts[line] + plain_starts[line_of[line]], block))
    return moved


def _line_starts(lines: list[str]) -> list[int]:
    """The start of each line in the joined text."""
    return [0, *accumulate(len(line) + 1 for line in lines)]


def _stretches(text: str, signs: list[tuple[int, int]]) -> list[Stretch]:
    """Text split where blocks begin and end: at lines, or at a word if a line has several blocks."""
    edges: list[tuple[int, int]] = [(0, -1)]
    for place, block in signs:
        start, owner = edges[-1]
        if owner == -1 and len(edges) > 1 and edges[-2][1] == block:
            edges.pop()  # the same block continues
        elif (line := text.rfind("\n", 0, place) + 1) >= start and owner == -1:
            edges.append((line, block))
        else:
            edges[-1] = (_word_start(text, edges[-2][0], place), block)
        edges.append((_line_end(text, place), -1))
    stops = [start for start, _ in edges[1:]] + [len(text)]
    return [(owner, text[start:stop]) for (start, owner), stop in zip(edges, stops, strict=True) if start < stop]


def _line_end(text: str, place: int) -> int:
    """The start of the next line with text."""
    stop = text.find("\n", place)
    while 0 <= stop < len(text) and text[stop] == "\n":
        stop += 1
    return len(text) if stop < 0 else stop


def _word_start(text: str, least: int, place: int) -> int:
    """The start of the word around a position."""
    while place > least and not text[place - 1].isspace():
        place -= 1
    return place
