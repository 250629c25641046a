"""Repairing extracted text: soft hyphens, words broken at line ends, and UTF-8 that was read as Windows-1252.

Careful by design: a repair needs evidence in the text itself, and undamaged text is returned unchanged.
"""

from __future__ import annotations

import re
from itertools import chain

from thresher.cached import cached_property
from thresher.vocabulary import vocabulary

#: Marks where a word may be broken; displayed only if it is broken there.
SOFT_HYPHEN = "\u00ad"
#: After a hyphen these connect compounds that share a part ("Haupt- und Nebensatz"), so the hyphen stays.
CONJUNCTIONS = frozenset("und oder bzw sowie bis and or to et ou y o e och eller en of och tot i lub".split())

_HYPHENS = ("-", "\u2010")
#: A hyphen after two letters, and the word after it, perhaps after white space. Patterns that begin with a literal
#: character are fast, and none of these backtracks: a page may be a single word.
_COMPOUND = re.compile(r"-(?<=[^\W\d_]{2}-)[^\W\d_]{2,}+")
_BROKEN = tuple(re.compile(rf"{sign}(?<=[^\W\d_]{{2}}.)(\s++)([^\W\d_]{{2,}}+)") for sign in _HYPHENS)

#: The byte of every Windows-1252 character; undefined bytes map to the control characters that browsers use for them.
_TO_BYTE = {bytes([code]).decode("cp1252", "ignore") or chr(code): code for code in range(256)}
_LEAD = "".join(char for char, code in _TO_BYTE.items() if 0xC2 <= code <= 0xF4)
_REST = "".join(char for char, code in _TO_BYTE.items() if 0x80 <= code <= 0xBF)
_SUSPECT = re.compile(f"[{re.escape(_LEAD)}][{re.escape(_REST)}]")
#: All first characters of such pairs: a quick check before the slower one.
_LEADING = re.compile("[\xc2-\xf4]")
#: General punctuation (dashes, quotes, dots): no language has these characters in a row.
_PUNCTUATION = re.compile(f"â€[{re.escape(_REST)}]")
#: Ã or Â and another such character right after a lower-case letter, or Ã and one right before a lower-case letter.
_IN_WORD = re.compile(f"(?<=[a-zß-ÿ])[ÃÂ][{re.escape(_REST)}]|Ã[{re.escape(_REST)}](?=[a-z])")
#: Text is repaired at most this many times over.
MAX_ROUNDS = 2


def repair(text: str) -> str:
    r"""*text* with damage repaired; undamaged text is not changed.

    >>> repair("The mill\u00ader\u00e2\u20ac\u2122s cafÃ© stayed open.")
    'The miller’s café stayed open.'
    """
    # Most short texts have nothing that could be damaged.
    if text.isascii() and "-" not in text:
        return text
    return join_broken_words(remove_soft_hyphens(repair_mojibake(text)))


def remove_soft_hyphens(text: str) -> str:
    r"""*text* without soft hyphens.

    >>> remove_soft_hyphens("Ge\u00adtrei\u00adde")
    'Getreide'
    """
    return text.replace(SOFT_HYPHEN, "")


def join_broken_words(text: str) -> str:
    r"""*text* with words rejoined that a hyphen breaks at the end of a line.

    If the line end itself is lost (a space follows the hyphen), the text must contain the whole word elsewhere. If the
    text has the word with a hyphen elsewhere, the hyphen stays.

    >>> join_broken_words("the har-\nvest of win-\nter wheat; Haupt-\nund Nebensatz")
    'the harvest of winter wheat; Haupt-\nund Nebensatz'
    """
    broken = [pattern for sign, pattern in zip(_HYPHENS, _BROKEN, strict=True) if sign in text]
    if not broken:
        return text
    evidence, pieces = _Evidence(text), list[str]()
    copied = taken = 0
    for found in sorted(chain.from_iterable(each.finditer(text) for each in broken), key=re.Match[str].start):
        start = _word_start(text, found.start())
        # The end of one broken word must not be the beginning of the next.
        if start >= taken:
            taken = found.end()
            if whole := evidence.whole(text[start : found.start()], *found.groups()):
                pieces += (text[copied:start], whole)
                copied = taken
    return "".join(pieces) + text[copied:] if pieces else text


def _word_start(text: str, place: int) -> int:
    """The start of the word that ends at a position."""
    while place and _is_letter(text[place - 1]):
        place -= 1
    return place


def _is_letter(sign: str) -> bool:
    return sign.isalnum() and not sign.isdecimal()


class _Evidence:
    """Evidence in the words of a text about broken ones; computed only if it is needed."""

    def __init__(self, text: str) -> None:
        self._text = text

    def whole(self, first: str, gap: str, second: str) -> str:
        """The two halves of a word joined; empty if they should stay as they are."""
        if second.casefold() in CONJUNCTIONS or not second[0].islower():
            return ""
        whole, compound = f"{first}{second}", f"{first}-{second}"
        if compound.casefold() in self._compounds:
            return compound
        return whole if "\n" in gap or whole.casefold() in self._words else ""

    @cached_property
    def _words(self) -> frozenset[str]:
        return vocabulary(self._text)

    @cached_property
    def _compounds(self) -> frozenset[str]:
        """The hyphenated words, in lower case."""
        text = self._text.casefold()
        found = _COMPOUND.finditer(text)
        return frozenset(text[_word_start(text, each.start()) : each.end()] for each in found)


def repair_mojibake(text: str) -> str:
    """*text* with UTF-8 that was decoded as Windows-1252 repaired, line by line.

    A line is repaired as a whole if all of it is valid UTF-8, otherwise only in places that cannot be anything else.

    >>> repair_mojibake("MÃ¼hle â€“ Korn"), repair_mojibake("„Ö“ und “amanhã”")
    ('Mühle – Korn', '„Ö“ und “amanhã”')
    """
    for _ in range(MAX_ROUNDS):
        if text.isascii() or not _LEADING.search(text) or not _SUSPECT.search(text):
            return text
        repaired = "".join(map(_repaired_line, text.splitlines(keepends=True)))
        if repaired == text:
            return text
        text = repaired
    return text


def _repaired_line(line: str) -> str:
    """One line, repaired if it is damaged."""
    suspects = len(_SUSPECT.findall(line))
    if not suspects:
        return line
    certain = _PUNCTUATION.search(line) or _IN_WORD.search(line)
    whole = _as_utf8(line)
    # A single pair, such as a capital letter before a closing quote, may be intentional.
    if whole is not None and (certain or suspects > 1):
        return whole
    line = _PUNCTUATION.sub(_repaired_match, line)
    return _IN_WORD.sub(_repaired_match, line)


def _repaired_match(found: re.Match[str]) -> str:
    return _as_utf8(found[0]) or found[0]


def _as_utf8(text: str) -> str | None:
    """*text* encoded as Windows-1252 and decoded as UTF-8; ``None`` if that is not possible."""
    try:
        return bytes(_TO_BYTE[char] for char in text).decode("utf-8")
    except (KeyError, UnicodeDecodeError):
        return None
