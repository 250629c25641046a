"""When a page was published and changed, as a reader sees it: ``<time>`` elements and lines with dates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from thresher.dates import read_date, stretches_with_dates
from thresher.metadata.facts import Found
from thresher.metadata.front import DATES, NEAR, Front
from thresher.metadata.texts import short_text
from thresher.page.telling import has_part

if TYPE_CHECKING:
    from thresher.page import Page

#: What stands ahead of a date that is not of the publication but of a change, in small letters ...
_CHANGES = tuple(
    "updat|modif|revis|review|edit|last|changed|aktualis|stand|geändert|mis à jour|actualiz|aggiornat|atualiz|обновл"
    "|更新|修改|수정|gewijzigd|bijgewerkt|oppdatert|uppdater|opdater|zaktualiz|güncell|تحديث|עודכן|ενημέρωση".split("|")
)
_CHANGED = re.compile("|".join(_CHANGES).replace("stand", r"stand\b"))
#: ... and ahead of one of the publication.
_PUBLISHED = re.compile(
    r"publi|post|\bdate|written|created|issued|veröff|erschienen|pubbli|опублик|发布|發佈|发表|公開|投稿|작성|입력|등록|geplaatst"
    r"|gepubliceerd|yayın|نشر|פורסם|δημοσί"
)
#: So many ``<time>`` and other elements are looked at.
MAX_ELEMENTS = 40
#: A line with more text than this beside its date tells something else; with no more than that, nothing else.
MAX_BESIDE, LITTLE_BESIDE = 90, 30
#: A block of a line counts like so many runs, ahead of the headline twice as many.
RUNS_OF_LINE = 3
#: An element that is named for a date, though it is no ``<time>``, and has a longer text has more than the date.
MAX_NAMED_CHARS = 80
#: What programs call the day of publication, and of a change, in the data that they leave in a page.
_EMBEDDED = {
    False: re.compile(
        r"\b(?:date_?published|published_?(?:at|date|time|on)|publication_?date|publish_?(?:date|time|at)|posted_?at|pub_?date"
        r"|date_?created|created_?at|first_?published\w*)[\"']?\s*[:=]\s*[\"'\[,\d]*[\"']([^\"']{8,40})",
        re.IGNORECASE,
    ),
    True: re.compile(
        r"\b(?:date_?modified|updated_?(?:at|date|time)|modified_?(?:at|date|time)|last_?(?:updated|modified)\w*)[\"']?\s*[:=]\s*"
        r"[\"'\[,\d]*[\"']([^\"']{8,40})",
        re.IGNORECASE,
    ),
}
#: So much of a page's source is searched for these, and so many of them are read.
MAX_SOURCE_CHARS, MAX_EMBEDDED = 5_000_000, 5


class Seen(NamedTuple):
    """A date that a reader sees."""

    rank: int  #: the lower, the surer
    distance: int  #: from the headline
    value: str
    source: str
    changed: bool  #: whether it is the day of a change

    @property
    def found(self) -> Found[str]:
        """The date with its source."""
        return Found(self.value, self.source)


def sure_dates(front: Front) -> list[Seen]:
    """The dates where pages have them, near the headline, the likeliest first."""
    return sorted([*_times(front, near=True), *_lines(front)])


def other_dates(front: Front) -> list[Seen]:
    """The dates farther from the headline, and in elements that are named for them, the likeliest first."""
    return sorted([*_times(front, near=False), *_named(front)])


def _times(front: Front, *, near: bool) -> Iterator[Seen]:
    """``<time>`` elements."""
    page = front.page
    rows = (row for row in page.rows_of("time").tolist() if not front.elsewhere[row])
    for row in islice(rows, MAX_ELEMENTS):
        distance = front.distance(row)
        if (distance <= NEAR) != near:
            continue
        attribute = page.tree.elements[row].attr
        value = read_date(attribute("datetime") or "", front.language) or read_date(
            short_text(page, row), front.language
        )
        if value and not front.is_of_others(row):
            names = f"{attribute('class') or ''} {attribute('itemprop') or ''} {_label(page, row)}"
            rank = 0 if attribute("pubdate") is not None or "datePublished" in names else 1
            yield Seen(rank if near else rank + 3, distance, value, "time", _is_changed(names))


def _label(page: Page, row: int) -> str:
    """The text just ahead of an element."""
    run = int(page.first_run[row])
    return " ".join(page.text[max(run - 2, 0) : run])[-NEAR:]


def _lines(front: Front) -> Iterator[Seen]:
    """Short lines near the headline that have a date."""
    for text, blocks in front.lines:
        place = 0
        for written in front.dates(text):
            ahead = text[place : written.start]
            beside = len(text) - (written.stop - written.start)
            place = written.stop
            if beside <= MAX_BESIDE:
                rank = 1 if beside <= LITTLE_BESIDE or _PUBLISHED.search(ahead.lower()) else 2
                distance = RUNS_OF_LINE * (blocks if blocks > 0 else -2 * blocks)
                yield Seen(rank, distance, written.value, "line", _is_changed(ahead))


def _named(front: Front) -> Iterator[Seen]:
    """Elements anywhere that are named for a date."""
    page = front.page
    short = [row for row in front.named("class", DATES) if page.chars[row] <= MAX_NAMED_CHARS]
    for row in sorted(short, key=lambda row: front.distance(row) > NEAR)[:MAX_ELEMENTS]:
        text = short_text(page, row)
        written = next(iter(front.dates(text)), None)
        if written and not front.is_of_others(row):
            yield Seen(4, front.distance(row), written.value, "element", _is_changed(text[: written.start]))


def dates_anywhere(front: Front) -> Iterator[Seen]:
    """Short lines anywhere that say nothing but a date and what it is of, in document order."""
    blocks = front.page.blocks
    likely = stretches_with_dates(blocks.texts, blocks.start, blocks.stop, blocks.length, MAX_NAMED_CHARS)
    for number in likely:
        row, text = int(blocks.row[number]), blocks.text(number)
        for written in front.dates(text)[:1]:
            ahead = text[: written.start].lower()
            is_told = _PUBLISHED.search(ahead) or _CHANGED.search(ahead) or len(text) == written.stop - written.start
            if is_told and not front.is_of_others(row):
                yield Seen(5, front.distance(row), written.value, "line", _is_changed(ahead))


def embedded_dates(page: Page, language: str, *, changed: bool) -> Iterator[Found[str]]:
    """The dates in the data that programs leave in a page's source.

    >>> from thresher.page import Page
    >>> page = Page.from_html('<script>{"postedAt":"2025-09-04T07:30:00Z"}</script>')
    >>> [found.value for found in embedded_dates(page, "", changed=False)]
    ['2025-09-04T07:30:00+00:00']
    """
    source = unescape(page.source.html[:MAX_SOURCE_CHARS]).replace("\\", "")
    for number, found in enumerate(_EMBEDDED[changed].finditer(source)):
        if number < MAX_EMBEDDED and (value := read_date(found[1], language)):
            yield Found(value, "embedded data")


def _is_changed(text: str) -> bool:
    """Whether the last word ahead of a date is one of changes."""
    text = text.lower()
    # A quick look before the long one.
    changed = [found.start() for found in _CHANGED.finditer(text)] if has_part(text, _CHANGES) else ()
    if not changed:
        return False
    published = [found.start() for found in _PUBLISHED.finditer(text)]
    return not published or changed[-1] > published[-1]
