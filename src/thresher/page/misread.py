"""Text that was UTF-8 before somebody read it as Latin-1 or Windows-1252: read again as what it was.

Libraries that fetch pages take them for Latin-1 where a server names no encoding, and programs on Windows read files as
Windows-1252; an apostrophe then comes as three characters. Other text is hardly ever valid UTF-8 as a whole.
"""

from __future__ import annotations

import re

#: What UTF-8 has where it was read as Latin-1: control characters that no page has, and blanks that do not break.
_OF_LATIN_1 = re.compile("[\x80-\x9f]|\xc2\xa0")
#: The first and the last of what a character of several bytes begins with.
_FIRST_LEAD, _LAST_LEAD = "\xc2", "\xf4"


def reread(text: str) -> str | None:
    """What a text was before its bytes were misread, ``None`` if they were not.

    >>> mill = "The mill\u2019s r\u00f6sti"
    >>> reread(mill.encode().decode("latin-1")), reread(mill.encode().decode("cp1252")), reread(mill)
    ('The mill’s rösti', 'The mill’s rösti', None)
    """
    if text.isascii():
        return None
    try:
        return _read_as_latin_1(text)
    except UnicodeEncodeError as beyond:
        return _read_as_windows(text, beyond.start)


def _read_as_latin_1(text: str) -> str | None:
    """The text before it was read as Latin-1; an error if it has other characters."""
    read = _valid(text.encode("latin-1"))
    return read if read is not None and _OF_LATIN_1.search(text) else None


def _read_as_windows(text: str, first: int) -> str | None:
    """The text before it was read as Windows-1252, if the *first* character that Latin-1 lacks speaks for it."""
    if not _FIRST_LEAD <= text[max(first - 1, 0)] <= _LAST_LEAD:
        return None
    try:
        return _valid(text.encode("cp1252"))
    except UnicodeEncodeError:
        return None


def _valid(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None
