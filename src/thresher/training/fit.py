"""Fitting the network: back-propagation and Adam in numpy, from a fixed seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.algorithms.auto.network import MAX_DEVIATIONS, NETWORK_FIELDS, Network
from thresher.algorithms.auto.page_kinds import KINDS

Array = NDArray[np.float32]


@dataclass(frozen=True)
class NetworkRecipe:
    """Parameters of fitting the network."""

    hidden: int = 48  #: width of the layer that reads blocks
    page: int = 24  #: width of the page layer
    middle: int = 32  #: width of the layer that scores blocks
    epochs: int = 16
    rate: float = 3e-3
    batch: int = 24  #: pages
    blocks: int = 160  #: blocks of a page used in an epoch; longer pages are sampled
    decay: float = 2e-4
    dropout: float = 0.15
    kind_weight: float = 0.15  #: weight of the kind's loss relative to the blocks' loss
    seed: int = 1


@dataclass(frozen=True, eq=False)
class Lesson:
    """One page as training data for the network."""

    features: Array
    weight: Array  #: block: share of the page, sums to 1
    labels: Array
    label_weight: Array  #: block: weight of its label; all 0 if only the page's kind is known
    hints: Array
    kind: int  #: -1 if unknown


def fit(lessons: Sequence[Lesson], recipe: NetworkRecipe) -> Network:
    """The network fitted to these lessons."""
    random = np.random.default_rng(recipe.seed)
    weights = _start(lessons, recipe, random)
    frozen = {"mean", "scale"}
    trained = [name for name in NETWORK_FIELDS if name not in frozen]
    first = {name: np.zeros_like(weights[name]) for name in trained}
    second = {name: np.zeros_like(weights[name]) for name in trained}
    steps = recipe.epochs * -(-len(lessons) // recipe.batch)
    for step, batch in enumerate(_batches(lessons, recipe, random), start=1):
        slopes = _slopes(weights, batch, recipe, random)
        rate = recipe.rate * min(1.0, step / 50) * (0.5 * (1 + np.cos(np.pi * step / steps)) + 0.01)
        for name in trained:
            first[name] += 0.1 * (slopes[name] - first[name])
            second[name] += 0.001 * (slopes[name] ** 2 - second[name])
            move = (first[name] / (1 - 0.9**step)) / (np.sqrt(second[name] / (1 - 0.999**step)) + 1e-8)
            decay = recipe.decay * weights[name] if weights[name].ndim == 2 else 0
            weights[name] -= (rate * (move + decay)).astype(np.float32)
    return Network(**weights)


def _start(lessons: Sequence[Lesson], recipe: NetworkRecipe, random: np.random.Generator) -> dict[str, Array]:
    """Random weights, and the mean and deviation of the features."""
    rows = np.concatenate([lesson.features for lesson in lessons])
    width, pooled = rows.shape[1], recipe.hidden + lessons[0].hints.shape[0]

    def layer(inputs: int, outputs: int) -> Array:
        weights: Array = (random.standard_normal((inputs, outputs)) * np.sqrt(2 / inputs)).astype(np.float32)
        return weights

    def bias(outputs: int) -> Array:
        return np.zeros(outputs, dtype=np.float32)

    return {
        "mean": rows.mean(axis=0),
        "scale": (1 / (rows.std(axis=0) + 1e-3)).astype(np.float32),
        "block_in": layer(width, recipe.hidden),
        "block_in_bias": bias(recipe.hidden),
        "page_in": layer(pooled, recipe.page),
        "page_in_bias": bias(recipe.page),
        "kind_out": layer(recipe.page, len(KINDS)),
        "kind_out_bias": bias(len(KINDS)),
        "block_mid": layer(recipe.hidden, recipe.middle),
        "block_mid_page": layer(recipe.page, recipe.middle),
        "block_mid_bias": bias(recipe.middle),
        "block_out": layer(recipe.middle, 1),
        "block_out_bias": bias(1),
    }


def _batches(lessons: Sequence[Lesson], recipe: NetworkRecipe, random: np.random.Generator) -> Iterator[list[Lesson]]:
    """All lessons in batches, in a new order for each epoch."""
    for _ in range(recipe.epochs):
        order = random.permutation(len(lessons))
        for start in range(0, len(order), recipe.batch):
            yield [sampled(lessons[place], recipe.blocks, random) for place in order[start : start + recipe.batch]]


def sampled(lesson: Lesson, most: int, random: np.random.Generator) -> Lesson:
    """A lesson sampled down to *most* blocks, preferring heavy ones; weights are scaled to make up for the rest."""
    if len(lesson.weight) <= most:
        return lesson
    chance = lesson.weight.astype(np.float64)
    chance = 0.5 * chance / chance.sum() + 0.5 / len(chance)
    places = random.choice(len(chance), size=most, replace=False, p=chance / chance.sum())
    stands_for = (1 / chance[places]).astype(np.float32)
    weight, label_weight = lesson.weight[places] * stands_for, lesson.label_weight[places] * stands_for
    scale = lesson.label_weight.sum() / max(float(label_weight.sum()), 1e-9)
    return Lesson(
        lesson.features[places],
        weight / weight.sum(),
        lesson.labels[places],
        label_weight * scale,
        lesson.hints,
        lesson.kind,
    )


def _slopes(
    weights: dict[str, Array], batch: list[Lesson], recipe: NetworkRecipe, random: np.random.Generator
) -> dict[str, Array]:
    """Gradient of the loss with respect to each weight, over a batch of pages."""
    sizes = np.array([len(lesson.weight) for lesson in batch])
    starts, page_of = np.cumsum(sizes) - sizes, np.repeat(np.arange(len(batch)), sizes)
    features = np.concatenate([lesson.features for lesson in batch])
    features = np.clip((features - weights["mean"]) * weights["scale"], -MAX_DEVIATIONS, MAX_DEVIATIONS)
    share = np.concatenate([lesson.weight for lesson in batch])[:, None]
    hints = np.stack([lesson.hints for lesson in batch])

    def dropped(layer: Array) -> Array:
        return ((random.random(layer.shape, dtype=np.float32) >= recipe.dropout) / (1 - recipe.dropout)).astype(
            np.float32
        )

    hidden = np.maximum(features @ weights["block_in"] + weights["block_in_bias"], 0)
    hidden_kept = dropped(hidden)
    hidden *= hidden_kept
    pooled = np.concatenate([np.add.reduceat(hidden * share, starts), hints], axis=1)
    page = np.maximum(pooled @ weights["page_in"] + weights["page_in_bias"], 0)
    page_kept = dropped(page)
    page *= page_kept
    judged = hidden @ weights["block_mid"] + (page @ weights["block_mid_page"] + weights["block_mid_bias"])[page_of]
    judged = np.maximum(judged, 0)
    odds = judged @ weights["block_out"] + weights["block_out_bias"]
    kinds = page @ weights["kind_out"] + weights["kind_out_bias"]

    labels = np.concatenate([lesson.labels for lesson in batch])[:, None]
    label_weight = np.concatenate([lesson.label_weight for lesson in batch])[:, None]
    by_odds = (1 / (1 + np.exp(-odds)) - labels) * label_weight / len(batch)
    by_kinds = _kind_slopes(kinds, batch) * np.float32(recipe.kind_weight / len(batch))

    by_judged = (by_odds @ weights["block_out"].T) * (judged > 0)
    by_judged_page = np.add.reduceat(by_judged, starts)
    by_page = by_kinds @ weights["kind_out"].T + by_judged_page @ weights["block_mid_page"].T
    by_page *= (page > 0) * page_kept
    by_pooled = by_page @ weights["page_in"].T
    by_hidden = by_judged @ weights["block_mid"].T + share * by_pooled[page_of, : recipe.hidden]
    by_hidden *= (hidden > 0) * hidden_kept
    return {
        "block_in": features.T @ by_hidden,
        "block_in_bias": by_hidden.sum(axis=0),
        "page_in": pooled.T @ by_page,
        "page_in_bias": by_page.sum(axis=0),
        "kind_out": page.T @ by_kinds,
        "kind_out_bias": by_kinds.sum(axis=0),
        "block_mid": hidden.T @ by_judged,
        "block_mid_page": page.T @ by_judged_page,
        "block_mid_bias": by_judged.sum(axis=0),
        "block_out": judged.T @ by_odds,
        "block_out_bias": by_odds.sum(axis=0),
    }


def _kind_slopes(kinds: Array, batch: list[Lesson]) -> Array:
    """Gradient of the kind's loss; 0 for pages of unknown kind."""
    chance = np.exp(kinds - kinds.max(axis=1, keepdims=True))
    slopes: Array = chance / chance.sum(axis=1, keepdims=True)
    for number, lesson in enumerate(batch):
        if lesson.kind < 0:
            slopes[number] = 0
        else:
            slopes[number, lesson.kind] -= 1
    return slopes
