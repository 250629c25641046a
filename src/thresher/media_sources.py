"""Where a picture, a film or a player really comes from: lazy attributes, candidates of ``srcset``, known players."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

import numpy as np

if TYPE_CHECKING:
    from thresher.page import Page

#: Attributes in which lazy loaders keep the address that a script will put into ``src``, the usual ones first.
LAZY = (
    "data-src data-original data-lazy-src data-lazy data-original-src data-hi-res-src data-full-src data-image-src "
    "data-actualsrc data-url data-img-src data-echo"
).split()
#: The same for ``srcset``.
LAZY_SETS = ("data-srcset", "data-lazy-srcset", "data-original-set")
#: Hosts (or their ends) of players that sites embed, and what they play.
PLAYERS: dict[str, str] = {
    **dict.fromkeys(
        "youtube.com youtube-nocookie.com youtu.be vimeo.com dailymotion.com ted.com twitch.tv brightcove.net "
        "jwplatform.com jwplayer.com kaltura.com vidyard.com wistia.com wistia.net streamable.com rutube.ru vk.com "
        "ok.ru bilibili.com youku.com qq.com tudou.com aparat.com nicovideo.jp tv.naver.com glomex.com 3qsdn.com "
        "archive.org loom.com vod-platform.net".split(),
        "video",
    ),
    **dict.fromkeys(
        "soundcloud.com spotify.com mixcloud.com bandcamp.com anchor.fm audioboom.com megaphone.fm libsyn.com "
        "podcasts.apple.com embed.music.apple.com simplecast.com buzzsprout.com podigee.io deezer.com".split(),
        "audio",
    ),
}
#: So many labels has the longest of them.
MAX_PLAYER_LABELS = max(host.count(".") for host in PLAYERS) + 1
#: An address and, unless a comma ends it, what is said of it up to the next comma.
_CANDIDATE = re.compile(r"([^\s,]\S*+)(?:(?<!,)([^,]*+))?+")
_SIZE = re.compile(r"([\d.]++)[wxh]")
_FILM = re.compile(r"\.(?:mp4|webm|ogv|m4v|mov|flv|swf|m3u8)(?:$|[?#])", re.IGNORECASE)
_SOUND = re.compile(r"\.(?:mp3|m4a|oga|ogg|wav|flac|aac)(?:$|[?#])", re.IGNORECASE)

#: One attribute of an element by name.
Attribute = Callable[[str], str | None]


def largest_candidate(srcset: str) -> str:
    """The address of the largest picture of a ``srcset``.

    >>> largest_candidate("a.jpg 480w, b.jpg 1200w"), largest_candidate("a.jpg, b.jpg 2x"), largest_candidate("")
    ('b.jpg', 'b.jpg', '')
    """
    best, size = "", -1.0
    for url, told in _CANDIDATE.findall(srcset):
        if (width := _size(told.strip())) > size:
            best, size = url.rstrip(","), width
    return best


def _size(told: str) -> float:
    """How large a candidate is; one of which nothing is said is as large as the place, others are no candidates."""
    found = _SIZE.match(told)
    try:
        return float(found[1]) if found else float(not told)
    except ValueError:
        return 0.0


def image_source(page: Page, row: int) -> str:
    """The address of a picture as its author wrote it, empty if it has none; an ``<img>`` knows its ``<picture>``.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<img src='blank.gif' data-src='oats.jpg'><picture><source srcset='rye.webp'><img>")
    >>> [image_source(page, row) for row in np.flatnonzero(page.is_tag("img"))]
    ['oats.jpg', 'rye.webp']
    """
    return next((url for url in _image_sources(page, row) if url and not url.startswith("data:")), "")


def _image_sources(page: Page, row: int) -> Iterator[str]:
    """Addresses of a picture, the one that is surest to be the picture itself first."""
    attribute = page.tree.elements[row].attr
    yield from (attribute(name) or "" for name in LAZY)
    yield from (largest_candidate(attribute(name) or "") for name in LAZY_SETS)
    yield largest_candidate(attribute("srcset") or "")
    yield attribute("src") or ""
    yield from _sources_beside(page, row)


def _sources_beside(page: Page, row: int) -> Iterator[str]:
    """Addresses of the ``<source>`` elements of the picture around an image."""
    parent = int(page.parent[row])
    if parent < 0 or page.tag[parent] != "picture":
        return
    for name in ("srcset", *LAZY_SETS):
        for source in _children(page, parent, "source"):
            yield largest_candidate(page.tree.elements[source].attr(name) or "")


def player_source(page: Page, row: int) -> tuple[str, str]:
    """What an ``<iframe>``, ``<embed>`` or ``<object>`` plays and its address; empty where it is no known player.

    >>> from thresher.page import Page
    >>> player_source(Page.from_html("<iframe src='https://www.youtube.com/embed/x1'></iframe>"), 3)
    ('video', 'https://www.youtube.com/embed/x1')
    """
    attribute = page.tree.elements[row].attr
    url = next(filter(None, (attribute(name) for name in ("src", *LAZY, "data"))), "")
    if page.tag[row] != "iframe":
        if _SOUND.search(url):
            return "audio", url
        if _FILM.search(url):
            return "video", url
    kind = _played_by(url)
    return (kind, url) if kind else ("", "")


def _played_by(url: str) -> str:
    """What the player at an address plays, empty if it is none that we know."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    labels = host.split(".")[-MAX_PLAYER_LABELS:]
    ends = (".".join(labels[start:]) for start in range(len(labels)))
    return next((PLAYERS[end] for end in ends if end in PLAYERS), "")


def film_source(page: Page, row: int) -> str:
    """The address of a ``<video>`` or ``<audio>``: its own or that of its first ``<source>``."""
    for place in (row, *_children(page, row, "source")):
        attribute = page.tree.elements[place].attr
        if url := attribute("src") or attribute("data-src"):
            return url
    return ""


def _children(page: Page, row: int, name: str) -> list[int]:
    """Rows of the descendants of *row* of that name."""
    inside = slice(row + 1, int(page.end[row]))
    return (np.flatnonzero(page.is_tag(name)[inside]) + row + 1).tolist()


def base_url(page: Page) -> str:
    """The address that others are relative to: what ``<base>`` says, or the page's own."""
    for row in np.flatnonzero(page.is_tag("base"))[:1].tolist():
        if href := page.tree.elements[row].attr("href"):
            return absolute(href, page.url or "")
    return page.url or ""


def absolute(url: str, base: str) -> str:
    """An address made absolute, empty where it is no address of the web.

    >>> absolute("../oats.jpg", "https://mill.example/a/b"), absolute("javascript:0", "https://mill.example")
    ('https://mill.example/oats.jpg', '')
    """
    try:
        joined = urljoin(base, url.strip())
        scheme = urlsplit(joined).scheme
    except ValueError:
        return ""
    return joined if scheme in ("http", "https", "") else ""
