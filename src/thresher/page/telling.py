"""Telling words: which elements have one of some words in an attribute, and which texts, as a part or whole."""

from __future__ import annotations

import re
from typing import Any

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
def has_part(text: str, words: tuple[str, ...]) -> bool:
    """Whether a text has one of *words* in it, each of two letters or more.

    >>> has_part("lazyload.gif", ("lazy", "blank")), has_part("rye.gif", ("lazy", "blank"))
    (True, False)
    """
    return any(word in text for word in words)


@kernel
def has_word(text: str, words: frozenset[str]) -> bool:
    """Whether one of the stretches of small letters in a text, of the English alphabet, is one of *words*.

    >>> has_word("/img/logo-2.png", frozenset({"logo"})), has_word("/img/logos.png", frozenset({"logo"}))
    (True, False)
    """
    return not words.isdisjoint(_LETTERS.findall(text))
