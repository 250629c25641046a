"""Teaching the kind of a page: which hints are worth asking for one by one, and the trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from thresher.algorithms.auto.kinds import HintTable, KindModel, kind_row
from thresher.algorithms.auto.page_kinds import KINDS
from thresher.page.columns import Floats
from thresher.training.boost import grow
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
#: How much each other guise of a page counts beside the page as it is.
GUISE_WEIGHT = 0.3
#: Chances that a page is judged by while the network is taught come from models that have not seen its site.
INNER_FOLDS = 4


@dataclass(frozen=True, eq=False)
class KindLessons:
    """Pages as the trees are taught their kinds."""

    pages: Sequence[Example]
    hints: HintTable
    telling: Sequence[str]
    rows: Sequence[Floats]  #: page: what the trees see of it as it is, then of its other guises

    @classmethod
    def of(cls, pages: Sequence[Example], tables: Tables) -> KindLessons:
        """The lessons of pages that *tables* were counted of."""
        telling = telling_hints(tables.hint_tally)
        rows = [
            np.array([_row(each, page.site, tables, telling) for each in (Guise(page.page, page.hints), *page.guises)])
            for page in pages
        ]
        return cls(pages, tables.hints(), telling, rows)


def teach_kinds(lessons: KindLessons, seed: int, without: int | None = None) -> KindModel:
    """The model of kinds that these lessons teach, those of one of the `INNER_FOLDS` left out."""
    taught = [
        (rows, page.kind)
        for rows, page in zip(lessons.rows, lessons.pages, strict=True)
        if page.kind is not None and fold_of(page, INNER_FOLDS) != without
    ]
    targets = np.concatenate([np.full(len(rows), KINDS.index(kind)) for rows, kind in taught])
    weight = np.concatenate([np.where(np.arange(len(rows)) > 0, GUISE_WEIGHT, 1.0) for rows, _ in taught])
    rows = np.concatenate([rows for rows, _ in taught])
    return KindModel(lessons.hints, lessons.telling, grow(rows, targets, ROUNDS, weight, seed=seed, **TREES))


def crossed_chances(lessons: KindLessons, seed: int) -> list[Floats]:
    """For each page the chances of its kinds, by a model that was taught without its site."""
    models = [teach_kinds(lessons, seed, fold) for fold in range(INNER_FOLDS)]
    return [
        models[fold_of(page, INNER_FOLDS)].chances(rows[0])
        for page, rows in zip(lessons.pages, lessons.rows, strict=True)
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
