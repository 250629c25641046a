"""The headings of a page that a reader sees, and which of them is its headline."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from html import unescape
from itertools import islice
from typing import TYPE_CHECKING

from thresher.metadata.slugs import names_rather
from thresher.metadata.texts import parted_text
from thresher.metadata.title_parts import squashed
from thresher.page.hidden import INVISIBLE
from thresher.page.whitespace import collapse
from thresher.vocabulary import shared, vocabulary

if TYPE_CHECKING:
    from thresher.page import Page

#: A first heading is the headline if it and the title have so great a share of the words of the shorter in common.
MIN_SHARED = 0.3
#: A heading behind the first one, which may be that of a section, must have more, ...
MIN_SHARED_LATER = 0.5
#: ... and on a page that does not say that it is an article so must the first: there, headings are slogans.
MIN_SHARED_ELSEWHERE = 0.75
#: A headline is at most so many times as long as the longest title; what is longer is a text.
MAX_TIMES_TITLE = 2
#: So many first headings are looked at.
MAX_HEADINGS = 5
_INVISIBLE = int(INVISIBLE)
SOFT_HYPHEN = "\u00ad"
#: Signs of links to the heading itself.
_PERMALINK_SIGNS = (*"¶§#🔗\u200b", "[edit]")
_PERMALINK = re.compile(r"(?<![\s¶§#🔗\u200b])(?<!\[edit\])(?:\s*+(?:[¶§#🔗\u200b]|\[edit\]))++$")


def headings(page: Page) -> list[tuple[int, str]]:
    """The first headings that a reader sees: row and text."""
    hidden, chars = page.hidden, page.chars
    seen = (row for row in page.rows_of("h1").tolist() if not hidden[row] & _INVISIBLE and chars[row])
    rows = list(islice(seen, MAX_HEADINGS))
    texts = [(row, _without_permalink(unescape(parted_text(page, row, " ")).replace(SOFT_HYPHEN, ""))) for row in rows]
    return [(row, text) for row, text in texts if text]


def opening(page: Page, row: int) -> str:
    """What a heading begins with, as far as the first tag behind a text.

    >>> from thresher.page import Page
    >>> opening(Page.from_html("<h1><a>Rye is back</a> <small>87</small></h1>"), 3)
    'Rye is back'
    """
    runs = range(int(page.first_run[row]), int(page.run_stop[row]))
    return next((text for run in runs if (text := collapse(page.text[run]))), "")


def _without_permalink(text: str) -> str:
    """A heading without the sign of a link to itself.

    >>> _without_permalink("Rye is back ¶"), _without_permalink("Rye is back")
    ('Rye is back', 'Rye is back')
    """
    return _PERMALINK.sub("", text) if text.endswith(_PERMALINK_SIGNS) else text


def headline(
    found: Sequence[tuple[int, str]],
    titles: Sequence[str],
    min_shared: float = MIN_SHARED,
    named: Callable[[], frozenset[str]] = frozenset,
    without_site: Callable[[str], str] = str,
) -> tuple[int, str] | None:
    """Of some headings the one that is most like a title of the page, or is *named* by its address, if there is one.

    The words of the address, and titles *without the name of the site*, are asked for where the titles do not tell.

    >>> headline([(5, "The Mill"), (9, "Rye is back")], ["Rye is back in the valley - The Mill"])
    (9, 'Rye is back')
    """
    if not found:
        return None
    if not titles:
        return found[0]
    same = _same(found, titles) or _same(found, map(without_site, titles))
    longest = MAX_TIMES_TITLE * max(map(len, titles))
    least = {each: max(min_shared, MIN_SHARED_LATER) for each in found} | {found[0]: min_shared}
    told = same or [
        each
        for each in found
        if (len(each[1]) <= longest and _alike(each[1], titles[0]) >= least[each])
        or names_rather(named(), each[1], titles[0])
    ]
    if len(told) <= 1:
        return told[0] if told else None
    words = vocabulary(titles[0]) | named()
    return max(told, key=lambda each: len(vocabulary(each[1]) & words))


def _same(found: Sequence[tuple[int, str]], titles: Iterable[str]) -> list[tuple[int, str]]:
    """The headings that are one of the titles."""
    known = set(map(squashed, titles))
    return [each for each in found if squashed(each[1]) in known]


def _alike(heading: str, title: str) -> float:
    """Share of the words of the shorter that the longer has."""
    ours, theirs = sorted((vocabulary(heading), vocabulary(title)), key=len)
    return shared(ours, theirs)
