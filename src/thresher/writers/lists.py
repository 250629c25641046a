"""What stands before the items of lists: bullets, and numbers as the page counts them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thresher.page.tags import CODES

if TYPE_CHECKING:
    from thresher.page import Page

#: Bullets and the signs after numbers; neighbouring lists take turns, so that they are not read as one.
BULLETS, NUMBER_SIGNS = ("-", "*"), (".", ")")
#: A box is that of an item if it is at most this deep in it.
MAX_STEPS_TO_ITEM = 3
#: Markdown does not read longer numbers as those of items.
MAX_NUMBER = 999_999_999


def numbers(page: Page, row: int) -> dict[int, int]:
    """The number of each item of an ordered list, by the items' rows.

    >>> from thresher.page import Page
    >>> numbers(Page.from_html("<ol start=3><li>a<li value=7>b<li>c</ol>"), 3)
    {4: 3, 5: 7, 6: 8}
    """
    codes, li = page.code.data, CODES["li"]
    items = [child for child in page.children(row) if codes[child] == li]
    backwards = page.attribute_of(row, "reversed") is not None
    step = -1 if backwards else 1
    number = whole_number(page.attribute_of(row, "start"), len(items) if backwards else 1)
    found = {}
    for item, value in zip(items, page.attributes_at(items, "value"), strict=True):
        number = whole_number(value, number)
        found[item] = min(max(number, 0), MAX_NUMBER)
        number += step
    return found


def is_box_of_item(page: Page, row: int) -> bool:
    """Whether a box to tick is that of an item.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<li><label><input type=checkbox></label>")
    >>> is_box_of_item(page, page.tag.index("input"))
    True
    """
    for _ in range(MAX_STEPS_TO_ITEM):
        row = int(page.parent[row])
        if page.code[row] == CODES["li"]:
            return True
    return False


def whole_number(value: str | None, otherwise: int) -> int:
    """An attribute's value as a number.

    >>> whole_number("12", 1), whole_number("x", 1), whole_number("-3", 1)
    (12, 1, -3)
    """
    if value is None:
        return otherwise
    digits = value.strip()
    sign = -1 if digits.startswith("-") else 1
    digits = digits.lstrip("-+")[:9]
    return sign * int(digits) if digits.isascii() and digits.isdigit() else otherwise
