"""Where paragraphs stand: in which list item, table row and cell, and whether their white space counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from thresher.page.columns import Bools, Codes, Ints, mark_subtrees, nearest, nesting
from thresher.page.kernels import kernel
from thresher.page.tags import PREFORMATTED, tag_set
from thresher.writers.named import name_bits

if TYPE_CHECKING:
    from thresher.page import Page

#: What decides about white space, items, lists, table rows, cells and tables.
_DECIDING = (
    PREFORMATTED,
    tag_set("li"),
    tag_set("ul", "ol", "menu", "dir"),
    tag_set("tr"),
    tag_set("td", "th"),
    tag_set("table"),
)
_KINDS = name_bits(*_DECIDING)


@dataclass(frozen=True, eq=False)
class Settings:
    """Columns of paragraphs: rows of the elements around them that decide how they are written; -1: there is none."""

    raw: Bools  #: white space counts
    item: Ints  #: the list item
    lists: Ints  #: how many lists are around it
    line: Ints  #: the table row
    cell: Ints
    table: Ints

    def having(self, mask: Bools) -> Settings:
        """Those of some paragraphs."""
        return Settings(*(getattr(self, name)[mask] for name in self.__dataclass_fields__))


def settings_of(page: Page, rows: Ints) -> Settings:
    """The settings of paragraphs whose text begins in *rows*.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<ul><li><b>rye</b></ul>")
    >>> settings = settings_of(page, page.host[:1])
    >>> settings.item.tolist(), settings.lists.tolist(), settings.table.tolist()
    ([4], [1], [-1])
    """
    return Settings(*standing(_KINDS[page.code], page.end, rows))


@kernel
def standing(kinds: Codes, end: Ints, rows: Ints) -> tuple[Bools, Ints, Ints, Ints, Ints, Ints]:
    """The columns of `Settings` for *rows*; *kinds* says of every element what it decides, as bits."""
    raw, item, lists, line, cell, table = ((kinds & (1 << bit)) != 0 for bit in range(len(_DECIDING)))
    return (
        mark_subtrees(raw, end)[rows],
        nearest(item, end, rows),
        nesting(lists, end)[rows],
        nearest(line, end, rows),
        nearest(cell, end, rows),
        nearest(table, end, rows),
    )
