"""Who wrote a page, as a reader sees it: links to authors, elements named for them, lines that begin with "By"."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from thresher.metadata.authors import Names
from thresher.metadata.facts import Found
from thresher.metadata.front import (
    AUTHOR_FOLDERS,
    AUTHORS,
    MAX_NAMED_CHARS,
    NEAR,
    USER_FOLDERS,
    USERS,
    Front,
)
from thresher.metadata.names import is_label, may_lead, names_in, signed
from thresher.metadata.texts import parted_text
from thresher.page.columns import mark_subtrees

#: Words in attributes of elements that are named for an author, by how surely they mean one.
MARKED: tuple[dict[str, tuple[str, ...]], ...] = (
    {"class": AUTHORS, "href": AUTHOR_FOLDERS},
    {"class": USERS, "href": USER_FOLDERS},
)
#: A surer name counts as if it were so many runs of text nearer to the headline.
RANK_STEP = 30
#: So many of them are looked at.
MAX_MARKED = 80
#: More names in one element are a list of something else.
MAX_NAMES = 4
#: Somewhere in a line, a name needs its capital letters to be told from other words.
_SIGNED_WITHIN = re.compile(
    r"(?:^|[|•·—–,]\s*|\d{4}\s+)(?:by|von|par|por)\s+([^\W\d_a-z][\w.’'-]+(?:\s+[^\W\d_a-z][\w.’'-]*){1,3})"
)


def visible_authors(front: Front) -> Iterator[Found[Names]]:
    """The authors that a reader sees, the likeliest first; what is far is looked at when nothing near will do."""
    sure = [(front.distance(row), row) for row in _sure(front)]
    yield from _named(front, [place for place in sure if place[0] <= NEAR])
    yield from _signed(front)
    found = sure + _marked(front)
    yield from _named(front, [place for place in found if place[0] <= NEAR])
    yield from _named(front, [place for place in found if place[0] > NEAR])


def _sure(front: Front) -> list[int]:
    """Elements that are surely an author, as far as they may be a name: links that say so, and marked ones."""
    page = front.page
    properties = front.marked.properties
    authors = [row for row, names in properties.items() if "author" in names and "author" in names.split()]
    within = mark_subtrees(np.array(authors, dtype=np.int64), page.end) if authors else ()
    inner = [row for row, names in properties.items() if within[row] and "name" in names.split()] if authors else []
    rows = sorted({*front.marked.authors, *authors, *inner})
    return [row for row in rows if 0 < page.chars[row] <= MAX_NAMED_CHARS and not front.elsewhere[row]]


def _marked(front: Front) -> list[tuple[int, int]]:
    """Elements that are named for an author: how far they are, by rank, and the row."""
    return [
        (front.distance(row) + RANK_STEP * rank, row)
        for rank, words in enumerate(MARKED)
        for attribute, parts in words.items()
        for row in front.named(attribute, parts)
    ]


def _named(front: Front, places: list[tuple[int, int]]) -> Iterator[Found[Names]]:
    """The names in elements that are named for an author, of which how far they are is known, and the row."""
    page = front.page
    for _, row in sorted(set(places))[:MAX_MARKED]:
        names = names_in(parted_text(page, row, glued=False))
        if 0 < len(names) <= MAX_NAMES and not front.is_of_others(row):
            yield Found(names, "byline:element")


def _signed(front: Front) -> Iterator[Found[Names]]:
    """Lines near the headline that say by whom, or stand behind one that says no more than "By"."""
    label = None
    for text, distance in front.lines:
        follows = distance - 1 == label
        leads = may_lead(text)
        label = distance if leads and is_label(text) else None
        if names := _signature(text, leads=leads) or (names_in(text) if follows else ()):
            yield Found(names, "byline:line")


def _signature(text: str, *, leads: bool) -> Names:
    """The names in a line that says by whom, perhaps at its beginning."""
    if leads and (names := signed(text)):
        return names_in(names) if len(text) <= MAX_NAMED_CHARS else ()
    # A quick look before the long one.
    if "by " in text or "von " in text or "par " in text or "por " in text:
        within = _SIGNED_WITHIN.search(text)
        return names_in(within[1]) if within else ()
    return ()
