"""Where a picture, a film or a player really comes from.

Pages that load pictures late have a placeholder as ``src`` and the picture in an attribute of their own making, in
``srcset``, in a ``<source>`` beside it, or in a ``<noscript>`` after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

import numpy as np

from thresher.page.kernels import kernel
from thresher.page.tags import CODES
from thresher.page.telling import ends_with_part

if TYPE_CHECKING:
    from thresher.page import Page

#: Attributes in which late loaders keep the address that a script will put into ``src``, the likeliest first.
LATE_SOURCES = tuple(
    "data-src data-lazy-src data-original data-original-src data-lazy data-url data-img-src data-image-src data-image "
    "data-hi-res-src data-full-src data-actualsrc data-echo data-orig-file data-large-file data-src-large "
    "data-lazyload".split()
)
#: Attributes in which they keep several addresses with sizes.
LATE_SETS = ("data-srcset", "data-lazy-srcset", "data-original-set")
#: Names of pictures that stand for others until those are loaded.
_STAND_INS = tuple(
    "blank spacer placeholder transparent loading loader lazyload lazy grey gray 1x1 dummy pixel".split()
)
_PLACEHOLDER = re.compile(
    rf"(?:^|[._-])(?:{'|'.join(_STAND_INS)})"
    r"(?:[_-]?(?:image|img|bg|\d++(?:x\d++)?))*+\.(?:gif|png|svg|jpe?g|webp)(?:$|[?#])"
)
MAX_PLACEHOLDER_NAME = 40
#: What begins like this is no address that could be loaded.
_NO_ADDRESS = ("data:", "blob:", "about:", "{", "#")
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
#: The width or density of a candidate of a ``srcset``.
_SIZE = re.compile(r"(\d+(?:\.\d+)?)[wx](?:,|$)")
_FILM = re.compile(r"\.(?:mp4|webm|ogv|m4v|mov|flv|swf|m3u8)(?:$|[?#])", re.IGNORECASE)
_SOUND = re.compile(r"\.(?:mp3|m4a|oga|ogg|wav|flac|aac)(?:$|[?#])", re.IGNORECASE)

#: An address that is absolute, and written as it would be written anew.
_WHOLE = re.compile(r"https?://[^\s\x00-\x1f\[\]?#;]+(?:\?[^\s\x00-\x1f#]+)?")
#: One that lacks no more than the site.
_ROOTED = re.compile(r"/[^/\s\x00-\x1f\[\]?#;][^\s\x00-\x1f\[\]?#;]*(?:\?[^\s\x00-\x1f#]+)?")


@kernel
def largest(candidates: str) -> str:
    """The largest picture of a ``srcset``, empty if there is none.

    >>> largest("a.jpg 320w, b.jpg 1280w, c.jpg 640w"), largest("a.jpg, b.jpg 2x"), largest(" ")
    ('b.jpg', 'b.jpg', '')
    """
    best, most, address = "", -1.0, ""
    for word in candidates.split():
        size = _SIZE.match(word) if address else None
        if size is None:
            address = word
            continue
        if float(size[1]) > most:
            best, most = address, float(size[1])
        # Where no blank follows the comma, the next address does.
        address = word[size.end() :]
    only = candidates.strip(" ,\t\n\r\f").partition(" ")[0].rstrip(",")
    return best.lstrip(",") if most >= 0 else only


#: Attributes with addresses, the surest first, and how these are read.
Sources = tuple[tuple[tuple[str, ...], Callable[[str], str]], ...]
#: Those of an image.
OWN_SOURCES: Sources = (
    (LATE_SETS, largest),
    (LATE_SOURCES, str.strip),
    (("srcset",), largest),
    (("src",), str.strip),
)


def image_source(page: Page, row: int) -> str:
    """The address of a picture as its author wrote it, empty if it has none; an ``<img>`` knows its ``<picture>``.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<img src='blank.gif' data-src='oats.jpg'><picture><source srcset='rye.webp'><img>")
    >>> [image_source(page, row) for row in np.flatnonzero(page.is_tag("img"))]
    ['oats.jpg', 'rye.webp']
    """
    return next(image_sources(page, row), "")


def image_sources(page: Page, row: int) -> Iterator[str]:
    """Addresses of a picture, the one that is surest to be the picture itself first, without those of placeholders."""
    return filter(is_real, chain(_own_sources(page, row), sources_beside(page, row)))


def is_real(address: str) -> bool:
    """Whether an address is that of a picture, not of one that stands for it until it is loaded.

    >>> is_real("rye.jpg"), is_real("img/blank.gif"), is_real("data:image/gif;base64,R0lGOD"), is_real("")
    (True, False, False, False)
    """
    if not address or address.startswith(_NO_ADDRESS):
        return False
    # The names of placeholders are short, and looking at long ones takes long.
    if not ends_with_part(address, _STAND_INS, MAX_PLACEHOLDER_NAME):
        return True
    return _PLACEHOLDER.search(address[address.rfind("/") + 1 :].lower()) is None


def _own_sources(page: Page, row: int) -> Iterator[str]:
    """Addresses in an image's own attributes, the best first."""
    attribute = page.tree.elements[row].attr
    for names, read in OWN_SOURCES:
        yield from (read(value) for name in names if (value := attribute(name)))


def sources_beside(page: Page, row: int) -> Iterator[str]:
    """Addresses of the ``<source>`` elements of the picture around an image."""
    parent = int(page.parent[row])
    if parent < 0 or page.code[parent] != CODES["picture"]:
        return
    source = parent + 1
    while source < row:
        attribute = page.tree.elements[source].attr
        yield from (largest(several) for name in ("srcset", *LATE_SETS) if (several := attribute(name)))
        source = int(page.end[source])


def player_source(page: Page, row: int) -> tuple[str, str]:
    """What an ``<iframe>``, ``<embed>`` or ``<object>`` plays and its address; empty where it is no known player.

    >>> from thresher.page import Page
    >>> player_source(Page.from_html("<iframe src='https://www.youtube.com/embed/x1'></iframe>"), 3)
    ('video', 'https://www.youtube.com/embed/x1')
    """
    attribute = page.tree.elements[row].attr
    url = next(filter(None, (attribute(name) for name in ("src", *LATE_SOURCES, "data"))), "")
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
    for row in page.rows_of("base")[:1].tolist():
        if href := page.tree.elements[row].attr("href"):
            return absolute(href, page.url or "")
    return page.url or ""


@lru_cache(maxsize=16)
def _site(base: str) -> str:
    """Scheme and host of a base address of the web, empty where it is none.

    >>> _site("https://mill.example/a/b?c"), _site("")
    ('https://mill.example', '')
    """
    try:
        parts = urlsplit(base)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") and parts.netloc else ""


def absolute(url: str, base: str) -> str:
    """An address made absolute, empty where it is no address of the web.

    >>> absolute("../oats.jpg", "https://mill.example/a/b"), absolute("javascript:0", "https://mill.example")
    ('https://mill.example/oats.jpg', '')
    """
    url = url.strip()
    if plain := plain_address(url, _site(base)):
        return plain
    try:
        joined = urljoin(base, url)
        scheme = urlsplit(joined).scheme
    except ValueError:
        return ""
    return joined if scheme in ("http", "https", "") else ""


@kernel
def plain_address(url: str, site: str) -> str:
    """An address that is whole, or lacks no more than its *site*, made whole; empty where it is neither.

    >>> plain_address("https://mill.example/a?b", ""), plain_address("/a.jpg", "https://mill.example")
    ('https://mill.example/a?b', 'https://mill.example/a.jpg')
    >>> plain_address("/a/../b.jpg", "https://mill.example"), plain_address("a.jpg", "https://mill.example")
    ('', '')
    """
    if _WHOLE.fullmatch(url):
        return url
    return site + url if site and _ROOTED.fullmatch(url) and "/." not in url else ""
