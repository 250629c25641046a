"""Halves of characters, which JSON can name though no text has them: a sentence that was cut within an emoji."""

from __future__ import annotations

import re

#: The first half of a pair without the second one, and the second one without the first.
_HALF = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)
#: One of these is in each: a quick look before the long one.
_BEGINNINGS = ("\\ud", "\\uD")


def without_halves(code: str) -> str:
    r"""JSON in which halves of characters are the sign for what cannot be read, as when bytes are decoded.

    >>> print(without_halves(r'"Rye \ud83d", "\ud83c\udf3e"'))
    "Rye \ufffd", "\ud83c\udf3e"
    """
    return _HALF.sub(r"\\ufffd", code) if any(sign in code for sign in _BEGINNINGS) else code
