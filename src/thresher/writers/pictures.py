"""Pictures, films and sounds of a page: where they really are, and what they are called.

Pages that load pictures late have a placeholder as ``src`` and the picture in an attribute of their own making, in
``srcset``, in a ``<source>`` beside it, or in a ``<noscript>`` after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from thresher.page.tags import CODES
from thresher.page.whitespace import collapse
from thresher.writers.escape import without_marks

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.writers.addresses import Addresses

#: Attributes in which late loaders keep an address, the likeliest first.
LATE_SOURCES = tuple(
    "data-src data-lazy-src data-original data-original-src data-lazy data-url data-img-src data-image data-hi-res-src "
    "data-full-src data-actualsrc data-echo data-orig-file data-large-file data-src-large data-lazyload".split()
)
#: Attributes in which they keep several addresses with sizes.
LATE_SETS = ("data-srcset", "data-lazy-srcset", "data-original-set")
LATE = frozenset((*LATE_SOURCES, *LATE_SETS))
#: Names of pictures that stand for others until those are loaded.
_PLACEHOLDER = re.compile(
    r"(?:^|[._-])(?:blank|spacer|placeholder|transparent|loading|loader|lazy(?:load)?|grey|gray|1x1|dummy|pixel)"
    r"(?:[_-]?(?:image|img|bg|\d+(?:x\d+)?))*\.(?:gif|png|svg|jpe?g|webp)(?:$|[?#])"
)
MAX_PLACEHOLDER_NAME = 40
#: Pictures of this width and height count readers; nobody looks at them [D].
TRACKER_SIZES = frozenset(("0", "1", "2", "0px", "1px", "2px"))
#: Parts of class names of pictures that stand for a character, or for a formula, which their alternative text is.
CHARACTER_NAMES, FORMULA_NAMES = ("emoji", "smiley", "emoticon"), ("math", "latex")
#: The width or density of a candidate of a ``srcset``.
_SIZE = re.compile(r"(\d+(?:\.\d+)?)[wx](?:,|$)")
#: Gives the value of an attribute.
Attribute = Callable[[str], str | None]


@dataclass(frozen=True)
class Picture:
    """A picture: its address and what it shows, in words."""

    address: str
    words: str


@dataclass(frozen=True)
class Instead:
    """Text that a picture stands for: a character, or a formula in TeX."""

    text: str
    is_formula: bool = False


def picture_of(page: Page, row: int, addresses: Addresses) -> Picture | Instead | None:
    """The picture of an ``<img>``, the text that it stands for, or nothing."""
    attribute: Attribute = page.tree.elements[row].attr
    words, names = without_marks(collapse(attribute("alt") or "")), attribute("class")
    if words and names and (told := _instead(names.lower())):
        return Instead(words, is_formula=told == "formula")
    if attribute("width") in TRACKER_SIZES and attribute("height") in TRACKER_SIZES:
        return None
    late = LATE.intersection(page.attributes(row))
    for candidate in chain(_own_sources(attribute, late), _picture_sources(page, row)):
        if _is_real(candidate) and (address := addresses.media(candidate)):
            return Picture(address, words)
    return None


def largest(candidates: str) -> str | None:
    """The largest picture of a ``srcset``.

    >>> largest("a.jpg 320w, b.jpg 1280w, c.jpg 640w"), largest("a.jpg, b.jpg 2x"), largest(" ")
    ('b.jpg', 'b.jpg', None)
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
    return (best.lstrip(",") if most >= 0 else only) or None


def _own_sources(attribute: Attribute, late: frozenset[str]) -> Iterator[str]:
    """Addresses in an image's own attributes, the best first; *late* are those of late loaders."""
    for name in LATE_SETS if late else ():
        if name in late and (found := largest(attribute(name) or "")):
            yield found
    for name in LATE_SOURCES if late else ():
        if name in late and (found := (attribute(name) or "").strip()):
            yield found
    if (value := attribute("srcset")) and (found := largest(value)):
        yield found
    if found := (attribute("src") or "").strip():
        yield found


def _picture_sources(page: Page, row: int) -> Iterator[str]:
    """Addresses in the sources of a ``<picture>`` around an image."""
    parent = int(page.parent[row])
    if page.code[parent] != CODES["picture"]:
        return
    source = parent + 1
    while source < row:
        attributes = page.attributes(source)
        for name in ("srcset", *LATE_SETS):
            if found := largest(attributes.get(name, "")):
                yield found
        source = int(page.end[source])


def _is_real(address: str) -> bool:
    """Whether an address is that of a picture, not of one that stands for it until it is loaded."""
    if address.startswith(("data:", "blob:", "about:", "{", "#")):
        return False
    name = address[address.rfind("/") + 1 :]
    # The names of placeholders are short, and looking at long ones takes long.
    return len(name) > MAX_PLACEHOLDER_NAME or not _PLACEHOLDER.search(name.lower())


def _instead(names: str) -> str:
    """What class names say that a picture stands for: a character, a formula, or nothing."""
    if any(name in names for name in CHARACTER_NAMES):
        return "character"
    return "formula" if any(name in names for name in FORMULA_NAMES) else ""


#: Players that pages embed, and the page where what they play is to be seen.
PLAYERS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), place)
    for pattern, place in (
        (
            r"https?://(?:www\.)?youtube(?:-nocookie)?\.com/(?:embed|v|shorts)/([\w-]{6,})",
            "https://www.youtube.com/watch?v={}",
        ),
        (r"https?://youtu\.be/([\w-]{6,})", "https://www.youtube.com/watch?v={}"),
        (r"https?://player\.vimeo\.com/video/(\d+)", "https://vimeo.com/{}"),
        (r"https?://(?:www\.)?dailymotion\.com/embed/video/(\w+)", "https://www.dailymotion.com/video/{}"),
        (r"https?://player\.bilibili\.com/player\.html\?(?:.*&)?bvid=(\w+)", "https://www.bilibili.com/video/{}"),
        (r"https?://open\.spotify\.com/embed/([\w/]+)", "https://open.spotify.com/{}"),
        (r"https?://embed\.ted\.com/(talks/[\w-]+)", "https://www.ted.com/{}"),
        (r"https?://archive\.org/embed/([\w.-]+)", "https://archive.org/details/{}"),
    )
)
#: Hosts whose embedded pages are players under their own address.
_PLAYER_HOSTS = re.compile(
    r"https?://(?:[\w-]+\.)*(?:soundcloud\.com|bandcamp\.com|mixcloud\.com|twitch\.tv|rutube\.ru|vk\.com|wistia\.(?:com|net)"
    r"|brightcove\.net|jwplatform\.com|podcasts\.apple\.com|podbean\.com|libsyn\.com|streamable\.com|loom\.com"
    r"|facebook\.com/plugins/video|tiktok\.com/embed|v\.qq\.com|youku\.com|niconico\.jp|nicovideo\.jp|coub\.com)(?:[/?]|$)",
    re.IGNORECASE,
)


def player_page(address: str) -> str | None:
    """Where to see what an embedded player plays; ``None`` if the address is that of no known player.

    >>> player_page("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0")
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
    """
    for pattern, place in PLAYERS:
        if found := pattern.match(address):
            return place.format(found[1])
    return address if _PLAYER_HOSTS.match(address) else None


def player_of(page: Page, row: int, addresses: Addresses) -> Picture | None:
    """What a ``<video>``, ``<audio>``, ``<iframe>``, ``<embed>`` or ``<object>`` plays, and what it is called."""
    attributes = page.attributes(row)
    name = page.tag[row].removeprefix("amp-")
    sources = filter(None, map(addresses.media, filter(_is_real, _player_sources(page, row, attributes))))
    plays_itself = name in ("video", "audio")
    address = next(sources if plays_itself else filter(None, map(player_page, sources)), None)
    if address is None:
        return None
    words = collapse(attributes.get("title", "")) or collapse(attributes.get("aria-label", ""))
    return Picture(address, without_marks(words) or ("Audio" if name == "audio" else "Video"))


def _player_sources(page: Page, row: int, attributes: Mapping[str, str]) -> Iterable[str]:
    """Addresses of what an element plays."""
    for name in ("src", "data", *LATE_SOURCES):
        if found := attributes.get(name, "").strip():
            yield found
    inner = row + 1
    while inner < page.end[row]:
        if page.code[inner] == CODES["source"] and (found := page.attributes(inner).get("src", "").strip()):
            yield found
        inner = int(page.end[inner])
