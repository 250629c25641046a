"""White space as Python's ``str.split`` sees it: collapsing it, and the length of collapsed text for many runs at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from thresher.page.columns import Bools, Ints

#: The white-space character with the highest code point (the ideographic space).
LAST_SPACE = 0x3000
_IS_SPACE = np.fromiter((chr(code).isspace() for code in range(LAST_SPACE + 2)), dtype=bool)

#: Characters that are looked at in one go; more are taken in portions, so that memory stays bounded.
PORTION = 1 << 20


def collapse(text: str) -> str:
    """*text* trimmed, every stretch of white space one blank.

    >>> collapse("  a \\n\\t b ")
    'a b'
    """
    return " ".join(text.split())


def code_points(text: str) -> NDArray[np.uint8] | NDArray[np.uint32]:
    """The code points of *text*, a byte each where that is enough.

    >>> code_points("a…").tolist()
    [97, 8230]
    """
    try:
        return np.frombuffer(text.encode("latin-1"), dtype=np.uint8)
    except UnicodeEncodeError:
        return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def is_space(codes: NDArray[np.uint8] | NDArray[np.uint32]) -> Bools:
    """Which code points are white space."""
    return _IS_SPACE.take(codes, mode="clip")


def collapsed_lengths(texts: Sequence[str]) -> Ints:
    """Length of each text once it is collapsed; 0 where there is only white space.

    >>> collapsed_lengths([" a  b ", " ", "", "abc"]).tolist()
    [3, 0, 0, 3]
    """
    sizes = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
    lengths = np.zeros(len(texts), dtype=np.int64)
    start = 0
    while start < len(texts):
        ahead = np.cumsum(sizes[start : start + PORTION])
        count = max(1, int(np.searchsorted(ahead, PORTION, side="right")))
        if sizes[start] > PORTION:
            lengths[start] = _long_length(texts[start])
        else:
            lengths[start : start + count] = _lengths(texts[start : start + count], sizes[start : start + count])
        start += count
    return lengths


def _lengths(texts: Sequence[str], sizes: Ints) -> Ints:
    """Collapsed lengths of some texts, each followed by a blank that belongs to nobody."""
    solid = ~is_space(code_points(" ".join(texts) + " "))
    # A collapsed text has its solid characters and one blank for each word but the first.
    word_starts = solid.copy()
    word_starts[1:] &= ~solid[:-1]
    starts = np.cumsum(sizes + 1) - sizes - 1
    solids = np.add.reduceat(solid, starts, dtype=np.int64)
    words = np.add.reduceat(word_starts, starts, dtype=np.int64)
    return solids + np.maximum(words - 1, 0)


def _long_length(text: str) -> int:
    """Collapsed length of one text too long for one portion."""
    solids = words = 0
    open_word = False
    for start in range(0, len(text), PORTION):
        solid = ~is_space(code_points(text[start : start + PORTION]))
        solids += int(solid.sum())
        words += int((solid[1:] & ~solid[:-1]).sum()) + int(solid[0] and not open_word)
        open_word = bool(solid[-1])
    return solids + max(words - 1, 0)
