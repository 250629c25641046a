"""Text blocks: runs that a reader sees as one paragraph, heading, cell or line.

A block element without block descendants is one; text directly in a block that also has block children forms
anonymous ones between them (section A of the specification).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from thresher.cached import cached_property
from thresher.page.columns import Bools, Ints, nearest, prefix
from thresher.page.kernels import kernel
from thresher.page.whitespace import collapse, collapse_stretches

if TYPE_CHECKING:
    from thresher.page.page import Page

#: What no parser leaves in a text.
NO_SIGN = "\0"


@dataclass(frozen=True, eq=False)
class Blocks:
    """The blocks of a page that have text, in document order, as parallel columns."""

    texts: Sequence[str]  #: run: raw text, as the page has it
    row: Ints  #: the block element that holds it
    start: Ints  #: its first run
    stop: Ints  #: one past its last run
    length: Ints  #: characters, the sum over its runs
    of_run: Ints  #: run: number of its block, -1 for white space between blocks
    at: Ints  #: run: how many elements start ahead of it
    breaks: Ints  #: the line breaks, which part words as blanks do

    def __len__(self) -> int:
        return len(self.row)

    def text(self, block: int) -> str:
        """The collapsed text of one block.

        >>> from thresher.page import Page
        >>> blocks = Page.from_html("<div>Bread and <b>butter</b><p>Jam</p> today</div>").blocks
        >>> [blocks.text(number) for number in range(len(blocks))]
        ['Bread and butter', 'Jam', 'today']
        """
        start, stop = int(self.start[block]), int(self.stop[block])
        return collapse("".join(self._parted[start:stop]))

    def texts_of(self, blocks: Ints) -> list[str]:
        """The collapsed texts of several blocks."""
        return collapse_stretches(self._parted, self.start[blocks].tolist(), self.stop[blocks].tolist(), NO_SIGN)

    @cached_property
    def _parted(self) -> list[str]:
        """Run: its text, with a blank ahead where it follows a line break."""
        parted = list(self.texts)
        behind = set(self.at.searchsorted(self.breaks, side="right").tolist())
        for run in behind - {len(parted)}:
            parted[run] = " " + parted[run]
        return parted

    def total(self, column: Ints | Bools) -> Ints:
        """Sum of a column of runs over each block."""
        sums: Ints = prefix(column)
        return sums[self.stop] - sums[self.start]


def nearest_block(page: Page) -> Ints:
    """For each element the nearest block around it, itself included."""
    block = ~page.inline
    block[:1] = True
    return nearest(block, page.end)


def text_blocks(page: Page) -> Blocks:
    """The text blocks of a page."""
    columns = block_columns(page.block, page.inline, page.host, page.at, page.length)
    return Blocks(page.text, *columns, page.at, page.rows_of("br"))


@kernel
def block_columns(
    block: Ints, inline: Bools, host: Ints, at: Ints, lengths: Ints
) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Rows, first and last runs, and lengths of the blocks that have text, and the number of each run's block.

    >>> table = np.array([0, 1, 1]), np.array([False, False, True]), np.array([0, 1, 2]), np.array([1, 2, 3])
    >>> [column.tolist() for column in block_columns(*table, np.array([0, 2, 4]))]
    [[1], [1], [3], [6], [-1, 0, 0]]
    """
    row = block[host]
    started = prefix(~inline)[at]
    opens = np.ones(len(row), dtype=bool)
    opens[1:] = (row[1:] != row[:-1]) | (started[1:] != started[:-1])
    start = np.flatnonzero(opens)
    stop = np.append(start[1:], len(row))
    length = np.add.reduceat(lengths, start) if len(start) else np.zeros(0, dtype=np.int64)
    full = length > 0
    number = np.cumsum(full) - 1
    of_run = np.where(full, number, -1)[np.cumsum(opens) - 1]
    return row[start[full]], start[full], stop[full], length[full], of_run
