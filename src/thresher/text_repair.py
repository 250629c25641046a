"""Repairing extracted text: soft hyphens, words broken at line ends, and UTF-8 that was read as Windows-1252.

Careful by design: a repair needs evidence in the text itself, and text without damage comes back as it is.
"""

from __future__ import annotations

import re

from thresher.vocabulary import vocabulary

#: Marks where a word may be broken; shown only where it is.
SOFT_HYPHEN = "\u00ad"
#: After a hyphen these join parts of compounds ("Haupt- und Nebensatz"), so the hyphen stays as it is.
CONJUNCTIONS = frozenset("und oder bzw sowie bis and or to et ou y o e och eller en of och tot i lub".split())

#: From the beginning of a word on, and never back: a page may be a single word.
_BROKEN = re.compile(r"(?<![^\W\d_])([^\W\d_]{2,}+)[-\u2010](\s++)([^\W\d_]{2,}+)")
#: Without one of these no word is broken: what texts can be searched for much faster.
_HYPHEN, _OTHER_HYPHEN = re.compile(r"-\s"), "\u2010"
#: A word and, behind a hyphen, the next, which may be the first of another pair.
_COMPOUND = re.compile(r"(?<![^\W\d_])(?=([^\W\d_]{2,}+-[^\W\d_]{2,}+))")

#: Windows-1252 for every byte: where it has no character, the control character that browsers put there.
_TO_BYTE = {bytes([code]).decode("cp1252", "ignore") or chr(code): code for code in range(256)}
_LEAD = "".join(char for char, code in _TO_BYTE.items() if 0xC2 <= code <= 0xF4)
_REST = "".join(char for char, code in _TO_BYTE.items() if 0x80 <= code <= 0xBF)
_SUSPECT = re.compile(f"[{re.escape(_LEAD)}][{re.escape(_REST)}]")
#: All first characters of such pairs: a quick look before the long one.
_LEADING = re.compile("[\xc2-\xf4]")
#: Punctuation of the general kind (dashes, quotes, dots): no language has these characters in a row.
_PUNCTUATION = re.compile(f"â€[{re.escape(_REST)}]")
#: A capital Ã or Â and a sign right after a small letter, or a Ã and a sign right before one.
_IN_WORD = re.compile(f"(?<=[a-zß-ÿ])[ÃÂ][{re.escape(_REST)}]|Ã[{re.escape(_REST)}](?=[a-z])")
#: Text that was damaged this many times over is beyond repair.
MAX_ROUNDS = 2


def repair(text: str) -> str:
    r"""*text* with its damage repaired; sound text is not changed.

    >>> repair("The mill\u00ader\u00e2\u20ac\u2122s cafÃ© stayed open.")
    'The miller’s café stayed open.'
    """
    return join_broken_words(remove_soft_hyphens(repair_mojibake(text)))


def remove_soft_hyphens(text: str) -> str:
    r"""*text* without marks of where a word may be broken.

    >>> remove_soft_hyphens("Ge\u00adtrei\u00adde")
    'Getreide'
    """
    return text.replace(SOFT_HYPHEN, "")


def join_broken_words(text: str) -> str:
    r"""*text* with words made whole that a hyphen breaks at the end of a line.

    Where the line end itself is lost (a blank follows the hyphen), the text must have the whole word elsewhere. If the
    text writes the word with a hyphen elsewhere, the hyphen stays.

    >>> join_broken_words("the har-\nvest of win-\nter wheat; Haupt-\nund Nebensatz")
    'the harvest of winter wheat; Haupt-\nund Nebensatz'
    """
    if "-" not in text and _OTHER_HYPHEN not in text:
        return text
    hyphens = (found.start() for found in _HYPHEN.finditer(text))
    may_have = _OTHER_HYPHEN in text or any(text[place - 1 : place].isalnum() for place in hyphens)
    if not may_have or not _BROKEN.search(text):
        return text
    known, compounds = vocabulary(text), frozenset(_COMPOUND.findall(text.casefold()))
    return _BROKEN.sub(lambda found: _joined(found, known, compounds), text)


def _joined(found: re.Match[str], known: frozenset[str], compounds: frozenset[str]) -> str:
    """The two halves of a word as they should stand."""
    first, gap, second = found.groups()
    if second.casefold() in CONJUNCTIONS or not second[0].islower():
        return found[0]
    whole, compound = f"{first}{second}", f"{first}-{second}"
    if compound.casefold() in compounds:
        return compound
    return whole if "\n" in gap or whole.casefold() in known else found[0]


def repair_mojibake(text: str) -> str:
    """*text* with UTF-8 that was read as Windows-1252 read as UTF-8, line by line.

    A line is repaired as a whole if all of it can be read so, else only in places that cannot be anything else.

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
    # A single pair such as a capital letter before a closing quote may be meant as it stands.
    if whole is not None and (certain or suspects > 1):
        return whole
    line = _PUNCTUATION.sub(_repaired_match, line)
    return _IN_WORD.sub(_repaired_match, line)


def _repaired_match(found: re.Match[str]) -> str:
    return _as_utf8(found[0]) or found[0]


def _as_utf8(text: str) -> str | None:
    """*text* turned into Windows-1252 bytes and read as UTF-8, ``None`` where that cannot be."""
    try:
        return bytes(_TO_BYTE[char] for char in text).decode("utf-8")
    except (KeyError, UnicodeDecodeError):
        return None
