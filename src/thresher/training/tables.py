"""Counting words in names, words in blocks, and hints over many sites, so that each can be given a value.

The values that a page is trained with leave out the counts of its own site; otherwise the model would learn to trust
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

#: Values are clipped to this range.
MAX_VALUE = 4.0
#: Weight of the overall counts that those of a family of kinds are mixed with, in pages.
FAMILY_WEIGHT = 4.0


@dataclass(frozen=True, eq=False)
class Tally:
    """Counts of words by class (content or not; kinds), over all sites and for each site."""

    number: dict[str, int]  #: word: its row
    total: Floats  #: row, class: the count; the last row stands for words that were never seen
    sites: Ints  #: row: the number of sites, likewise
    of_site: dict[str, tuple[Ints, Floats]]  #: site: the rows of its words, ascending, and their counts
    prior: Floats  #: class: its overall share

    def counts(self, words: Sequence[str], without: str | None, min_sites: int) -> tuple[Floats, Bools]:
        """The counts of words without those of one site, and which words are on enough other sites."""
        lines = np.fromiter((self.number.get(word, -1) for word in words), dtype=np.int64, count=len(words))
        # The last row stands for words that were never seen.
        counts, sites = self.total[lines], self.sites[lines]
        if without in self.of_site:
            own, own_counts = self.of_site[without]
            place = np.minimum(np.searchsorted(own, lines), len(own) - 1)
            seen = own[place] == lines
            counts, sites = counts - own_counts[place] * seen[:, None], sites - seen
        return np.maximum(counts, 0), sites >= min_sites


@dataclass(frozen=True, eq=False)
class ContentTally:
    """Counts of words around content (the first class) and around other text (the second), on pages of each family."""

    families: tuple[Tally, ...]
    everywhere: Tally

    def worth(self, words: Sequence[str], without: str | None, min_sites: int, weight: float) -> Worth:
        """The values of the words that are on enough sites.

        The counts are mixed with a prior of *weight* pages; those of a family are mixed with `FAMILY_WEIGHT` pages of
        the overall counts.
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
    """Collects the counts of words on pages; `tally` sums them up."""

    classes: int
    prior: Floats = field(init=False)
    number: dict[str, int] = field(default_factory=dict)
    _pages: defaultdict[str, list[tuple[Ints, Floats]]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        self.prior = np.zeros(self.classes)

    def add(self, site: str, words: Sequence[str], counts: Floats) -> None:
        """Add the words of a page of a site; each has a row of *counts*."""
        lines = np.array([self.number.setdefault(word, len(self.number)) for word in words], dtype=np.int64)
        self._pages[site].append((lines, counts))

    def tally(self) -> Tally:
        """The sums of all counts."""
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
        # A class that was never seen must not cause a division by zero.
        prior = self.prior + 1e-3
        return Tally(self.number, total, sites, of_site, prior / prior.sum())


@dataclass(eq=False)
class ContentCounter:
    """Collects the counts of words on pages of each family of kinds; `tally` sums them up."""

    everywhere: Counter = field(default_factory=lambda: Counter(2))
    families: tuple[Counter, ...] = field(default_factory=lambda: tuple(Counter(2) for _ in FAMILIES))

    def add(self, site: str, family: int, words: Sequence[str], counts: Floats, prior: Floats) -> None:
        """Add the words of a page of a family; each has a row of *counts*, and *prior* is the sum over the page."""
        for counter in (self.everywhere, self.families[family]):
            counter.prior += prior
            counter.add(site, words, counts)

    def tally(self) -> ContentTally:
        """The sums of all counts."""
        return ContentTally(tuple(counter.tally() for counter in self.families), self.everywhere.tally())
