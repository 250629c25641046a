"""What each sort of features, and each set of pages, is worth: the model without it, on sites that it has not seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from thresher.algorithms.auto.sorts import FEATURE_SORTS
from thresher.training.examples import Example
from thresher.training.teaching import Recipe, teach
from thresher.training.validation import cross_validate, judge, mean_f1

Say = Callable[[str], None]
#: The set by which features are compared: the only one with all kinds of pages.
COMPARED = "wcxb-dev"


def leave_one_set_out(pages: Sequence[Example], made: Sequence[Example], recipe: Recipe, say: Say) -> dict[str, float]:
    """Mean word F1 on each set with gold by a model that was taught all others."""
    found = {}
    for name in sorted({page.set_name for page in pages if page.gold_words is not None}):
        others = [page for page in (*pages, *made) if page.set_name != name]
        if not any(page.kind for page in others):
            continue
        taught = teach(others, recipe)
        found[name] = round(mean_f1([judge(page, taught) for page in pages if page.set_name == name]), 4)
        say(f"without {name}: word F1 {found[name]:.4f} on it")
    return found


def ablation(pages: Sequence[Example], made: Sequence[Example], recipe: Recipe, say: Say) -> dict[str, float]:
    """Mean word F1, cross-validated, of the model without each sort of features; under "all", with all of them."""
    found = {}
    for sort in ("all", *FEATURE_SORTS):
        blind, also = ([_without(page, sort) for page in some] for some in (pages, made))
        verdicts = [each for each in cross_validate(blind, also, recipe) if each.page.set_name == COMPARED]
        found[sort] = round(mean_f1(verdicts), 4)
        say(f"{sort if sort == 'all' else f'without {sort}'}: word F1 {found[sort]:.4f}")
    return found


def _without(page: Example, sort: str) -> Example:
    """A page whose features of one sort say nothing."""
    if sort == "all":
        return page
    columns = FEATURE_SORTS[sort]
    if sort == "names":
        return replace(page, names=page.names.blank())
    if columns is None:
        return replace(page, openings=page.openings.blank())
    features = page.features.copy()
    features[:, columns] = 0
    return replace(page, features=features)
