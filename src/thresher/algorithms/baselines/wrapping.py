"""Text density of blocks in a narrower sense: words per line, were the text written in lines of equal width."""

from __future__ import annotations

import numpy as np

from thresher.page.blocks import Blocks
from thresher.page.columns import Floats, Ints
from thresher.page.words import character_kinds


def wrapped_density(blocks: Blocks, words: Ints, width: int) -> Floats:
    """Words per full line of each block; the words themselves where they fit on one line.

    >>> from thresher.page import Page
    >>> blocks = Page.from_html("<p>one two three four five six seven<p>one two").blocks
    >>> wrapped_density(blocks, np.array([7, 2]), width=10).tolist()
    [2.0, 2.0]
    """
    density = words.astype(np.float64)
    long = np.flatnonzero(blocks.length > width)
    texts = [blocks.text(block) for block in long.tolist()]
    starts, stops = word_spans("\n".join(texts))
    limits = np.cumsum([len(text) + 1 for text in texts])
    first_word = np.append(0, np.searchsorted(starts, limits)).tolist()
    # The first word that no longer fits on a line which begins with each word.
    following = np.maximum(np.searchsorted(stops, starts + width, side="right"), np.arange(1, len(starts) + 1)).tolist()
    for place, block in enumerate(long.tolist()):
        density[block] = _words_per_full_line(following, first_word[place], first_word[place + 1])
    return density


def word_spans(text: str) -> tuple[Ints, Ints]:
    """Where each word of *text* starts and stops.

    >>> [column.tolist() for column in word_spans("To be 漢字")]
    [[0, 3, 6, 7], [2, 5, 7, 8]]
    """
    kinds = character_kinds(text)
    changes = np.ones(len(kinds) + 1, dtype=bool)
    changes[1:-1] = (kinds[1:] != kinds[:-1]) | (kinds[1:] == 2)
    edges = np.flatnonzero(changes)
    is_word = kinds[edges[:-1]] > 0
    return edges[:-1][is_word], edges[1:][is_word]


def _words_per_full_line(following: list[int], start: int, stop: int) -> float:
    """Words per line of those from *start* to *stop*, the last line, which may be short, left out."""
    line, lines = start, 0
    while line < stop and following[line] < stop:
        line, lines = following[line], lines + 1
    return (line - start) / lines if lines else float(stop - start)
