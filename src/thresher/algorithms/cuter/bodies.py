"""The bodies of a page as groups of a selection, each with its element, its runs and its heading."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Ints, lowest_common_ancestor
from thresher.selection import Group

if TYPE_CHECKING:
    from thresher.algorithms.cuter.measures import Measures


def body_groups(measures: Measures, bodies: list[Ints], title: int | None) -> list[Group]:
    """A `Group` for each body, in terms of the original page; *title* is the block of the first one's title."""
    view, blocks = measures.view, measures.blocks
    headings = _headings(measures)
    groups = []
    for number, body in enumerate(bodies):
        rows = blocks.row[body]
        heading = title if number == 0 and title is not None else _heading_ahead(headings, bodies, number)
        groups.append(
            Group(
                "body",
                row=int(view.rows[lowest_common_ancestor(rows, view.parent, view.end)]),
                runs=view.runs[runs_of(measures, body)],
                title=None if heading is None else int(view.rows[blocks.row[heading]]),
            )
        )
    return groups


def runs_of(measures: Measures, body: Ints) -> Ints:
    """The runs of the blocks of a body, in the view."""
    blocks = measures.blocks
    count = blocks.stop[body] - blocks.start[body]
    # Each block's runs follow each other: count up from its first one.
    ahead = np.cumsum(count) - count
    runs: Ints = np.arange(int(count.sum())) + np.repeat(blocks.start[body] - ahead, count)
    return runs


def _headings(measures: Measures) -> Ints:
    """Blocks that are headings."""
    return np.flatnonzero(measures.view.heading[measures.blocks.row])


def _heading_ahead(headings: Ints, bodies: list[Ints], number: int) -> int | None:
    """The last heading ahead of a body that is not ahead of the body before it."""
    place = int(np.searchsorted(headings, bodies[number][0], side="right")) - 1
    since = int(bodies[number - 1][-1]) if number else -1
    return int(headings[place]) if place >= 0 and headings[place] > since else None
