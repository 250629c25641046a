"""The language of a page: declared, detected in its text (extra ``detect``), or told by its script."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from thresher.metadata.facts import Found
from thresher.page.columns import Bools, Ints
from thresher.page.kernels import kernel
from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.page import Page

#: Characters of a page's selected text that are looked at: three times as many made one guess of 1,064 another one.
SAMPLE_CHARS = 1000
#: The same where all of its text is asked for, which begins with menus.
WHOLE_SAMPLE_CHARS = 3000
#: A shorter text has too little of a language to be told by, ...
MIN_CHARS = 20
#: ... and of a script.
MIN_LETTERS = 10
#: A script is that of a text if it has so great a share of its letters.
MIN_SHARE = 0.3
#: The package of the extra ``detect``.
DETECTOR = "py3langid"

#: Scripts: the language that is mostly written in each, its characters, and the languages that share the script,
#: each with letters that only it has among these.
SCRIPTS: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = (
    ("ja", "\u3040-\u30ff", ()),
    ("ko", "\uac00-\ud7a3\u1100-\u11ff", ()),
    ("zh", "\u4e00-\u9fff\u3400-\u4dbf", ()),
    (
        "ru",
        "\u0400-\u04ff",
        (("uk", "іїєґ"), ("be", "ў"), ("sr", "ђћџ"), ("mk", "ѓќѕ"), ("kk", "қғұһ"), ("ru", "ыэё"), ("bg", "")),
    ),
    ("el", "\u0370-\u03ff\u1f00-\u1fff", ()),
    ("ar", "\u0600-\u06ff", (("ur", "ےٹڈں"), ("fa", "پچژگی"), ("ar", ""))),
    ("he", "\u0590-\u05ff", ()),
    ("th", "\u0e00-\u0e7f", ()),
    ("lo", "\u0e80-\u0eff", ()),
    ("hi", "\u0900-\u097f", ()),
    ("bn", "\u0980-\u09ff", ()),
    ("pa", "\u0a00-\u0a7f", ()),
    ("gu", "\u0a80-\u0aff", ()),
    ("or", "\u0b00-\u0b7f", ()),
    ("ta", "\u0b80-\u0bff", ()),
    ("te", "\u0c00-\u0c7f", ()),
    ("kn", "\u0c80-\u0cff", ()),
    ("ml", "\u0d00-\u0d7f", ()),
    ("si", "\u0d80-\u0dff", ()),
    ("my", "\u1000-\u109f", ()),
    ("ka", "\u10a0-\u10ff", ()),
    ("am", "\u1200-\u137f", ()),
    ("km", "\u1780-\u17ff", ()),
    ("hy", "\u0530-\u058f", ()),
)
#: Letters of all scripts but the Latin one.
_OTHER = re.compile(r"[^\W\d_\u0000-\u024f]")
_LETTER = re.compile(r"[^\W\d_]")
#: Characters of ASCII that are no letters.
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())


def script_language(text: str) -> str | None:
    """The language that a text's script tells, ``None`` for the Latin one, in which most languages are written.

    >>> script_language("Рожь стоит высоко, и её скоро уберут."), script_language("Rye stands tall in the valley.")
    ('ru', None)
    """
    if _is_latin(text):
        return None
    others = len(_OTHER.findall(text))
    if others < MIN_SHARE * MIN_LETTERS:
        return None
    letters = len(_LETTER.findall(text))
    if letters < MIN_LETTERS or others < MIN_SHARE * letters:
        return None
    counts = {language: len(pattern.findall(text)) for language, pattern in _scripts().items()}
    # Japanese is written with Han characters too, so a few Kana tell it.
    if counts["ja"] * 10 >= counts["zh"] > 0:
        counts["ja"] += counts["zh"]
    language = max(counts, key=lambda name: counts[name])
    if counts[language] < MIN_SHARE * letters:
        return None
    shared_by = next(others for name, _, others in SCRIPTS if name == language)
    return next((other for other, own in shared_by if not own or any(char in text for char in own)), language)


def _is_latin(text: str) -> bool:
    """Whether few of a text's letters can be of other scripts, by a quick look before the long ones."""
    plain = text.encode("ascii", "ignore")
    others = len(text) - len(plain)
    return others < MIN_SHARE * max(len(plain.translate(None, _NO_LETTERS)), MIN_LETTERS)


@cache
def _scripts() -> dict[str, re.Pattern[str]]:
    return {language: re.compile(f"[{characters}]") for language, characters, _ in SCRIPTS}


@kernel
def beginning(texts: Sequence[str], lengths: Ints, chosen: Bools, chars: int) -> str:
    """The chosen texts, as many of them as it takes to have so many characters, as one text.

    >>> import numpy as np
    >>> beginning(["Rye ", " ", "is", "tall"], np.array([3, 0, 2, 4]), np.array([True, True, True, True]), 5)
    'Rye is'
    """
    runs = (chosen & (lengths > 0)).nonzero()[0]
    enough = int(lengths[runs].cumsum().searchsorted(chars)) + 1
    return collapse(" ".join([texts[run][: 2 * chars] for run in runs[:enough].tolist()]))


def languages(page: Page, sample: str) -> Iterator[Found[str]]:
    """The languages of a page: what it declares, unless the script of its text contradicts that; then the guesses."""
    declared = page.language
    by_script = script_language(sample)
    if declared and (by_script is None or _primary(declared) not in _LATIN_LANGUAGES):
        yield Found(declared, "declared")
    if found := detected_language(sample):
        yield Found(found, "text")
    if by_script:
        yield Found(by_script, "script")
    if declared:
        yield Found(declared, "declared")


def detected_language(sample: str) -> str | None:
    """The language of a text by the package of the extra ``detect``; ``None`` where that or the text is missing."""
    if len(sample) < MIN_CHARS or not _is_installed():
        return None
    return str(_detector().classify(sample)[0])


@cache
def _is_installed() -> bool:
    return find_spec(DETECTOR) is not None


@cache
def _detector() -> Any:
    from importlib import import_module

    return import_module(DETECTOR)


def _primary(tag: str) -> str:
    """The language of a tag without region and script.

    >>> _primary("pt_BR")
    'pt'
    """
    return re.split("[-_]", tag.lower())[0]


#: Languages that are written in Latin script only: a page of another script that declares one of these is mistaken.
_LATIN_LANGUAGES = frozenset("en de fr es it pt nl sv da no nb nn fi pl cs sk hu ro hr sl et lv lt tr id vi".split())
