"""Learning what names of elements say about blocks, and hints about kinds of pages, from counts over many sites.

Values that a page is trained with leave out what was counted on its own site; otherwise the network would learn to
trust names more than they deserve on sites that it has never seen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from thresher.algorithms.auto.hints import KINDS, KindTable
from thresher.algorithms.auto.names import NameTable
from thresher.algorithms.auto.network import block_weights
from thresher.page.columns import Floats, subtree_sum
from thresher.training.examples import Example

#: A word must have been seen on this many sites, so that no site's own name is learned.
MIN_SITES_NAME, MIN_SITES_HINT = 3, 5
#: How many pages' worth of prior a word's counts are mixed with.
PRIOR_NAME, PRIOR_HINT = 0.3, 2.0
#: Values are kept within this.
MAX_VALUE = 4.0


class Counts:
    """Counts of words by class (content or not; kinds), over all sites and for each."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.total: defaultdict[str, Floats] = defaultdict(lambda: np.zeros(width))
        self.of_site: defaultdict[str, dict[str, Floats]] = defaultdict(dict)
        self.prior = np.zeros(width)

    def add(self, site: str, word: str, counts: Floats) -> None:
        """Count a word of one page of a site."""
        self.total[word] += counts
        seen = self.of_site[word]
        seen[site] = seen.get(site, 0) + counts

    def without(self, site: str | None, word: str, min_sites: int) -> Floats | None:
        """The counts of a word, those of *site* left out; nothing if too few sites remain."""
        seen = self.of_site[word]
        own = seen.get(site) if site is not None else None
        if len(seen) - (own is not None) < min_sites:
            return None
        return self.total[word] - (own if own is not None else 0)


def count_names(pages: Iterable[Example]) -> Counts:
    """For each word of a name, how much content and how much else is inside of elements that have it."""
    counts = Counts(2)
    for page in pages:
        weight = block_weights(page.words)
        shares = np.stack([weight * page.labels, weight * (1 - page.labels)])
        counts.prior += shares.sum(axis=1)
        inside = np.stack(
            [
                subtree_sum(
                    np.bincount(page.places.row, weights=share, minlength=len(page.places.end)), page.places.end
                )
                for share in shares
            ]
        )
        for word, total in _by_word(page, inside).items():
            counts.add(page.site, word, total / max(1.0, float(total.sum())))
    return counts


def _by_word(page: Example, inside: Floats) -> dict[str, Floats]:
    """Content and else inside of the elements that have a word, summed over the page."""
    totals: dict[str, Floats] = {}
    for row in np.flatnonzero(inside.sum(axis=0) > 0).tolist():
        if row > page.places.body:
            for word in page.names.words(row):
                totals[word] = totals.get(word, 0) + inside[:, row]
    return totals


def name_table(counts: Counts, words: Iterable[str] | None = None, without: str | None = None) -> NameTable:
    """The value of each word: its log odds beyond those of all blocks."""
    prior = counts.prior / counts.prior.sum()
    values = {}
    for word in counts.total if words is None else words:
        if (seen := counts.without(without, word, MIN_SITES_NAME)) is not None:
            odds = np.log((seen[0] + PRIOR_NAME * prior[0]) / (seen[1] + PRIOR_NAME * prior[1]))
            values[word] = float(np.clip(odds - np.log(prior[0] / prior[1]), -MAX_VALUE, MAX_VALUE))
    return NameTable(values)


def count_hints(pages: Iterable[Example]) -> Counts:
    """For each hint, on how many pages of each kind it is."""
    counts = Counts(len(KINDS))
    for page in pages:
        if page.kind is not None:
            one = np.eye(len(KINDS))[KINDS.index(page.kind)]
            counts.prior += one
            for word in page.hints:
                counts.add(page.site, word, one)
    return counts


def kind_table(counts: Counts, words: Iterable[str] | None = None, without: str | None = None) -> KindTable:
    """The value of each hint for each kind: how much likelier it makes the kind."""
    # A kind that was never seen must not divide by zero.
    prior = (counts.prior + 1e-3) / (counts.prior + 1e-3).sum()
    values = {}
    for word in counts.total if words is None else words:
        if (seen := counts.without(without, word, MIN_SITES_HINT)) is not None:
            share = (seen + PRIOR_HINT * prior) / (seen.sum() + PRIOR_HINT)
            values[word] = np.clip(np.log(share / prior), -MAX_VALUE, MAX_VALUE)
    return KindTable(values)
