"""Tables of data are content as a whole: a reader of half a table reads something else."""

from __future__ import annotations

import numpy as np

from thresher.algorithms.auto.features import Sight
from thresher.page.columns import Bools, nearest, prefix, subtree_sum
from thresher.page.tags import CODES, tag_set

#: A table of which at least this share of the words was chosen is completed.
MIN_CHOSEN = 0.5
#: A block with more words is part of a layout.
MAX_WORDS = 60
_CELLS = tag_set("td", "th")


def completed(sight: Sight, chosen: Bools) -> Bools:
    """The chosen blocks, and all others of those tables of data that were chosen for the most part.

    >>> from thresher.algorithms.auto.features import look
    >>> from thresher.page import Page
    >>> row = "<tr><td>{}<td>{}"
    >>> page = Page.from_html("<table>" + row.format("Grain", "Weight") + row.format("Rye", "25") + "</table><p>Home")
    >>> completed(look(page), np.array([True, True, True, False, False])).tolist()
    [True, True, True, True, False]
    """
    view, rows = sight.view, sight.blocks.row
    if not len(view.rows_of("table")):
        return chosen
    is_table = view.is_tag("table")
    table = nearest(is_table & (subtree_sum(is_table, view.end) == 1), view.end, rows)
    inside = (table >= 0).nonzero()[0]
    if not len(inside):
        return chosen
    size = len(view.code)
    words = np.bincount(table[inside], weights=sight.words[inside], minlength=size)
    found = np.bincount(table[inside], weights=(sight.words * chosen)[inside], minlength=size)
    is_meant = (found >= MIN_CHOSEN * words) & (found < words) & _is_data(sight, is_table)
    return chosen | ((table >= 0) & is_meant[table])


def _is_data(sight: Sight, is_table: Bools) -> Bools:
    """Element: whether it is a table with several cells in a row, of which none holds several blocks or a long one."""
    view, rows = sight.view, sight.blocks.row
    is_cell = _CELLS[view.code]
    cells, lines = prefix(is_cell), prefix(view.code == CODES["tr"])
    here = np.arange(len(view.code))
    several: Bools = (cells[view.end] - cells[here]) >= 2 * np.maximum(lines[view.end] - lines[here], 1)
    # The blocks of a cell are found by their nearest one; those in none are counted with the root.
    cell = np.maximum(nearest(is_cell, view.end, rows), 0)
    is_text = np.bincount(cell, minlength=len(here)) > 1
    is_text |= np.bincount(cell, weights=sight.words > MAX_WORDS, minlength=len(here)) > 0
    several &= is_table & (subtree_sum(is_text & is_cell, view.end) == 0)
    return several
