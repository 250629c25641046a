"""What a page is called: by its headline where the page agrees that it is one, else as it declares it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

from thresher.metadata.declared import Metas, declared
from thresher.metadata.facts import Found
from thresher.metadata.site_names import squashed, without_site
from thresher.metadata.subject import ARTICLES, WORKS, told
from thresher.metadata.texts import parted_text, short_text
from thresher.page.hidden import INVISIBLE
from thresher.vocabulary import shared, vocabulary

if TYPE_CHECKING:
    from thresher.metadata.things import Described
    from thresher.page import Page

METAS = (
    "og:title",
    "twitter:title",
    "citation_title",
    "dc.title",
    "dcterms.title",
    "parsely-title",
    "sailthru.title",
    "title",
)
#: A first heading is the headline if it and the title have so great a share of the words of the shorter in common.
MIN_SHARED = 0.3
#: On a page that does not say that it is an article it must have more: there, headings are slogans.
MIN_SHARED_ELSEWHERE = 0.75
#: So many first headings are looked at.
MAX_HEADINGS = 5
#: Signs of links to the heading itself.
_PERMALINK = re.compile(r"\s*(?:[¶§#🔗\u200b]|\[edit\])+$")


def declared_titles(subjects: Sequence[Described], metas: Metas, page: Page) -> Iterator[Found[str]]:
    """The titles that a page declares, the surest first."""
    outside_svg = page.is_tag("title") & ~page.within("svg")
    for row in np.flatnonzero(outside_svg)[:1].tolist():
        if text := short_text(page, row):
            yield Found(text, "title")
    yield from declared(metas, METAS)
    for subject in subjects:
        names = (
            ("headline", "name") if subject.types & ARTICLES else ("name",) if subject.types & WORKS else ("headline",)
        )
        yield from told(subject, *names)


def headings(page: Page) -> list[tuple[int, str]]:
    """The first headings that a reader sees: row and text."""
    seen = page.is_tag("h1") & ((page.hidden & int(INVISIBLE)) == 0) & (page.chars > 0)
    rows = np.flatnonzero(seen)[:MAX_HEADINGS].tolist()
    texts = [(row, _PERMALINK.sub("", parted_text(page, row, " "))) for row in rows]
    return [(row, text) for row, text in texts if text]


def headline(
    found: Sequence[tuple[int, str]], titles: Sequence[str], min_shared: float = MIN_SHARED
) -> tuple[int, str] | None:
    """Of some headings the one that is most like a title of the page, ``None`` where none is.

    >>> headline([(5, "The Mill"), (9, "Rye is back")], ["Rye is back in the valley - The Mill"])
    (9, 'Rye is back')
    """
    if not found:
        return None
    if not titles:
        return found[0]
    same = [each for each in found if squashed(each[1]) in {squashed(title) for title in titles}]
    alike = same or [each for each in found if _alike(each[1], titles[0]) >= min_shared]
    words = vocabulary(titles[0])
    return max(alike, key=lambda each: len(vocabulary(each[1]) & words), default=None)


def _alike(heading: str, title: str) -> float:
    """Share of the words of the shorter that the longer has."""
    ours, theirs = sorted((vocabulary(heading), vocabulary(title)), key=len)
    return shared(ours, theirs)


def titles(
    page: Page, found: Sequence[Found[str]], top: tuple[int, str] | None, names: Sequence[str]
) -> Iterator[Found[str]]:
    """The titles of a page, the likeliest first, without the name of the site unless the page is the site's first."""
    told = [*([Found(top[1], "h1")] if top else []), *found]
    if not is_home(page.url):
        for each in told:
            if short := without_site(each.value, names, page.url):
                yield Found(short, each.source)
    yield from told
    yield from (Found(text, "h1") for _, text in headings(page))


def is_home(url: str | None) -> bool:
    """Whether an address is that of a site's first page, whose title is the name of the site.

    >>> is_home("https://mill.example/"), is_home("https://mill.example/rye"), is_home(None)
    (True, False, False)
    """
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return False
    return bool(parts.hostname) and not parts.path.strip("/")
