"""The picture that stands between an article's headline and its first paragraph.

Whoever selects text does not take it: it has none, and it stands beside the container of the story as often as in it.
A wrong picture is worse than none, so only what is plainly the article's counts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from thresher.labels import named_label
from thresher.media.captions import captions
from thresher.media.pictures import Told, picture, told_by
from thresher.page.columns import Codes, Ints, prefix
from thresher.page.hidden import INVISIBLE
from thresher.page.kernels import kernel
from thresher.page.tags import CODES, HEADINGS, tag_set
from thresher.writers.columns import Columns, columns_of
from thresher.writers.content import HIDES_PICTURES
from thresher.writers.named import name_bits

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
#: Names of pictures, of headlines, and of what may be around an article.
_NAMES = (tag_set("img", "amp-img"), tag_set("h1"), tag_set("article"))
_KINDS = name_bits(*_NAMES)
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
    rows = lead_rows(columns_of(page), content.runs, shown, _KINDS, Limits())
    return _best(page, content, rows) if rows else None


class Limits(NamedTuple):
    """What counts as the place of such a picture."""

    paragraph: int = MIN_PARAGRAPH  #: characters of a text that is more than a line of the headline
    text: int = MAX_TEXT_BETWEEN  #: characters between the picture and that text
    invisible: int = int(INVISIBLE)  #: what hides text
    hides: int = HIDES_PICTURES  #: what hides a picture


@kernel
def lead_rows(columns: Columns, runs: Ints, shown: Ints, kinds: Codes, limits: Limits) -> list[int]:
    """Rows of pictures between the headline, or the begin of the article, and the first paragraph of selected *runs*.

    None if one of them is *shown* anyway; *kinds* of names are bits, as `_NAMES` has them.

    >>> from thresher.page import Page
    >>> page = Page.from_html(f"<img><h1>Rye</h1><img><img hidden><p>{'Rye stands the frost. ' * 9}")
    >>> lead_rows(columns_of(page), np.array([1]), np.array([], int), _KINDS, Limits())
    [5]
    """
    code, hidden, _, end, host, at, length = columns
    # The first element behind which selected text is more than a line of the headline.
    start = int(at[runs[(length[runs] >= limits.paragraph).argmax()]])
    pictures, headlines, articles = (((kinds[code[:start]] & 1 << bit) != 0).nonzero()[0] for bit in range(len(_NAMES)))
    around = articles[end[articles] >= start]
    headline = min((*headlines[-1:].tolist(), *around[:1].tolist()), default=start)
    rows = pictures[(pictures > headline) & ((hidden[pictures] & limits.hides) == 0)]
    if not len(rows) or not set(rows.tolist()).isdisjoint(shown.tolist()):
        return []
    first, stop = at.searchsorted(rows, side="right"), int(at.searchsorted(start))
    between = slice(first[0], max(stop, first[0]))
    sums = prefix(length[between] * ((hidden[host[between]] & limits.invisible) == 0))
    near: list[int] = rows[sums[-1] - sums[np.minimum(first, between.stop) - between.start] <= limits.text].tolist()
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
