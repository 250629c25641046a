"""Copyright lines, disclaimers and legal notices (ContentEx: removing statements)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Ints, picked
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
    for run in _suspicious_runs(page):
        row = int(page.block[page.host[run]])
        is_leaf = bool(page.inline[row + 1 : page.end[row]].all())
        if is_leaf and page.chars[row] <= MAX_STATEMENT_CHARS and _STATEMENT.search(_text(page, row).lower()):
            found.add(row)
    return np.array(sorted(found), dtype=np.int64)


def _suspicious_runs(page: Page) -> list[int]:
    """Runs with a word of a statement, in blocks that are short enough."""
    block = page.block[page.host]
    short = (page.length > 0) & (page.chars[block] <= MAX_STATEMENT_CHARS)
    found: list[int] = short.nonzero()[0][holding(picked(page.text, short), _WORDS)].tolist()
    return found


def _text(page: Page, row: int) -> str:
    """The collapsed text of an element."""
    return collapse("".join(page.text[page.first_run[row] : page.run_stop[row]]))
