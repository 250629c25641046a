"""Who wrote a post, when, and where it is linked to: found in what is around its body, by markup and by form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from thresher.algorithms.times import is_time
from thresher.page.columns import Ints
from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.page import Page

#: A longer text is no name and no date [D].
MAX_NAME_CHARS, MAX_DATE_CHARS = 60, 60
#: A longer text is no single line of a profile [D].
MAX_LINE_CHARS = 100
#: Elements around a body that are looked at; a byline is near its post [D].
MAX_ELEMENTS = 400

_AUTHOR = re.compile(
    r"author|user-?_?name|poster|nick(?:name)?|creator|\buser\b|\bmember(?:-?name)?\b|\bfn\b", re.IGNORECASE
)
_PROFILE = re.compile(
    r"(?:^|[/?&=.])(?:members?|users?|profiles?|authors?|people|u|membre|mitglieder?|usuario)(?:[/=?.&;-]|\d|$)"
    r"|memberlist|viewprofile|user_info|showuser|home\.php\?mod=space",
    re.IGNORECASE,
)
#: A date beside one of these tells since when somebody has been a member.
_MEMBERSHIP = re.compile(
    r"join|regist|member|mitglied|dabei|beigetreten|inscri|miembro|加入|注册|註冊|登録", re.IGNORECASE
)
_PERMALINK = re.compile(r"permalink|bookmark|permanent", re.IGNORECASE)
_POST_ADDRESS = re.compile(
    r"(?:#|[?&/])(?:p|pid|post|postcount|comment|msg|message|reply|entry|findpost)[-_=/]?\d+|#\d{3,}$", re.IGNORECASE
)


class _Element(NamedTuple):
    """What is asked of an element around a body."""

    row: int
    tag: str
    chars: int
    names: str  #: its class, itemprop and rel
    address: str  #: where it links to


def bylines(page: Page, bodies: Ints, posts: Ints) -> Iterator[dict[str, int]]:
    """For each post the rows of its author, date and link, as far as they are there.

    What is in the post, its body aside, is asked first; then what stands between it and the post before it.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<div><a href=/user/7>Ann</a> <a href=#p1>2026-07-01</a><p>The rye is ripe.</p></div>")
    >>> [byline] = bylines(page, bodies=np.array([6]), posts=np.array([3]))
    >>> byline
    {'author': 4, 'date': 5, 'link': 5}
    """
    last = -1
    for body, post in zip(bodies.tolist(), posts.tolist(), strict=True):
        inside = np.concatenate((np.arange(post, body), np.arange(page.end[body], page.end[post])))
        found = _byline(page, inside)
        if "author" not in found or "date" not in found:
            ahead = np.arange(max(last, int(page.parent[post]) + 1, post - MAX_ELEMENTS), post)
            found = {**_byline(page, ahead), **found}
        last = int(page.end[post])
        yield found


def _byline(page: Page, rows: Ints) -> dict[str, int]:
    """What some elements tell."""
    elements = list(_elements(page, rows[:MAX_ELEMENTS]))
    date = _date(page, elements)
    found = {"author": _author(elements), "date": date, "link": _link(page, elements, date)}
    return {fact: row for fact, row in found.items() if row is not None}


def _elements(page: Page, rows: Ints) -> Iterator[_Element]:
    """Elements with short text, and what is asked of them."""
    rows = rows[(page.chars[rows] > 0) & (page.chars[rows] <= max(MAX_NAME_CHARS, MAX_DATE_CHARS))]
    columns = (page.attributes_at(rows, name) for name in ("class", "itemprop", "rel", "href"))
    for row, kind, prop, rel, address in zip(rows.tolist(), *columns, strict=True):
        yield _Element(
            row, page.tag[row], int(page.chars[row]), f"{kind or ''} {prop or ''} {rel or ''}", address or ""
        )


def _author(elements: list[_Element]) -> int | None:
    """The first link to a profile, or else the first element that is named for an author."""
    profiles = (each.row for each in elements if each.tag == "a" and _PROFILE.search(each.address))
    named = (each.row for each in elements if _AUTHOR.search(each.names))
    return next(chain(profiles, named), None)


def _date(page: Page, elements: list[_Element]) -> int | None:
    """The first ``<time>``, or else the first element whose own text is a time; neither of a membership."""
    marked = (each.row for each in elements if each.tag == "time")
    written = (each.row for each in elements if is_time(_own_text(page, each.row)))
    return next((row for row in chain(marked, written) if not _tells_membership(page, row)), None)


def _tells_membership(page: Page, row: int) -> bool:
    """Whether the line around an element says since when somebody has been a member."""
    line = int(page.block[row])
    if page.chars[line] > MAX_LINE_CHARS:
        return False
    return _MEMBERSHIP.search("".join(page.text[page.first_run[line] : page.run_stop[line]])) is not None


def _own_text(page: Page, row: int) -> str:
    """The text directly in an element."""
    runs = range(int(page.first_run[row]), int(page.run_stop[row]))
    return collapse(" ".join(page.text[run] for run in runs if page.host[run] == row))


def _link(page: Page, elements: list[_Element], date: int | None) -> int | None:
    """A link that calls itself permanent, or the one at the date, or one to an address of a post."""
    links = [each for each in elements if each.tag == "a" and each.address]
    for each in links:
        if _PERMALINK.search(each.names):
            return each.row
    for each in links:
        if date is not None and (each.row <= date < page.end[each.row] or date <= each.row < page.end[date]):
            return each.row
    return next((each.row for each in links if _POST_ADDRESS.search(each.address)), None)
