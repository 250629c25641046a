"""The picture that stands between an article's headline and its first paragraph.

Whoever selects text does not take it: it has none, and it stands beside the container of the story as often as in it.
A wrong picture is worse than none, so only what is plainly the article's counts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from thresher.labels import named_label
from thresher.media.captions import captions
from thresher.media.pictures import Told, picture, told_by
from thresher.page.columns import Ints, prefix, rows_having
from thresher.page.hidden import INVISIBLE
from thresher.page.tags import CODES, HEADINGS, tag_set
from thresher.writers.content import HIDES_PICTURES
from thresher.writers.named import rows_named

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Selection
    from thresher.writers.content import Content

#: Kinds of pages that have such a picture; ``None`` where the method tells no kind.
KINDS = (None, "article")
#: Text with fewer characters is a line of the headline, a name or a date rather than a paragraph [D].
MIN_PARAGRAPH = 80
#: So many characters that were not selected may stand between the picture and the first paragraph, as for media.
MAX_TEXT_BETWEEN = 300
#: A picture that says that it is smaller than this is that of an author, or a sign [D].
MIN_SIDE = 200
#: So many elements are looked at around a picture.
MAX_STEPS = 30
_PICTURES = tag_set("img", "amp-img")
_ASIDE = HEADINGS | tag_set("nav", "aside", "footer", "menu", "form", "button", "dialog", "ul", "ol", "table")
_LINK = CODES["a"]
#: Parts of the names of elements and files with pictures of people, of the site, or of other stories.
_OTHERS = re.compile(
    r"author|avatar|byline|attribut|profile|headshot|portrait|contributor|reviewer|\bbio\b|rounded-full|circle|postdate"
    r"|\bmeta|logo|(?:^|[\W_])icon|badge|card\b|teaser|carousel|sticky|modal|popup|overlay|\bcta\b"
)
#: Words of what a picture of that sort says of itself.
_SAID = re.compile(r"\b(?:author|avatar|headshot|logo|icon)\b")
#: Addresses of what a site looks like rather than of what it tells.
_MACHINERY = re.compile(r"/(?:themes|plugins)/|\.svg(?:$|[?#])", re.IGNORECASE)
#: The size that the name of a file tells.
_SIZE = re.compile(r"(?<!\d)(\d{2,4})x(\d{2,4})(?!\d)", re.IGNORECASE)
_PICTURE_FILE = re.compile(r"\.(?:jpe?g|png|webp|gif|avif)(?:$|[?#])", re.IGNORECASE)


def lead_of(selection: Selection, content: Content, shown: Ints) -> int | None:
    """Row of the picture that an article begins with, unless it is *shown* anyway.

    >>> from thresher.page import Page
    >>> from thresher.selection import Selection
    >>> from thresher.writers.content import content_of
    >>> figure = "<figure><img src=rye.jpg><figcaption>Rye</figcaption></figure>"
    >>> page = Page.from_html(f"<h1>Rye is back</h1>{figure}<div><p>{'Rye stands the frost. ' * 9}</div>")
    >>> selection = Selection(page, np.array([False, False, True]))
    >>> lead_of(selection, content_of(selection), np.array([], dtype=np.int64))
    5
    """
    if selection.kind not in KINDS or selection.is_overview or not len(content.runs):
        return None
    page = selection.page
    start = _first_paragraph(page, content)
    rows = rows_named(_PICTURES, page.code[:start])
    if not len(rows):
        return None
    rows = rows[(rows > _headline(page, start)) & ((page.hidden[rows] & HIDES_PICTURES) == 0)]
    if not len(rows) or not set(rows.tolist()).isdisjoint(shown.tolist()):
        return None
    return _best(page, content, _near(page, rows, start).tolist())


def _first_paragraph(page: Page, content: Content) -> int:
    """Row of the first element behind which selected text is more than a line of the headline."""
    first = (page.length[content.runs] >= MIN_PARAGRAPH).argmax()
    return int(page.at[content.runs[first]])


def _headline(page: Page, start: int) -> int:
    """Row behind which the article has begun: its headline, or its element where the headline is in there."""
    headlines, articles = (rows_having(page.code[:start], CODES[name]) for name in ("h1", "article"))
    around = articles[page.end[articles] >= start]
    return min((*headlines[-1:].tolist(), *around[:1].tolist()), default=start)


def _near(page: Page, rows: Ints, start: int) -> Ints:
    """Those of *rows* with little text between them and the first paragraph."""
    first, stop = page.at.searchsorted(rows, side="right"), int(page.at.searchsorted(start))
    between = slice(first[0], max(stop, first[0]))
    is_seen = (page.hidden[page.host[between]] & INVISIBLE) == 0
    sums = prefix(page.length[between] * is_seen)
    near: Ints = rows[sums[-1] - sums[np.minimum(first, between.stop) - between.start] <= MAX_TEXT_BETWEEN]
    return near


def _best(page: Page, content: Content, rows: list[int]) -> int | None:
    """The first of some pictures that is plainly the article's, one with a caption if there is any."""
    found = [row for row, told in zip(rows, told_by(page, rows), strict=True) if _is_articles(page, content, row, told)]
    captioned = (row for row, below in zip(found, captions(page, found), strict=True) if below >= 0)
    return next(captioned, found[0] if found else None)


def _is_articles(page: Page, content: Content, row: int, told: Told) -> bool:
    """Whether a picture is large enough, has an address, and is in nothing that belongs to others."""
    address = picture(page, row, told)
    file = address.rpartition("/")[2]
    if not address or _MACHINERY.search(address) or _SAID.search(told.alt.lower()):
        return False
    named = _SIZE.search(file)
    sides = (told.width, told.height, *(map(int, named.groups()) if named else ()))
    if any(side is not None and side < MIN_SIDE for side in sides) or _OTHERS.search(f"{told.names} {file}".lower()):
        return False
    around = int(page.parent[row])
    for _ in range(MAX_STEPS):
        if around <= page.body or content.chosen[around]:
            return True
        names = page.attribute_of(around, "class"), page.attribute_of(around, "id")
        if _ASIDE[page.code[around]] or named_label(names) is not None or _is_others(page, around, names):
            return False
        around = int(page.parent[around])
    return False


def _is_others(page: Page, row: int, names: tuple[str | None, str | None]) -> bool:
    """Whether an element is named for other things, or is a link that leads to more than the picture itself."""
    if _OTHERS.search(" ".join(filter(None, names)).lower()):
        return True
    address = page.attribute_of(row, "href") if page.code[row] == _LINK else None
    return bool(address) and not _PICTURE_FILE.search(address or "")
