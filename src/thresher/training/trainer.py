"""Training from data files to a model: what may be used, in which order, and what is reported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from thresher.algorithms.auto.model import Model
from thresher.errors import UsageError
from thresher.evaluate.datasets import Problems, read, set_facts
from thresher.training.examples import Example, examples
from thresher.training.fit import Recipe
from thresher.training.validation import by_group, cross_validate, kind_accuracy, overview_auc, teach

Say = Callable[[str], None]


def trainable(paths: Sequence[Path]) -> list[Path]:
    """The paths, if weights that are shipped may be trained on every one of them."""
    for path in paths:
        if set_facts(path).trainable is not True:
            raise UsageError(f"{path}: the sets.toml beside it does not mark it as trainable")
    return list(paths)


def recipe(epochs: int | None) -> Recipe:
    """The recipe, with another number of epochs if one is given."""
    return replace(Recipe(), epochs=epochs) if epochs is not None else Recipe()


def read_examples(paths: Sequence[Path], workers: int, say: Say) -> list[Example]:
    """The examples of all pages."""
    problems = Problems()
    pages = list(examples(read(paths, problems), workers))
    say(f"{len(pages)} pages with text, {len(problems)} that could not be read")
    return pages


def validated(pages: Sequence[Example], how: Recipe, networks: int, say: Say) -> dict[str, Any]:
    """What cross-validation by site says."""
    verdicts = list(cross_validate(pages, how, networks, say))
    return {
        "word_f1": {name: {"f1": round(f1, 4), "pages": count} for name, (f1, count) in by_group(verdicts).items()},
        "kind_accuracy": round(kind_accuracy(verdicts), 4),
        "overview_auc": round(overview_auc(verdicts), 4),
    }


def train(pages: Sequence[Example], how: Recipe, networks: int) -> Model:
    """The model that all pages together teach."""
    tables, taught = teach(pages, how, networks)
    return Model(taught, tables.names, tables.kinds)
