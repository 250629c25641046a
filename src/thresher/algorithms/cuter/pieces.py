"""Where a group stands: pieces of one article stand in one element, or in several of one kind beside each other."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from thresher.algorithms.cuter.merging import Blocks, main_container
from thresher.page.columns import has_in_subtree

if TYPE_CHECKING:
    from thresher.algorithms.cuter.measures import Measures


class Places:
    """The places of groups of blocks."""

    def __init__(self, measures: Measures, size: Sequence[int]) -> None:
        self.view = measures.view
        self.size = size
        self.container: list[int] = measures.container.tolist()
        self.has_heading = has_in_subtree(self.view.heading, self.view.end)

    def __call__(self, group: Blocks) -> Hashable:
        """The element that holds most of a group, or its kind and its parent where it may be one of several.

        An element with a heading of its own begins something new; one without a class is like any other.
        """
        row = main_container(group, self.container, self.size)
        names = self.view.origin.tree.elements[int(self.view.rows[row])].attr("class")
        if self.has_heading[row] or not names:
            return row
        return int(self.view.parent[row]), self.view.tag[row], names
