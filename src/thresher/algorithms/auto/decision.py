"""From scores to a decision: what is learned of pages of a kind is applied, then the best set of blocks is chosen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thresher.algorithms.auto.choice import best_expected_f1, probability
from thresher.algorithms.auto.hints import KINDS
from thresher.page.columns import Bools, Floats, Ints

#: Surer than this that a page is an article, its blocks must be surer too: over-selection is the common error there ...
ARTICLE_CHANCE, ARTICLE_SHIFT = 0.5, -1.0
#: ... and surer than this that it is a thread, blocks of one shape are judged together: whole replies were missed.
FORUM_CHANCE = 0.4
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


def decide(odds: Floats, kinds: Floats, words: Floats, shape: Ints, favor: str = "balanced") -> Decision:
    """The decision that scores of blocks and kinds lead to."""
    chance_of = dict(zip(KINDS, kinds.tolist(), strict=True))
    if chance_of["forum"] > FORUM_CHANCE:
        odds = _by_shape(odds, words, shape)
    if chance_of["article"] > ARTICLE_CHANCE:
        odds = odds + ARTICLE_SHIFT
    chance = probability(odds)
    chosen, expected = best_expected_f1(chance, np.maximum(words, 0.5), BETAS[favor])
    if expected < MIN_EXPECTED_F1:
        chosen = np.zeros_like(chosen)
    return Decision(chosen, chance, expected)


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
