"""What a page is called: by its headline where the page agrees that it is one, else as it declares it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import unescape
from itertools import chain, islice
from typing import TYPE_CHECKING

from thresher.metadata.declared import Metas, declared
from thresher.metadata.facts import Found
from thresher.metadata.site_names import Site
from thresher.metadata.subject import ARTICLES, WORKS, told
from thresher.metadata.texts import short_text
from thresher.metadata.title_parts import before_bar, is_behind_sign, is_parted, squashed

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
#: Programs of forums write the headline of a thread as its author did, and add labels and sections everywhere else.
THREADS = frozenset(("discussionforumposting",))
#: A shorter title may be any word of a headline.
MIN_TITLE_CHARS = 8
#: A label ahead of a title has at most so many words: "Thread:", "4 May 2025".
MAX_LABEL_WORDS = 3
#: Of so many titles, the surest, one may be what a headline ends with.
MAX_TITLES_WITHIN = 3
#: A line that a title begins with has at least so many characters.
MIN_LINE_CHARS = 4
#: A line that a title ends with may be the name of the site unless it has so great a share of the title.
MIN_SHARE_AT_END = 2 / 3
#: What parts a title from the name of its site where the page itself shows the title; in Chinese without blanks.
_PARTING = re.compile(r"\s*(?:[|｜»«›/\\·•~_<>]|-+|–|\s—\s)")
#: What ends a part of a title, or the title itself.
_ENDING = re.compile(r"\s*(?:[|｜:·•»›–—-]|$)")
#: What stands ahead of a title that a way leads to.
_PARTED = re.compile(r"[:|｜»›/\\·•–—-]\s*$")


def declared_titles(subjects: Sequence[Described], metas: Metas, page: Page) -> Iterator[Found[str]]:
    """The titles that a page declares, the surest first; what was escaped twice is plain."""
    head = [*_title_element(page), *declared(metas, METAS)]
    told_by = chain(_of_threads(subjects, head), head, *(told(subject, *_names(subject)) for subject in subjects))
    yield from (Found(unescape(each.value), each.source) if "&" in each.value else each for each in told_by)


def behind_way(found: Sequence[Found[str]], site: Site) -> list[Found[str]]:
    """The titles, first of them what the first ends with, where the site and its sections stand ahead of that.

    >>> found = [Found("Mill Docs: Grain: Rye", "title"), Found("Rye", "meta:og:title")]
    >>> behind_way(found, Site(["Mill Docs"], None))[0].value, behind_way(found, Site(["The Dam"], None))[0].value
    ('Rye', 'Mill Docs: Grain: Rye')
    """
    first = "" if site.is_home or not found else found[0].value
    ends = (each for each in found[1:] if first.endswith(each.value) and first != each.value)
    own = (each for each in ends if _is_way(first[: -len(each.value)], site) and not site.is_named(each.value))
    return [*islice(own, 1), *found]


def _is_way(text: str, site: Site) -> bool:
    """Whether a text begins with the name of a site and ends with a sign."""
    return _PARTED.search(text) is not None and site.begins(text)


def _of_threads(subjects: Sequence[Described], head: Sequence[Found[str]]) -> Iterator[Found[str]]:
    """The headlines of threads that a title has: a page that lists threads is called something else."""
    for subject in subjects:
        for each in told(subject, "headline") if subject.types & THREADS else ():
            headline = squashed(each.value)
            if headline and any(headline in squashed(title.value) for title in head):
                yield each


def _title_element(page: Page) -> Iterator[Found[str]]:
    """The text of ``<title>``; a picture has one of its own."""
    row = next((row for row in page.rows_of("title").tolist() if not _is_within(page, row, "svg")), None)
    if row is not None and (text := short_text(page, row)):
        yield Found(text, "title")


def _names(subject: Described) -> tuple[str, ...]:
    """The properties of a thing that have its title."""
    if subject.types & ARTICLES:
        return ("headline", "name")
    return ("name",) if subject.types & WORKS else ("headline",)


def _is_within(page: Page, row: int, name: str) -> bool:
    """Whether an element stands in one of that name."""
    while (row := int(page.parent[row])) >= 0:
        if page.tag[row] == name:
            return True
    return False


def titles(
    site: Site,
    found: Sequence[Found[str]],
    headings: Sequence[tuple[int, str]],
    top: tuple[int, str] | None,
    lines: Callable[[int], Iterable[str]],
    opening: str = "",
) -> Iterator[Found[str]]:
    """The titles of a page, the likeliest first, without the name of the site unless the page is the site's first.

    *opening* is what the headline begins with, as far as a tag. The *lines* that a reader sees, up to a number of
    characters, are looked at where no heading tells where the title ends.
    """
    every = [Found(text, "h1") for _, text in headings]
    if site.is_home:
        yield from (each for each in found[:1] if top and _is_slogan(top[1], each.value, site))
    else:
        cut = [each for each in _changed(found, site.without) if each.value]
        bare = list(_changed(cut, before_bar))
        if top:
            yield from _labelled(top[1], bare)
            yield from _ahead_of_rest(top[1], opening, cut)
            yield from _without_section([Found(top[1], "h1"), *every])
            yield from (Found(before_bar(own), "h1") for own in (site.without(top[1]),) if own)
        elif cut:
            first = bare[0].value
            yield from (Found(part, bare[0].source) for part in (shown_part(first, lines(len(first))),) if part)
            yield from _without_section(bare)
        else:
            yield from every
        yield from bare
        yield from cut
    yield from ([Found(top[1], "h1")] if top else [])
    yield from found
    yield from every


def _changed(found: Iterable[Found[str]], change: Callable[[str], str]) -> Iterator[Found[str]]:
    """Titles after a change, which few of them need."""
    for each in found:
        text = change(each.value)
        yield each if text == each.value else Found(text, each.source)


def _labelled(text: str, cut: Sequence[Found[str]]) -> Iterator[Found[str]]:
    """The title that a headline ends with, where it has a label or a day ahead of it: "Thread: Rye is back".

    What more of them have is no label: the title element is often shortened.
    """
    whole = squashed(text)
    for each in cut[:MAX_TITLES_WITHIN]:
        own = squashed(each.value)
        words = len(text.split()) - len(each.value.split())
        is_within = len(own) >= MIN_TITLE_CHARS and whole != own and whole.endswith(own)
        if is_within and words <= MAX_LABEL_WORDS and (each.source != "title" or not _has_more(cut, whole, own)):
            yield each


def _has_more(titles: Sequence[Found[str]], whole: str, part: str) -> bool:
    """Whether more titles are a whole text than are a part of it."""
    told = [squashed(each.value) for each in titles]
    return told.count(whole) > told.count(part)


def _ahead_of_rest(text: str, opening: str, cut: Sequence[Found[str]]) -> Iterator[Found[str]]:
    """What a headline begins with, where a title has it without the rest: how many comments, which edition.

    >>> found = [Found("Rye is back: Oats, Ann", "title")]
    >>> [each.value for each in _ahead_of_rest("Rye is back (mill.example) 87", "Rye is back", found)]
    ['Rye is back']
    """
    if len(opening) < MIN_TITLE_CHARS or opening == text:
        return
    titles = [each.value for each in cut[:MAX_TITLES_WITHIN]]
    if any(squashed(text) in squashed(title) for title in titles):
        return
    if any(title.startswith(opening) and _ENDING.match(title, len(opening)) for title in titles):
        yield Found(opening, "h1")


def shown_part(title: str, lines: Iterable[str]) -> str:
    """The longest part of a title, its beginning or nearly all of it, that is a line of the page; empty: none is.

    What is left of the title is the name of the site and of its sections, whatever signs part them.

    >>> shown_part("麦子回来了_粮食频道_磨坊网", ["磨坊网", "粮食频道", "麦子回来了"])
    '麦子回来了'
    """
    parts = [line for line in lines if title.startswith(line) or title.endswith(line)]
    return max((part for part in parts if _is_parted_from_site(title, part)), key=len, default="")


def _is_parted_from_site(title: str, part: str) -> bool:
    """Whether the beginning or the end of a title is something else than the name of a site or of a section."""
    if title.startswith(part):
        return _PARTING.match(title, len(part)) is not None
    return len(part) >= MIN_SHARE_AT_END * len(title) and is_behind_sign(title, part)


def _without_section(cut: Sequence[Found[str]]) -> Iterator[Found[str]]:
    """The shortest title that the first one begins with, where a section stands behind it: "Rye is back - Grain".

    >>> [each.value for each in _without_section([Found("Rye is back - Grain", "title"), Found("Rye is back", "h1")])]
    ['Rye is back']
    """
    first = cut[0].value
    within = [
        each
        for each in cut[1:]
        if len(each.value) >= MIN_TITLE_CHARS and first.startswith(each.value) and is_parted(first, len(each.value))
    ]
    yield from sorted(within, key=lambda each: len(each.value))[:1]


def _is_slogan(text: str, title: str, site: Site) -> bool:
    """Whether a headline is what the title of a site's first page has behind the name of the site."""
    return title.endswith(text) and site.begins(title) and not site.begins(text)
