"""Paragraphs woven together: text, and what elements within a line put before and after it, joined in one go."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from thresher.page.columns import Bools, Ints
from thresher.page.kernels import kernel
from thresher.page.whitespace import collapse
from thresher.writers.escape import have_marks
from thresher.writers.nests import outermost

if TYPE_CHECKING:
    from thresher.writers.outline import Outline

#: Stands for a line break within a paragraph.
LINE = "\x0e"
#: What does not stand at the edges of a paragraph.
EDGES = " " + LINE


class Signs(NamedTuple):
    """Columns of what stands before and after elements; elements are named by their number in the outline."""

    numbers: list[int]
    starts: list[str]  #: what stands before its text
    stops: list[str]  #: what stands after it
    once: list[bool]  #: whether that is there once, or in each paragraph that it is in


class Loom:
    r"""Holds the threads of all paragraphs, and weaves them; elements are named by their number in the outline.

    >>> from thresher.page import Page
    >>> from thresher.selection import Selection
    >>> from thresher.writers.outline import outline_of
    >>> page = Page.from_html("<p>Oats <b>and <br>rye</b><p>Salt")
    >>> outline = outline_of(Selection(page, np.ones(4, dtype=bool)))
    >>> loom = Loom(outline, outline.texts)
    >>> loom.put_around([3], ["<"], [">"])
    >>> loom.weave()
    (['Oats <and \x0erye>', 'Salt'], [0])
    """

    def __init__(self, outline: Outline, texts: list[str]) -> None:
        self.outline = outline
        #: of each selected run, then of each shown element, then of each line break
        self.texts = texts + [""] * len(outline.shown) + [LINE] * len(outline.lines)
        self._signs = Signs([], [], [], [])

    def put_around(self, numbers: list[int], starts: list[str], stops: list[str], *, once: bool = False) -> None:
        """Put something before and after the text of elements, *once* or in each paragraph that they are in."""
        signs = self._signs
        signs.numbers.extend(numbers)
        signs.starts.extend(starts)
        signs.stops.extend(stops)
        signs.once.extend([once] * len(starts))

    def replace(self, numbers: Ints, texts: list[str]) -> None:
        """Let texts stand for all that is in elements."""
        kept, source = self.outline.kept, self.outline.atoms.source
        stretches = kept.start[numbers].tolist(), kept.stop[numbers].tolist()
        held = self.texts
        for start, stop, place, text in zip(*stretches, source[kept.first[numbers]].tolist(), texts, strict=True):
            if start < stop:
                held[start:stop] = [""] * (stop - start)
            held[place] = text
        if len(self.outline.lines):
            self._drop_lines(numbers)

    def _drop_lines(self, numbers: Ints) -> None:
        """Drop the line breaks in elements."""
        kept, lines = self.outline.kept, self.outline.lines
        ahead = len(self.texts) - len(lines)
        # Most, such as pictures, have nothing in them.
        numbers = numbers[kept.end[numbers] > kept.row[numbers] + 1]
        if not len(numbers):
            return
        numbers = numbers[outermost(kept.row[numbers], kept.end[numbers])]
        first, stop = lines.searchsorted(kept.row[numbers]), lines.searchsorted(kept.end[numbers])
        for line in np.flatnonzero(first < stop).tolist():
            for place in range(ahead + int(first[line]), ahead + int(stop[line])):
                self.texts[place] = ""

    def weave(self) -> tuple[list[str], list[int]]:
        """All paragraphs, and the numbers of those with marks in them; an element around several starts anew in each.

        What an element puts before and after its text stands right beside its first and last atom, so white space
        and line breaks at its edges come to stand outside of it.
        """
        outline, kept, atoms = self.outline, self.outline.kept, self.outline.atoms
        columns = kept.first, kept.last, atoms.source, atoms.opens
        return woven(self.texts, self._signs, columns, len(outline.runs), outline.thread, outline.stops, LINE)


def by_paragraph(first: Ints, last: Ints, once: Bools, opens: Bools, is_text: Bools) -> tuple[Ints, Ints, Ints]:
    """First and last atom of elements, for each paragraph that they are in, and which element that is.

    Atoms that open a paragraph, and those that *is_text*, are flags; elements that are there only *once* are in the
    paragraph of their first text.

    >>> opens, is_text = np.array([True, True, False]), np.array([False, True, True])
    >>> columns = by_paragraph(np.array([0, 0]), np.array([2, 2]), np.array([True, False]), opens, is_text)
    >>> [column.tolist() for column in columns]
    [[1, 0, 1], [2, 0, 2], [0, 1, 1]]
    """
    paragraph, which = np.cumsum(opens) - 1, np.arange(len(first))
    if (paragraph[first] == paragraph[last]).all():
        return first, last, which
    begin = opens.nonzero()[0]
    end = np.append(begin[1:], len(paragraph)) - 1
    from_ = paragraph[np.where(once, _next_text(first, last, is_text), first)]
    count = np.where(once, 1, paragraph[last] - from_ + 1)
    which = np.repeat(which, count)
    number = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count) + from_[which]
    return np.maximum(first[which], begin[number]), np.minimum(last[which], end[number]), which


def _next_text(first: Ints, last: Ints, is_text: Bools) -> Ints:
    """The first atom between *first* and *last* that is text, or *first*."""
    texts = np.append(is_text.nonzero()[0], len(is_text))
    found = texts[texts.searchsorted(first)]
    in_it: Ints = np.where(found <= last, found, first)
    return in_it


def tie(
    texts: list[str],
    numbers: list[int],
    starts: list[str],
    stops: list[str],
    once: list[bool],
    first: Ints,
    last: Ints,
    source: Ints,
    opens: Bools,
    runs: int,
) -> None:
    """Put signs into the texts of the first and last atoms of elements, in each of the paragraphs that they are in.

    White space at the edges of an element moves out of it, and of those that are around it. Columns of `Signs` come
    first, then those of elements and of atoms; the first *runs* of the texts are those of runs.

    >>> texts = ["Oats", " and ", "rye ", "salt"]
    >>> first, last, opens = np.array([1, 2]), np.array([3, 2]), np.array([True, False, False, True])
    >>> tie(texts, [1, 0], ["[", "<"], ["]", ">"], [True, False], first, last, np.arange(4), opens, 4)
    >>> texts
    ['Oats', ' <and ', '[rye]> ', '<salt>']
    """
    if not numbers:
        return
    order = np.argsort(numbers, kind="stable")  # outer elements first
    rows, is_once = np.array(numbers)[order], np.array(once)[order]
    first, last, which = by_paragraph(first[rows], last[rows], is_once, opens, source < runs)
    before: defaultdict[int, list[str]] = defaultdict(list)
    after: defaultdict[int, list[str]] = defaultdict(list)
    for begin, end, number in zip(source[first].tolist(), source[last].tolist(), order[which].tolist(), strict=True):
        text = texts[begin]
        if text[:1].isspace():
            texts[begin] = text.lstrip()
            before[begin].append(" ")
        before[begin].append(starts[number])
        text = texts[end]
        if text[-1:].isspace():
            texts[end] = text.rstrip()
            after[end].append(" ")
        after[end].append(stops[number])
    for place, signs in before.items():
        texts[place] = "".join(signs) + texts[place]
    for place, signs in after.items():
        texts[place] += "".join(reversed(signs))


@kernel
def woven(
    texts: list[str],
    signs: tuple[list[int], list[str], list[str], list[bool]],
    atoms: tuple[Ints, Ints, Ints, Bools],
    runs: int,
    thread: Ints,
    stops: Ints,
    line: str,
) -> tuple[list[str], list[int]]:
    r"""Paragraphs of the texts in the order of a thread, tied and collapsed, and the numbers of those with marks.

    *signs* are columns of `Signs`; *atoms* and *runs* are what `tie` needs besides. There are no blanks and no *line*
    breaks around paragraphs.

    >>> signs = [0], ["<"], [">"], [False]
    >>> atoms = np.array([0]), np.array([1]), np.array([0, 1]), np.array([True, False])
    >>> woven(["a ", " b ", "|", "| ", " c\x0e "], signs, atoms, 5, np.array([2, 0, 1, 2, 4]), np.array([4, 5]), "|")
    (['<a b>', 'c\x0e'], [1])
    """
    texts = texts.copy()
    tie(texts, *signs, *atoms, runs)
    paragraphs, edges, start = [], " " + line, 0
    for stop in stops.tolist():
        paragraphs.append(collapse("".join([texts[number] for number in thread[start:stop].tolist()])).strip(edges))
        start = stop
    return paragraphs, [number for number, text in enumerate(paragraphs) if have_marks([text])]
