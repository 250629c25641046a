"""Lengths that are fair to scripts in which a character says as much as several letters: Han, Kana, Hangul."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from thresher.page.columns import Ints
from thresher.page.words import code_points

#: First and last code points of the scripts whose characters are wide.
WIDE = ((0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))


def count_wide(texts: Sequence[str]) -> Ints:
    """Wide characters of each text.

    >>> count_wide(["麦 and 쌀", "rye", ""]).tolist()
    [2, 0, 0]
    """
    codes = code_points("".join(texts))
    places = np.flatnonzero(codes >= min(WIDE[0]))
    if not len(places):
        return np.zeros(len(texts), dtype=np.int64)
    high = codes[places]
    places = places[np.logical_or.reduce([(high >= first) & (high <= last) for first, last in WIDE])]
    bounds = np.fromiter(accumulate(map(len, texts), initial=0), dtype=np.int64, count=len(texts) + 1)
    return np.diff(np.searchsorted(places, bounds))
