"""Tricks that keep text from a reader and leave it to a machine: styles, and characters that nobody sees.

`hidden` knows what pages hide in good faith; this file knows what they hide from readers alone, in style attributes and
in simple rules of the page's own style sheets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from thresher.cached import cached_property
from thresher.page.columns import Bools, has_in_subtree
from thresher.page.kernels import kernel
from thresher.page.stylesheet import rows_with_names
from thresher.page.words import holding

if TYPE_CHECKING:
    from thresher.page.page import Page

#: Red, green and blue, from 0 to 255.
Colour: TypeAlias = tuple[int, int, int]


class Trick(NamedTuple):
    """A way to keep text from readers by a style, as it is written without blanks and in small letters."""

    name: str
    signs: tuple[str, ...]  #: of which one is in every style that plays it: a quick look before the long one
    pattern: re.Pattern[str]


_FAR = r"-(?:9\d\d|[2-9]\d{3}|\d{5,})(?:\.\d+)?(?:px|pt)|-\d{3,}(?:em|rem|vw|vh|ch)"
_END = r"(?=;|!|$)"
_NOTHING = r"(?:0+(?:\.0*)?|\.0+)(?:px|em|rem|pt|%)?"
_NO_SIDE = rf"[01](?:px)?{_END}"
TRICKS = (
    Trick(
        "size",
        ("font-size:0", "font-size:.", "font-size:1p", "font:", "scale", "zoom", "overflow:hidden", "overflow:clip"),
        re.compile(
            rf"(?:^|;)(?:font-size:(?:(?:0?\.\d+|1)(?:px|pt)|0?\.0\d*r?em|{_NOTHING}){_END}|font:[^;]*?(?<![\d.]){_NOTHING}/"
            rf"|(?:-webkit-)?transform:[^;]*scale(?:3d)?\(0[,)]|zoom:{_NOTHING}{_END})"
            rf"|^(?=(?:.*;)?height:{_NO_SIDE})(?=(?:.*;)?width:{_NO_SIDE})(?:.*;)?overflow:(?:hidden|clip)"
        ),
    ),
    Trick(
        "off-screen",
        (":-", "(-"),
        re.compile(
            rf"(?:^|;)(?:left|right|top|bottom|text-indent|margin(?:-left|-right|-top)?|inset(?:-inline-start)?):(?:{_FAR})"
            r"|(?:^|;)(?:-webkit-)?transform:[^;]*translate(?:x|y|3d)?\(-(?:[5-9]\d{3}|\d{5,})px"
        ),
    ),
    Trick(
        "clipped",
        ("clip",),
        re.compile(
            r"(?:^|;)(?:-webkit-)?(?:clip:rect\((?:[01](?:px)?,?){4}\)"
            r"|clip-path:(?:inset\((?:50|100)%|circle\(0|polygon\(0(?:px)?0))"
        ),
    ),
    Trick(
        "transparent",
        ("color:transparent", "color:rgba", "color:#"),
        re.compile(
            r"(?:^|;)(?:-webkit-text-fill-)?color:"
            rf"(?:transparent|rgba\([^);]*,0(?:\.0+)?\)|#(?:[0-9a-f]{{3}}0|[0-9a-f]{{6}}00){_END})"
        ),
    ),
)
_COLOUR_SIGN = "color"
#: One of these is in every style that states a colour or plays a trick.
_SIGNS = (_COLOUR_SIGN, *(sign for trick in TRICKS for sign in trick.signs))
#: Text that shows a picture through its letters is transparent, and seen.
_LETTERS_OF_PICTURE = "background-clip:text"
_COLOUR = re.compile(r"(?:^|;)color:([^;!]+)")
_BACKGROUND = re.compile(r"(?:^|;)background(?:-color)?:([^;!]+)")
#: Names of colours that pages hide text with.
_COLOURS = {
    "white": "#ffffff", "black": "#000000", "snow": "#fffafa", "ivory": "#fffff0", "whitesmoke": "#f5f5f5",
    "ghostwhite": "#f8f8ff", "gray": "#808080", "grey": "#808080", "red": "#ff0000", "blue": "#0000ff",
}  # fmt: skip
_RGB = re.compile(r"rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})(?:,(?:1|0\.\d+))?\)")
_WHITE = (255, 255, 255)
#: Colours no further apart than this in each of red, green and blue look the same.
MAX_APART = 6

#: Characters that nobody sees and that carry a text of their own: tags, and long rows of zero-width ones; and those
#: that turn the order of letters around.
SMUGGLED = re.compile(
    "(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0001-\U000e007f]+|[\u200b-\u200f\u2060-\u2064\ufeff\u180e]{4,}|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}"
    "|[\u202d\u202e]"
)

#: A text in turned order, up to where the turn ends.
_TURNED = re.compile("[\u202d\u202e]([^\u202a-\u202e]*)\u202c")
#: Ranges of such characters below the tags: one of these is in every text that has any.
_UNSEEN = (
    (0xAD, 0xAD),
    (0x180E, 0x180E),
    (0x200B, 0x200F),
    (0x202D, 0x202E),
    (0x2060, 0x2064),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
)
#: The first half of the tags, and of the variants beside them, in UTF-16.
_FIRST_TAG_UNIT = 0xDB40
_ZERO_WIDTH = "\u200b-\u200d\u2060\ufeff"
#: A word that is spelled with such characters between its letters, so that machines do not find it.
_SPELLED = re.compile(f"[A-Za-z](?:[{_ZERO_WIDTH}]+[A-Za-z]){{3,}}")
_BETWEEN_LETTERS = re.compile(f"[{_ZERO_WIDTH}]+")
#: Marks where a word may be broken; shown only where it is.
_SOFT_HYPHEN = "\u00ad"
#: Characters that stand for nothing in running text: soft hyphens, joiners, signs of formulas that nobody writes, and
#: the place where a line may break, but for the scripts of South-East Asia, in which that is where words end.
_SIGNLESS = re.compile(
    "[\u00ad\u2060-\u2064\ufeff]|(?<![\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u1aad\ua9e0-\ua9ff\uaa60-\uaadf])\u200b"
)


@kernel
def have_unseen(texts: Iterable[str]) -> bool:
    r"""Whether some texts have characters that nobody sees: a quick look before the long ones.

    >>> have_unseen(["Müller’s rye"]), have_unseen(["Rye", "R\u200bye"])
    (False, True)
    """
    text = "".join(text for text in texts if not text.isascii())
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype=np.uint16)
        return bool(_unseen().take(units).any())
    return _SOFT_HYPHEN in text


@cache
def _unseen() -> Bools:
    """Unit of UTF-16: whether it is, or begins, a character that nobody sees."""
    flags = np.zeros(1 << 16, dtype=bool)
    for first, last in _UNSEEN:
        flags[first : last + 1] = True
    flags[_FIRST_TAG_UNIT] = True
    flags.setflags(write=False)
    return flags


def text_as_written(page: Page) -> Sequence[str]:
    """Run: its text as its author wrote it, also where a page was rid of characters that nobody sees."""
    # The tree is that of the whole page, and keeps what it was made with.
    text = page.tree.text
    return text if len(text) == len(page.text) else page.text


def as_seen(text: str) -> str:
    r"""A text without the characters by which others are smuggled into it or its words are disguised.

    >>> as_seen("Rye\U000e0068\U000e0069 is t\u200ba\u200bl\u200bl, bar\u00adley is not.")
    'Rye is tall, barley is not.'
    """
    text = SMUGGLED.sub("", _TURNED.sub(r"\1", text))
    return _SIGNLESS.sub("", _SPELLED.sub(lambda word: _BETWEEN_LETTERS.sub("", word[0]), text))


def tricked_rows(page: Page, around: Bools | None = None) -> dict[int, str]:
    """Rows of the elements, or of those *around* some runs, that a trick keeps from readers, with the trick's name.

    >>> from thresher.page import Page
    >>> tricked_rows(Page.from_html("<p style='position:absolute; LEFT: -12000px'>Buy<p style='left:-9px'>Rye"))
    {3: 'off-screen'}
    """
    found: dict[int, str] = {}
    grounds = _Grounds(page)
    for row, style in _suspects(page, around):
        if name := trick(style):
            found[row] = name
        elif (colour := _text_colour(page, row, style)) and (ground := grounds.of(row)) and _are_alike(colour, ground):
            found[row] = "colour"
    for row in rows_with_names(page, page.hiding_names.tricked):
        found.setdefault(row, "rule")
    return {row: name for row, name in found.items() if row > page.body}


def _suspects(page: Page, around: Bools | None) -> list[tuple[int, str]]:
    """The elements around some runs, or all, that state a colour or play a trick, with their styles."""
    styles = page.styles
    # Pages repeat their few styles often, and most say nothing that has to be looked at.
    different = list(set(styles.values()))
    said = (different[number] for number in holding(different, _SIGNS))
    telling = {style for style in said if _COLOUR_SIGN in style or trick(style)}
    found = {row: style for row, style in styles.items() if style in telling} if telling else {}
    found.update((row, styles.get(row, "")) for row in page.rows_of("font").tolist())
    if found and around is not None:
        hosts = np.zeros(len(page.tag), dtype=bool)
        hosts[page.host[around]] = True
        is_around = has_in_subtree(hosts, page.end)
        found = {row: style for row, style in found.items() if is_around[row]}
    return sorted(found.items())


@lru_cache(maxsize=2048)
def trick(style: str) -> str | None:
    """The trick that a style plays, if it plays one; the style is without blanks and in small letters.

    >>> trick("width:1px;height:1px;overflow:hidden"), trick("height:0;overflow:hidden"), trick("color:transparent")
    ('size', None, 'transparent')
    """
    if _LETTERS_OF_PICTURE in style:
        return None
    for name, signs, pattern in TRICKS:
        for sign in signs:
            if sign in style:
                if pattern.search(style):
                    return name
                break
    return None


class _Grounds:
    """The colour of the ground on which each element stands, as far as a page states it in its elements."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._known: dict[int, Colour | None] = {}

    def of(self, row: int) -> Colour | None:
        """The ground of one element: that of the nearest element that states one; ``None`` where it is not plain."""
        path = []
        while row >= 0 and row not in self._known:
            path.append(row)
            is_stated, ground = self._stated(row)
            if is_stated:
                self._known[row] = ground
                break
            row = int(self._page.parent[row])
        ground = self._known[row] if row >= 0 else self._bare
        self._known.update(dict.fromkeys(path, ground))
        return ground

    def _stated(self, row: int) -> tuple[bool, Colour | None]:
        """Whether an element states its ground, and which."""
        style = self._page.styles.get(row)
        found = _BACKGROUND.search(style) if style and "background" in style else None
        value = found[1] if found else (self._page.attribute_of(row, "bgcolor") or "").lower()
        return bool(value), _rgb(value)

    @cached_property
    def _bare(self) -> Colour | None:
        """The ground of a page of which no element states one: white, unless a style sheet may say otherwise."""
        page = self._page
        has_sheets = page.style_sheets or len(page.select('link[rel~="stylesheet" i]'))
        return None if has_sheets else _WHITE


def _text_colour(page: Page, row: int, style: str) -> Colour | None:
    """The colour that an element states for its text."""
    if "color" in style and (colour := _stated_colour(style)):
        return _rgb(colour)
    return _rgb((page.attribute_of(row, "color") or "").lower()) if page.tag[row] == "font" else None


@lru_cache(maxsize=2048)
def _stated_colour(style: str) -> str | None:
    """The colour of text that a style states."""
    found = _COLOUR.search(style)
    return found[1] if found else None


def _are_alike(colour: Colour, other: Colour) -> bool:
    """Whether two colours look the same."""
    return all(abs(ours - theirs) <= MAX_APART for ours, theirs in zip(colour, other, strict=True))


@lru_cache(maxsize=2048)
def _rgb(colour: str) -> Colour | None:
    """Red, green and blue of a colour, ``None`` where it is not plain.

    >>> _rgb("#fff"), _rgb("rgb(0,0,255)"), _rgb("url(x.png)")
    ((255, 255, 255), (0, 0, 255), None)
    """
    colour = _COLOURS.get(colour, colour)
    if found := _RGB.fullmatch(colour):
        return int(found[1]), int(found[2]), int(found[3])
    figures = colour.removeprefix("#")
    if len(figures) == 3:
        figures = "".join(2 * figure for figure in figures)
    try:
        red, green, blue = bytes.fromhex(figures) if colour.startswith("#") else b""
    except ValueError:
        return None
    return red, green, blue
