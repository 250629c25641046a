"""The words that blocks begin with, and how much they speak for content: "Share", "Add to cart", "Posted by".

A word has a value only if blocks of enough sites begin with it; words of languages that were not taught say nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from thresher.page import Page

#: Characters of a block's text whose words are looked at.
MAX_CHARS = 100
#: Stands for a text without words.
UNKNOWN_WORD = "-"


def openings_of(page: Page) -> list[str]:
    """Block of *page*: the words that it begins with, in lower case, a blank between each two; never empty.

    >>> from thresher.page import Page
    >>> openings_of(Page.from_html("<p>Read  <b>more</b></p><p>Rye"))
    ['read more', 'rye']
    """
    text, blocks = page.text, page.blocks
    bounds = zip(blocks.start.tolist(), blocks.stop.tolist(), strict=True)
    return [" ".join("".join(text[start:stop])[:MAX_CHARS].lower().split()) or UNKNOWN_WORD for start, stop in bounds]


@dataclass(frozen=True)
class WordTable:
    """The learned value of each word."""

    value: Mapping[str, float]

    def features(self, openings: Sequence[str]) -> NDArray[np.float32]:
        """Block: the value of the word that speaks most for content, of the one most against it, and the mean.

        >>> WordTable({"share": -2.0, "grain": 1.0}).features(["share grain", "the"]).tolist()
        [[1.0, -2.0, -0.5], [0.0, 0.0, 0.0]]
        """
        words = " ".join(openings).split(" ")
        value = np.fromiter(map(self.value.get, words, repeat(0.0)), dtype=np.float64, count=len(words))
        count = np.array([opening.count(" ") for opening in openings]) + 1
        start = np.cumsum(count) - count
        lines = np.empty((3, len(openings)), dtype=np.float32)
        lines[0] = np.maximum(np.maximum.reduceat(value, start), 0)
        lines[1] = np.minimum(np.minimum.reduceat(value, start), 0)
        lines[2] = np.add.reduceat(value, start) / count
        return lines.T
