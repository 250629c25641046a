"""Multimedia of an article, for whatever method selected it: pictures, films, sounds, players, the most telling first.

What counts stands between the selected text, just ahead of it (the lead picture), or below it in the same element;
icons, advertisements, tracking pixels and pictures of other stories do not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from thresher.labels import named_label
from thresher.media_ornaments import is_ornament, is_tracker
from thresher.media_sources import absolute, base_url, film_source, image_source, player_source
from thresher.page.columns import Bools, Ints, has_in_subtree, lowest_common_ancestor, mark_subtrees, nearest, prefix
from thresher.page.hidden import Cause
from thresher.page.tags import tag_set
from thresher.page.whitespace import collapse
from thresher.vocabulary import shared, vocabulary

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

_CAPTION = re.compile(r"caption|legend|cutline|bildunterschrift|pie-?de-?foto")
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
    body = vocabulary(" ".join(compress(selection.texts(), selection.runs.tolist())))
    overlaps = {said: shared(own, body) for said, own in words.items()}
    measured = [replace(item, overlap=overlap) if (overlap := overlaps[_said(item)]) else item for item in items]
    return sorted(measured, key=lambda item: (-item.overlap, item.place, item.row))


def _said(item: MediaItem) -> str:
    """What a page says of an item."""
    return f"{item.caption} {item.alt}"


def article_media(selection: Selection) -> list[MediaItem]:
    """The media of what was selected, in document order and not yet compared with the text."""
    page = selection.page
    hosts = page.host[selection.runs & (page.length > 0)]
    if not len(hosts):
        return []
    rows = np.flatnonzero(_MEDIA[page.code] & ((page.hidden & _HIDDEN) == 0) & _near_text(selection, hosts))
    if len(rows):
        rows = rows[~_set_aside(page, rows, hosts)[rows]]
    base = base_url(page) if len(rows) else ""
    ahead = prefix(np.where(selection.runs, page.length, 0))
    items = [_item(page, row, base, int(ahead[page.first_run[row]])) for row in rows.tolist()]
    return _distinct(page, [item for item in items if item is not None])


def _near_text(selection: Selection, hosts: Ints) -> Bools:
    """Elements that begin between the selected text, shortly ahead of it, or shortly below it in its element."""
    page = selection.page
    chosen = np.flatnonzero(selection.runs & (page.length > 0))
    sums = prefix(page.length)
    before, (first, stop) = sums[page.first_run], sums[[chosen[0], chosen[-1] + 1]]
    near: Bools = (before >= first - MAX_TEXT_BETWEEN) & (before <= stop + MAX_TEXT_BETWEEN)
    holder = lowest_common_ancestor(hosts, page.parent, page.end)
    # The body holds everything: there, what comes after the text is not part of it.
    end = int(page.end[holder]) if holder > page.body else int(page.at[chosen[-1]])
    near[end:] = False
    return near


def _set_aside(page: Page, rows: Ints, hosts: Ints) -> Bools:
    """Elements that stand in something without selected text whose name or kind is not that of an article's part."""
    asked = np.zeros(len(page.tag), dtype=bool)
    asked[rows] = True
    holds_text = np.zeros(len(page.tag), dtype=bool)
    holds_text[hosts] = True
    around = has_in_subtree(asked, page.end) & ~has_in_subtree(holds_text, page.end)
    around[: page.body + 1] = False
    elements = page.tree.elements
    aside = around & _ASIDE[page.code]
    for row in np.flatnonzero(around & ~_MEDIA[page.code]).tolist():
        attribute = elements[row].attr
        href = attribute("href") if page.tag[row] == "a" else None
        if named_label((attribute("class"), attribute("id"))) is not None or (href and is_tracker(href)):
            aside[row] = True
    return mark_subtrees(aside, page.end)


def _item(page: Page, row: int, base: str, place: int) -> MediaItem | None:
    """One element as an item, ``None`` if it is an icon, a pixel, an unknown frame or has no address."""
    attribute = page.tree.elements[row].attr
    width, height = _size(attribute("width"), attribute("height"), attribute("style"))
    if any(side is not None and side < MIN_SIDE for side in (width, height)):
        return None
    kind, source = _source(page, row)
    if not source or (kind == "image" and is_ornament(source, f"{attribute('class') or ''} {attribute('id') or ''}")):
        return None
    url = absolute(source, base)
    alt = collapse(attribute("alt") or attribute("title") or attribute("aria-label") or "")
    return MediaItem(kind, url, alt, _caption(page, row), width, height, place, row) if url else None


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
    found = _PIXELS.match(text) if text else None
    # More digits than any screen has would not even be read as a number.
    return int(found[1]) if found and len(found[1]) < 7 else otherwise


def _caption(page: Page, row: int) -> str:
    """The caption of a picture: that of its figure, or of the small element that holds it alone."""
    holder = row
    for _ in range(MAX_CAPTION_LEVELS):
        holder = int(page.parent[holder])
        is_figure = page.tag[holder] == "figure"
        if holder <= page.body or not (is_figure or _is_alone(page, row, holder)):
            return ""
        for inside in range(holder + 1, min(int(page.end[holder]), holder + 1 + MAX_FIGURE_ROWS)):
            names = (page.tree.elements[inside].attr("class") or "").lower()
            if page.tag[inside] == "figcaption" or _CAPTION.search(names):
                return collapse("".join(page.text[page.first_run[inside] : page.run_stop[inside]]))
    return ""


def _is_alone(page: Page, row: int, holder: int) -> bool:
    """Whether a small element holds only this of all media, the copy for readers without scripts aside."""
    inside = range(holder + 1, int(page.end[holder]))
    if len(inside) > MAX_CAPTION_ROWS:
        return False
    others = (other for other in inside if _MEDIA[page.code[other]] and other != row)
    return all(page.tag[page.parent[other]] == "noscript" for other in others)


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
