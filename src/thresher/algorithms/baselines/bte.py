"""BTE: body text extraction, the one stretch of a page with the most words and the fewest tags.

Aidan Finn, Nicholas Kushmerick and Barry Smyth: Fact or Fiction: Content Classification for Digital Libraries. 2001.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from thresher.algorithms.baselines.token_based import TokenMethod
from thresher.page import Cleaning, Page
from thresher.page.clean import MACHINERY
from thresher.page.columns import Ints, prefix
from thresher.selection import Selection


@dataclass(frozen=True)
class Bte(TokenMethod):
    """BTE: the stretch in which words outnumber tags by most.

    >>> page = Page.from_html("<ul><li>Mills<li>Ovens</ul><p>Rye is sown in autumn.<p>It likes sand.<hr><i>Top</i>")
    >>> [page.text[run] for run in np.flatnonzero(Bte().select(page).runs)]
    ['Rye is sown in autumn.', 'It likes sand.']
    """

    paper: ClassVar[str] = (
        "Finn, Kushmerick, Smyth: Fact or Fiction: Content Classification for Digital Libraries, 2001"
    )
    family: ClassVar[str] = "bte"
    # Tags of scripts and styles count as tags [P]; their code is no text.
    cleaning: ClassVar[Cleaning] = Cleaning(drop=tuple(name for name in MACHINERY if name not in ("script", "style")))

    def select(self, page: Page) -> Selection:
        """The text of the best stretch."""
        source = self.source(page)
        view = source.view
        words = np.append(view.words, 0)[source.run]  # a tag has the run -1, and no words
        if not words.any():
            return Selection.nothing(page, "the page has no words")
        start, stop = best_stretch(np.where(source.is_tag, -1, words))
        chosen = source.run[start:stop]
        runs = np.zeros(len(view.text), dtype=bool)
        runs[chosen[chosen >= 0]] = True
        return Selection.of_view(view, runs)


def best_stretch(values: Ints) -> tuple[int, int]:
    """Where the stretch with the greatest sum starts and stops: of equal ones, that which stops first.

    >>> best_stretch(np.array([-1, -1, 1, 1, 1, -1, 1, 1, -1, -1, 1]))
    (2, 8)
    """
    sums = prefix(values)
    lowest = np.minimum.accumulate(sums)
    stop = int((sums[1:] - lowest[:-1]).argmax()) + 1
    start = int(np.searchsorted(-lowest, -lowest[stop - 1]))
    return start, stop
