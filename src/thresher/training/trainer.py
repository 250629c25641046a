"""Training a model from data files: which data may be used, the order of the steps, and the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from thresher.algorithms.auto.model import Model
from thresher.errors import InputError, UsageError
from thresher.evaluate.datasets import Problems, read, set_facts
from thresher.training.examples import Example, examples
from thresher.training.made_pages import made_pages
from thresher.training.quality import crossed_confidence, quality_report, teach_quality
from thresher.training.teaching import Recipe, teach
from thresher.training.threads import posts_report
from thresher.training.validation import Verdict, by_group, kind_accuracy, overview_auc

Say = Callable[[str], None]
#: Number of home pages used of which only the kind is known, sampled evenly: with more of them, other pages in their
#: languages would be classified as home pages.
HOMES = 150


def trainable(paths: Sequence[Path]) -> list[Path]:
    """The paths, if the shipped weights may be trained on all of them."""
    for path in paths:
        if not path.exists():
            raise InputError(f"no such data: {path}")
        if set_facts(path).trainable is not True:
            raise UsageError(f"{path}: the sets.toml next to it does not mark it as trainable")
    return list(paths)


def read_examples(paths: Sequence[Path], workers: int, seed: int, say: Say) -> tuple[list[Example], list[Example]]:
    """The examples of all pages, and those of pages that are generated from them."""
    problems = Problems()
    labelled = list(read(paths, problems))
    homes = [page for page in labelled if page.kind == "home"]
    others = [page for page in labelled if page.kind != "home"]
    pages = list(examples(others + homes[:: -(-len(homes) // HOMES) or 1], workers))
    made = list(examples(made_pages(labelled, seed), workers))
    say(f"{len(pages)} pages with text, {len(made)} generated from them, {len(problems)} that could not be read")
    return pages, made


def report(verdicts: Sequence[Verdict], seed: int) -> dict[str, Any]:
    """The quality of the model according to verdicts: word F1 by group, kinds, overview pages, posts, confidence."""
    scored = [verdict for verdict in verdicts if verdict.f1 is not None]
    f1 = np.array([verdict.f1 for verdict in scored])
    return {
        "word_f1": {
            name: {"f1": round(value, 4), "pages": count} for name, (value, count) in by_group(verdicts).items()
        },
        "by_set": {name: _of_set(name, verdicts) for name in sorted({verdict.page.set_name for verdict in verdicts})},
        "posts": posts_report(verdicts),
        "confidence": quality_report(crossed_confidence(scored, seed), f1),
    }


def _of_set(name: str, verdicts: Sequence[Verdict]) -> dict[str, float]:
    """How well kinds and overview pages of one set are recognised, if it has several kinds."""
    known = [verdict for verdict in verdicts if verdict.page.set_name == name and verdict.page.kind is not None]
    if len({verdict.page.kind for verdict in known}) < 2:
        return {}
    return {"kind_accuracy": round(kind_accuracy(known), 4), "overview_auc": round(overview_auc(known), 4)}


def train(pages: Sequence[Example], made: Sequence[Example], recipe: Recipe, verdicts: Sequence[Verdict]) -> Model:
    """The model trained on all pages; it learns from the verdicts to estimate the quality of its decisions."""
    taught = teach([*pages, *made], recipe)
    quality = teach_quality([verdict for verdict in verdicts if verdict.f1 is not None], recipe.seed)
    return Model(taught.tables.names(), taught.tables.words(), taught.kinds, taught.judges, quality)
