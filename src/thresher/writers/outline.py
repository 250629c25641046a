"""What is kept of a page: the selected text, the elements around it and the pictures in it, as events in document order.

An element is kept if it is around selected text, or if it is a picture, a player, a rule or a mark that lies in a
container most of whose text is selected. `Outline.events` is a flat list, so no writer ever recurses.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools, Ints, nearest, nesting, prefix, subtree_sum
from thresher.page.hidden import INVISIBLE, Cause
from thresher.page.tags import tag_set

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
#: Elements that show something without having text.
SHOWN = tag_set(
    *"img amp-img video amp-video audio iframe amp-iframe embed object hr input script".split()
)
#: A container is content, with the pictures in it, if at least this share of its text is selected [D].
MIN_SELECTED_SHARE = 0.5
#: What hides a picture. Off-screen tricks do not count: lazy loaders fade pictures in from nothing.
_HIDES_PICTURES = int(Cause.ATTRIBUTE | Cause.STYLE | Cause.RULE)

#: The event that ends a paragraph. Other events are the code of an opened element, or `CLOSE` more for a closed one.
BREAK = 0
CLOSE = 256


@dataclass(frozen=True, eq=False)
class Outline:
    """The kept part of a page.

    >>> from thresher.page import Page
    >>> from thresher.selection import Selection
    >>> page = Page.from_html("<nav>Home</nav><div><p>Oats and <img src=o.png> <b>rye</b><p>Salt</div>")
    >>> outline = outline_of(Selection(page, np.array([False, True, True, True, True])))
    >>> outline.texts
    ['Oats and ', ' ', 'rye', 'Salt']
    >>> [page.tag[row] for row in np.flatnonzero(outline.kept)]
    ['html', 'body', 'div', 'p', 'img', 'b', 'p']
    """

    page: Page
    runs: Ints  #: the selected runs
    texts: list[str]  #: what is selected of each of them
    before: Ints  #: run of the page: how many selected runs come before it
    solid: Bools  #: selected run: whether it is more than white space
    kept: Bools  #: element: whether it is kept
    shown: Ints  #: rows of kept elements that show something without having text

    def events(self, opening: Bools, closing: Bools, taking: Bools) -> tuple[list[int], list[int], list[int]]:
        """Events, the row of each, and how many selected runs come before it.

        *opening* and *closing* are masks over codes: elements that have an event where they open, and where they
        close. Elements of the mask *taking* (over rows) look after all that is in them, which has no events then.
        The row of a `BREAK` is the number of blocks around the paragraph that follows.
        """
        page = self.page
        wanted = self.kept & (opening[page.code] | taking)
        if taking.any():
            wanted &= nesting(taking, page.end) - taking == 0
        rows = np.flatnonzero(wanted)
        last = rows[closing[page.code[rows]] & ~taking[rows]][::-1]
        broken, around, breaks_before = self._breaks()
        state = np.concatenate(
            (
                broken * 4,
                (page.end[last] + page.run_stop[last]) * 4 + 1,
                (rows + page.first_run[rows]) * 4 + 2,
            )
        )
        order = np.argsort(state, kind="stable")
        codes = page.code.astype(np.int64)
        event = np.concatenate((np.full(len(broken), BREAK), codes[last] + CLOSE, codes[rows]))
        row = np.concatenate((around, last, rows))
        before = np.concatenate((breaks_before, self.before[page.run_stop[last]], self.before[page.first_run[rows]]))
        return event[order].tolist(), row[order].tolist(), before[order].tolist()

    def _breaks(self) -> tuple[Ints, Ints, Ints]:
        """Where paragraphs end: the place right after what comes before, the blocks around what follows, and runs."""
        page = self.page
        runs, block = self.runs[self.solid], BLOCK[page.code]
        started, around = prefix(block), nesting(block, page.end)
        state = page.at[runs] + runs
        start, inside, before = started[page.at[runs]], around[page.host[runs]], np.flatnonzero(self.solid) + 1
        if len(self.shown):
            shown = self.shown
            state = np.concatenate((state, shown + page.first_run[shown]))
            order = np.argsort(state, kind="stable")
            state = state[order]
            start = np.concatenate((start, started[shown]))[order]
            inside = np.concatenate((inside, around[page.parent[shown]]))[order]
            before = np.concatenate((before, self.before[page.first_run[shown]]))[order]
        ends = np.flatnonzero((start[1:] != start[:-1]) | (inside[1:] != inside[:-1]))
        # The first paragraph has an event as well, for the number of blocks around it.
        return (
            np.concatenate((state[:1], state[ends] + 1)),
            np.concatenate((inside[:1], inside[ends + 1])),
            np.concatenate((np.zeros(min(1, len(state)), dtype=np.int64), before[ends])),
        )


def outline_of(selection: Selection) -> Outline:
    """The kept part of the page that *selection* is about."""
    page, runs = selection.page, np.flatnonzero(selection.runs)
    solid = page.length[runs] > 0
    before = prefix(selection.runs)
    texts = selected_texts(selection, runs)
    hosts = page.host[runs[solid]]
    kept = subtree_sum(np.bincount(hosts, minlength=len(page.tag)), page.end) > 0
    shown = _shown(page, selection.runs, before)
    if len(shown):
        kept |= subtree_sum(np.bincount(shown, minlength=len(page.tag)), page.end) > 0
    # A line break belongs to the line it is in; an empty cell holds a place in its row.
    parent_kept = kept[page.parent]
    kept |= parent_kept & page.is_tag("br", "td", "th")
    return Outline(page, runs, texts, before, solid, kept, shown)


def selected_texts(selection: Selection, runs: Ints) -> list[str]:
    """The selected text of each of *runs*; a blank stands for visible text that was left out between two of them."""
    page = selection.page
    if len(selection.cuts):
        texts = list(compress(selection.texts(), selection.runs.tolist()))
    else:
        texts = list(compress(page.text, selection.runs.tolist()))
    for place in (np.flatnonzero(runs[1:] != runs[:-1] + 1) + 1).tolist():
        left_out = page.host[runs[place - 1] + 1 : runs[place]]
        if not (page.hidden[left_out] & int(INVISIBLE)).all():
            texts[place] = " " + texts[place]
    return texts


def _shown(page: Page, selected: Bools, before: Ints) -> Ints:
    """Rows of pictures, players, rules and marks that lie in selected content."""
    rows = np.flatnonzero(SHOWN[page.code])
    if not len(rows) or not before[-1]:
        return rows[:0]
    rows = rows[(page.hidden[rows] & _HIDES_PICTURES) == 0]
    own = np.bincount(page.host[selected], weights=page.length[selected], minlength=len(page.tag))
    chosen = subtree_sum(own, page.end)
    holder = nearest(page.chars > 0, page.end)[page.parent[rows]]
    share = np.where(holder >= 0, chosen[holder] / np.maximum(page.chars[holder], 1), 0)
    between = (before[page.first_run[rows]] > 0) & (before[page.run_stop[rows]] < before[-1])
    whole = (share == 1) & (holder > page.body)
    in_machinery = nesting(page.is_tag("head", "template", "svg"), page.end)[rows] > 0
    return rows[((share >= MIN_SELECTED_SHARE) & between | whole) & ~in_machinery]
