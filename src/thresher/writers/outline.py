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

from thresher.page.columns import Bools, Ints, nesting, prefix, subtree_sum, sum_by_row
from thresher.page.hidden import INVISIBLE
from thresher.page.kernels import kernel
from thresher.page.tags import tag_set
from thresher.writers.atoms import Atoms, atom_columns, thread_of
from thresher.writers.kept import Kept, kept_columns
from thresher.writers.named import rows_named
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
_CELLS, _BREAK = tag_set("td", "th"), tag_set("br")


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
        starts, stops = self._stretches
        return "".join(self.texts[starts[number] : stops[number]])

    def number(self, row: int) -> int:
        """The number of the kept element that has a row."""
        return int(np.searchsorted(self.kept.row, row))

    @cached_property
    def rows(self) -> list[int]:
        """Kept element: its row in the page."""
        rows: list[int] = self.kept.row.tolist()
        return rows

    @cached_property
    def _stretches(self) -> tuple[list[int], list[int]]:
        """Kept element: where its selected runs start and stop."""
        return self.kept.start.tolist(), self.kept.stop.tolist()

    @cached_property
    def first_paragraph(self) -> Ints:
        """Kept element: the first paragraph in it, if there is any."""
        return np.searchsorted(self.atoms.first, self.kept.first, side="right") - 1

    @cached_property
    def lines(self) -> Ints:
        """Rows of the line breaks of the page."""
        return rows_named(_BREAK, self.page.code)

    @cached_property
    def thread(self) -> tuple[Ints, Ints]:
        """What paragraphs are woven of, in document order, and where each of them stops (`atoms.thread_of`)."""
        return thread_of(self.runs, self.shown, self.lines, self.page.at, self.atoms.place, self.atoms.opens)


def outline_of(selection: Selection) -> Outline:
    """The kept part of the page that *selection* is about."""
    page, runs = selection.page, selection.runs.nonzero()[0]
    tree = page.parent, page.end, page.host, page.at
    visible, blocks = visible_runs(page), BLOCK[page.code]
    chosen = subtree_sum(sum_by_row(page.host[runs], page.length[runs], len(page.tag)), page.end)
    shown = shown_elements(page, chosen, runs, visible)
    atoms = Atoms(*atom_columns(runs, page.length, shown, blocks, _line_breaks(page), *tree))
    columns = kept_columns(chosen, shown, _CELLS[page.code], selection.runs, atoms.place, *tree)
    kept = Kept(page.code[columns[0]], *columns, chosen[columns[0]])
    texts = chosen_texts(selection, runs)
    # A blank stands for visible text that was left out between two runs.
    for place in gaps_in_lines(runs, page.at, visible, blocks):
        texts[place] = " " + texts[place]
    return Outline(page, runs, texts, shown, atoms, kept)


def _line_breaks(page: Page) -> Bools:
    """Element: whether it is a line break outside of code, which no break divides."""
    breaks = _BREAK[page.code]
    if len(rows_named(CODE, page.code)) and breaks.any():
        breaks &= nesting(CODE[page.code], page.end) == 0
    return breaks


def chosen_texts(selection: Selection, runs: Ints) -> list[str]:
    """What is selected of each of the *runs* of a selection."""
    texts = selection.texts() if len(selection.cuts) else selection.page.text
    return [texts[run] for run in runs.tolist()]


def visible_runs(page: Page) -> Bools:
    """Run: whether a reader sees it."""
    visible: Bools = (page.hidden[page.host] & int(INVISIBLE)) == 0
    return visible


@kernel
def gaps_in_lines(runs: Ints, at: Ints, visible: Bools, blocks: Bools) -> list[int]:
    """Which of *runs* come after *visible* ones of their own line that are not among them.

    >>> gaps_in_lines(np.array([0, 2, 4]), np.array([1, 1, 1, 2, 3]), np.ones(5, dtype=bool), np.array([1, 0, 1]) > 0)
    [1]
    """
    gaps = (runs[1:] != runs[:-1] + 1).nonzero()[0]
    if not len(gaps):
        return []
    before, after = runs[gaps], runs[gaps + 1]
    seen, started = prefix(visible), prefix(blocks)
    left_out = seen[before + 1] < seen[after]
    parted: list[int] = (gaps[left_out & (started[at[before]] == started[at[after]])] + 1).tolist()
    return parted
