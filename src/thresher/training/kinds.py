"""Teaching the kind of a page: which hints are worth asking for one by one, and the trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from thresher.algorithms.auto.kinds import HintTable, KindModel, has_address, kind_row
from thresher.algorithms.auto.page_kinds import KINDS
from thresher.algorithms.auto.trees import Forest
from thresher.page.columns import Bools, Floats, Ints
from thresher.training.boost import grow, joined
from thresher.training.examples import Example
from thresher.training.folds import fold_of
from thresher.training.guises import Guise
from thresher.training.lessons import Tables
from thresher.training.tables import Tally

#: Hints that trees ask for one by one: so many, each seen on at least so many sites.
TELLING, MIN_SITES_TELLING = 400, 8
#: Rounds of boosting; each grows a tree for each kind.
ROUNDS = 250
#: How the trees are grown.
TREES: dict[str, Any] = {
    "objective": "multiclass",
    "num_class": len(KINDS),
    "num_leaves": 5,
    "learning_rate": 0.04,
    "min_data_in_leaf": 8,
    "feature_fraction": 0.3,
    "lambda_l2": 3,
}
#: How much further guises of a page count, its address being known or not in all of them, beside the first.
GUISE_WEIGHT = 0.3
#: Chances that a page is judged by while the network is taught come from models that have not seen its site.
INNER_FOLDS = 4


@dataclass(frozen=True, eq=False)
class KindLessons:
    """Pages as the trees are taught their kinds, each in several guises."""

    pages: Sequence[Example]
    hints: HintTable
    telling: Sequence[str]
    rows: Floats  #: lesson: what the trees see
    first: Ints  #: page: its first lesson, which shows it as it is; and the number of lessons
    is_addressed: Bools  #: lesson: whether the address is known
    weight: Floats  #: lesson: how much it counts

    @classmethod
    def of(cls, pages: Sequence[Example], tables: Tables) -> KindLessons:
        """The lessons of pages that *tables* were counted of."""
        telling = telling_hints(tables.hint_tally)
        shown = [(Guise(page.page, page.hints), *page.guises) for page in pages]
        rows = [_row(each, page.site, tables, telling) for page, own in zip(pages, shown, strict=True) for each in own]
        known = [[has_address(each.page) for each in own] for own in shown]
        weight = [GUISE_WEIGHT if each in own[:place] else 1.0 for own in known for place, each in enumerate(own)]
        return cls(
            pages,
            tables.hints(),
            telling,
            np.array(rows),
            np.array([0, *map(len, shown)]).cumsum(),
            np.array([each for own in known for each in own]),
            np.array(weight),
        )

    def without(self, fold: int | None) -> tuple[Bools, Ints]:
        """Which lessons teach if one of the `INNER_FOLDS` is left out, and the kind that each of all tells."""
        kinds = [-1 if page.kind is None else KINDS.index(page.kind) for page in self.pages]
        teaches = [page.kind is not None and fold_of(page, INNER_FOLDS) != fold for page in self.pages]
        guises = np.diff(self.first)
        return np.repeat(teaches, guises), np.repeat(kinds, guises)


def teach_kinds(lessons: KindLessons, seed: int, without: int | None = None) -> KindModel:
    """The model of kinds that these lessons teach, those of one of the `INNER_FOLDS` left out."""
    teaches, kinds = lessons.without(without)

    def grown(shown: Bools) -> Forest:
        # Where no page is shown like this, all of them have to do.
        taught = teaches & (shown if (teaches & shown).any() else True)
        return grow(lessons.rows[taught], kinds[taught], ROUNDS, lessons.weight[taught], seed=seed, **TREES)

    forest = joined(grown(lessons.is_addressed), grown(~lessons.is_addressed))
    return KindModel(lessons.hints, lessons.telling, forest)


def crossed_chances(lessons: KindLessons, seed: int) -> list[Floats]:
    """For each page the chances of its kinds, by a model that was taught without its site."""
    models = [teach_kinds(lessons, seed, fold) for fold in range(INNER_FOLDS)]
    return [
        models[fold_of(page, INNER_FOLDS)].chances(lessons.rows[place])
        for page, place in zip(lessons.pages, lessons.first.tolist(), strict=False)
    ]


def telling_hints(tally: Tally) -> list[str]:
    """The hints that tell most about the kind: by their share of the information, and on enough sites."""
    counts, prior = tally.total, tally.prior
    seen = counts.sum(axis=1)
    share = counts / np.maximum(seen, 1)[:, None]
    tells = seen * (share * np.log((share + 1e-9) / prior)).sum(axis=1)
    tells[tally.sites < MIN_SITES_TELLING] = -np.inf
    best = np.argsort(-tells, kind="stable")[:TELLING]
    words = list(tally.number)
    return [words[line] for line in best.tolist() if tells[line] > 0]


def _row(guise: Guise, site: str, tables: Tables, telling: Sequence[str]) -> Floats:
    """What the trees see of a page that was counted: the values of its hints leave its own site out."""
    hints = tables.hints(sorted(guise.hints), without=site)
    places = np.array([place for place, hint in enumerate(telling) if hint in guise.hints], dtype=np.int64)
    return kind_row(guise.page, hints.values(hints.lines(guise.hints)), places, len(telling))
