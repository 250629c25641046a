"""White space: collapsing it, and the length of collapsed text for many runs at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from thresher.page.columns import Ints
from thresher.page.kernels import kernel

_SPACES = [code for code in range(0x3001) if chr(code).isspace()]  # the ideographic space is the last
#: For each character of 16 bits 1 unless it is white space, and the same for those of Latin-1 as bytes.
_SOLID = np.ones(1 << 16, dtype=np.uint8)
_SOLID[_SPACES] = 0
_SOLID_LATIN = _SOLID[:256].tobytes()

_SPACE = re.compile(r"\s")

#: Characters that are looked at in one go; more are taken in portions, so that memory stays bounded.
PORTION = 1 << 20


@kernel
def collapse(text: str) -> str:
    r"""*text* trimmed, every stretch of white space one blank.

    >>> collapse("  a \n\t b ")
    'a b'
    """
    if len(text) <= PORTION:
        return " ".join(text.split())
    # The list of all words would take ten times the memory of their text.
    parts = (" ".join(part.split()) for part in _parts(text))
    return " ".join(filter(None, parts))


@kernel
def collapse_stretches(pieces: list[str], starts: list[int], stops: list[int], line_break: str) -> list[str]:
    r"""Stretches of pieces, each as one collapsed text, with a new line for one or more marks of line breaks in it.

    >>> collapse_stretches([" a", " b ", "|| c", "d"], [0, 3], [3, 4], "|")
    ['a b\nc', 'd']
    """
    texts = ("".join(pieces[start:stop]).split(line_break) for start, stop in zip(starts, stops, strict=True))
    return ["\n".join(filter(None, map(collapse, lines))) for lines in texts]


def _parts(text: str) -> Iterator[str]:
    """A long text in portions, each up to the next white space."""
    start = 0
    while start < len(text):
        found = _SPACE.search(text, start + PORTION - 1)
        stop = found.end() if found else len(text)
        yield text[start:stop]
        start = stop


def solid(text: str) -> NDArray[np.uint8]:
    """For each character 1 unless it is white space.

    >>> solid("a \u3000…").tolist()
    [1, 0, 0, 1]
    """
    try:
        return np.frombuffer(text.encode("latin-1").translate(_SOLID_LATIN), dtype=np.uint8)
    except UnicodeEncodeError:
        units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype=np.uint16)
    if len(units) == len(text):
        return _SOLID.take(units)
    # No white space is beyond 16 bits.
    units = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return _SOLID.take(np.minimum(units, 0xFFFF))


@kernel
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
    """Collapsed lengths of some texts, each followed by a blank that belongs to nobody, the last by two."""
    letters = solid(" ".join(texts) + "  ")
    # A collapsed text has its solid characters and one blank for each word but the first.
    weights = letters[:-1] + (letters[:-1] > letters[1:])
    starts = np.cumsum(sizes + 1) - sizes - 1
    lengths: Ints = np.add.reduceat(weights, starts, dtype=np.int64)
    lengths -= lengths > 0
    return lengths


def _long_length(text: str) -> int:
    """Collapsed length of one text too long for one portion."""
    solids = words = 0
    in_word = 0
    for start in range(0, len(text), PORTION):
        letters = solid(text[start : start + PORTION])
        solids += int(letters.sum())
        words += int((letters[1:] > letters[:-1]).sum()) + int(letters[0] > in_word)
        in_word = int(letters[-1])
    return solids + max(words - 1, 0)
