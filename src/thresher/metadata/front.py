"""What a reader sees around the headline: the short lines in which a page tells who wrote it and when."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from thresher.cached import cached_property
from thresher.dates import Written, dates_in, may_hold_date
from thresher.page.columns import Bools, Codes, Ints, mark_subtrees
from thresher.page.hidden import INVISIBLE, Cause
from thresher.page.kernels import kernel
from thresher.page.tags import CODES, tag_set
from thresher.page.telling import has_part, telling_rows

if TYPE_CHECKING:
    from thresher.metadata.marked import Marked
    from thresher.page import Page

#: So many blocks ahead of the headline and behind it belong to the front.
LINES_AHEAD, LINES_BEHIND = 6, 16
#: Longer blocks are no lines of facts.
MAX_LINE_CHARS = 200
#: An element at most so many runs of text from the headline is near it.
NEAR = 60
#: An element that is named for a fact and has a longer text has more than the fact.
MAX_NAMED_CHARS = 160
#: So many elements, one around the other, are asked whether they hold other stories.
LEVELS_OF_OTHERS = 6
#: So many blocks of a page without a headline are looked at.
MAX_LINES = 40

#: Words in classes of elements that are named for an author: surely, or perhaps for who wrote a post or a comment.
AUTHORS = ("byline", "author", "writer", "posted-by", "postedby", "contributor")
USERS = ("username", "user-name", "poster", "nickname", "creator")
#: Words in classes of elements that are named for a date.
DATES = ("date", "publish", "posted", "time")
#: Folders of addresses that lead to an author, surely or perhaps.
AUTHOR_FOLDERS = ("/author/", "/authors/")
USER_FOLDERS = tuple("/user/ /users/ /u/ /member/ /members/ /profile/ /people/ /contributors/ /team/".split())
#: All of these.
NAMED, ADDRESSES = (*AUTHORS, *USERS, *DATES), (*AUTHOR_FOLDERS, *USER_FOLDERS)

_HIDDEN = int(INVISIBLE & ~Cause.COLLAPSED)
#: Elements outside of the story, unless they are inside of one; and those that are never part of it.
_ASIDE = (
    tag_set("aside", "footer"),
    tag_set("article", "main"),
    tag_set("nav", "button", "select", "dialog", "head", "template"),
)
#: Names of elements that hold other stories, comments and advertisements, and one of what is in each of these.
_OTHERS = re.compile(
    r"(?:^|[\s_-])(?:comments?|related|recommend\w*|sidebar|promo\w*|teasers?|newsletter|trending|popular|more-\w+|latest|cookies?"
    r"|ads?|carousel|menu|breadcrumbs?|similar)(?![\w:\]])"
)
_OF_OTHERS = (
    *("comment", "relate", "recommend", "sidebar", "promo", "teaser", "newsletter", "trending", "popular", "more-"),
    *("latest", "cookie", "ad", "carousel", "menu", "breadcrumb", "similar"),
)


@kernel
def set_aside(code: Codes, end: Ints, hidden: Codes, causes: int, outside: Bools, inside: Bools, never: Bools) -> Bools:
    """Elements that are *hidden* for one of some *causes*, in one of *outside* but in none of *inside*, or in *never*.

    The last three are flags by code.

    >>> import numpy as np
    >>> within = tag_set("aside"), tag_set("article"), tag_set("nav")
    >>> codes = np.array([CODES["aside"], CODES["p"], CODES["article"], CODES["nav"]], dtype=np.uint8)
    >>> set_aside(codes, np.array([4, 2, 4, 4]), np.zeros(4, dtype=np.uint8), 1, *within).tolist()
    [True, True, False, True]
    """
    out, story, shut = (mark_subtrees(flags[code], end) for flags in (outside, inside, never))
    aside: Bools = ((hidden & causes) != 0) | (out & ~story) | shut
    return aside


@kernel
def with_short_text(code: Codes, chars: Ints, aside: Bools, most: int, link: int) -> tuple[list[int], list[int]]:
    """Rows with a text of no more than *most* characters that are not *aside*, and those that are of the code of links.

    >>> import numpy as np
    >>> with_short_text(np.array([1, 1, 2], dtype=np.uint8), np.array([9, 3, 3]), np.zeros(3, dtype=bool), 5, 2)
    ([1, 2], [2])
    """
    rows = ((chars > 0) & (chars <= most) & ~aside).nonzero()[0]
    return rows.tolist(), rows[code[rows] == link].tolist()


@dataclass(frozen=True, eq=False)
class Front:
    """The part of a page around its headline."""

    page: Page
    headline: int | None  #: row of the headline, where there is one
    marked: Marked  #: the elements that say what they tell

    @property
    def language(self) -> str:
        """The language in which dates are read: the one that the page declares."""
        return self.page.language or ""

    @cached_property
    def lines(self) -> list[tuple[str, int]]:
        """The texts of the short blocks around the headline, those behind it first: a byline follows what it signs.

        With each goes how many blocks it is from the headline, negative ahead of it.
        """
        blocks = self.page.blocks
        place = self._headline_block
        first, stop = (0, MAX_LINES) if place is None else (max(place - LINES_AHEAD, 0), place + 1 + LINES_BEHIND)
        # Of so few blocks a list is made more quickly than a column.
        few = zip(blocks.row[first:stop].tolist(), blocks.length[first:stop].tolist(), strict=True)
        numbers = [
            number
            for number, (row, length) in enumerate(few, start=first)
            if length <= MAX_LINE_CHARS and number != place and not self.elsewhere[row]
        ]
        if place is not None:
            ahead = bisect_left(numbers, place)
            numbers = numbers[ahead:] + numbers[:ahead][::-1]
        texts = blocks.texts_of(np.array(numbers, dtype=np.int64))
        return [(text, number - (place or 0)) for number, text in zip(numbers, texts, strict=True)]

    @property
    def _headline_block(self) -> int | None:
        """Number of the block that is the headline."""
        if self.headline is None:
            return None
        run = int(self.page.first_run[self.headline])
        stop = int(self.page.run_stop[self.headline])
        return next((number for number in self.page.blocks.of_run[run:stop].tolist() if number >= 0), None)

    @cached_property
    def elsewhere(self) -> Bools:
        """Element: whether it is hidden, or part of something that is not the page's own story."""
        return set_aside(self.page.code, self.page.end, self.page.hidden, _HIDDEN, *_ASIDE)

    def named(self, attribute: str, words: tuple[str, ...]) -> list[int]:
        """Rows of the elements with a short text that have one of some *words* in an attribute, as `NAMED` has them."""
        found = self._named_links if attribute == "href" else self._named
        told = {value for value in set(found.values()) if has_part(value, words)}
        return [row for row, value in found.items() if value in told]

    @cached_property
    def _named(self) -> dict[int, str]:
        """Rows of the elements with a short text whose class tells something, and that."""
        return telling_rows(self.page.tree.elements, self._short[0], "class", NAMED)

    @cached_property
    def _named_links(self) -> dict[int, str]:
        """Rows of the links with a short text whose address tells something, and that."""
        return telling_rows(self.page.tree.elements, self._short[1], "href", ADDRESSES)

    @cached_property
    def _short(self) -> tuple[list[int], list[int]]:
        """Rows of the elements, and of the links among them, with a short text that a reader sees."""
        return with_short_text(self.page.code, self.page.chars, self.elsewhere, MAX_NAMED_CHARS, CODES["a"])

    @cached_property
    def _run_behind(self) -> int:
        """The first run of text behind the headline."""
        return 0 if self.headline is None else int(self.page.run_stop[self.headline])

    def distance(self, row: int) -> int:
        """How far an element is from the headline in runs of text; ahead of it twice as far."""
        gap = int(self.page.first_run[row]) - self._run_behind
        return gap if gap >= 0 else -2 * gap

    def is_of_others(self, row: int) -> bool:
        """Whether an element or one of the few around it is named for other stories, comments or advertisements."""
        page = self.page
        for _ in range(LEVELS_OF_OTHERS):
            if row <= page.body:
                return False
            if self._others[row]:
                return True
            row = int(page.parent[row])
        return False

    @cached_property
    def _others(self) -> _Others:
        return _Others(self.page)

    def dates(self, text: str) -> list[Written]:
        """The dates in a text, which are read once, however many elements have it."""
        if not may_hold_date(text):
            return []
        found = self._dates.get(text)
        if found is None:
            found = self._dates[text] = dates_in(text, self.language)
        return found

    @cached_property
    def _dates(self) -> dict[str, list[Written]]:
        return {}


class _Others(dict[int, bool]):
    """Whether an element is named for other stories, comments or advertisements; found out once for each."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def __missing__(self, row: int) -> bool:
        attribute = self._page.tree.elements[row].attr
        names = f"{attribute('class') or ''} {attribute('id') or ''}".lower()
        is_named = has_part(names, _OF_OTHERS) and _OTHERS.search(names) is not None
        found = self[row] = is_named and self._page.tag[row] not in ("article", "main")
        return found
