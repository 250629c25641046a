"""Teaching the kind of a page: which hints are worth asking for one by one, and the trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from thresher.algorithms.auto.kinds import KindModel, kind_row
from thresher.algorithms.auto.page_kinds import KINDS
from thresher.page.columns import Floats
from thresher.training.boost import grow
from thresher.training.examples import Example
from thresher.training.folds import fold_of
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
#: Chances that a page is judged by while the network is taught come from models that have not seen its site.
INNER_FOLDS = 4


def teach_kinds(pages: Sequence[Example], tables: Tables, seed: int) -> KindModel:
    """The model of kinds that these pages teach."""
    known = [page for page in pages if page.kind is not None]
    telling = telling_hints(tables.hint_tally)
    hints = tables.hints()
    rows = np.array([_row(page, tables, telling) for page in known])
    targets = np.array([KINDS.index(page.kind) for page in known if page.kind is not None])
    return KindModel(hints, telling, grow(rows, targets, ROUNDS, seed=seed, **TREES))


def crossed_chances(pages: Sequence[Example], tables: Tables, seed: int) -> list[Floats]:
    """For each page the chances of its kinds, by a model that was taught without its site."""
    chances: dict[int, Floats] = {}
    for fold in range(INNER_FOLDS):
        asked = [number for number, page in enumerate(pages) if fold_of(page, INNER_FOLDS) == fold]
        model = teach_kinds([page for page in pages if fold_of(page, INNER_FOLDS) != fold], tables, seed)
        for number in asked:
            chances[number] = model.chances(_row(pages[number], tables, model.telling))
    return [chances[number] for number in range(len(pages))]


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


def _row(page: Example, tables: Tables, telling: Sequence[str]) -> Floats:
    """What the trees see of a page that was counted: the values of its hints leave its own site out."""
    hints = tables.hints(sorted(page.hints), without=page.site)
    places = np.array([place for place, hint in enumerate(telling) if hint in page.hints], dtype=np.int64)
    return kind_row(page.page, hints.values(hints.lines(page.hints)), places, len(telling))
