"""Where paragraphs stand: in which list item, table row and cell, and whether their white space counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from thresher.page.columns import mark_subtrees, nearest, nesting
from thresher.page.tags import CODES, PREFORMATTED, tag_set

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.page.columns import Bools, Ints

_LISTS = tag_set("ul", "ol", "menu", "dir")
_CELLS = tag_set("td", "th")


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
    code, end = page.code, page.end
    return Settings(
        raw=mark_subtrees(PREFORMATTED[code], end)[rows],
        item=nearest(code == CODES["li"], end, rows),
        lists=nesting(_LISTS[code], end)[rows],
        line=nearest(code == CODES["tr"], end, rows),
        cell=nearest(_CELLS[code], end, rows),
        table=nearest(code == CODES["table"], end, rows),
    )
