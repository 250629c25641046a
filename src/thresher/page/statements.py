"""Copyright lines, disclaimers and legal notices (ContentEx: removing statements)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Ints
from thresher.page.whitespace import collapse
from thresher.page.words import holding

if TYPE_CHECKING:
    from thresher.page.page import Page

#: A longer block that mentions a copyright talks about it.
MAX_STATEMENT_CHARS = 200
#: In small letters, so that every branch begins with a sign that is quickly looked for.
_STATEMENT = re.compile(
    r"copyright\b|©|\(c\)\s*\d{4}|disclaimer|terms of (?:use|service)|views expressed|all rights? reserved"
    r"|版权所有|版權所有|免责声明|免責聲明|请遵守.{0,20}法律|icp备"
)

#: Every statement has one of these in it, as it is usually written; they begin where two letters meet that rarely do.
_WORDS = (
    *("pyright", "PYRIGHT", "©", "(c)", "(C)", "sclaimer", "SCLAIMER", "rved", "RVED"),
    *("ms of", "ms Of", "MS OF", "ws expressed", "版权", "版權", "免责", "免責", "遵守", "ICP备"),
)


def statement_blocks(page: Page) -> Ints:
    """Rows of the leaf blocks that hold nothing but a short statement.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>Grain</p><p>© 2026 Mill Ltd</p>")
    >>> [page.tag[row] for row in statement_blocks(page)], len(statement_blocks(page))
    (['p'], 1)
    """
    found = set()
    blocks = _Blocks(page)
    for run in holding(page.text, _WORDS):
        row = blocks.around(int(page.host[run]))
        is_short = page.chars[row] <= MAX_STATEMENT_CHARS
        is_leaf = bool(page.inline[row + 1 : page.end[row]].all())
        if is_short and is_leaf and _STATEMENT.search(_text_around(page, run, row).lower()):
            found.add(row)
    return np.array(sorted(found), dtype=np.int64)


class _Blocks:
    """The blocks around a few elements, found by climbing; what was climbed once is known."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._known: dict[int, int] = {}

    def around(self, row: int) -> int:
        """The nearest block around an element, itself included."""
        path = []
        while row not in self._known:
            path.append(row)
            if row == 0 or not self._page.inline[row]:
                break
            row = int(self._page.parent[row])
        block = self._known.get(row, row)
        self._known.update(dict.fromkeys(path, block))
        return block


def _text_around(page: Page, run: int, row: int) -> str:
    """The collapsed text of a block without blocks in it, to which a run belongs: its runs stand side by side."""
    end, host = page.end[row], page.host
    start = stop = run
    while start > 0 and row <= host[start - 1] < end:
        start -= 1
    while stop < len(host) and row <= host[stop] < end:
        stop += 1
    return collapse("".join(page.text[start:stop]))
