"""Paragraphs woven together: text, and what elements within a line put before and after it, joined in one go."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Ints
from thresher.page.tags import CODES
from thresher.writers.nests import inside, outermost

if TYPE_CHECKING:
    from thresher.writers.outline import Outline

#: Stands between paragraphs, and for a line break within one, until white space is collapsed.
PARAGRAPH, LINE = "\x10", "\x00"
_EDGES = " " + LINE


class Loom:
    r"""Holds the threads of all paragraphs, and weaves them; elements are named by their number in the outline.

    >>> from thresher.page import Page
    >>> from thresher.selection import Selection
    >>> from thresher.writers.outline import outline_of
    >>> page = Page.from_html("<p>Oats <b>and <br>rye</b><p>Salt")
    >>> outline = outline_of(Selection(page, np.ones(4, dtype=bool)))
    >>> loom = Loom(outline, outline.texts)
    >>> loom.put_around(np.array([3]), ["<"], [">"])
    >>> loom.weave().split(PARAGRAPH)
    ['Oats <and \x00rye>', 'Salt']
    """

    def __init__(self, outline: Outline, texts: list[str]) -> None:
        self.outline = outline
        self.texts = texts + [""] * len(outline.shown)  #: of each selected run, then of each shown element
        self._numbers: list[Ints] = []
        self._starts: list[str] = []
        self._stops: list[str] = []
        self._once: list[bool] = []
        self._replaced: list[Ints] = []

    def put_around(self, numbers: Ints, starts: list[str], stops: list[str], *, once: bool = False) -> None:
        """Put something before and after the text of elements, *once* or in each paragraph that they are in."""
        self._numbers.append(numbers)
        self._starts += starts
        self._stops += stops
        self._once += [once] * len(numbers)

    def replace(self, numbers: Ints, texts: list[str]) -> None:
        """Let texts stand for all that is in elements."""
        outline, kept = self.outline, self.outline.kept
        first, _ = outline.atoms_in(numbers)
        stretches = kept.start[numbers].tolist(), kept.stop[numbers].tolist()
        for start, stop, place, text in zip(*stretches, outline.atoms.source[first].tolist(), texts, strict=True):
            if start < stop:
                self.texts[start:stop] = [""] * (stop - start)
            self.texts[place] = text
        self._replaced.append(kept.row[numbers])

    def weave(self) -> str:
        """All paragraphs in one string, `PARAGRAPH` between them; an element around several starts anew in each.

        What an element puts before and after its text stands right beside its first and last atom, so white space
        and line breaks at its edges come to stand outside of it.
        """
        outline, atoms, texts = self.outline, self.outline.atoms, self.texts
        first, last, which, row = self._intervals()
        starts, stops = self._signs(first, last, which, row)
        breaks = atoms.place[atoms.opens[1:].nonzero()[0]]
        lines, blanks = self._line_breaks(), self._blank_runs()
        blank_places = outline.page.at[outline.runs[blanks]] + outline.runs[blanks]
        # At each place: what starts before an atom, outer elements first; the atom; what stops after it, inner ones
        # first; the end of a paragraph.
        size = len(outline.page.tag) + 1
        slots = np.concatenate((atoms.place[first], atoms.place, atoms.place[last], breaks, blank_places, lines))
        slots *= 2 * size + 2
        slots[: len(row)] += row
        slots[len(row) : (middle := len(row) + len(atoms.place))] += size
        slots[middle : (ends := middle + len(row))] += 2 * size - row
        slots[ends : ends + len(breaks)] += 2 * size + 1
        pieces = starts
        pieces += [texts[number] for number in atoms.source.tolist()]
        pieces += stops
        pieces += [PARAGRAPH] * len(breaks)
        pieces += [texts[number] for number in blanks.tolist()]
        pieces += [LINE] * len(lines)
        return "".join([pieces[number] for number in np.argsort(slots, kind="stable").tolist()])

    def _intervals(self) -> tuple[Ints, Ints, Ints, Ints]:
        """First and last atom of elements, for each paragraph that they are in; which element that is, and its row."""
        atoms, paragraph = self.outline.atoms, self.outline.atoms.paragraph
        numbers = np.concatenate((*self._numbers, np.zeros(0, dtype=np.int64)))
        first, last = self.outline.atoms_in(numbers)
        which, row = np.arange(len(numbers)), self.outline.kept.row[numbers]
        if (paragraph[first] == paragraph[last]).all():
            return first, last, which, row
        begin = atoms.opens.nonzero()[0]
        end = np.append(begin[1:], len(paragraph)) - 1
        from_ = paragraph[np.where(self._once, self._next_text(first, last), first)]
        count = np.where(self._once, 1, paragraph[last] - from_ + 1)
        which = np.repeat(which, count)
        number = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count) + from_[which]
        return np.maximum(first[which], begin[number]), np.minimum(last[which], end[number]), which, row[which]

    def _signs(self, first: Ints, last: Ints, which: Ints, row: Ints) -> tuple[list[str], list[str]]:
        """What stands before and after each interval, with the white space at its edges, which moves out of it."""
        source, texts, elements = self.outline.atoms.source, self.texts, which.tolist()
        starts = [self._starts[number] for number in elements]
        stops = [self._stops[number] for number in elements]
        begin, end = source[first].tolist(), source[last].tolist()
        # Outer elements come first, so that it moves out of all of them.
        for number in np.argsort(row, kind="stable").tolist():
            text = texts[begin[number]]
            if text and text[0].isspace():
                texts[begin[number]], starts[number] = text.lstrip(), " " + starts[number]
            text = texts[end[number]]
            if text and text[-1].isspace():
                texts[end[number]], stops[number] = text.rstrip(), stops[number] + " "
        return starts, stops

    def _next_text(self, first: Ints, last: Ints) -> Ints:
        """The first atom between *first* and *last* that is text, or *first*."""
        texts = (self.outline.atoms.source < len(self.outline.runs)).nonzero()[0]
        found = texts[np.minimum(np.searchsorted(texts, first), len(texts) - 1)]
        in_it: Ints = np.where((found >= first) & (found <= last), found, first)
        return in_it

    def _line_breaks(self) -> Ints:
        """Places of line breaks between the first atom and the last, but for those in elements that were replaced."""
        page, place = self.outline.page, self.outline.atoms.place
        rows: Ints = (page.code == CODES["br"]).nonzero()[0]
        if not len(rows):
            return rows
        at = rows + np.searchsorted(page.at, rows, side="right")
        wanted = (at > place[0]) & (at < place[-1])
        replaced = np.sort(np.concatenate((*self._replaced, np.zeros(0, dtype=np.int64))))
        replaced = replaced[outermost(replaced, page.end[replaced])]
        found: Ints = at[wanted & ~inside(rows, replaced, page.end[replaced])]
        return found

    def _blank_runs(self) -> Ints:
        """Selected runs that are white space only."""
        blank = np.ones(len(self.outline.runs), dtype=bool)
        source = self.outline.atoms.source
        blank[source[source < len(blank)]] = False
        return blank.nonzero()[0]


def trimmed(woven: str) -> list[str]:
    r"""The paragraphs of a string whose white space is collapsed, without blanks and line breaks around each.

    >>> trimmed("Oats \x10 rye \x00\x10Salt")
    ['Oats', 'rye', 'Salt']
    """
    return [paragraph.strip(_EDGES) for paragraph in woven.split(PARAGRAPH)]
