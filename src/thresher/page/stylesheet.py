"""The simple rules of a page's own style sheets that keep elements from a reader."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from thresher.page.kernels import kernel

if TYPE_CHECKING:
    from thresher.page.page import Page


class Names(NamedTuple):
    """Classes and ids, with their mark, of the elements that style sheets keep from a reader."""

    gone: list[str]  #: not shown: menus, dialogues, what a script brings to sight
    tricked: list[str]  #: off the screen, or clipped to nothing


#: Values that hide, as style sheets mostly write them. All start with one character, which is quickly found.
_HIDING = re.compile(r": ?(none|hidden|-9999|rect\((?:0|1px)|inset\(50%)")
#: The ends of the properties that have to have them.
_PROPERTIES: dict[str, str | tuple[str, ...]] = {"none": "display", "hidden": "visibility", "-9999": ("left", "indent")}
_GONE = ("none", "hidden")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
#: One class or one id and nothing else: a rule that depends on more may depend on what a script does.
_SIMPLE = re.compile(r"[.#][A-Za-z_][\w-]*")

#: For more names than this, going through all classes once is faster than a selector.
MAX_SELECTORS = 12


def hiding_names(sheets: Iterable[str]) -> Names:
    """The names that top-level rules of style sheets hide.

    >>> hiding_names([".a{color:red}.b{display:none;color:red}", "#c{position:absolute;left:-9999px}"])
    Names(gone=['.b'], tricked=['#c'])
    """
    gone: set[str] = set()
    tricked: set[str] = set()
    for css in sheets:
        shut, played = hiding_places(css)
        # Most sheets hide nothing.
        if shut:
            gone.update(names_of_rules(css, shut))
        if played:
            tricked.update(names_of_rules(css, played))
    return Names(sorted(gone), sorted(tricked))


@kernel
def hiding_places(css: str) -> tuple[list[int], list[int]]:
    """Where a style sheet says that something is not shown, and where it plays a trick: the colons of these.

    >>> hiding_places("a{display:none}b{clip: rect(0 0 0 0)}")
    ([9], [21])
    """
    places: tuple[list[int], list[int]] = ([], [])
    for match in _HIDING.finditer(css):
        if css.endswith(_PROPERTIES.get(match[1], ""), 0, match.start()):
            places[match[1] not in _GONE].append(match.start())
    return places


def rows_with_names(page: Page, names: list[str]) -> list[int]:
    """Rows of the elements that have one of some classes or ids.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p class='x a'>1<p class=c>2<p id=d>3")
    >>> [page.attributes(row) for row in rows_with_names(page, [".a", "#d"])]
    [{'class': 'x a'}, {'id': 'd'}]
    """
    if len(names) <= MAX_SELECTORS:
        return page.select(",".join(names)).tolist() if names else []
    classes, ids = ({name[1:] for name in names if name.startswith(mark)} for mark in ".#")
    return _rows_with(page, "class", classes) + _rows_with(page, "id", ids)


def _rows_with(page: Page, attribute: str, names: set[str]) -> list[int]:
    """Rows that have one of *names* in an attribute; pages repeat their class attributes, so each is looked at once."""
    if not names:
        return []
    rows = page.select(f"[{attribute}]")
    values = page.attributes_at(rows, attribute)
    hiding = {value for value in set(values) if value and not names.isdisjoint(value.split())}
    return list(compress(rows.tolist(), map(hiding.__contains__, values))) if hiding else []


@kernel
def names_of_rules(css: str, inside: list[int]) -> list[str]:
    """Classes and ids, with their mark, of the top-level rules that some places, in their order, are inside of.

    >>> names_of_rules("@media print{.a{display:none}} .b, .c d{display:none}", [20, 50])
    ['.b']
    """
    names: list[str] = []
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
        if simple := _simple_names(css[behind + 1 : start]):
            # Inside of @media and the like, a rule holds only for some readers.
            level += css.count("{", counted, start) - css.count("}", counted, start)
            counted = start
            names += simple if level == 0 else ()
    return names


def _simple_names(selectors: str) -> list[str]:
    """Those of a rule's selectors that are one class or one id."""
    selectors = selectors.rpartition(";")[2]
    if "/*" in selectors:
        selectors = _COMMENT.sub("", selectors)
    return [name for name in map(str.strip, selectors.split(",")) if _SIMPLE.fullmatch(name)]
