"""From scores to a decision: what is learned of pages of a kind is applied, then the best set of blocks is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from thresher.algorithms.auto.choice import best_expected_f1, probability
from thresher.algorithms.auto.hints import KINDS
from thresher.algorithms.auto.outline import Tree
from thresher.page.columns import Bools, Floats, Ints

#: Surer than this that a page is an article, its blocks must be surer too: over-selection is the common error there ...
ARTICLE_CHANCE, ARTICLE_SHIFT = 0.5, -1.0
#: ... and surer than this that it is a thread, blocks of one shape are judged together: whole replies were missed.
FORUM_CHANCE = 0.4
#: Unless a page is likelier than this to be a thread or documentation, where people quote and repeat, no text is taken
#: from two places: menus for small screens, slides that go round, and descriptions are on the page twice ...
REPEATING_CHANCE = 0.5
#: ... if it has at least this many words; shorter ones are labels of items.
MIN_REPEATED = 8
#: Below this expected F1 nothing on the page is what a person came for.
MIN_EXPECTED_F1 = 0.25
#: How much recall is worth against precision, by what is favoured.
BETAS = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}


@dataclass(frozen=True, eq=False)
class Decision:
    """Which blocks are content, how likely each is, and how good the choice is expected to be."""

    chosen: Bools
    chance: Floats
    expected_f1: float


class Seen(Protocol):
    """What is to be known of a page's blocks, besides their scores."""

    @property
    def words(self) -> Floats:
        """Block: its words."""

    @property
    def shape(self) -> Ints:
        """Block: a number, the same for blocks of the same shape."""

    @property
    def copy(self) -> Ints:
        """Block: a number, the same for blocks of the same text."""

    @property
    def tree(self) -> Tree:
        """Where the blocks stand."""


def decide(odds: Floats, kinds: Floats, page: Seen, favor: str = "balanced") -> Decision:
    """The decision that scores of blocks and kinds lead to."""
    chance_of = dict(zip(KINDS, kinds.tolist(), strict=True))
    if chance_of["forum"] > FORUM_CHANCE:
        odds = _by_shape(odds, page.words, page.shape)
    if chance_of["article"] > ARTICLE_CHANCE:
        odds = odds + ARTICLE_SHIFT
    chance = probability(odds)
    if chance_of["forum"] + chance_of["documentation"] < REPEATING_CHANCE:
        chance[_repeated(chance, page)] = 0
    chosen, expected = best_expected_f1(chance, np.maximum(page.words, 0.5), BETAS[favor])
    if expected < MIN_EXPECTED_F1:
        chosen = np.zeros_like(chosen)
    return Decision(chosen, chance, expected)


def _repeated(chance: Floats, page: Seen) -> Ints:
    """Blocks whose text is likelier to be content at another place, under another element."""
    order = np.lexsort((-chance, page.copy))
    is_first = np.diff(page.copy[order], prepend=-1) != 0
    best = np.empty_like(order)
    best[order] = order[is_first][is_first.cumsum() - 1]
    under = page.tree.levels[1]
    repeated: Ints = ((under != under[best]) & (page.words >= MIN_REPEATED)).nonzero()[0]
    return repeated


def _by_shape(odds: Floats, words: Floats, shape: Ints) -> Floats:
    """Each block's odds averaged over the blocks of its shape, by words."""
    weight = np.sqrt(np.maximum(words, 0.5))
    mean = np.bincount(shape, weights=odds * weight) / np.maximum(np.bincount(shape, weights=weight), 1e-9)
    return mean[shape]


def prospects(decision: Decision, kinds: Floats, words: Floats) -> Floats:
    """What tells how good a decision is: how sure it is, how much it keeps of how much, on what kind of page."""
    chance, chosen = decision.chance, decision.chosen
    words = np.maximum(words, 0.5)
    content, total = chance * words, float(words.sum())
    expected, kept = float(content.sum()), float(words[chosen].sum())
    right = float(content[chosen].sum())
    doubt = float((np.minimum(chance, 1 - chance) * words).sum())
    facts = [
        decision.expected_f1,
        right / max(kept, 1),
        right / max(expected, 1),
        kept / total,
        expected / total,
        doubt / total,
        doubt / max(expected, 1),
        float(chance[chosen].min(initial=1)),
        float(chance[~chosen].max(initial=0)),
        float(chosen.mean()),
        *np.log1p([kept, total, expected, chosen.sum(), len(chance)]),
    ]
    return np.concatenate([facts, kinds])
