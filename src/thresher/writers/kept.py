"""Kept elements: those that have an atom in them, and where in the page, in its text and among the atoms they lie."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from thresher.page.columns import Bools, Codes, Ints, prefix, subtree_sum
from thresher.page.tags import HEADINGS
from thresher.writers.columns import Columns
from thresher.writers.named import Names, rows_named

_NOBODY = np.zeros(0, dtype=np.int64)
#: Elements that are headings.
HEADED = Names(flags=HEADINGS)


class Kept(NamedTuple):
    """Columns of kept elements."""

    names: int  #: the names that they have, as bits
    code: Codes  #: the number of its name
    row: Ints  #: its row in the page
    end: Ints  #: one past the last row of its subtree in the page
    opens: Ints  #: the place where it opens
    closes: Ints  #: the place where it closes
    start: Ints  #: the first of the selected runs in it
    stop: Ints  #: one past the last of them
    first: Ints  #: the first atom in it
    last: Ints  #: the last; before the first where there is none, as in an empty cell
    paragraph: Ints  #: the first paragraph in it, where there is any
    chars: Ints  #: the characters of selected text in it
    around: Ints  #: how many blocks are around it, itself included

    def having(self, names: Names) -> Ints:
        """Which of the kept elements have one of some names."""
        return rows_named(names.flags, self.code) if names.bits & self.names else _NOBODY


def kept_columns(
    columns: Columns, selected: Bools, chosen: Ints, shown: Ints, cells: Bools, places: Ints
) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints, Ints, Ints]:
    """The columns of `Kept` from row to last; kept is what has *chosen* characters or *shown* elements.

    *cells* are flags of elements, *selected* of runs; *places* are those of the atoms.

    >>> from thresher.page import Page
    >>> from thresher.writers.columns import columns_of
    >>> page = Page.from_html("<p>rye <b>and</b> <i>oats</i>")
    >>> chosen, none = np.array([3, 0, 3, 3, 3, 0]), np.zeros(6, dtype=bool)
    >>> runs = np.array([False, True, True, False])
    >>> found = kept_columns(columns_of(page), runs, chosen, np.array([5]), none, np.array([6, 8]))
    >>> [column.tolist() for column in found][:4]
    [[0, 2, 3, 4, 5], [6, 6, 6, 5, 6], [0, 2, 3, 5, 8], [10, 10, 10, 7, 10]]
    >>> [column.tolist() for column in found][4:]
    [[0, 0, 0, 0, 2], [2, 2, 2, 1, 2], [0, 0, 0, 0, 1], [1, 1, 1, 0, 1]]
    """
    parent, end, host, at = columns.parent, columns.end, columns.host, columns.at
    has_atom = chosen > 0
    if len(shown):
        has_atom |= subtree_sum(np.bincount(shown, minlength=len(end)), end) > 0
    # An empty cell holds a place in its row.
    has_atom |= has_atom[parent] & cells
    row = has_atom.nonzero()[0]
    before, ahead, stop = prefix(selected), prefix(np.bincount(host, minlength=len(end))), end[row]
    first_run = np.searchsorted(at, row, side="right")
    run_stop = first_run + ahead[stop] - ahead[row]
    opens, closes = row + first_run, stop + run_stop
    first, last = np.searchsorted(places, opens), np.searchsorted(places, closes) - 1
    return row, stop, opens, closes, before[first_run], before[run_stop], first, last
