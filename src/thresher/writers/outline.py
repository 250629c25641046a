"""What is kept of a page: the selected text and the pictures in it, as paragraphs, and the elements around them.

An *atom* is a selected run with more than white space, or an element that shows something without having text (a
picture, a player, a rule, a box to tick) and lies in a container most of whose text is selected. A *paragraph* is a
stretch of atoms that a reader sees as one. An element is kept if there is an atom in it.

Everything is a column in document order, so that writers neither recurse nor look at what is not kept.
A *place* is the number of elements and runs of the page that come before something.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools, Codes, Ints, nesting, prefix, subtree_sum
from thresher.page.hidden import INVISIBLE
from thresher.page.tags import CODES, tag_set
from thresher.writers.shown import shown_elements

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Selection

#: Elements that begin and end a line in a browser. All others, unknown ones included, stand within a line.
BLOCK = tag_set(
    *"html body article section nav aside h1 h2 h3 h4 h5 h6 hgroup header footer address main search p hr pre "
    "blockquote ol ul menu li dl dt dd figure figcaption div table caption colgroup col tbody thead tfoot tr td th "
    "form fieldset legend details summary dialog dir center listing xmp plaintext noframes frameset optgroup option "
    "marquee".split()
)
#: Elements of code within a line.
CODE = tag_set("code", "kbd", "samp", "tt")
_CELLS = tag_set("td", "th")


@dataclass(frozen=True, eq=False)
class Atoms:
    """Columns of atoms."""

    place: Ints
    source: Ints  #: its number among the selected runs, or after all of those, among the shown elements
    opens: Bools  #: whether it begins a paragraph
    around: Ints  #: how many blocks are around it

    @cached_property
    def paragraph(self) -> Ints:
        """The number of its paragraph."""
        return np.cumsum(self.opens) - 1


@dataclass(frozen=True, eq=False)
class Kept:
    """Columns of kept elements."""

    row: Ints  #: its row in the page
    code: Codes  #: the number of its name
    end: Ints  #: one past the last row of its subtree in the page
    opens: Ints  #: the place where it opens
    closes: Ints  #: the place where it closes
    start: Ints  #: the first of the selected runs in it
    stop: Ints  #: one past the last of them

    def having(self, flags: Bools) -> Ints:
        """Which of the kept elements have one of the names of *flags*."""
        return flags[self.code].nonzero()[0]


@dataclass(frozen=True, eq=False)
class Outline:
    """The kept part of a page.

    >>> from thresher.page import Page
    >>> from thresher.selection import Selection
    >>> page = Page.from_html("<nav>Home</nav><div><p>Oats and <img src=o.png> <b>rye</b><p>Salt</div>")
    >>> outline = outline_of(Selection(page, np.array([False, True, True, True, True])))
    >>> outline.texts
    ['Oats and ', ' ', 'rye', 'Salt']
    >>> [page.tag[row] for row in outline.kept.row]
    ['html', 'body', 'div', 'p', 'img', 'b', 'p']
    >>> outline.atoms.paragraph.tolist()
    [0, 0, 0, 1]
    """

    page: Page
    runs: Ints  #: the selected runs
    texts: list[str]  #: selected run: what is selected of it
    shown: Ints  #: rows of atoms that are elements
    atoms: Atoms
    kept: Kept

    @property
    def is_empty(self) -> bool:
        """Whether nothing is kept."""
        return not len(self.atoms.place)

    def raw(self, number: int) -> str:
        """What is selected of the text of a kept element."""
        return "".join(self.texts[self.kept.start[number] : self.kept.stop[number]])

    def number(self, row: int) -> int:
        """The number of the kept element that has a row."""
        return int(np.searchsorted(self.kept.row, row))

    def atoms_in(self, numbers: Ints) -> tuple[Ints, Ints]:
        """First and last atom in kept elements."""
        place = self.atoms.place
        first = np.searchsorted(place, self.kept.opens[numbers])
        return first, np.searchsorted(place, self.kept.closes[numbers]) - 1


def outline_of(selection: Selection) -> Outline:
    """The kept part of the page that *selection* is about."""
    page, runs = selection.page, selection.runs.nonzero()[0]
    runs_before, ahead = prefix(selection.runs), prefix(np.bincount(page.host, minlength=len(page.tag)))
    solid = page.length[runs].nonzero()[0]
    own = np.bincount(page.host[runs], weights=page.length[runs], minlength=len(page.tag))
    chars = subtree_sum(own, page.end)
    shown = shown_elements(page, chars, runs, runs[solid])
    atoms = _atoms(page, runs, solid, shown)
    has_atom = chars > 0
    if len(shown):
        has_atom |= subtree_sum(np.bincount(shown, minlength=len(page.tag)), page.end) > 0
    # An empty cell holds a place in its row.
    has_atom |= has_atom[page.parent] & _CELLS[page.code]
    rows = has_atom.nonzero()[0]
    end = page.end[rows]
    first_run = np.searchsorted(page.at, rows, side="right")
    run_stop = first_run + ahead[end] - ahead[rows]
    kept = Kept(
        row=rows,
        code=page.code[rows],
        end=end,
        opens=rows + first_run,
        closes=end + run_stop,
        start=runs_before[first_run],
        stop=runs_before[run_stop],
    )
    return Outline(page, runs, selected_texts(selection, runs), shown, atoms, kept)


def _atoms(page: Page, runs: Ints, solid: Ints, shown: Ints) -> Atoms:
    """The atoms of a page, runs and shown elements in document order."""
    block = BLOCK[page.code]
    started, nested, lines = prefix(block), nesting(block, page.end), prefix(_line_breaks(page))
    run = runs[solid]
    at = page.at[run]
    place, source, host, start = at + run, solid, page.host[run], started[at] * 2
    if len(shown):
        place = np.concatenate((place, shown + np.searchsorted(page.at, shown, side="right")))
        order = np.argsort(place, kind="stable")
        place = place[order]
        source = np.concatenate((source, np.arange(len(runs), len(runs) + len(shown))))[order]
        host = np.concatenate((host, page.parent[shown]))[order]
        at = np.concatenate((at, shown))[order]
        # A block that is an atom itself, such as a rule, is apart from what comes before and after it.
        start = np.concatenate((start, started[shown] * 2 + block[shown]))[order]
    around, line = nested[host], lines[at]
    opens = np.ones(len(place), dtype=bool)
    opens[1:] = (start[1:] != start[:-1]) | (around[1:] != around[:-1]) | (line[1:] > line[:-1] + 1)
    return Atoms(place, source, opens, around)


def _line_breaks(page: Page) -> Bools:
    """Element: whether it is a line break outside of code, which no break divides."""
    breaks: Bools = page.code == CODES["br"]
    code = CODE[page.code]
    if breaks.any() and code.any():
        breaks &= nesting(code, page.end) == 0
    return breaks


def selected_texts(selection: Selection, runs: Ints) -> list[str]:
    """The selected text of each of *runs*; a blank stands for visible text that was left out between two of them."""
    page = selection.page
    source = selection.texts() if len(selection.cuts) else page.text
    texts = [source[run] for run in runs.tolist()]
    for place in visible_gaps(page, runs).tolist():
        texts[place] = " " + texts[place]
    return texts


def visible_gaps(page: Page, runs: Ints) -> Ints:
    """Which of *runs* come after text of their own line that was left out and that a reader sees."""
    gaps: Ints = (runs[1:] != runs[:-1] + 1).nonzero()[0]
    if not len(gaps):
        return gaps
    before, after = runs[gaps], runs[gaps + 1]
    visible, started = prefix((page.hidden[page.host] & int(INVISIBLE)) == 0), prefix(BLOCK[page.code])
    left_out = visible[before + 1] < visible[after]
    parted: Ints = gaps[left_out & (started[page.at[before]] == started[page.at[after]])] + 1
    return parted
