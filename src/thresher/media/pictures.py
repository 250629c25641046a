"""What pictures tell of themselves by their attributes: how large they are, where they come from, what they show."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from thresher.media.ornaments import is_ornament
from thresher.media.sources import OWN_SOURCES, is_real, sources_beside
from thresher.page.kernels import kernel

if TYPE_CHECKING:
    from thresher.page import Page

#: Pictures below this many pixels in either direction, where they say so, are icons [D].
MIN_SIDE = 60
#: A number of pixels has no more digits.
MAX_DIGITS = 6

_PIXELS = re.compile(r"\s*+(\d++)(?:\.\d++)?\s*+(?:px)?\s*+$", re.IGNORECASE)
_STYLE_SIZE = re.compile(r"(?:^|[;\s])(width|height)\s*:\s*(\d+)(?:\.\d+)?px")


class Told(NamedTuple):
    """What an element tells of what it shows."""

    width: int | None = None  #: pixels, where it says so
    height: int | None = None
    source: str = ""  #: the address of a picture, as its author wrote it
    names: str = ""  #: its class and its id
    alt: str = ""  #: what it says of itself

    @property
    def is_icon(self) -> bool:
        """Whether it says that it is too small to be more."""
        width, height = self.width, self.height
        return (width is not None and width < MIN_SIDE) or (height is not None and height < MIN_SIDE)


def told_by(page: Page, rows: list[int]) -> list[Told]:
    """What the elements at some rows tell of what they show.

    >>> from thresher.page import Page
    >>> told_by(Page.from_html("<img src=rye.jpg width=640 alt=Rye class=wide>"), [3])
    [Told(width=640, height=None, source='rye.jpg', names='wide ', alt='Rye')]
    """
    return [Told(*told) for told in attributes_of_pictures(page.tree.elements, rows, OWN_SOURCES, is_real, size)]


def picture(page: Page, row: int, told: Told) -> str:
    """The address of an image, as its author wrote it; empty where there is none, or an icon or a pixel."""
    source = told.source or next(filter(is_real, sources_beside(page, row)), "")
    return "" if not source or is_ornament(source, told.names) else source


@kernel
def attributes_of_pictures(
    elements: list[Any],
    rows: list[int],
    own: tuple[tuple[tuple[str, ...], Callable[[str], str]], ...],
    is_real: Callable[[str], bool],
    size: Callable[[str | None, str | None, str | None], tuple[int | None, int | None]],
) -> list[tuple[int | None, int | None, str, str, str]]:
    """The fields of `Told` for the elements at *rows*; their *own* addresses are in attributes that are read so.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<img src=blank.gif data-a=' b.jpg' style='width:9px' title=Rye>")
    >>> own = ((("data-a", "src"), str.strip),)
    >>> attributes_of_pictures(page.tree.elements, [3], own, is_real, size)
    [(9, None, 'b.jpg', ' ', 'Rye')]
    """
    found = []
    for row in rows:
        attribute = elements[row].attr
        width, height = size(attribute("width"), attribute("height"), attribute("style"))
        written = (read(value) for names, read in own for name in names if (value := attribute(name)))
        names = f"{attribute('class') or ''} {attribute('id') or ''}"
        alt = attribute("alt") or attribute("title") or attribute("aria-label") or ""
        found.append((width, height, next(filter(is_real, written), ""), names, alt))
    return found


def size(width: str | None, height: str | None, style: str | None) -> tuple[int | None, int | None]:
    """Width and height in pixels, as far as attributes or style tell.

    >>> size("640", "auto", "height: 480px")
    (640, 480)
    """
    style = style.lower() if style else ""
    styled = dict(_STYLE_SIZE.findall(style)) if "px" in style else {}
    return _pixels(width, styled.get("width")), _pixels(height, styled.get("height"))


def _pixels(text: str | None, styled: str | None) -> int | None:
    """A number of pixels as an attribute has it, else as a style has it."""
    if text and not text.isdecimal():
        text = found[1] if (found := _PIXELS.match(text)) else None
    # More digits than any screen has would not even be read as a number.
    figures = text if text and len(text) <= MAX_DIGITS else styled
    return int(figures) if figures and len(figures) <= MAX_DIGITS else None
