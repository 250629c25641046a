"""Why a reader does not see an element: each cause is a flag, because methods differ in which of them they heed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntFlag
from itertools import chain, compress
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Codes, inherited, mark_subtrees
from thresher.page.stylesheet import rows_with_names
from thresher.page.tags import tag_set

if TYPE_CHECKING:
    from thresher.page.page import Page


class Cause(IntFlag):
    """A reason why a reader does not see an element."""

    NONE = 0
    ATTRIBUTE = 1  #: the attribute ``hidden``
    STYLE = 2  #: ``display: none`` or ``visibility: hidden`` of its own
    RULE = 4  #: the same by a simple rule of the page's own style sheet
    ARIA = 8  #: ``aria-hidden``: screen readers skip it, other readers may see it
    NOSCRIPT = 16  #: shown only where scripts do not run
    COLLAPSED = 32  #: a reader can open it: details, tabs, accordions
    TRICK = 64  #: no size, no opacity, off the screen


#: What no reader sees or can bring to sight.
INVISIBLE = Cause.ATTRIBUTE | Cause.STYLE | Cause.RULE | Cause.NOSCRIPT | Cause.TRICK

# As plain numbers, which are looked up many times faster than flags.
_ATTRIBUTE, _STYLE, _RULE = int(Cause.ATTRIBUTE), int(Cause.STYLE), int(Cause.RULE)
_ARIA, _NOSCRIPT, _COLLAPSED, _TRICK = map(int, (Cause.ARIA, Cause.NOSCRIPT, Cause.COLLAPSED, Cause.TRICK))
#: Causes that what a reader can open, or a script surely shows, is spared.
_SPARED = (_ATTRIBUTE, _STYLE, _RULE, _TRICK)

#: An element with more than this share of the page's text is shown by a script once the page has loaded.
MAX_HIDDEN_SHARE = 0.5
#: Noscript is the content of a page if it holds this many times the text around it ...
NOSCRIPT_TIMES = 2
#: ... and at least this many characters.
NOSCRIPT_CHARS = 200

#: Sizes and places that no reader can see, in a style without blanks.
_TRICK_STYLE = re.compile(
    r"(?:^|;)(?:(?:font-size:0(?:px|em|rem|%|pt)?|opacity:0(?:\.0+)?)(?:;|!|$)|(?:left|top|text-indent|margin-left):-9\d\d)"
)
_OPENABLE = re.compile(
    r"accord|collaps|\btab(?:s|[-_ ]?(?:pane|panel|content|item))?\b|faq|spoiler|expand|toggle|reveal|read-?more"
    r"|show-?more|truncat",
    re.IGNORECASE,
)
#: One of these is in all names that the pattern is in.
_OPENABLE_STEMS = (
    *("accord", "collaps", "tab", "faq", "spoiler", "expand", "toggle", "reveal", "truncat"),
    *("readmore", "read-more", "showmore", "show-more"),
)
#: Attributes by which an element says that it can be opened.
_NAMING = ("role", "aria-labelledby", "class", "id")
#: Values of the attribute ``hidden`` with which an element is seen, or can be found.
_NOT_HIDDEN = ("until-found", "false")
_MENU = tag_set("nav", "menu", "header", "footer", "dialog")


def causes(page: Page) -> Codes:
    """For each element the causes that it or an element around it has."""
    # Of few rows a handful of bytes is set more quickly than those of a column.
    flags = bytearray(len(page.tag))
    for cause, rows in _direct_causes(page).items():
        for row in rows:
            flags[row] |= cause
    return inherited(np.frombuffer(flags, dtype=np.uint8), page.end)


def noscript_is_content(page: Page) -> bool:
    """Whether the page holds its content in ``<noscript>``, as script-driven forums do.

    >>> from thresher.page import Page
    >>> noscript_is_content(Page.from_html("Loading<noscript>" + "<p>A post of the thread.</p>" * 10))
    True
    """
    noscript = page.rows_of("noscript")
    if not len(noscript) or page.chars[noscript].sum() < NOSCRIPT_CHARS:
        return False
    inside = mark_subtrees(noscript, page.end)
    # Links are left out on both sides: a menu around the content is no content.
    machinery = page.within("head", "template", "title", "textarea", "select", "a", "button", "nav")
    held = int(page.own[inside & ~machinery].sum())
    around = int(page.own[~inside & ~machinery].sum())
    return held >= NOSCRIPT_CHARS and held >= NOSCRIPT_TIMES * around


def _direct_causes(page: Page) -> dict[int, list[int]]:
    """Rows that have a cause of their own, by the cause."""
    # Pages repeat their few styles often.
    styles = set(page.styles.values())
    gone, tricks = set(filter(_is_gone, styles)), set(filter(_is_trick, styles))
    found = {
        _ATTRIBUTE: [row for row, value in page.hiding["hidden"].items() if value.lower() not in _NOT_HIDDEN],
        _STYLE: [row for row, style in page.styles.items() if style in gone] if gone else [],
        _RULE: rows_with_names(page, page.hiding_names.gone),
        _TRICK: [row for row, style in page.styles.items() if style in tricks] if tricks else [],
        _ARIA: [row for row, value in page.hiding["aria-hidden"].items() if value == "true"],
        _COLLAPSED: _closed_details(page),
        _NOSCRIPT: [] if page.is_in_noscript else page.rows_of("noscript").tolist(),
    }
    _spare_what_opens(page, found)
    return found


def _is_gone(style: str) -> bool:
    """Whether a style hides its element."""
    return "display:none" in style or "visibility:hidden" in style


def _is_trick(style: str) -> bool:
    """Whether a style keeps its element from readers' eyes."""
    may_be_trick = "opacity:0" in style or "font-size:0" in style or ":-9" in style
    return may_be_trick and _TRICK_STYLE.search(style) is not None


def _closed_details(page: Page) -> list[int]:
    """Children of closed ``<details>``, but for their summaries."""
    closed = [row for row in page.rows_of("details").tolist() if page.tree.elements[row].attr("open") is None]
    children = [row for details in closed for row in page.children(details)]
    return [row for row in children if page.tag[row] != "summary"]


def _spare_what_opens(page: Page, found: dict[int, list[int]]) -> None:
    """Turn the causes of what a reader can open into `Cause.COLLAPSED`; drop those of what a script surely shows."""
    openable = {row for cause in (_ATTRIBUTE, _STYLE, _RULE) for row in found[cause]}
    asked = sorted(openable.union(found[_TRICK]) - {0, page.body})
    if not asked:
        found |= {cause: [] for cause in _SPARED}
        return
    limit = MAX_HIDDEN_SHARE * max(int(page.chars[page.body]), 1)
    small = {row: held for row, held in zip(asked, page.chars[asked].tolist(), strict=True) if held <= limit}
    shut = _openable(page, [row for row, held in small.items() if held and row in openable])
    for cause in _SPARED:
        spared = shut if cause != _TRICK else set()
        found[cause] = [row for row in found[cause] if row in small and row not in spared]
    found[_COLLAPSED] += shut


def _openable(page: Page, rows: list[int]) -> set[int]:
    """Those of *rows* that a reader can open: they say so by their names, and are no part of a menu."""
    named = set(compress(rows, _can_be_opened(page, rows)))
    if not named:
        return named
    # For all at once: climbing from each of them would take forever where they are nested.
    in_menu = mark_subtrees(_MENU[page.code], page.end)
    return {row for row in named if not in_menu[row]}


def _can_be_opened(page: Page, rows: list[int]) -> Iterator[bool]:
    """Whether the names of each of *rows* say that a reader can open it."""
    roles, labels, classes, ids = (page.attributes_at(rows, name) for name in _NAMING)
    everything = "\n".join(filter(None, chain(classes, ids))).lower()
    # Looking for the stems in all names at once is far cheaper than the pattern on each.
    may_say_so = any(stem in everything for stem in _OPENABLE_STEMS)
    for role, label, kind, name in zip(roles, labels, classes, ids, strict=True):
        is_labelled = label is not None or (role is not None and role.lower() == "tabpanel")
        yield is_labelled or (may_say_so and _OPENABLE.search(f"{kind or ''} {name or ''}") is not None)
