"""Training the model of page kinds: choosing the hints that become features of their own, and growing the trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from thresher.algorithms.auto.kinds import HintTable, KindModel, has_address, kind_row
from thresher.algorithms.auto.page_kinds import KINDS
from thresher.algorithms.auto.trees import Forest
from thresher.page.columns import Bools, Floats, Ints
from thresher.training.boost import averaged, grow, joined
from thresher.training.examples import Example
from thresher.training.folds import fold_of
from thresher.training.guises import Guise
from thresher.training.lessons import Tables
from thresher.training.tables import Tally

#: The number of hints that are features of their own, and the least number of sites that each must be seen on.
TELLING, MIN_SITES_TELLING = 400, 8
#: Parameters for growing all trees.
TREES: dict[str, Any] = {
    "objective": "multiclass",
    "num_class": len(KINDS),
    "learning_rate": 0.04,
    "min_data_in_leaf": 8,
    "lambda_l2": 3,
}
#: Two sorts of trees have half of the say each: small ones with the best limits of many features, and larger ones with
#: limits that are tried at random, of few. Together they tell more overview pages from others than either alone (AUC
#: on wcxb-dev .9754 instead of .9740 and .9736, cross-validated, means of two seeds). Each round grows a tree per kind.
SORTS: tuple[dict[str, Any], ...] = (
    {"rounds": 250, "num_leaves": 5, "feature_fraction": 0.6},
    {"rounds": 300, "num_leaves": 8, "feature_fraction": 0.15, "extra_trees": True},
)
#: Weight of a page in another script relative to the original page.
FOREIGN_WEIGHT = 0.3
#: Folds of the inner cross-validation: the network is trained with kind probabilities from models that have not seen
#: the page's site.
INNER_FOLDS = 4


@dataclass(frozen=True, eq=False)
class KindLessons:
    """Pages as training data for the trees."""

    pages: Sequence[Example]
    hints: HintTable
    telling: Sequence[str]
    own: Floats  #: page: its features
    foreign: Floats  #: the features of some pages rewritten in another script
    foreign_page: Ints  #: which pages these are

    @classmethod
    def of(cls, pages: Sequence[Example], tables: Tables) -> KindLessons:
        """The lessons of the pages that *tables* were counted on."""
        telling = telling_hints(tables.hint_tally)
        own = [_row(Guise(page.page, page.hints), page.site, tables, telling) for page in pages]
        guises = {number: page.foreign for number, page in enumerate(pages) if page.foreign is not None}
        foreign = [_row(guise, pages[number].site, tables, telling) for number, guise in guises.items()]
        return cls(
            pages,
            tables.hints(),
            telling,
            np.array(own),
            np.array(foreign).reshape(-1, len(own[0])),
            np.array(list(guises), dtype=np.int64),
        )

    def teaching(self, without: int | None) -> Bools:
        """Page: whether it is used for training when one of the `INNER_FOLDS` is left out."""
        return np.array([page.kind is not None and fold_of(page, INNER_FOLDS) != without for page in self.pages])

    @property
    def addressed(self) -> Bools:
        """Page: whether its URL is known."""
        return np.array([has_address(page.page) for page in self.pages])

    @property
    def kinds(self) -> Ints:
        """Page: the number of its kind; -1 if unknown."""
        return np.array([-1 if page.kind is None else KINDS.index(page.kind) for page in self.pages])


def teach_kinds(lessons: KindLessons, seed: int, without: int | None = None) -> KindModel:
    """The model of kinds trained on these lessons, optionally without one of the `INNER_FOLDS`.

    Pages without a URL are few and of few kinds; mixed with the others, they would teach that a page without a URL is
    an article.
    """
    teaching, kinds = lessons.teaching(without), lessons.kinds
    addressed = teaching & lessons.addressed
    if not addressed.any():
        addressed = teaching
    foreign = addressed[lessons.foreign_page]
    rows = np.concatenate([lessons.own[addressed], lessons.foreign[foreign]])
    targets = np.concatenate([kinds[addressed], kinds[lessons.foreign_page[foreign]]])
    weight = np.repeat([1.0, FOREIGN_WEIGHT], [addressed.sum(), foreign.sum()])
    of_addressed = _grown(rows, targets, seed, weight)
    of_others = _grown(lessons.own[teaching], kinds[teaching], seed)
    return KindModel(lessons.hints, lessons.telling, joined(of_addressed, of_others))


def _grown(rows: Floats, targets: Ints, seed: int, weight: Floats | None = None) -> Forest:
    """The trees of all sorts that tell these targets."""
    return averaged([grow(rows, targets, weight=weight, seed=seed, **TREES, **sort) for sort in SORTS])


def crossed_chances(lessons: KindLessons, seed: int) -> list[Floats]:
    """For each page the probabilities of its kinds, from a model trained without its site."""
    models = [teach_kinds(lessons, seed, fold) for fold in range(INNER_FOLDS)]
    return [
        models[fold_of(page, INNER_FOLDS)].chances(row) for page, row in zip(lessons.pages, lessons.own, strict=True)
    ]


def telling_hints(tally: Tally) -> list[str]:
    """The hints with the most information about the kind, among those on enough sites."""
    counts, prior = tally.total, tally.prior
    seen = counts.sum(axis=1)
    share = counts / np.maximum(seen, 1)[:, None]
    tells = seen * (share * np.log((share + 1e-9) / prior)).sum(axis=1)
    tells[tally.sites < MIN_SITES_TELLING] = -np.inf
    best = np.argsort(-tells, kind="stable")[:TELLING]
    words = list(tally.number)
    return [words[line] for line in best.tolist() if tells[line] > 0]


def _row(guise: Guise, site: str, tables: Tables, telling: Sequence[str]) -> Floats:
    """The features of a page that was counted; the values of its hints leave out its own site."""
    hints = tables.hints(sorted(guise.hints), without=site)
    places = np.array([place for place, hint in enumerate(telling) if hint in guise.hints], dtype=np.int64)
    return kind_row(guise.page, hints.values(hints.lines(guise.hints)), places, len(telling))
