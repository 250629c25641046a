"""Multimedia of an article, for whatever method selected it: pictures, films, sounds, players, the most telling first.

What counts stands between the selected text, just ahead of it (the lead picture), or below it in the same element;
icons, advertisements, tracking pixels and pictures of other stories do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from thresher.labels import TELLING_WORDS
from thresher.media.captions import captions
from thresher.media.ornaments import is_tracker
from thresher.media.pictures import Told, picture, told_by
from thresher.media.sources import absolute, base_url, film_source, player_source
from thresher.page.columns import Bools, Ints, has_in_subtree, lowest_common_ancestor, mark_subtrees, nearest, prefix
from thresher.page.hidden import Cause
from thresher.page.metadata import text_of
from thresher.page.tags import CODES, tag_set
from thresher.page.telling import ranked_rows
from thresher.page.whitespace import collapse
from thresher.vocabulary import shared, vocabulary, words_among

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Selection

#: So much text that was not selected may stand between a picture and the first or last selected text [D].
MAX_TEXT_BETWEEN = 300

_MEDIA = tag_set("img", "amp-img", "video", "amp-video", "audio", "iframe", "embed", "object")
_IMAGES = frozenset(("img", "amp-img"))
_FILMS = frozenset(("video", "amp-video", "audio"))
_ASIDE = tag_set("nav", "aside", "footer", "menu", "form", "button", "dialog")
_TOLD_BY_KIND = _MEDIA | _ASIDE
#: Lazy loaders make pictures transparent until they are there, so only plain hiding counts.
_HIDDEN = int(Cause.ATTRIBUTE | Cause.STYLE)


class MediaItem(NamedTuple):
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
    told = [f"{item.caption} {item.alt}" for item in items]
    words = {said: vocabulary(said) for said in set(told)}
    if not any(words.values()):
        return items
    texts = selection.texts() if len(selection.cuts) else selection.page.text
    body = words_among(compress(texts, selection.runs.tobytes()), frozenset().union(*words.values()))
    overlaps = {said: shared(own, body) for said, own in words.items()}
    # All but the last of the fields, which is the overlap.
    measured = [MediaItem(*item[:-1], overlaps[said]) for item, said in zip(items, told, strict=True)]
    return sorted(measured, key=lambda item: (-item.overlap, item.place, item.row))


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
    ahead = prefix(page.length * selection.runs)[_runs_ahead(page, rows)]
    return _distinct(page, list(_items(page, rows, ahead)))


def _runs_ahead(page: Page, rows: Ints) -> Ints:
    """How many runs are ahead of each of some elements."""
    ahead: Ints = page.at.searchsorted(rows, side="right")
    return ahead


def _near_text(page: Page, rows: Ints, chosen: Ints, hosts: Ints) -> Ints:
    """Those of *rows* that begin between the chosen runs, shortly ahead of these, or shortly below in their element."""
    sums = prefix(page.length)
    before, (first, stop) = sums[_runs_ahead(page, rows)], sums[[chosen[0], chosen[-1] + 1]]
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
    holders = around.nonzero()[0]
    codes = page.code[holders]
    named = holders[~_TOLD_BY_KIND[codes]].tolist()
    links = holders[codes == CODES["a"]].tolist()
    addresses = zip(links, page.attributes_at(links, "href"), strict=True)
    aside = [
        *holders[_ASIDE[codes]].tolist(),
        *ranked_rows(page.tree.elements, named, page.end, ("class", "id"), TELLING_WORDS),
        *(row for row, address in addresses if address and is_tracker(address)),
    ]
    return mark_subtrees(np.array(aside, dtype=np.int64), page.end)


def _items(page: Page, rows: Ints, places: Ints) -> Iterator[MediaItem]:
    """The items at some rows, with so many characters of selected text ahead of each."""
    base, numbers = base_url(page), rows.tolist()
    found: list[tuple[int, int, Told, str, str]] = []
    for row, place, own in zip(numbers, places.tolist(), told_by(page, numbers), strict=True):
        if not own.is_icon:
            kind, url = _source(page, row, own)
            if address := absolute(url, base) if url else "":
                found.append((row, place, own, kind, address))
    below = captions(page, [row for row, *_ in found])
    for (row, place, own, kind, address), caption in zip(found, below, strict=True):
        text = text_of(page, caption) if caption >= 0 else ""
        yield MediaItem(kind, address, collapse(own.alt), text, own.width, own.height, place, row)


def _source(page: Page, row: int, told: Told) -> tuple[str, str]:
    """What an element shows and where that comes from; nowhere if it is an icon, a pixel or an unknown frame."""
    tag = page.tag[row]
    if tag in _IMAGES:
        return "image", picture(page, row, told)
    if tag in _FILMS:
        return ("audio" if tag == "audio" else "video"), film_source(page, row)
    return player_source(page, row)


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
