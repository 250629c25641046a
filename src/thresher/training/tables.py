"""Counting what words of names, words of blocks and hints say, over many sites, so that each can be given a value.

Values that a page is taught with leave out what was counted on its own site; otherwise the model would learn to trust
words more than they deserve on sites that it has never seen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from thresher.algorithms.auto.page_kinds import FAMILIES
from thresher.algorithms.auto.worth import Worth
from thresher.page.columns import Bools, Floats, Ints

#: Values are kept within this.
MAX_VALUE = 4.0
#: How many pages' worth of what was counted everywhere the counts of a family of kinds are mixed with.
FAMILY_WEIGHT = 4.0


@dataclass(frozen=True, eq=False)
class Tally:
    """Counts of words by class (content or not; kinds), over all sites and for each."""

    number: dict[str, int]  #: word: its line
    total: Floats  #: line, class: how often; one line more than words, of words that were never seen
    sites: Ints  #: line: on how many sites, likewise
    of_site: dict[str, tuple[Ints, Floats]]  #: site: the lines of its words, ascending, and their counts
    prior: Floats  #: class: how often it is found at all, as a share

    def counts(self, words: Sequence[str], without: str | None, min_sites: int) -> tuple[Floats, Bools]:
        """The counts of words, those of one site left out, and which words are on enough other sites."""
        lines = np.fromiter((self.number.get(word, -1) for word in words), dtype=np.int64, count=len(words))
        # The last line stands for words that were never seen.
        counts, sites = self.total[lines], self.sites[lines]
        if without in self.of_site:
            own, own_counts = self.of_site[without]
            place = np.minimum(np.searchsorted(own, lines), len(own) - 1)
            seen = own[place] == lines
            counts, sites = counts - own_counts[place] * seen[:, None], sites - seen
        return np.maximum(counts, 0), sites >= min_sites


@dataclass(frozen=True, eq=False)
class ContentTally:
    """Counts of words around content (the first of two classes) and around something else, on pages of each family."""

    families: tuple[Tally, ...]
    everywhere: Tally

    def worth(self, words: Sequence[str], without: str | None, min_sites: int, weight: float) -> Worth:
        """What words are worth, those that are on enough sites.

        *weight* is how many pages' worth of prior the counts are mixed with; those of a family are mixed with
        `FAMILY_WEIGHT` pages' worth of what was counted everywhere.
        """
        counts, enough = self.everywhere.counts(words, without, min_sites)
        asked = [words[place] for place in np.flatnonzero(enough).tolist()]
        prior = self.everywhere.prior
        mixed = counts[enough] + weight * prior
        share = FAMILY_WEIGHT * mixed / mixed.sum(axis=1, keepdims=True)
        both = np.stack([mixed, *(family.counts(asked, without, 0)[0] + share for family in self.families)])
        odds = np.log(both[:, :, 0] / both[:, :, 1]) - np.log(prior[0] / prior[1])
        return Worth(asked, np.clip(odds, -MAX_VALUE, MAX_VALUE))


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
        count = len(self.number) + 1
        total, sites = np.zeros((count, self.classes)), np.zeros(count, dtype=np.int64)
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


@dataclass(eq=False)
class ContentCounter:
    """Collects what pages of each family of kinds say about words; `tally` sums it up."""

    everywhere: Counter = field(default_factory=lambda: Counter(2))
    families: tuple[Counter, ...] = field(default_factory=lambda: tuple(Counter(2) for _ in FAMILIES))

    def add(self, site: str, family: int, words: Sequence[str], counts: Floats, prior: Floats) -> None:
        """Count the words of a page of a family, each a line of *counts*; *prior* is what was counted on it in all."""
        for counter in (self.everywhere, self.families[family]):
            counter.prior += prior
            counter.add(site, words, counts)

    def tally(self) -> ContentTally:
        """All that was counted."""
        return ContentTally(tuple(counter.tally() for counter in self.families), self.everywhere.tally())
