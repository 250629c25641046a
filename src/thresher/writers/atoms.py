"""Atoms: selected runs with more than white space, and elements that show something without having text.

A *paragraph* is a stretch of atoms that a reader sees as one. The *thread* is everything that paragraphs are woven of,
in document order: all selected runs, the shown elements, and the line breaks among them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thresher.cached import cached_property
from thresher.page.columns import Bools, Ints, prefix
from thresher.writers.columns import Columns


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

    @cached_property
    def first(self) -> Ints:
        """Paragraph: its first atom."""
        return self.opens.nonzero()[0]


def atom_columns(
    columns: Columns, runs: Ints, shown: Ints, blocks: Bools, nested: Ints, breaks: Bools
) -> tuple[Ints, Ints, Bools, Ints]:
    """The columns of `Atoms`, from selected *runs* and *shown* elements.

    *blocks* and *breaks* are flags of elements, *nested* is how many blocks are around each of them.

    >>> from thresher.page import Page
    >>> from thresher.page.columns import nesting
    >>> from thresher.writers.columns import columns_of
    >>> page = Page.from_html("<p>rye <b>and</b> oats<p>wheat")
    >>> runs, shown, none = np.arange(4), np.array([4]), np.zeros(len(page.tag), dtype=bool)
    >>> blocks = page.is_tag("p")
    >>> found = atom_columns(columns_of(page), runs, shown, blocks, nesting(blocks, page.end), none)
    >>> [column.tolist() for column in found]
    [[4, 5, 6, 7, 9], [0, 4, 1, 2, 3], [True, False, False, False, True], [1, 1, 1, 1, 1]]
    """
    at = columns.at
    started, broken = prefix(blocks), prefix(breaks)
    solid = columns.length[runs].nonzero()[0]
    run = runs[solid]
    at_run = at[run]
    # A block that is an atom itself, such as a rule, is apart from what comes before and after it.
    start = np.concatenate((started[at_run] * 2, started[shown] * 2 + blocks[shown]))
    place = np.concatenate((at_run + run, shown + np.searchsorted(at, shown, side="right")))
    order = np.argsort(place, kind="stable")
    source = np.concatenate((solid, np.arange(len(runs), len(runs) + len(shown))))
    around = nested[np.concatenate((columns.host[run], columns.parent[shown]))][order]
    start, line = start[order], broken[np.concatenate((at_run, shown))][order]
    opens = np.ones(len(place), dtype=bool)
    opens[1:] = (start[1:] != start[:-1]) | (around[1:] != around[:-1]) | (line[1:] > line[:-1] + 1)
    return place[order], source[order], opens, around


def thread_of(runs: Ints, shown: Ints, lines: Ints, at: Ints, places: Ints, opens: Bools) -> tuple[Ints, Ints]:
    """The thread of the selected *runs*, *shown* elements and *lines* that break, and where paragraphs stop in it.

    Runs, then shown elements, then line breaks are numbered; *places* and *opens* are columns of atoms.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>rye <b>and</b><br> <p>wheat")
    >>> atoms = np.array([4, 5, 6, 10]), np.array([True, False, False, True])
    >>> thread, stops = thread_of(np.arange(4), np.array([4]), np.array([5]), page.at, *atoms)
    >>> thread.tolist(), stops.tolist()
    ([0, 4, 1, 5, 2, 3], [3, 6])
    """
    elements = np.concatenate((shown, lines))
    place = np.concatenate((at[runs] + runs, elements + np.searchsorted(at, elements, side="right")))
    order = np.argsort(place, kind="stable")
    last = np.append(opens[1:], True)[: len(opens)].nonzero()[0]
    return order, np.searchsorted(place[order], places[last], side="right")
