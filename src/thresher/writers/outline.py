"""What is kept of a page: the selected text and the pictures in it, as paragraphs, and the elements around them.

An *atom* is a selected run with more than white space, or an element that shows something without having text (a
picture, a player, a rule, a box to tick) and lies in a container most of whose text is selected. A *paragraph* is a
stretch of atoms that a reader sees as one. An element is kept if there is an atom in it.

Everything is a column in document order, so that writers neither recurse nor look at what is not kept.
A *place* is the number of elements and runs of the page that come before something.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from thresher.cached import cached_property
from thresher.page.columns import Bools, Codes, Ints, nesting, picked, prefix
from thresher.page.hidden import INVISIBLE
from thresher.page.kernels import kernel
from thresher.page.tags import BLOCK, tag_set
from thresher.writers.atoms import Atoms, atom_columns, thread_of
from thresher.writers.captions import caption_runs
from thresher.writers.columns import Columns, columns_of
from thresher.writers.content import content_of
from thresher.writers.kept import Kept, kept_columns
from thresher.writers.lead import lead_of
from thresher.writers.named import Names, name_bits, names_among
from thresher.writers.posts import NO_POSTS, Posts, posts_of
from thresher.writers.shown import shown_elements

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Selection

#: Elements of code within a line.
CODE = Names("code", "kbd", "samp", "tt")
#: Names that decide about paragraphs and kept elements: blocks, line breaks, code, cells.
_NAMES = (BLOCK, tag_set("br"), CODE.flags, tag_set("td", "th"))
_KINDS = name_bits(*_NAMES)


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
    lines: Ints  #: rows of the line breaks of the page
    thread: Ints  #: what paragraphs are woven of, in document order: runs, shown elements, line breaks
    stops: Ints  #: paragraph: where it stops in the thread
    atoms: Atoms
    kept: Kept
    posts: Posts = NO_POSTS

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
        return int(self.kept.row.searchsorted(row))

    @cached_property
    def rows(self) -> list[int]:
        """Kept element: its row in the page."""
        rows: list[int] = self.kept.row.tolist()
        return rows

    @cached_property
    def _stretches(self) -> tuple[list[int], list[int]]:
        """Kept element: where its selected runs start and stop."""
        return self.kept.start.tolist(), self.kept.stop.tolist()


def outline_of(selection: Selection, *, images: bool = True) -> Outline:
    """The kept part of the page that *selection* is about, with pictures beside its text and their captions."""
    page, content = selection.page, content_of(selection)
    shown, apart = shown_elements(page, content)
    if images:
        if (lead := lead_of(selection, content, shown)) is not None:
            shown, apart = np.array(sorted((*shown.tolist(), lead))), [lead, *apart]
        if apart and len(below := caption_runs(page, apart)):
            selection = with_runs(selection, below)
            content = content_of(selection)
    columns, runs = columns_of(page), content.runs
    lines, thread, stops, *rest = outline_columns(columns, selection.runs, runs, content.chosen, shown, _KINDS)
    texts = chosen_texts(selection, runs)
    # A blank stands for visible text that was left out between two runs.
    for place in gaps_in_lines(columns, runs, BLOCK, int(INVISIBLE)):
        texts[place] = " " + texts[place]
    kept = Kept(names_among(rest[4]), *rest[4:])
    posts = posts_of(selection, kept)
    return Outline(page, runs, texts, shown, lines, thread, stops, Atoms(*rest[:4]), kept, posts)


@kernel
def outline_columns(
    columns: Columns, selected: Bools, runs: Ints, chosen: Ints, shown: Ints, kinds: Codes
) -> tuple[Any, ...]:
    """Rows of line breaks, the thread and where paragraphs stop in it, then the columns of `Atoms`, then of `Kept`.

    *selected* are flags of runs, and *runs* their numbers, *chosen* is how many selected characters are in an element,
    *shown* are rows of elements that show something; *kinds* of names are bits, as `_NAMES` has them.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>rye <b>and</b><br>oats<p>wheat")
    >>> chosen = np.ones(4, bool), np.arange(4), page.chars
    >>> found = outline_columns(columns_of(page), *chosen, np.array([], int), _KINDS)
    >>> [column.tolist() for column in found[:3]], found[5].tolist(), found[8].tolist()
    ([[5], [0, 1, 4, 2, 3], [4, 5]], [True, False, False, True], [0, 2, 3, 4, 6])
    """
    code, end = columns.code, columns.end
    blocks, breaks, codes, cells = ((kinds[code] & 1 << bit) != 0 for bit in range(len(_NAMES)))
    lines, nested = breaks.nonzero()[0], nesting(blocks, end)
    # No line break divides code.
    dividing = breaks & (nesting(codes, end) == 0) if len(lines) and codes.any() else breaks
    atoms = atom_columns(columns, runs, shown, blocks, nested, dividing)
    kept = kept_columns(columns, selected, chosen, shown, cells, atoms[0])
    row, first = kept[0], kept[6]
    paragraph = np.cumsum(atoms[2])[np.minimum(first, len(atoms[2]) - 1)] - 1 if len(atoms[2]) else first
    thread = thread_of(runs, shown, lines, columns.at, atoms[0], atoms[2])
    return (lines, *thread, *atoms, code[row], *kept, paragraph, chosen[row], nested[row])


def with_runs(selection: Selection, runs: Ints) -> Selection:
    """A selection with some more runs."""
    chosen = selection.runs.copy()
    chosen[runs] = True
    return replace(selection, runs=chosen)


def chosen_texts(selection: Selection, runs: Ints) -> list[str]:
    """What is selected of each of the *runs* of a selection."""
    if len(selection.cuts):
        texts = selection.texts()
        return [texts[run] for run in runs.tolist()]
    return picked(selection.page.text, selection.runs)


@kernel
def gaps_in_lines(columns: Columns, runs: Ints, blocks: Bools, invisible: int) -> list[int]:
    """Which of *runs* come after others of their own line, not among them, that are no more *invisible* than they are.

    *blocks* are flags of names.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>rye<b>and</b>oats<p>wheat")
    >>> gaps_in_lines(columns_of(page), np.array([0, 2, 3]), BLOCK, int(INVISIBLE))
    [1]
    """
    gaps = (runs[1:] != runs[:-1] + 1).nonzero()[0]
    if not len(gaps):
        return []
    at, host = columns.at, columns.host
    started, causes = prefix(blocks[columns.code]), columns.hidden[host] & invisible
    before, after = runs[gaps], runs[gaps + 1]
    in_line = started[at[before]] == started[at[after]]
    return [
        gap + 1
        for gap, one, other in zip(
            gaps[in_line].tolist(), before[in_line].tolist(), after[in_line].tolist(), strict=True
        )
        if (causes[one + 1 : other] & ~causes[one] == 0).any()
    ]
