"""Where a paragraph stands: in which list item, table row and cell, and whether its white space counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from thresher.page.columns import nesting
from thresher.page.tags import CODES, PREFORMATTED

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.page.columns import Ints


class Setting(NamedTuple):
    """The elements around a paragraph that decide how it is written; -1 where there is none."""

    raw: bool = False  #: white space counts
    item: int = -1  #: the list item
    lists: int = 0  #: how many lists are around it
    line: int = -1  #: the table row
    cell: int = -1
    table: int = -1


_NOWHERE = Setting()
_ITEM, _LINE, _TABLE = CODES["li"], CODES["tr"], CODES["table"]
_LISTS = frozenset(CODES[name] for name in ("ul", "ol", "menu", "dir"))
_CELLS = frozenset((CODES["td"], CODES["th"]))
_RAW = frozenset(np.flatnonzero(PREFORMATTED).tolist())
_TELLING = {_ITEM, _LINE, _TABLE} | _LISTS | _CELLS | _RAW
_IS_TELLING = np.isin(np.arange(256), list(_TELLING))


def settings_of(page: Page, rows: Ints) -> list[Setting]:
    """The setting of each of *rows*.

    Every element is looked at once, however many rows are below it.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<ul><li><b>rye</b></ul>")
    >>> settings_of(page, page.host[:1])
    [Setting(raw=False, item=4, lists=1, line=-1, cell=-1, table=-1)]
    """
    settings = [_NOWHERE] * len(rows)
    telling = nesting(_IS_TELLING[page.code], page.end)[rows].nonzero()[0].tolist()
    if telling:
        code, parent = page.code.tobytes(), page.parent.tolist()
        known = {-1: _NOWHERE}
        for place, row in zip(telling, rows[telling].tolist(), strict=True):
            if row not in known:
                _learn(row, known, code, parent)
            settings[place] = known[row]
    return settings


def _learn(row: int, known: dict[int, Setting], code: bytes, parent: list[int]) -> None:
    """Enter the setting of a row and of all that is around it."""
    path = [row]
    while (row := parent[row]) not in known:
        path.append(row)
    setting = known[row]
    for element in reversed(path):
        if code[element] in _TELLING:
            setting = _inside(setting, element, code[element])
        known[element] = setting


def _inside(setting: Setting, row: int, code: int) -> Setting:
    """The setting of what is inside of an element."""
    raw, item, lists, line, cell, table = setting
    if code == _ITEM:
        return Setting(raw, row, lists, line, cell, table)
    if code in _LISTS:
        return Setting(raw, item, lists + 1, line, cell, table)
    if code in _CELLS:
        return Setting(raw, item, lists, line, row, table)
    if code == _LINE:
        return Setting(raw, item, lists, row, cell, table)
    if code == _TABLE:
        return Setting(raw, item, lists, line, cell, row)
    return Setting(True, item, lists, line, cell, table)
