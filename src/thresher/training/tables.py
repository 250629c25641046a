"""Counting what words of names, words of blocks and hints say, over many sites, so that each can be given a value.

Values that a page is taught with leave out what was counted on its own site; otherwise the model would learn to trust
words more than they deserve on sites that it has never seen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from thresher.page.columns import Bools, Floats, Ints

#: Values are kept within this.
MAX_VALUE = 4.0


@dataclass(frozen=True, eq=False)
class Tally:
    """Counts of words by class (content or not; kinds), over all sites and for each."""

    number: dict[str, int]  #: word: its line
    total: Floats  #: line, class: how often
    sites: Ints  #: line: on how many sites
    of_site: dict[str, tuple[Ints, Floats]]  #: site: the lines of its words, ascending, and their counts
    prior: Floats  #: class: how often it is found at all, as a share

    def counts(self, words: Sequence[str], without: str | None, min_sites: int) -> tuple[Floats, Bools]:
        """The counts of words, those of one site left out, and which words are on enough other sites."""
        lines = np.fromiter((self.number.get(word, -1) for word in words), dtype=np.int64, count=len(words))
        known = lines >= 0
        counts, sites = self.total[lines] * known[:, None], self.sites[lines] * known
        if without in self.of_site:
            own, own_counts = self.of_site[without]
            place = np.minimum(np.searchsorted(own, lines), len(own) - 1)
            seen = own[place] == lines
            counts, sites = counts - own_counts[place] * seen[:, None], sites - seen
        return np.maximum(counts, 0), sites >= min_sites

    def log_odds(self, words: Sequence[str], without: str | None, min_sites: int, weight: float) -> dict[str, float]:
        """The log odds of the first class of two beyond those of all, for words that are on enough sites.

        *weight* is how many pages' worth of prior the counts are mixed with.
        """
        counts, enough = self.counts(words, without, min_sites)
        yes, no = (counts + weight * self.prior).T
        odds = np.clip(np.log(yes / no) - np.log(self.prior[0] / self.prior[1]), -MAX_VALUE, MAX_VALUE)
        return {word: value for word, value, known in zip(words, odds.tolist(), enough.tolist(), strict=True) if known}


@dataclass(eq=False)
class Counter:
    """Collects what pages say about words; `tally` sums it up."""

    classes: int
    prior: Floats = field(init=False)
    number: dict[str, int] = field(default_factory=dict)
    _pages: defaultdict[str, list[tuple[Ints, Floats]]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        self.prior = np.zeros(self.classes)

    def add(self, site: str, words: Sequence[str], counts: Floats) -> None:
        """Count the words of a page of a site, each a line of *counts*."""
        lines = np.array([self.number.setdefault(word, len(self.number)) for word in words], dtype=np.int64)
        self._pages[site].append((lines, counts))

    def tally(self) -> Tally:
        """All that was counted."""
        total, sites = np.zeros((len(self.number), self.classes)), np.zeros(len(self.number), dtype=np.int64)
        of_site = {}
        for site, pages in self._pages.items():
            lines, place = np.unique(np.concatenate([lines for lines, _ in pages]), return_inverse=True)
            counts = np.zeros((len(lines), self.classes))
            np.add.at(counts, place, np.concatenate([counts for _, counts in pages]))
            if len(lines):
                total[lines] += counts
                sites[lines] += 1
                of_site[site] = (lines, counts)
        # A class that was never seen must not divide by zero.
        prior = self.prior + 1e-3
        return Tally(self.number, total, sites, of_site, prior / prior.sum())
