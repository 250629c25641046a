"""The value of each group of features and of each data set: the model without it, on sites that it has not seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from thresher.algorithms.auto.feature_columns import FEATURE_SORTS
from thresher.training.examples import Example
from thresher.training.folds import fold_of
from thresher.training.teaching import Recipe, learn, teach, teach_judges
from thresher.training.validation import Verdict, judge, mean_f1

Say = Callable[[str], None]
#: The set on which features are compared: the only one with all kinds of pages.
COMPARED = "wcxb-dev"
#: The parts of the cross-validation on which they are compared.
PARTS = (0, 1)


def leave_one_set_out(pages: Sequence[Example], made: Sequence[Example], recipe: Recipe, say: Say) -> dict[str, float]:
    """Mean word F1 on each set with gold text, by a model that was trained on all other sets."""
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
    """Mean word F1 of the model without each group of features; under "all", with all of them.

    It is cross-validated on `PARTS` only: the differences are what matters, and all parts would take hours.
    """
    verdicts: defaultdict[str, list[Verdict]] = defaultdict(list)
    for part in PARTS:
        asked = [page for page in pages if page.set_name == COMPARED and fold_of(page) == part]
        if not asked:
            continue
        basis = learn([page for page in (*pages, *made) if fold_of(page) != part], recipe.seed)
        for sort in ("all", *FEATURE_SORTS):
            taught = teach_judges(basis, recipe, FEATURE_SORTS.get(sort))
            verdicts[sort] += [judge(page, taught) for page in asked]
            say(f"part {part + 1}, {sort if sort == 'all' else f'without {sort}'}: {mean_f1(verdicts[sort]):.4f}")
    return {sort: round(mean_f1(each), 4) for sort, each in verdicts.items()}
