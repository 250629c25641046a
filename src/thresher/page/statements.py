"""Copyright lines, disclaimers and legal notices (ContentEx: removing statements)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Ints

if TYPE_CHECKING:
    from thresher.page.page import Page

#: A longer block that mentions a copyright talks about it.
MAX_STATEMENT_CHARS = 200
_STATEMENT = re.compile(
    r"copyright\b|©|\(c\)\s*\d{4}|disclaimer|terms of (?:use|service)|views expressed|all rights? reserved"
    r"|版权所有|版權所有|免责声明|免責聲明|请遵守.{0,20}法律|ICP备",
    re.IGNORECASE,
)


def statement_blocks(page: Page) -> Ints:
    """Rows of the leaf blocks that hold nothing but a short statement.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p>Grain</p><p>© 2026 Mill Ltd</p>")
    >>> [page.tag[row] for row in statement_blocks(page)], len(statement_blocks(page))
    (['p'], 1)
    """
    blocks = page.blocks
    whole = (page.chars[blocks.row] == blocks.length) & (blocks.length <= MAX_STATEMENT_CHARS)
    rows = [blocks.row[block] for block in np.flatnonzero(whole).tolist() if _STATEMENT.search(blocks.text(block))]
    return np.array(rows, dtype=np.int64)
