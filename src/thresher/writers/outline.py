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

from thresher.page.columns import Bools, Codes, Ints, nearest, nesting, prefix, subtree_sum
from thresher.page.hidden import INVISIBLE, Cause
from thresher.page.tags import CODES, tag_set

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
#: Elements that may show something without having text.
SHOWN = tag_set(*"img amp-img video amp-video audio iframe amp-iframe embed object hr input script".split())
#: A container is content, with the pictures in it, if at least this share of its text is selected [D].
MIN_SELECTED_SHARE = 0.5
#: A picture deeper than this in elements without any text is in nobody's content [D].
MAX_STEPS_TO_TEXT = 50
#: No more characters are a sign, such as the full stop behind a formula [D].
MAX_SIGNS = 2
#: A figure with more text than this is more than a picture and its caption [D].
MAX_CAPTION = 500
#: What hides a picture. Off-screen tricks do not count: lazy loaders fade pictures in from nothing.
_HIDES_PICTURES = int(Cause.ATTRIBUTE | Cause.STYLE | Cause.RULE)
#: Elements of code within a line.
CODE = tag_set("code", "kbd", "samp", "tt")
_CELLS, _MACHINERY = tag_set("td", "th"), tag_set("template", "svg")
#: Elements that mostly show nothing.
_SILENT, _SCRIPT = tag_set("script", "input"), CODES["script"]


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
    shown = _without_double_rules(page, _shown(page, chars, runs), runs[solid])
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


def _shown(page: Page, chosen: Ints, runs: Ints) -> Ints:
    """Rows of elements without text that show something in content; *chosen* are selected characters in subtrees."""
    rows = SHOWN[page.code].nonzero()[0]
    if not len(rows) or not len(runs):
        return rows[:0]
    seen = _seen_chars(page)
    # A sign that nobody selected is no text.
    holder = _nearest_with_text(page, _figures(page, rows), np.where((seen > MAX_SIGNS) | (chosen > 0), seen, 0))
    share = chosen[holder] / np.maximum(seen[holder], 1)
    between = (page.at[runs[0]] <= rows) & (page.at[runs[-1]] > rows)
    whole = (share >= 1) & (holder > page.body)
    rows = rows[((share >= MIN_SELECTED_SHARE) & between) | whole]
    rows = rows[(page.hidden[rows] & _HIDES_PICTURES) == 0]
    silent = [row for row in rows[_SILENT[page.code[rows]]].tolist() if not _shows(page, row)]
    rows = rows[~np.isin(rows, silent)] if silent else rows
    machinery = _MACHINERY[page.code].nonzero()[0]
    machinery = machinery[outermost(machinery, page.end[machinery])]
    shown: Ints = rows[~inside(rows, machinery, page.end[machinery])]
    return shown


def _without_double_rules(page: Page, shown: Ints, solid: Ints) -> Ints:
    """*shown* without rules that follow another one directly: what stood between them was left out."""
    is_rule = page.code[shown] == CODES["hr"]
    if np.count_nonzero(is_rule) < 2:
        return shown
    texts_ahead = np.searchsorted(page.at[solid], shown, side="right")
    again = is_rule[1:] & is_rule[:-1] & (texts_ahead[1:] == texts_ahead[:-1])
    kept: Ints = shown[np.append(True, ~again)]
    return kept


def _seen_chars(page: Page) -> Ints:
    """Element: characters of text in its subtree that a reader sees; formulas hide theirs behind a picture of them."""
    hidden = (page.hidden[page.host] & int(INVISIBLE)) != 0
    if not hidden.any():
        return page.chars
    own = np.bincount(page.host, weights=np.where(hidden, 0, page.length), minlength=len(page.tag))
    seen: Ints = subtree_sum(own, page.end)
    return seen


def _figures(page: Page, rows: Ints) -> Ints:
    """The figure around each of *rows*, or the row itself: a picture belongs to the text around its figure.

    Its caption may be too short for whoever selected the text.
    """
    is_figure = page.code == CODES["figure"]
    if not is_figure.any():
        return rows
    figure = nearest(is_figure, page.end, rows)
    return np.where((figure >= 0) & (page.chars[figure] <= MAX_CAPTION), figure, rows)


def _nearest_with_text(page: Page, rows: Ints, chars: Ints) -> Ints:
    """The nearest element around each of *rows* that has text in it; the root where that is far."""
    holder = np.array(page.parent[rows], dtype=np.int64)
    for _ in range(MAX_STEPS_TO_TEXT):
        empty = (chars[holder] == 0).nonzero()[0]
        if not len(empty):
            return holder
        holder[empty] = np.maximum(page.parent[holder[empty]], 0)
    holder[empty] = 0
    return holder


def _shows(page: Page, row: int) -> bool:
    """Whether a script or a field shows something: of scripts formulas do, of fields those to tick."""
    kind = (page.tree.elements[row].attr("type") or "").lower()
    return kind.startswith("math/tex") if page.code[row] == _SCRIPT else kind == "checkbox"


def outermost(rows: Ints, end: Ints) -> Bools:
    """Which of *rows*, that end at *end*, are not inside another one of them.

    >>> outermost(np.array([1, 2, 5]), np.array([4, 3, 6])).tolist()
    [True, False, True]
    """
    free = np.ones(len(rows), dtype=bool)
    if len(rows) > 1:
        free[1:] = rows[1:] >= np.maximum.accumulate(end)[:-1]
    return free


def inside(rows: Ints, outer: Ints, outer_end: Ints) -> Bools:
    """Which of *rows* are below one of *outer*, that are not inside each other and end at *outer_end*.

    >>> inside(np.array([1, 2, 5]), np.array([1]), np.array([4])).tolist()
    [False, True, False]
    """
    if not len(outer) or not len(rows):
        return np.zeros(len(rows), dtype=bool)
    place = np.searchsorted(outer, rows) - 1
    return (place >= 0) & (rows < outer_end[place])


def levels(rows: Ints, end: Ints) -> Ints:
    """How many of *rows*, that end at *end*, each of them is inside of.

    >>> levels(np.array([1, 2, 5]), np.array([4, 3, 6])).tolist()
    [0, 1, 0]
    """
    return np.arange(len(rows)) - np.searchsorted(np.sort(end), rows, side="right")
