"""Who wrote a post, when, and where it is linked to: found in what is around its body, by markup and by form."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from thresher.algorithms.times import is_time
from thresher.credits import credited
from thresher.page.columns import Ints
from thresher.page.metadata import own_text, text_of
from thresher.page.tags import CODES
from thresher.page.words import DIGITS, showing

if TYPE_CHECKING:
    from thresher.page import Page

#: A longer text is no name and no date [D].
MAX_NAME_CHARS, MAX_DATE_CHARS = 60, 60
#: A shorter text stands for a picture: the first letter of a name [D].
MIN_NAME_CHARS = 2
#: A longer text is no single line of a profile [D].
MAX_LINE_CHARS = 100
#: Elements around a body that are looked at; a byline is near its post [D].
MAX_ELEMENTS = 400

_AUTHOR = re.compile(
    r"author|user-?_?name|poster|nick(?:name)?|creator|\buser\b|\bmember(?:-?name)?\b|\bfn\b", re.IGNORECASE
)
#: What calls itself a name, and so is no more than that; what is named for an author may hold rank and picture too.
_NAME = re.compile(
    r"(?:user|nick|author|member|display|screen|\bfull)[-_]?name|\bnick\b|\bfn\b|\bname\b", re.IGNORECASE
)
#: Addresses are in small letters and behind a slash, so that every branch begins with a sign that is quickly found.
_PROFILE = re.compile(
    r"[/?&=.](?:members?|users?|profiles?|authors?|people|u|membre|mitglieder?|usuario)(?:[/=?.&;-]|\d|$)"
    r"|memberlist|viewprofile|user_info|showuser|home\.php\?mod=space"
)
#: A date beside one of these tells since when somebody has been a member.
_MEMBERSHIP = re.compile(
    r"join|regist|member|mitglied|dabei|beigetreten|inscri|miembro|加入|注册|註冊|登録", re.IGNORECASE
)
#: A date beside one of these tells when a text was changed, and who is named with it changed it.
_EDIT = re.compile(r"\bedit|\bmodifi|bearbeitet|geändert|измен[её]н|修改|编辑|編輯", re.IGNORECASE)
_PERMALINK = re.compile(r"permalink|bookmark|permanent", re.IGNORECASE)
_POST_ADDRESS = re.compile(
    r"[#?&/](?:p|pid|post|postcount|comment|msg|message|reply|entry|findpost)[-_=/]?\d+|#\d{3,}$"
)


#: The class, itemprop and rel of an element.
_Names: TypeAlias = tuple[str | None, str | None, str | None]
#: What is asked of an element around a body: its row, the number of its tag, its names and where it links to.
_Element: TypeAlias = tuple[int, int, _Names, str | None]
#: What is asked of one that links: its row, its names and where it links to, in small letters and behind a slash.
_Link: TypeAlias = tuple[int, _Names, str]


def bylines(page: Page, bodies: Ints, posts: Ints, *, surely: bool = False) -> list[dict[str, int]]:
    """For each post the rows of its author, date and link, as far as they are there.

    What is in the post, its body aside, is asked first; then what stands between it and the post before it; then what
    its body begins with. Bylines that tell *surely* that there are posts stand outside of bodies, and are named so.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<div><a href=/user/7>Ann</a> <a href=#p1>2026-07-01</a><p>The rye is ripe.</p></div>")
    >>> bylines(page, bodies=np.array([6]), posts=np.array([3]))
    [{'author': 4, 'date': 5, 'link': 5}]
    """
    around = _Around(page, surely)
    ends = page.end[posts].tolist()
    parts = zip(posts.tolist(), bodies.tolist(), page.end[bodies].tolist(), ends, strict=True)
    found = around.told([(range(post, body), range(stop, end)) for post, body, stop, end in parts])
    starts = np.maximum(page.parent[posts] + 1, posts - MAX_ELEMENTS)
    starts[1:] = np.maximum(starts[1:], ends[:-1])
    places = [(starts, posts), (bodies + 1, _first_sentence(page, bodies))]
    for first, stop in places[: 1 if surely else None]:
        poor = [number for number, facts in enumerate(found) if "author" not in facts or "date" not in facts]
        more = around.told([(range(int(first[number]), int(stop[number])),) for number in poor])
        for number, facts in zip(poor, more, strict=True):
            found[number] = {**facts, **found[number]}
    return found


def _first_sentence(page: Page, bodies: Ints) -> Ints:
    """For each body the first row in it that has a text too long for a byline, else where it ends."""
    long = np.unique(page.host[page.length > MAX_LINE_CHARS])
    first = np.append(long, len(page.tag))[np.searchsorted(long, bodies)]
    rows: Ints = np.minimum(np.maximum(first, bodies), page.end[bodies])
    return rows


class _Around:
    """What the elements around bodies tell."""

    def __init__(self, page: Page, surely: bool) -> None:
        self._page, self._surely = page, surely
        is_short = (page.chars > 0) & (page.chars <= max(MAX_NAME_CHARS, MAX_DATE_CHARS))
        self._short: list[int] = is_short.nonzero()[0].tolist()
        self._dated = set(page.host[showing(page.text, DIGITS)].tolist())
        self._is_author, self._calls_itself_name = _Asked(_AUTHOR), _Asked(_NAME)
        self._is_permanent = _Asked(_PERMALINK)

    def told(self, places: Sequence[tuple[range, ...]]) -> list[dict[str, int]]:
        """What is told by the elements in each of some places, which are stretches of rows."""
        rows = [self._rows(stretches) for stretches in places]
        elements = self._elements(list(chain.from_iterable(rows)))
        return [self._byline(list(islice(elements, len(each)))) for each in rows]

    def _rows(self, stretches: tuple[range, ...]) -> list[int]:
        """Rows with short text among the first of some stretches."""
        rows: list[int] = []
        left = MAX_ELEMENTS
        for stretch in stretches:
            stop = min(stretch.stop, stretch.start + left)
            left -= min(left, len(stretch))
            rows += self._short[bisect_left(self._short, stretch.start) : bisect_left(self._short, stop)]
        return rows

    def _elements(self, rows: list[int]) -> Iterator[_Element]:
        """Elements, and what is asked of them."""
        page = self._page
        kinds, props, rels, addresses = page.attribute_columns(rows, "class", "itemprop", "rel", "href")
        names = zip(kinds, props, rels, strict=True)
        return zip(rows, page.code[rows].tolist(), names, addresses, strict=True)

    def _byline(self, elements: list[_Element]) -> dict[str, int]:
        """What some elements tell."""
        elements, date = self._dated_elements(elements)
        links = [
            (row, names, "/" + address.lower())
            for row, code, names, address in elements
            if code == CODES["a"] and address
        ]
        found = {"author": self._author(elements, links), "date": date, "link": self._link(links, date)}
        return {fact: row for fact, row in found.items() if row is not None}

    def _dated_elements(self, elements: list[_Element]) -> tuple[list[_Element], int | None]:
        """Elements without those that tell who changed the text ahead of who wrote it, and the date among them."""
        page, times = self._page, self._times(elements)
        date = next(times, None)
        if date is not None and _tells(page, date, _EDIT):
            written = next((row for row in times if row > date and not _tells(page, row, _EDIT)), date)
            elements = [each for each in elements if not date <= each[0] < written]
            date = written
        return elements, None if date is None else _whole_date(page, date)

    def _author(self, elements: list[_Element], links: list[_Link]) -> int | None:
        """A link to a profile, or else what is named for an author, or else what only credits somebody."""
        profiles = [(row, address) for row, _, address in links if _PROFILE.search(address)]
        if profiles:
            row, profile = profiles[0]
            return next((row for row, address in profiles if address == profile and self._is_name(row)), row)
        first = next((row for row, _, names, _ in elements if self._is_author[names]), None)
        if first is None:
            return None if self._surely else self._credited(elements, links)
        within = range(first, int(self._page.end[first]))
        called = (row for row, _, names, _ in elements if row in within and self._calls_itself_name[names])
        return next(filter(self._is_name, called), first)

    def _credited(self, elements: list[_Element], links: list[_Link]) -> int | None:
        """What calls itself a name or is cited, or else a link that a stranger left, or a text such as "Ann says:"."""
        page = self._page
        called = (row for row, code, names, _ in elements if code == CODES["cite"] or self._calls_itself_name[names])
        left = (row for row, names, address in links if _is_left(names, address) and not is_time(text_of(page, row)))
        saying = (row for row, *_ in elements if credited(text_of(page, row)))
        return next(filter(self._is_name, chain(called, left, saying)), None)

    def _is_name(self, row: int) -> bool:
        """Whether an element has more text than the letter that stands for a picture."""
        return bool(self._page.chars[row] >= MIN_NAME_CHARS)

    def _times(self, elements: list[_Element]) -> Iterator[int]:
        """Each ``<time>``, then each element whose own text is a time; none of a membership."""
        page = self._page
        marked = (row for row, code, _, _ in elements if code == CODES["time"])
        written = (row for row, _, _, _ in elements if row in self._dated and is_time(own_text(page, row)))
        return (row for row in chain(marked, written) if not _tells(page, row, _MEMBERSHIP))

    def _link(self, links: list[_Link], date: int | None) -> int | None:
        """A link that calls itself permanent, or the one at the date, or one to an address of a post."""
        end = self._page.end
        for row, names, _ in links:
            if self._is_permanent[names]:
                return row
        for row, _, _ in links:
            if date is not None and (row <= date < end[row] or date <= row < end[date]):
                return row
        return next((row for row, _, address in links if _POST_ADDRESS.search(address, 1)), None)


class _Asked(dict[_Names, bool]):
    """Whether a pattern is in names; the posts of a page repeat theirs, so each is looked at once."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern

    def __missing__(self, names: _Names) -> bool:
        found = self[names] = self._pattern.search(" ".join(filter(None, names))) is not None
        return found


def _is_left(names: _Names, address: str) -> bool:
    """Whether a link leads to another site and is not vouched for, as links of those who write comments are."""
    rel = names[-1]
    return rel is not None and "nofollow" in rel and address.startswith(("/http:", "/https:"))


def _whole_date(page: Page, row: int) -> int:
    """The element around a date that says another part of it, such as the day beside the hour, and little else."""
    around = int(page.parent[row])
    if page.chars[around] > MAX_DATE_CHARS:
        return row
    rest = text_of(page, around).replace(text_of(page, row), " ", 1)
    return around if is_time(rest) else row


def _tells(page: Page, row: int, what: re.Pattern[str]) -> bool:
    """Whether the line around an element has one of some words."""
    line = int(page.block[row])
    if page.chars[line] > MAX_LINE_CHARS:
        return False
    return what.search("".join(page.text[page.first_run[line] : page.run_stop[line]])) is not None
