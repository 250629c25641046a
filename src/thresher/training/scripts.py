"""Labelled pages rewritten letter by letter in another script, which removes their meaning but keeps their structure.

Nearly all labelled pages of known kind are in English. The model does not know the words of a page in another
language, and in other scripts capitals, spaces and word lengths differ too; tags, names and densities do not.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace

from thresher.evaluate.datasets import LabelledPage

#: The parts of a page that are not text: scripts, styles, comments, tags, character references.
#: An element that is never closed extends to the end, as in a browser.
_NO_TEXT = re.compile(
    r"<(script|style)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)|<[a-zA-Z/!?][^>]*(?:>|\Z)|&#?\w+;",
    re.IGNORECASE | re.DOTALL,
)
#: The title that a page declares in its head counts as text.
_OG_TITLE = re.compile(r"""(?<=["']og:title["'] content=)("[^"]*"|'[^']*')""")
_LATIN = "abcdefghijklmnopqrstuvwxyz"
#: Letters for each of a to z; scripts with capitals have capitals as well.
_ALPHABETS = {
    "cyrillic": "абцдефгхийклмнопярстувшыжз",
    "greek": "αβψδεφγηιξκλμνοπθρστυωςχύζ",
    "arabic": "ابثدهفغحيجكلمنعبقرستوطشخيز",
    "hebrew": "אבכדהפגחיגקלמנעפקרסתוושחיז",
}
#: The Han characters in which words are written.
_HAN = range(0x4E00, 0x5E00)
_WORD = re.compile(r"[A-Za-z]+")
_PARTED = re.compile(r"(?<=[\u4e00-\u5dff]) (?=[\u4e00-\u5dff])")
_MARKS = str.maketrans(".,!?", "。，！？")
SCRIPTS = (*_ALPHABETS, "han")


def _letters(alphabet: str) -> Callable[[str], str]:
    table = str.maketrans(_LATIN + _LATIN.upper(), alphabet + alphabet.upper())
    return lambda text: text.translate(table)


def _in_han(text: str) -> str:
    return _PARTED.sub("", _WORD.sub(_han_word, text)).translate(_MARKS)


def _han_word(found: re.Match[str]) -> str:
    """Two characters for a word, always the same for the same word."""
    number = zlib.crc32(found[0].lower().encode())
    return chr(_HAN[number % len(_HAN)]) + chr(_HAN[number // len(_HAN) % len(_HAN)])


_WRITERS: Mapping[str, Callable[[str], str]] = {
    **{name: _letters(alphabet) for name, alphabet in _ALPHABETS.items()},
    "han": _in_han,
}


def in_script(labelled: LabelledPage, script: str) -> LabelledPage:
    """The page and its gold text in one of the `SCRIPTS`."""
    write = _WRITERS[script]
    return replace(
        labelled,
        id=f"{labelled.id} in {script}",
        html=text_written(labelled.html, write),
        gold=None if labelled.gold is None else write(labelled.gold),
        title=None if labelled.title is None else write(labelled.title),
    )


def text_written(html: str, write: Callable[[str], str]) -> str:
    """A page with its text rewritten by *write* and its tags unchanged.

    >>> text_written("<p id=a>Rye &amp; <b>oats</b>", str.upper)
    '<p id=a>RYE &amp; <b>OATS</b>'
    """
    html = _OG_TITLE.sub(lambda found: write(found[0]), html)
    parts, last = [], 0
    for found in _NO_TEXT.finditer(html):
        parts += [write(html[last : found.start()]), found[0]]
        last = found.end()
    return "".join([*parts, write(html[last:])])
