"""Density: the region of a page around its longest text, as far as long texts are not too far apart.

Javier Arias, Koen Deschacht and Marie-Francine Moens: Language independent content extraction from web pages. 2009.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from thresher.algorithms.base import parameter
from thresher.algorithms.baselines.token_based import TokenMethod
from thresher.page import Page
from thresher.page.columns import Ints
from thresher.selection import Selection


@dataclass(frozen=True)
class Density(TokenMethod):
    """Density: from the longest text between two tags in both directions, until only short ones come.

    >>> page = Page.from_html("<p>Home" + "<hr>" * 30 + "<p>Oats are sown in spring, says she.<p>And cut in August.")
    >>> [page.text[run][:4] for run in np.flatnonzero(Density().select(page).runs)]
    ['Oats', 'And ']
    """

    paper: ClassVar[str] = "Arias, Deschacht, Moens: Language independent content extraction from web pages, 2009"
    family: ClassVar[str] = "density"

    cutoff: float = parameter(
        0.333, "texts shorter than this share of the longest are short [R]", at_least=0, at_most=1
    )
    window: int = parameter(
        20, "short texts in a row, empty ones counted, that may lie between two long ones [R]", at_least=0
    )

    def select(self, page: Page) -> Selection:
        """The region around the longest text."""
        source = self.source(page)
        # Every tag opens a text, which is empty where another tag follows at once.
        number = np.cumsum(source.is_tag)
        lengths = np.bincount(number, weights=source.content).astype(np.int64)
        if not lengths.any():
            return Selection.nothing(page, "the page has no text")
        first, last = region(lengths, self.cutoff * float(lengths.max()), self.window)
        chosen = source.run[~source.is_tag & (number >= first) & (number <= last)]
        runs = np.zeros(len(source.view.text), dtype=bool)
        runs[chosen] = True
        return Selection.of_view(source.view, runs)


def region(lengths: Ints, cutoff: float, window: int) -> tuple[int, int]:
    """First and last of the texts around the longest that are connected by at most *window* short ones each.

    >>> region(np.array([40, 1, 1, 30, 1, 90, 1, 35, 1, 1, 1]), cutoff=30, window=1)
    (3, 7)
    """
    long = np.flatnonzero(lengths >= cutoff)
    part = np.cumsum(np.diff(long, prepend=long[0]) > window + 1)
    around = long[part == part[np.searchsorted(long, lengths.argmax())]]
    return int(around[0]), int(around[-1])
