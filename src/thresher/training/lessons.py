"""Lessons from examples: tables are counted, and each page's features leave out the counts of its own site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thresher.algorithms.auto.features import Matrix, all_features, name_features
from thresher.algorithms.auto.kinds import HintTable
from thresher.algorithms.auto.names import name_values
from thresher.algorithms.auto.network import Array, block_weights
from thresher.algorithms.auto.openings import opening_features
from thresher.algorithms.auto.page_kinds import KINDS, family_of
from thresher.algorithms.auto.worth import Worth
from thresher.page.columns import Floats, subtree_sum
from thresher.training.examples import Example
from thresher.training.tables import MAX_VALUE, ContentCounter, ContentTally, Counter, Tally

#: A word must occur on this many sites, so that no site's own name is learned.
MIN_SITES_NAME, MIN_SITES_WORD, MIN_SITES_HINT = 3, 6, 5
#: Weight of the prior that a word's counts are mixed with, in pages.
PRIOR_NAME, PRIOR_WORD, PRIOR_HINT = 0.3, 1.0, 2.0
#: Sets with gold text that treats captions differently from the others; their captions are not used for training.
CAPTIONS_DIFFER = ("postlight", "readability")


@dataclass(frozen=True, eq=False)
class Tables:
    """The counts; tables can be made from all of them, or without those of one site."""

    name_tally: ContentTally
    word_tally: ContentTally
    hint_tally: Tally

    @classmethod
    def learn(cls, pages: Sequence[Example]) -> Tables:
        """The tables counted on these pages."""
        names, words, hints = ContentCounter(), ContentCounter(), Counter(len(KINDS))
        for page in pages:
            if page.teaches_blocks:
                _count_names(names, page)
                _count_words(words, page)
            if page.kind is not None:
                _count_hints(hints, page, page.kind)
        return cls(names.tally(), words.tally(), hints.tally())

    def names(self, words: Sequence[str] | None = None, without: str | None = None) -> Worth:
        """The values of words in names."""
        asked = list(self.name_tally.everywhere.number) if words is None else words
        return self.name_tally.worth(asked, without, MIN_SITES_NAME, PRIOR_NAME)

    def words(self, words: Sequence[str] | None = None, without: str | None = None) -> Worth:
        """The values of words with which blocks begin."""
        asked = list(self.word_tally.everywhere.number) if words is None else words
        return self.word_tally.worth(asked, without, MIN_SITES_WORD, PRIOR_WORD)

    def hints(self, hints: Sequence[str] | None = None, without: str | None = None) -> HintTable:
        """The value of each hint for each kind: how much more likely it makes the kind."""
        asked = list(self.hint_tally.number) if hints is None else hints
        counts, enough = self.hint_tally.counts(asked, without, MIN_SITES_HINT)
        prior = self.hint_tally.prior
        shares = (counts + PRIOR_HINT * prior) / (counts.sum(axis=1, keepdims=True) + PRIOR_HINT)
        values = np.clip(np.log(shares / prior), -MAX_VALUE, MAX_VALUE)
        places = np.flatnonzero(enough)
        return HintTable({asked[place]: line for line, place in enumerate(places.tolist())}, values[places])

    def features(self, page: Example, kinds: Floats, without: str | None = None) -> Matrix:
        """All features of a page's blocks; *kinds* holds the probability of each kind of page."""
        names = self.names(_words_of_names(page), without)
        words = self.words(sorted(set(page.openings.strings())), without)
        by_names = name_features(name_values(page.names, names, kinds), page.tree)
        return all_features(page.features, by_names, opening_features(page.openings, words, kinds))


def label_weights(page: Example) -> Array:
    """The weight of each block's label; the sum is 1, or 0 if the page is not used to train the scores of blocks."""
    weight = block_weights(page.words)
    if not page.teaches_blocks:
        return np.zeros_like(weight)
    if page.set_name in CAPTIONS_DIFFER:
        weight = weight.copy()
        weight[page.masked] = 0
    return weight / max(float(weight.sum()), 1e-9)


def _words_of_names(page: Example) -> list[str]:
    return sorted(set(page.names.words.strings()))


def _split(page: Example) -> Floats:
    """How much of each block is content (first row) and how much is not (second row)."""
    weight = block_weights(page.words).astype(np.float64)
    return np.stack([weight * page.labels, weight * (1 - page.labels)])


def _count_names(counter: ContentCounter, page: Example) -> None:
    """Count, for each word in a name, how much content and how much other text is inside elements with it."""
    split, tree = _split(page), page.tree
    by_name = np.zeros((len(page.names.names), 2))
    for column, share in enumerate(split):
        inside = subtree_sum(np.bincount(tree.block, weights=share, minlength=len(tree.end)), tree.end)
        inside[: tree.body + 1] = 0
        by_name[:, column] = np.bincount(page.names.name_of, weights=inside, minlength=len(by_name))
    words = _words_of_names(page)
    line = {word: number for number, word in enumerate(words)}
    totals = np.zeros((len(words), 2))
    for name, inside in zip(page.names.words.of_each(page.names.words.strings()), by_name, strict=True):
        totals[[line[word] for word in set(name)]] += inside
    counter.add(page.site, family_of(page.kind), words, _at_most_one(totals), split.sum(axis=1))


def _count_words(counter: ContentCounter, page: Example) -> None:
    """Count, for each word with which blocks begin, how many of these blocks are content and how many are not."""
    line: dict[str, int] = {}
    blocks, lines = [], []
    for block, words in enumerate(page.openings.of_each(page.openings.strings())):
        for word in dict.fromkeys(words):
            blocks.append(block)
            lines.append(line.setdefault(word, len(line)))
    label = page.labels[blocks]
    totals: Floats = np.stack(
        [np.bincount(lines, weights=weights, minlength=len(line)) for weights in (label, 1 - label)]
    ).astype(np.float64)
    counter.add(page.site, family_of(page.kind), list(line), _at_most_one(totals.T), _split(page).sum(axis=1))


def _count_hints(counter: Counter, page: Example, kind: str) -> None:
    """Count, for each hint, the pages of each kind that have it."""
    one = np.eye(len(KINDS))[KINDS.index(kind)]
    counter.prior += one
    hints = sorted(page.hints)
    counter.add(page.site, hints, np.tile(one, (len(hints), 1)))


def _at_most_one(totals: Floats) -> Floats:
    """The counts of a page, limited so that none weighs more than one page."""
    shares: Floats = totals / np.maximum(1.0, totals.sum(axis=1, keepdims=True))
    return shares
