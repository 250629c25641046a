"""The simple rules of a page's own style sheets that hide elements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thresher.page.page import Page

#: How style sheets write that an element is not shown, with and without the blank.
HIDING = ("display:none", "display: none", "visibility:hidden", "visibility: hidden")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
#: One class or one id and nothing else: a rule that depends on more may depend on what a script does.
_SIMPLE = re.compile(r"[.#][A-Za-z_][\w-]*")

#: For more names than this, going through the class column once is faster than a selector.
MAX_SELECTORS = 6


def hidden_rows(page: Page) -> list[int]:
    """Rows of the elements that the page's own style sheets hide by simple rules.

    >>> from thresher.page import Page
    >>> style = "<style>.a, b .c, #d {display: none} @media print {.e {display: none}}</style>"
    >>> page = Page.from_html(style + "<p class='x a'>1<p class=c>2<p id=d>3<p class=e>4")
    >>> [page.attributes(row) for row in hidden_rows(page)]
    [{'class': 'x a'}, {'id': 'd'}]
    """
    names = sorted({name for sheet in page.style_sheets for name in hidden_names(sheet)})
    if len(names) <= MAX_SELECTORS:
        return page.select(",".join(names)).tolist() if names else []
    ids = {name[1:] for name in names if name.startswith("#")}
    rows = _rows_with_class(page, {name[1:] for name in names if name.startswith(".")})
    return rows + [row for row, value in enumerate(page.attribute("id")) if value in ids]


def _rows_with_class(page: Page, classes: set[str]) -> list[int]:
    """Rows that have one of *classes*; pages repeat their class attributes, so each is looked at once."""
    column = page.attribute("class")
    hiding = {value for value in set(column) if value and not classes.isdisjoint(value.split())}
    return [row for row, value in enumerate(column) if value in hiding] if hiding else []


def hidden_names(css: str) -> Iterator[str]:
    """Classes and ids, with their mark, that a top-level rule of a style sheet hides.

    >>> list(hidden_names(".a{color:red}.b{display:none;color:red}"))
    ['.b']
    """
    return names_of_rules(css, sorted(place for phrase in HIDING for place in places(phrase, css)))


def names_of_rules(css: str, inside: Iterable[int]) -> Iterator[str]:
    """Classes and ids, with their mark, of the top-level rules that some places, in their order, are inside of."""
    level = counted = stop = 0
    # Nothing is looked at twice, so that a sheet of many rules costs no more than its length.
    for found in inside:
        if found < stop:
            continue  # a second hiding property of one rule
        start = css.rfind("{", stop, found)
        behind = css.rfind("}", stop, found)
        if start <= behind:
            stop = found
            continue  # outside of any rule
        stop = css.find("}", found) % (len(css) + 1)  # -1, for a rule that is never closed, is the end of the sheet
        if names := _simple_names(css[behind + 1 : start]):
            # Inside of @media and the like, a rule holds only for some readers.
            level += css.count("{", counted, start) - css.count("}", counted, start)
            counted = start
            yield from names if level == 0 else ()


def _simple_names(selectors: str) -> list[str]:
    """Those of a rule's selectors that are one class or one id."""
    selectors = selectors.rpartition(";")[2]
    if "/*" in selectors:
        selectors = _COMMENT.sub("", selectors)
    return [name for name in map(str.strip, selectors.split(",")) if _SIMPLE.fullmatch(name)]


def places(phrase: str, text: str) -> Iterator[int]:
    """Where a phrase stands."""
    place = text.find(phrase)
    while place >= 0:
        yield place
        place = text.find(phrase, place + len(phrase))
