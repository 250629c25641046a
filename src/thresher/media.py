"""Multimedia of an article, for whatever method selected it: pictures, films, sounds, players, the most telling first.

What counts stands between the selected text, just ahead of it (the lead picture), or below it in the same element;
icons, advertisements, tracking pixels and pictures of other stories do not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from thresher.labels import named_label
from thresher.media_ornaments import is_ornament, is_tracker
from thresher.media_sources import absolute, base_url, film_source, image_source, player_source
from thresher.page.columns import Bools, Ints, has_in_subtree, lowest_common_ancestor, mark_subtrees, nearest, prefix
from thresher.page.hidden import Cause
from thresher.page.tags import CODES, tag_set
from thresher.page.telling import telling_rows
from thresher.page.whitespace import collapse
from thresher.vocabulary import shared, vocabulary, words_among

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Selection

#: Pictures below this many pixels in either direction, where they say so, are icons [D].
MIN_SIDE = 60
#: So much text that was not selected may stand between a picture and the first or last selected text [D].
MAX_TEXT_BETWEEN = 300
#: An element around a picture is searched for its caption if it is at most so many levels above it ...
MAX_CAPTION_LEVELS = 3
#: ... and holds no more elements than this, ...
MAX_CAPTION_ROWS = 12
#: ... or is a figure, of which so many elements are looked at.
MAX_FIGURE_ROWS = 100

_MEDIA = tag_set("img", "amp-img", "video", "amp-video", "audio", "iframe", "embed", "object")
_IMAGES = tag_set("img", "amp-img")
_FILMS = tag_set("video", "amp-video", "audio")
_ASIDE = tag_set("nav", "aside", "footer", "menu", "form", "button", "dialog")
#: Lazy loaders make pictures transparent until they are there, so only plain hiding counts.
_HIDDEN = int(Cause.ATTRIBUTE | Cause.STYLE)

#: Words in the classes of captions.
CAPTIONS = (
    *("caption", "legend", "cutline", "bildunterschrift"),
    *("piedefoto", "pie-defoto", "piede-foto", "pie-de-foto"),
)
_MEDIA_CODES = frozenset(_MEDIA.nonzero()[0].tolist())
_FIGURE, _FIGCAPTION, _NOSCRIPT = CODES["figure"], CODES["figcaption"], CODES["noscript"]
_PIXELS = re.compile(r"\s*+(\d++)(?:\.\d++)?\s*+(?:px)?\s*+$", re.IGNORECASE)
_STYLE_SIZE = re.compile(r"(?:^|[;\s])(width|height)\s*:\s*(\d+)(?:\.\d+)?px", re.IGNORECASE)


@dataclass(frozen=True)
class MediaItem:
    """A picture, a film, a sound or a player that belongs to an article."""

    kind: str  #: "image", "video" or "audio"
    url: str  #: absolute where the page's address is known
    alt: str  #: what it says of itself
    caption: str  #: what stands below it
    width: int | None  #: pixels, where the page says so
    height: int | None
    place: int  #: how many characters of selected text are ahead of it
    row: int  #: its element
    overlap: float = 0.0  #: share of the words of caption and alt that the selected text has


def media(selection: Selection) -> list[MediaItem]:
    """The media of what was selected, ranked by how much their captions have in common with the text.

    >>> from thresher import extract
    >>> pictures = "<img src=a.jpg><img src=r.jpg alt='Tall rye'>"
    >>> html = f"<article><p>{'Rye grows tall. ' * 20}{pictures}<p>{'Rye. ' * 40}"
    >>> [(item.url, item.overlap) for item in media(extract(html).selection)]
    [('r.jpg', 1.0), ('a.jpg', 0.0)]
    """
    items = article_media(selection)
    # Pages repeat what they say of their media, and many say nothing.
    words = {said: vocabulary(said) for said in {_said(item) for item in items}}
    if not any(words.values()):
        return items
    texts = selection.texts() if len(selection.cuts) else selection.page.text
    body = words_among(compress(texts, selection.runs.tobytes()), frozenset().union(*words.values()))
    overlaps = {said: shared(own, body) for said, own in words.items()}
    measured = [replace(item, overlap=overlap) if (overlap := overlaps[_said(item)]) else item for item in items]
    return sorted(measured, key=lambda item: (-item.overlap, item.place, item.row))


def _said(item: MediaItem) -> str:
    """What a page says of an item."""
    return f"{item.caption} {item.alt}"


def article_media(selection: Selection) -> list[MediaItem]:
    """The media of what was selected, in document order and not yet compared with the text."""
    page = selection.page
    rows = _MEDIA[page.code].nonzero()[0]
    chosen = (selection.runs & (page.length > 0)).nonzero()[0]
    if not (len(rows) and len(chosen)):
        return []
    hosts = page.host[chosen]
    rows = _near_text(page, rows[(page.hidden[rows] & _HIDDEN) == 0], chosen, hosts)
    if not len(rows):
        return []
    rows = rows[~_set_aside(page, rows, hosts)[rows]]
    ahead = prefix(page.length * selection.runs)[page.first_run[rows]]
    return _distinct(page, _Pictured(page).items(rows, ahead))


def _near_text(page: Page, rows: Ints, chosen: Ints, hosts: Ints) -> Ints:
    """Those of *rows* that begin between the chosen runs, shortly ahead of them, or shortly below them in their element."""
    sums = prefix(page.length)
    before, (first, stop) = sums[page.first_run[rows]], sums[[chosen[0], chosen[-1] + 1]]
    holder = lowest_common_ancestor(hosts, page.parent, page.end)
    # The body holds everything: there, what comes after the text is not part of it.
    end = int(page.end[holder]) if holder > page.body else int(page.at[chosen[-1]])
    near: Ints = rows[(before >= first - MAX_TEXT_BETWEEN) & (before <= stop + MAX_TEXT_BETWEEN) & (rows < end)]
    return near


def _set_aside(page: Page, rows: Ints, hosts: Ints) -> Bools:
    """Elements that stand in something without selected text whose name or kind is not that of an article's part."""
    asked = np.zeros(len(page.tag), dtype=bool)
    asked[rows] = True
    holds_text = np.zeros(len(page.tag), dtype=bool)
    holds_text[hosts] = True
    around = has_in_subtree(asked, page.end) & ~has_in_subtree(holds_text, page.end)
    around[: page.body + 1] = False
    aside = around & _ASIDE[page.code]
    named = (around & ~_MEDIA[page.code] & ~aside).nonzero()[0].tolist()
    names = list(zip(page.attributes_at(named, "class"), page.attributes_at(named, "id"), strict=True))
    labelled = {own for own in set(names) if named_label(own) is not None}
    aside[[row for row, own in zip(named, names, strict=True) if own in labelled]] = True
    links = (around & (page.code == CODES["a"])).nonzero()[0].tolist()
    addresses = zip(links, page.attributes_at(links, "href"), strict=True)
    aside[[row for row, address in addresses if address and is_tracker(address)]] = True
    return mark_subtrees(aside, page.end)


@dataclass(frozen=True, eq=False)
class _Pictured:
    """What a page shows, with all that is said of it."""

    page: Page

    def items(self, rows: Ints, places: Ints) -> list[MediaItem]:
        """The items at some rows, with so many characters of selected text ahead of each."""
        columns = (self.page.attributes_at(rows, name) for name in ("width", "height", "style"))
        found = []
        for row, place, *size in zip(rows.tolist(), places.tolist(), *columns, strict=True):
            width, height = _size(*size)
            if (width is None or width >= MIN_SIDE) and (height is None or height >= MIN_SIDE):
                if item := self._item(row, width, height, place):
                    found.append(item)
        return found

    def _item(self, row: int, width: int | None, height: int | None, place: int) -> MediaItem | None:
        """One element as an item, ``None`` if it is an icon, a pixel, an unknown frame or has no address."""
        attribute = self.page.tree.elements[row].attr
        kind, source = _source(self.page, row)
        if not source:
            return None
        if kind == "image" and is_ornament(source, f"{attribute('class') or ''} {attribute('id') or ''}"):
            return None
        url = absolute(source, self._base)
        alt = collapse(attribute("alt") or attribute("title") or attribute("aria-label") or "")
        return MediaItem(kind, url, alt, self._caption(row), width, height, place, row) if url else None

    @cached_property
    def _base(self) -> str:
        return base_url(self.page)

    @cached_property
    def _codes(self) -> bytes:
        # Looking at one number of a column takes longer than copying them all.
        return self.page.code.tobytes()

    def _caption(self, row: int) -> str:
        """The caption of a picture: that of its figure, or of the small element that holds it alone."""
        page, holder = self.page, row
        looked_at = range(0)
        for _ in range(MAX_CAPTION_LEVELS):
            holder = int(page.parent[holder])
            if holder <= page.body:
                return ""
            inside = range(holder + 1, int(page.end[holder]))
            if self._codes[holder] != _FIGURE and not self._is_alone(row, inside):
                return ""
            inside = inside[:MAX_FIGURE_ROWS]
            caption = self._first_caption([each for each in inside if each not in looked_at])
            if caption is not None:
                return collapse("".join(page.text[page.first_run[caption] : page.run_stop[caption]]))
            looked_at = inside
        return ""

    def _first_caption(self, rows: list[int]) -> int | None:
        """The first of some elements that is, or is named for, a caption."""
        named = telling_rows(self.page.tree.elements, rows, "class", CAPTIONS)
        return next((row for row in rows if row in named or self._codes[row] == _FIGCAPTION), None)

    def _is_alone(self, row: int, inside: range) -> bool:
        """Whether a small element holds only this of all media, the copy for readers without scripts aside."""
        if len(inside) > MAX_CAPTION_ROWS:
            return False
        codes, parent = self._codes, self.page.parent
        others = (other for other in inside if codes[other] in _MEDIA_CODES and other != row)
        return all(codes[parent[other]] == _NOSCRIPT for other in others)


def _source(page: Page, row: int) -> tuple[str, str]:
    """What an element shows and where that comes from."""
    code = page.code[row]
    if _IMAGES[code]:
        return "image", image_source(page, row)
    if _FILMS[code]:
        return ("audio" if page.tag[row] == "audio" else "video"), film_source(page, row)
    return player_source(page, row)


def _size(width: str | None, height: str | None, style: str | None) -> tuple[int | None, int | None]:
    """Width and height in pixels, as far as attributes or style tell.

    >>> _size("640", "auto", "height: 480px")
    (640, 480)
    """
    styled = {name.lower(): int(number) for name, number in _STYLE_SIZE.findall(style)} if style else {}
    return _pixels(width, styled.get("width")), _pixels(height, styled.get("height"))


def _pixels(text: str | None, otherwise: int | None) -> int | None:
    if not text:
        return otherwise
    figures = text if text.isdecimal() else found[1] if (found := _PIXELS.match(text)) else ""
    # More digits than any screen has would not even be read as a number.
    return int(figures) if 0 < len(figures) < 7 else otherwise


def _distinct(page: Page, items: list[MediaItem]) -> list[MediaItem]:
    """The items without doubles: the same address again, or the copy for readers without scripts."""
    noscript = nearest(page.is_tag("noscript"), page.end, np.array([item.row for item in items], dtype=np.int64))
    around = page.parent[noscript].tolist()
    originals = (noscript < 0).tolist()
    beside = {int(page.parent[item.row]) for item, is_original in zip(items, originals, strict=True) if is_original}
    seen: dict[str, MediaItem] = {}
    for item, is_original, parent in zip(items, originals, around, strict=True):
        if is_original or parent not in beside:
            seen.setdefault(item.url, item)
    return list(seen.values())
