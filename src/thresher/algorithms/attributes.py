"""Attributes of a few elements, without asking all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thresher.page import View

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.page.columns import Ints


def attribute_at(page: Page, name: str, rows: Ints) -> list[str | None]:
    """Value of the attribute *name* of the elements at *rows*, ``None`` where there is none.

    >>> import numpy as np
    >>> from thresher.page import Page
    >>> attribute_at(Page.from_html("<p id=a><p><p id=c>"), "id", np.array([3, 4]))
    ['a', None]
    """
    origin, rows = (page.origin, page.rows[rows]) if isinstance(page, View) else (page, rows)
    elements = origin.tree.elements
    return [elements[row].attr(name) for row in rows.tolist()]
