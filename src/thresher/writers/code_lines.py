"""Lines of code that only their names part: highlighters put each into an element that a style sheet makes a line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Ints
from thresher.page.tags import CODES

if TYPE_CHECKING:
    from thresher.page import Page

#: Class names of such elements end so: ``line``, ``token-line``, ``gatsby-highlight-code-line``, ``sourceLine``.
_LINE = re.compile(r"(?:^|[\s_-]|source)line(?:\s|$)", re.IGNORECASE)
_PRE, _CODE, _SPAN = CODES["pre"], CODES["code"], CODES["span"]


def unparted_lines(page: Page, row: int, stop: int) -> Ints:
    r"""Rows from *row* to *stop* of the lines of code that begin where nothing ends the line before.

    >>> from thresher.page import Page
    >>> line = "<span class=line>{}</span>".format
    >>> page = Page.from_html(f"<pre>{line('a')}{line('')}{line('b')}\n{line('c')}</pre>")
    >>> unparted_lines(page, 0, len(page.tag)).tolist()
    [5, 6]
    """
    code, parent = page.code, page.parent[row:stop]
    around = code[parent]
    in_code = (around == _PRE) | ((around == _CODE) & (code[page.parent[parent]] == _PRE))
    spans = (((code[row:stop] == _SPAN) & in_code).nonzero()[0] + row).tolist()
    names = page.attributes_at(spans, "class")
    lines = [span for span, name in zip(spans, names, strict=True) if name and _LINE.search(name)]
    return np.array([line for line in lines if _is_unparted(page, line)], dtype=np.int64)


def _is_unparted(page: Page, row: int) -> bool:
    """Whether a line stands between texts of its parent, and no end of a line between it and the one ahead."""
    run, around = int(page.first_run[row]), page.parent[row]
    if not page.first_run[around] < run < page.run_stop[around]:
        return False
    return page.text[run - 1][-1:] != "\n" and page.text[run][:1] != "\n"
