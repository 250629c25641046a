"""Who wrote a page, as a reader sees it: links to authors, elements named for them, lines that begin with "By"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from thresher.metadata.authors import Names
from thresher.metadata.facts import Found
from thresher.metadata.front import NEAR, Front, is_of_others
from thresher.metadata.names import is_label, names_in, signed
from thresher.metadata.texts import parted_text

#: Elements that are named for an author, by how surely the name means one.
MARKED = (
    '[rel~="author" i],[itemprop~="author"] [itemprop~="name"],[itemprop~="author"]',
    '[class*="byline" i],[class*="author" i],[data-testid*="author" i],[data-testid*="byline" i],[class*="writer" i]'
    ',[class*="posted-by" i],[class*="postedby" i],[class*="contributor" i],a[href*="/author/"],a[href*="/authors/"]',
    '[class*="username" i],[class*="user-name" i],[class*="poster" i],[class*="nickname" i],[class*="creator" i]'
    ',a[href*="/user/"],a[href*="/users/"],a[href*="/u/"],a[href*="/member/"],a[href*="/members/"],a[href*="/profile/"]'
    ',a[href*="/people/"],a[href*="/contributors/"],a[href*="/team/"]',
)
#: A surer name counts as if it were so many runs of text nearer to the headline.
RANK_STEP = 30
#: So many of them are looked at.
MAX_MARKED = 80
#: More names in one element are a list of something else.
MAX_NAMES = 4
#: A longer text is more than a name, even with what may stand around it.
MAX_CHARS = 160

#: Somewhere in a line, a name needs its capital letters to be told from other words.
_SIGNED_WITHIN = re.compile(
    r"(?:^|[|•·—–,]\s*|\d{4}\s+)(?:by|von|par|por)\s+([^\W\d_a-z][\w.’'-]+(?:\s+[^\W\d_a-z][\w.’'-]*){1,3})"
)


def visible_authors(front: Front) -> Iterator[Found[Names]]:
    """The authors that a reader sees, the likeliest first."""
    sure = sorted(_marked(front, MARKED[:1]))
    yield from (each for distance, each in sure if distance <= NEAR)
    yield from _signed(front)
    yield from (each for _, each in sorted([*sure, *_marked(front, MARKED[1:])]))


def _marked(front: Front, selectors: Sequence[str]) -> Iterator[tuple[int, Found[Names]]]:
    """Elements that are named for an author: how far they are from the headline, and the names."""
    page = front.page
    for rank, selector in enumerate(selectors):
        for row in page.select(selector)[:MAX_MARKED].tolist():
            if 0 < page.chars[row] <= MAX_CHARS and not front.elsewhere[row] and not is_of_others(page, row):
                names = names_in(parted_text(page, row, glued=False))
                if 0 < len(names) <= MAX_NAMES:
                    yield front.distance(row) + RANK_STEP * rank, Found(names, "byline:element")


def _signed(front: Front) -> Iterator[Found[Names]]:
    """Lines near the headline that say by whom, or stand behind one that says no more than "By"."""
    label = None
    for line in front.lines:
        follows = label is not None and line.distance == label + 1
        label = line.distance if is_label(line.text) else None
        if names := _signature(line.text) or (names_in(line.text) if follows else ()):
            yield Found(names, "byline:line")


def _signature(text: str) -> Names:
    """The names in a line that says by whom."""
    if names := signed(text):
        return names_in(names) if len(text) <= MAX_CHARS else ()
    within = _SIGNED_WITHIN.search(text)
    return names_in(within[1]) if within else ()
