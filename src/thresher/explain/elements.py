"""Readable names of elements, and selectors that find them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools, Ints, ancestors, nearest, nesting

if TYPE_CHECKING:
    from thresher.page import Page

#: Longer ids and classes are truncated in names.
MAX_NAME = 32
#: A name that needs no escapes in a CSS selector.
_PLAIN = re.compile(r"-?[A-Za-z_][\w-]*", re.ASCII)


def element_name(page: Page, row: int) -> str:
    """A readable name of an element: its tag with its id, or with its first class.

    >>> from thresher.page import Page
    >>> element_name(Page.from_html("<div id=top class='a b'>"), 3), element_name(Page.from_html("<p class='a b'>"), 3)
    ('div#top', 'p.a')
    """
    tag = page.tag[row]
    if name := (page.attribute_of(row, "id") or "").strip():
        return f"{tag}#{_short(name)}"
    classes = (page.attribute_of(row, "class") or "").split()
    return f"{tag}.{_short(classes[0])}" if classes else tag


def selector_steps(page: Page, rows: Ints) -> list[str]:
    """The selector step of each of *rows*: its tag, with a number if siblings have the same tag."""
    number, of = _numbers_of_type(page)
    plain = {tag: _escaped(tag) for tag in set(page.tag)}
    return [
        f"{plain[page.tag[row]]}:nth-of-type({number[row]})" if of[row] > 1 else plain[page.tag[row]]
        for row in rows.tolist()
    ]


def css_path(page: Page, row: int) -> str:
    """A selector that matches only the element.

    >>> from thresher.page import Page
    >>> css_path(Page.from_html("<div><p>Oats<p>Rye"), 5)
    'body > div > p:nth-of-type(2)'
    """
    path = np.array(ancestors(row, page.parent)[::-1], dtype=np.int64)
    return " > ".join(selector_steps(page, path[1:] if len(path) > 1 else path))


def outermost_around(mask: Bools, end: Ints) -> Ints:
    """For each element the outermost one of *mask* that is the element or contains it, or -1.

    >>> outermost_around(np.array([False, True, True, False]), end=np.array([4, 3, 3, 4])).tolist()
    [-1, 1, 1, -1]
    """
    return nearest(mask & (nesting(mask, end) == 1), end)


def _numbers_of_type(page: Page) -> tuple[Ints, Ints]:
    """Each element's number among siblings with the same tag, and how many of these there are."""
    _, kind = np.unique(np.array(page.tag), return_inverse=True)
    group = (page.parent + 1) * (int(kind.max(initial=0)) + 1) + kind
    order = np.argsort(group, kind="stable")
    opens = np.ones(len(order), dtype=bool)
    opens[1:] = group[order][1:] != group[order][:-1]
    start = np.flatnonzero(opens)
    size = np.diff(np.append(start, len(order)))
    number, of = np.empty_like(order), np.empty_like(order)
    number[order] = np.arange(len(order)) - np.repeat(start, size) + 1
    of[order] = np.repeat(size, size)
    return number, of


def _escaped(tag: str) -> str:
    """A tag, escaped for a selector."""
    return (
        tag
        if _PLAIN.fullmatch(tag)
        else "".join(char if char.isalnum() or char == "-" else f"\\{char}" for char in tag)
    )


def _short(name: str) -> str:
    return name if len(name) <= MAX_NAME else name[: MAX_NAME - 1] + "…"
