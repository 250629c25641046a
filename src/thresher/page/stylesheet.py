"""The simple rules of a page's own style sheets that hide elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from thresher.page.page import Page

_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
#: One class or one id and nothing else: a rule that depends on more may depend on what a script does.
_SIMPLE = re.compile(r"[.#][A-Za-z_][\w-]*")
#: Selectors that are asked for in one go.
BATCH = 50


def hiding_selectors(page: Page) -> list[str]:
    """Selector lists that match what the page's style sheets hide by simple rules.

    >>> from thresher.page import Page
    >>> hiding_selectors(Page.from_html("<style>.a, b .c, #d {display: none} @media print {.e {display: none}}</style>"))
    ['#d,.a']
    """
    sheets = (page.code_of(row) for row in np.flatnonzero(page.is_tag("style")).tolist())
    names = sorted({name for sheet in sheets for name in _hidden_names(sheet)})
    return [",".join(names[start : start + BATCH]) for start in range(0, len(names), BATCH)]


def _hidden_names(css: str) -> Iterator[str]:
    """Classes and ids that a top-level rule hides."""
    if not _HIDING.search(css):
        return
    css = _COMMENT.sub("", css)
    level = place = 0
    for match in _HIDING.finditer(css):
        start = css.rfind("{", 0, match.start())
        level += css.count("{", place, max(start, place)) - css.count("}", place, max(start, place))
        place = max(start, place)
        # Inside of @media and the like, a rule holds only for some readers.
        if start < 0 or level != 0 or "}" in css[start : match.start()]:
            continue
        selectors = css[max(css.rfind("}", 0, start), css.rfind(";", 0, start)) + 1 : start]
        yield from (name for name in map(str.strip, selectors.split(",")) if _SIMPLE.fullmatch(name))
