"""What a reader sees around the headline: the short lines in which a page tells who wrote it and when."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from thresher.page.columns import Bools
from thresher.page.hidden import INVISIBLE, Cause

if TYPE_CHECKING:
    from thresher.page import Page

#: So many blocks ahead of the headline and behind it belong to the front.
LINES_AHEAD, LINES_BEHIND = 6, 16
#: Longer blocks are no lines of facts.
MAX_LINE_CHARS = 200
#: An element at most so many runs of text from the headline is near it.
NEAR = 60
#: So many blocks of a page without a headline are looked at.
MAX_LINES = 40

#: Names of elements that hold other stories, comments and advertisements.
_OTHERS = re.compile(
    r"(?:^|[\s_-])(?:comments?|related|recommend\w*|sidebar|promo\w*|teasers?|newsletter|trending|popular|more-\w+|latest|cookies?"
    r"|ads?|carousel|menu|breadcrumbs?|similar)(?![\w:\]])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Line:
    """A short block near the headline."""

    row: int  #: its element
    text: str
    distance: int  #: blocks between it and the headline; negative ahead of it


@dataclass(frozen=True, eq=False)
class Front:
    """The part of a page around its headline."""

    page: Page
    headline: int | None  #: row of the headline, where there is one

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

    def distance(self, row: int) -> int:
        """How far an element is from the headline in runs of text, those ahead of it twice as far."""
        if self.headline is None:
            return int(self.page.first_run[row])
        gap = int(self.page.first_run[row]) - int(self.page.run_stop[self.headline])
        return gap if gap >= 0 else -2 * gap


def is_of_others(page: Page, row: int) -> bool:
    """Whether an element or one of the few around it is named for other stories, comments or advertisements."""
    for _ in range(6):
        if row <= page.body:
            return False
        attribute = page.tree.elements[row].attr
        if _OTHERS.search(f"{attribute('class') or ''} {attribute('id') or ''}") and page.tag[row] not in (
            "article",
            "main",
        ):
            return True
        row = int(page.parent[row])
    return False
