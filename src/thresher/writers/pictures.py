"""Pictures, films and sounds of a page as writers have them: address and words, or the text that they stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from thresher.media.sources import LATE_SOURCES, OWN_SOURCES, image_sources, is_real, sources_beside
from thresher.page.kernels import kernel
from thresher.page.tags import CODES
from thresher.page.telling import telling_texts
from thresher.page.whitespace import collapse
from thresher.writers.alternatives import is_character, is_small, plain_words, words_of
from thresher.writers.escape import without_marks

if TYPE_CHECKING:
    from turbohtml import Element

    from thresher.media.sources import Sources
    from thresher.page import Page
    from thresher.writers.addresses import Addresses

#: Pictures of this width and height count readers; nobody looks at them [D].
TRACKER_SIZES = frozenset(("0", "1", "2", "0px", "1px", "2px"))
#: What pictures are asked for, in the order of `Told`.
ASKED = ("alt", "class", "width", "height")
#: Parts of class names of pictures that stand for a character, or for a formula, which their alternative text is.
CHARACTER_NAMES, FORMULA_NAMES = ("emoji", "smiley", "emoticon"), ("math", "latex")
_STANDING_IN_NAMES = CHARACTER_NAMES + FORMULA_NAMES
_STANDING_IN = re.compile("|".join(_STANDING_IN_NAMES))


class Picture(NamedTuple):
    """A picture: its address and what it shows, in words."""

    address: str
    words: str


class Instead(NamedTuple):
    """Text that a picture stands for: a character, or a formula in TeX."""

    text: str
    is_formula: bool = False


class Told(NamedTuple):
    """Columns of pictures: what they tell by their attributes, empty where they do not."""

    alternatives: list[str]
    names: list[str]  #: of their classes
    widths: list[str]
    heights: list[str]
    sources: list[str]  #: the first address that is real in their own attributes


def pictures_of(page: Page, rows: list[int], addresses: Addresses) -> list[Picture | Instead | None]:
    """The picture of each ``<img>``, the text that it stands for, or nothing."""
    told = Told(*picture_attributes(page.tree.elements, rows, ASKED, OWN_SOURCES, is_real))
    # Most pictures have words that mean nothing but themselves, and an address of their own that can be loaded.
    words, standing_in = plain_words(told.alternatives), dict(telling_texts(told.names, _STANDING_IN_NAMES))
    instead = dict[int, Instead]()
    for number in [number for number, each in enumerate(words) if each is None or number in standing_in]:
        words[number] = text = words_of(told.alternatives[number])
        if found := _instead(text, standing_in.get(number, "")):
            instead[number] = found
    columns = zip(rows, words, told.widths, told.heights, told.sources, addresses.all_media(told.sources), strict=True)
    return [instead.get(number) or _picture(page, addresses, *each) for number, each in enumerate(columns)]


def _picture(
    page: Page,
    addresses: Addresses,
    row: int,
    words: str | None,
    width: str,
    height: str,
    own: str,
    address: str | None,
) -> Picture | None:
    """The picture of an ``<img>`` with some attributes, and perhaps an *address*, made of its *own* source."""
    if (width in TRACKER_SIZES and height in TRACKER_SIZES) or (not words and is_small(width, height)):
        return None
    if not address:
        sources = image_sources(page, row) if own else filter(is_real, sources_beside(page, row))
        address = next(filter(None, map(addresses.media, sources)), None)
    return Picture(address, words or "") if address else None


def _instead(words: str, names: str) -> Instead | None:
    """The text that a picture with some words stands for, if it does, by its class names in small letters."""
    told = _STANDING_IN.search(names)
    if words and (told or is_character(words)):
        return Instead(words, is_formula=told is not None and told[0] in FORMULA_NAMES)
    return None


@kernel
def picture_attributes(
    elements: list[Any], rows: list[int], names: tuple[str, ...], own: Sources, is_real: Callable[[str], bool]
) -> tuple[list[str], ...]:
    """Columns of some attributes of the elements at *rows*, and of the first address that is real in their *own* ones.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<img alt=Rye src=rye.jpg><img src=blank.gif data-src=oats.jpg>")
    >>> picture_attributes(page.tree.elements, [3, 4], ("alt",), OWN_SOURCES, is_real)
    (['Rye', ''], ['rye.jpg', 'oats.jpg'])
    """
    told = ([elements[row].attr(name) or "" for row in rows] for name in names)
    return (*told, [_own_source(elements[row], own, is_real) for row in rows])


def _own_source(element: Element, own: Sources, is_real: Callable[[str], bool]) -> str:
    """The first address of an element in its own attributes that is real."""
    written = (read(value) for names, read in own for name in names if (value := element.attr(name)))
    return next(filter(is_real, written), "")


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
    sources = filter(None, map(addresses.media, filter(is_real, _player_sources(page, row, attributes))))
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
