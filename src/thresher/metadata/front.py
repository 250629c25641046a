"""What a reader sees around the headline: the short lines in which a page tells who wrote it and when."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.columns import Bools, Ints
from thresher.page.hidden import INVISIBLE, Cause
from thresher.page.tags import CODES

if TYPE_CHECKING:
    from thresher.page import Page

#: So many blocks ahead of the headline and behind it belong to the front.
LINES_AHEAD, LINES_BEHIND = 6, 16
#: Longer blocks are no lines of facts.
MAX_LINE_CHARS = 200
#: An element at most so many runs of text from the headline is near it.
NEAR = 60
#: An element that is named for a fact and has a longer text has more than the fact.
MAX_NAMED_CHARS = 160
#: So many blocks of a page without a headline are looked at.
MAX_LINES = 40

#: Names of elements that hold other stories, comments and advertisements.
_OTHERS = re.compile(
    r"(?:^|[\s_-])(?:comments?|related|recommend\w*|sidebar|promo\w*|teasers?|newsletter|trending|popular|more-\w+|latest|cookies?"
    r"|ads?|carousel|menu|breadcrumbs?|similar)(?![\w:\]])"
)


@dataclass(frozen=True)
class Line:
    """A short block near the headline."""

    row: int  #: its element
    text: str
    distance: int  #: blocks between it and the headline; negative ahead of it


@dataclass(frozen=True, eq=False)
class Named:
    """Some elements, which can be asked for words in their attributes."""

    page: Page
    rows: Ints

    def having(self, attribute: str, words: Sequence[str]) -> Ints:
        """Those of the elements that have one of *words* in an attribute, in document order."""
        rows, values, joined = self._columns[attribute]
        present = [word for word in words if word in joined]
        if not present:
            return rows[:0]
        holds = {value: any(word in value for word in present) for value in set(values)}
        found: Ints = rows[np.fromiter((holds[value] for value in values), dtype=bool, count=len(values))]
        return found

    @cached_property
    def _columns(self) -> _Columns:
        return _Columns(self)


class _Columns(dict[str, tuple[Ints, list[str], str]]):
    """Attributes of elements: rows that may have them, the values in small letters, and all of these in one text."""

    def __init__(self, named: Named) -> None:
        self._named = named

    def __missing__(self, attribute: str) -> tuple[Ints, list[str], str]:
        page, rows = self._named.page, self._named.rows
        if attribute == "href":
            rows = rows[page.code[rows] == CODES["a"]]
        elements = page.tree.elements
        values = [(elements[row].attr(attribute) or "").lower() for row in rows.tolist()]
        self[attribute] = rows, values, "\n".join(values)
        return self[attribute]


@dataclass(frozen=True, eq=False)
class Front:
    """The part of a page around its headline."""

    page: Page
    headline: int | None  #: row of the headline, where there is one
    marked: Sequence[int] = ()  #: rows of the elements that describe something by their attributes

    @cached_property
    def lines(self) -> list[Line]:
        """The short blocks around the headline, those behind it first: a byline follows what it signs."""
        blocks = self.page.blocks
        rows = blocks.row
        place = self._headline_block
        first, stop = (0, MAX_LINES) if place is None else (max(place - LINES_AHEAD, 0), place + 1 + LINES_BEHIND)
        found = []
        for number in range(first, min(stop, len(blocks))):
            row = int(rows[number])
            if number != place and blocks.length[number] <= MAX_LINE_CHARS and not self.elsewhere[row]:
                found.append(Line(row, blocks.text(number), number - (place or 0)))
        return sorted(found, key=lambda line: (line.distance < 0, abs(line.distance)))

    @property
    def _headline_block(self) -> int | None:
        """Number of the block that is the headline."""
        if self.headline is None:
            return None
        run = int(self.page.first_run[self.headline])
        stop = int(self.page.run_stop[self.headline])
        numbers = self.page.blocks.of_run[run:stop]
        held = numbers[numbers >= 0]
        return int(held[0]) if len(held) else None

    @cached_property
    def elsewhere(self) -> Bools:
        """Element: whether it is hidden, or part of something that is not the page's own story."""
        page = self.page
        hidden = (page.hidden & int(INVISIBLE & ~Cause.COLLAPSED)) != 0
        outside = page.within("aside", "footer") & ~page.within("article", "main")
        elsewhere: Bools = hidden | outside | page.within("nav", "button", "select", "dialog", "head", "template")
        return elsewhere

    @cached_property
    def near(self) -> Named:
        """The elements near the headline that have a short text."""
        return Named(self.page, self._short[0])

    @cached_property
    def far(self) -> Named:
        """The other elements that have a short text."""
        return Named(self.page, self._short[1])

    @cached_property
    def _short(self) -> tuple[Ints, Ints]:
        """Rows of the elements with a short text that a reader sees: those near the headline, and the others."""
        chars = self.page.chars
        rows = ((chars > 0) & (chars <= MAX_NAMED_CHARS) & ~self.elsewhere).nonzero()[0]
        near = self.distances(rows) <= NEAR
        return rows[near], rows[~near]

    def distances(self, rows: Ints) -> Ints:
        """How far elements are from the headline in runs of text, those ahead of it twice as far."""
        first = self.page.first_run[rows]
        if self.headline is None:
            return first
        gap = first - self.page.run_stop[self.headline]
        distances: Ints = np.where(gap >= 0, gap, -2 * gap)
        return distances

    def distance(self, row: int) -> int:
        """The same for one element."""
        return int(self.distances(np.array([row]))[0])


def is_of_others(page: Page, row: int) -> bool:
    """Whether an element or one of the few around it is named for other stories, comments or advertisements."""
    for _ in range(6):
        if row <= page.body:
            return False
        attribute = page.tree.elements[row].attr
        names = f"{attribute('class') or ''} {attribute('id') or ''}".lower()
        if _OTHERS.search(names) and page.tag[row] not in ("article", "main"):
            return True
        row = int(page.parent[row])
    return False
