"""Emphasis in Markdown: marks in a paragraph become stars, or tags where stars would not be read as emphasis.

Whether stars are read as emphasis depends on the characters on both sides of them, which are known only when the
paragraph is complete.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from unicodedata import category

from thresher.writers.weave import LINE


class Kind(NamedTuple):
    """A kind of emphasis: its two marks, how Markdown writes it, and the tag that stands in where that is not read."""

    start: str
    stop: str
    sign: str
    tag: str


STRONG = Kind("\x01", "\x02", "**", "strong")
EMPHASIS = Kind("\x03", "\x04", "*", "em")
DELETED = Kind("\x05", "\x06", "~~", "del")
KINDS = (STRONG, EMPHASIS, DELETED)

_BY_START = {kind.start: kind for kind in KINDS}
_NEIGHBOURS = re.compile("[\x01-\x06] ?[\x01-\x06]")
_NOTHING_INSIDE = re.compile("\x01( ?)\x02|\x03( ?)\x04|\x05( ?)\x06")
_SAME_AGAIN = re.compile("\x02( ?)\x01|\x04( ?)\x03|\x06( ?)\x05")
#: Words between marks of one kind, without marks in them and beside them: signs before and after words are always read.
_PLAIN = "{0}(?<![\x01-\x06]{0})(?=\\w)([^\x01-\x08\x0e]*(?:\\w|[^\\s\x01-\x08\x0e](?={1}(?: |\\Z)))){1}(?![\x01-\x06])"
_PLAIN_STRONG = re.compile(_PLAIN.format(STRONG.start, STRONG.stop))
_PLAIN_EMPHASIS = re.compile(_PLAIN.format(EMPHASIS.start, EMPHASIS.stop))
_MARK = re.compile("([\x01-\x06])")


def resolve(text: str) -> str:
    r"""*text* with its marks written as Markdown; white space is outside of the marks already.

    >>> resolve("a \x01b\x02 c, \x01\x03d\x04\x02, x\x03(y)\x04z, \x05\x06e")
    'a **b** c, **_d_**, x<em>(y)</em>z, e'
    """
    tokens = _MARK.split(_tidy(text))
    stops = _partners(tokens)
    for start, stop in stops.items():
        kind = _BY_START[tokens[start]]
        tokens[start], tokens[stop] = _signs(kind, tokens, start, stop)
    return "".join(tokens).strip()


def resolve_plain(text: str) -> str:
    r"""*text* with those marks written as Markdown that are around words and not beside other marks; most of them are.

    >>> resolve_plain("a \x01b c\x02, (\x01d:\x02) \x01e\x02f")
    'a **b c**, (\x01d:\x02) **e**f'
    """
    # Functions are called faster than templates are filled in.
    if "\x01" in text:
        text = _PLAIN_STRONG.sub(lambda found: f"**{found[1]}**", text)
    return _PLAIN_EMPHASIS.sub(lambda found: f"*{found[1]}*", text) if "\x03" in text else text


def _tidy(text: str) -> str:
    """Empty emphasis away, neighbouring emphasis of one kind joined."""
    if not _NEIGHBOURS.search(text):
        return text
    for pattern in (_NOTHING_INSIDE, _NOTHING_INSIDE, _SAME_AGAIN):
        text = pattern.sub(lambda found: found[1] or found[2] or found[3] or "", text)
    return text


def _partners(tokens: list[str]) -> dict[int, int]:
    """Place of the stop of each start; marks without a partner go."""
    open_places: list[int] = []
    stops: dict[int, int] = {}
    for place in range(1, len(tokens), 2):
        if tokens[place] in _BY_START:
            open_places.append(place)
        elif open_places and _BY_START[tokens[open_places[-1]]].stop == tokens[place]:
            stops[open_places.pop()] = place
        else:
            tokens[place] = ""
    for place in open_places:
        tokens[place] = ""
    return stops


def _signs(kind: Kind, tokens: list[str], start: int, stop: int) -> tuple[str, str]:
    """How the emphasis between two places begins and ends."""
    outside = _char_before(tokens, start), _char_after(tokens, stop)
    inside = _char_after(tokens, start), _char_before(tokens, stop)
    readable = all(
        not inner.isspace() and (not _is_sign(inner) or outer.isspace() or _is_sign(outer))
        for outer, inner in zip(outside, inside, strict=True)
    )
    sign, beside_marks = kind.sign, "" in _next_to_marks(tokens, start, stop)
    if kind is DELETED and beside_marks:
        readable = False
    if kind is EMPHASIS and beside_marks:
        # Stars beside stars are read as one stretch; an underscore is not, but is none within a word.
        sign = "_"
        readable = readable and all(char.isspace() or _is_sign(char) for char in outside)
    return (sign, sign) if readable else (f"<{kind.tag}>", f"</{kind.tag}>")


def _next_to_marks(tokens: list[str], start: int, stop: int) -> list[str]:
    """What is on either side of two marks; empty where that is another mark."""
    around = [tokens[start - 1], tokens[start + 1], tokens[stop - 1], tokens[stop + 1]]
    around[0] = around[0] if start > 1 else " "
    around[3] = around[3] if stop < len(tokens) - 2 else " "
    return around


def _char_before(tokens: list[str], place: int) -> str:
    """The character before a mark; another mark counts as a sign, the beginning as a blank."""
    if tokens[place - 1]:
        return tokens[place - 1][-1].replace(LINE, " ")
    return "*" if place > 1 else " "


def _char_after(tokens: list[str], place: int) -> str:
    """The character after a mark; another mark counts as a sign, the end as a blank."""
    if tokens[place + 1]:
        return tokens[place + 1][0].replace(LINE, " ")
    return "*" if place < len(tokens) - 2 else " "


def _is_sign(char: str) -> bool:
    """Whether Markdown counts a character as punctuation; the mark at the end of code is a backtick's."""
    return category(char)[0] in "PS" or char == "\x11"
