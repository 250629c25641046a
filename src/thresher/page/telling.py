"""Telling words: which elements have one of some words in an attribute, and which texts, as a part or whole."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from thresher.page.columns import Ints
from thresher.page.kernels import kernel

_LETTERS = re.compile("[a-z]+")


@kernel
def telling_rows(elements: list[Any], rows: list[int], name: str, words: tuple[str, ...]) -> dict[int, str]:
    """Those of *rows* whose elements have one of *words* in an attribute, and the attribute in small letters.

    Each of the words has two letters or more.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<p class=ByLine><p class=lead><p>")
    >>> telling_rows(page.tree.elements, [3, 4, 5], "class", ("byline", "author"))
    {3: 'byline'}
    """
    values = [elements[row].attr(name) or "" for row in rows]
    # Pages have few names that they repeat often.
    lowered = {value: value.lower() for value in values}
    telling = {value: low for value, low in lowered.items() if any(word in low for word in words)}
    return {row: telling[value] for row, value in zip(rows, values, strict=True) if value in telling}


@kernel
def telling_texts(texts: Iterable[str], words: tuple[str, ...]) -> list[tuple[int, str]]:
    """Those of some texts that have one of *words* in them, with their numbers and in small letters.

    >>> telling_texts(["ByLine", "lead"], ("byline", "author"))
    [(0, 'byline')]
    """
    lowered = ((number, text.lower()) for number, text in enumerate(texts))
    return [(number, text) for number, text in lowered if has_part(text, words)]


@kernel
def has_part(text: str, words: tuple[str, ...]) -> bool:
    """Whether a text has one of *words* in it, each of two letters or more.

    >>> has_part("lazyload.gif", ("lazy", "blank")), has_part("rye.gif", ("lazy", "blank"))
    (True, False)
    """
    return any(word in text for word in words)


@kernel
def ends_with_part(address: str, words: tuple[str, ...], most: int) -> bool:
    """Whether the last step of an address has one of *words* in it, in any letters, and no more than *most* characters.

    >>> parts = ("lazy", "blank")
    >>> ends_with_part("/a/Blank.gif", parts, 9), ends_with_part("/lazy/rye.gif", parts, 9)
    (True, False)
    """
    name = address[address.rfind("/") + 1 :]
    return len(name) <= most and has_part(name.lower(), words)


@kernel
def has_word(text: str, words: frozenset[str]) -> bool:
    """Whether one of the stretches of small letters in a text, of the English alphabet, is one of *words*.

    >>> has_word("/img/logo-2.png", frozenset({"logo"})), has_word("/img/logos.png", frozenset({"logo"}))
    (True, False)
    """
    return not words.isdisjoint(_LETTERS.findall(text))


class Telling(NamedTuple):
    """A word of small letters, and what it says of a name that has it."""

    word: str
    rank: int  #: of several words of a name, the one of the lowest rank counts
    begins: bool = False  #: whether only a word of the name that begins with it counts
    ends: bool = False  #: whether only one that ends with it


@kernel
def first_rank(text: str, words: tuple[Telling, ...]) -> int:
    """The lowest rank of the *words*, each of two letters or more, that a text of small letters has; -1 of none.

    >>> words = (Telling("ad", 0, begins=True, ends=True), Telling("menu", 1))
    >>> first_rank("top-ad menubar", words), first_rank("menubar", words), first_rank("adapter", words)
    (0, 1, -1)
    """
    return min((each.rank for each in words if each.word in text and _pattern(each).search(text)), default=-1)


@cache
def _pattern(telling: Telling) -> re.Pattern[str]:
    edges = (r"\b" if telling.begins else "", r"\b" if telling.ends else "")
    return re.compile(re.escape(telling.word).join(edges))


@kernel
def ranked_rows(
    elements: list[Any], rows: list[int], end: Ints, names: tuple[str, ...], words: tuple[Telling, ...]
) -> dict[int, int]:
    """The outermost of *rows* whose elements have one of *words* in some attributes, and the lowest rank of these.

    Rows are in document order; elements inside of one that was found are not looked at.

    >>> from thresher.page import Page
    >>> page = Page.from_html("<div id=menu><p class=menu></div><p class=Menu><p class=lead>")
    >>> ranked_rows(page.tree.elements, [3, 4, 5, 6], page.end, ("class", "id"), (Telling("menu", 1),))
    {3: 1, 5: 1}
    """
    found: dict[int, int] = {}
    stop = 0
    for row in rows:
        if row >= stop:
            ranks = [first_rank((elements[row].attr(name) or "").lower(), words) for name in names]
            if told := [rank for rank in ranks if rank >= 0]:
                found[row], stop = min(told), int(end[row])
    return found
