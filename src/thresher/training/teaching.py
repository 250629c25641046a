"""Teaching the whole model: tables, then kinds, then what scores blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from thresher.algorithms.auto.cases import Scores, as_if, cases_of
from thresher.algorithms.auto.features import Matrix
from thresher.algorithms.auto.kinds import KindModel, page_inputs, weighed
from thresher.algorithms.auto.model import Judges, tree_rows
from thresher.algorithms.auto.network import block_weights
from thresher.algorithms.auto.page_kinds import KINDS
from thresher.algorithms.auto.trees import Forest
from thresher.page.columns import Floats
from thresher.training.boost import grow
from thresher.training.examples import Example
from thresher.training.fit import Lesson, NetworkRecipe, fit, sampled
from thresher.training.kinds import KindLessons, crossed_chances, teach_kinds
from thresher.training.lessons import Tables, label_weights

#: How much the kind of a page, where it is known, counts beside what a model that has not seen its site makes of it:
#: judges are asked what they would choose if a page were of a kind. With all of it, doubt would be unknown to them
#: (.4 instead of 0: collections and listings +.02 to +.03 and forum-posts +.01 in cross-validation).
TOLD = 0.6


@dataclass(frozen=True)
class Recipe:
    """How the model is taught."""

    network: NetworkRecipe = field(default_factory=NetworkRecipe)
    trees: int = 200  #: that score blocks
    leaves: int = 31  #: of each of them
    rate: float = 0.07  #: of boosting
    blocks: int = 200  #: of a page that the trees are grown from; of longer pages a sample
    seed: int = 1


@dataclass(frozen=True, eq=False)
class Basis:
    """What is learned before blocks are scored, and the lessons that follow from it."""

    tables: Tables
    kinds: KindModel
    chances: Sequence[Floats]  #: lesson: the chances of its kinds
    lessons: Sequence[Lesson]


@dataclass(frozen=True, eq=False)
class Taught:
    """A model but for its estimate of its own quality, in terms of examples."""

    tables: Tables
    kinds: KindModel
    judges: Judges
    blind: slice | None = None  #: features that it does not see

    def scores(self, page: Example) -> Scores:
        """How likely each block is to be content, and each kind of page, of a page that was not taught."""
        lines = self.kinds.hints.lines(page.hints)
        values = self.kinds.hints.values(lines)
        chances = self.kinds.chances(self.kinds.row(page.page, lines, values))

        def odds(kinds: Floats) -> Floats:
            features = without(self.tables.features(page, kinds), self.blind)
            return self.judges.odds(features, page.words, values, kinds)

        return Scores(cases_of(weighed(chances), odds), chances)


def teach(pages: Sequence[Example], recipe: Recipe) -> Taught:
    """What these pages teach."""
    return teach_judges(learn(pages, recipe.seed), recipe)


def learn(pages: Sequence[Example], seed: int) -> Basis:
    """The tables and the kinds that these pages teach, and their lessons for the judges."""
    tables = Tables.learn(pages)
    of_kinds = KindLessons.of(pages, tables)
    kinds = teach_kinds(of_kinds, seed)
    crossed = crossed_chances(of_kinds, seed)
    chances = [
        chance if page.kind is None else as_if(chance, KINDS.index(page.kind), TOLD)
        for chance, page in zip(crossed, pages, strict=True)
    ]
    lessons = [lesson(page, tables, chance) for page, chance in zip(pages, chances, strict=True)]
    return Basis(tables, kinds, chances, lessons)


def teach_judges(basis: Basis, recipe: Recipe, blind: slice | None = None) -> Taught:
    """The model of these lessons, *blind* to some features."""
    lessons = [replace(each, features=without(each.features, blind)) for each in basis.lessons]
    network = fit(lessons, replace(recipe.network, seed=recipe.seed))
    judges = Judges(network, grow_judge(lessons, basis.chances, recipe))
    return Taught(basis.tables, basis.kinds, judges, blind)


def without(features: Matrix, columns: slice | None) -> Matrix:
    """Features of which some columns say nothing."""
    if columns is None:
        return features
    features = features.copy()
    features[:, columns] = 0
    return features


def lesson(page: Example, tables: Tables, chances: Floats) -> Lesson:
    """A page as the judges are taught it: without what was counted on its own site."""
    hints = tables.hints(sorted(page.hints), without=page.site)
    return Lesson(
        features=tables.features(page, chances, without=page.site),
        weight=block_weights(page.words),
        labels=page.labels.astype(np.float32),
        label_weight=label_weights(page),
        hints=page_inputs(hints.values(hints.lines(page.hints)), chances).astype(np.float32),
        kind=KINDS.index(page.kind) if page.kind is not None else -1,
    )


def grow_judge(lessons: Sequence[Lesson], chances: Sequence[Floats], recipe: Recipe) -> Forest:
    """The trees that score blocks."""
    random = np.random.default_rng(recipe.seed)
    teaching = [place for place, each in enumerate(lessons) if each.label_weight.any()]
    samples = [sampled(lessons[place], recipe.blocks, random) for place in teaching]
    rows = np.concatenate(
        [tree_rows(each.features, chances[place]) for place, each in zip(teaching, samples, strict=True)]
    )
    weight = np.concatenate([each.label_weight for each in samples])
    return grow(
        rows,
        np.concatenate([each.labels for each in samples]),
        recipe.trees,
        weight=weight * len(weight) / weight.sum(),
        objective="cross_entropy",
        num_leaves=recipe.leaves,
        learning_rate=recipe.rate,
        min_data_in_leaf=80,
        feature_fraction=0.4,
        lambda_l2=10,
        seed=recipe.seed,
    )
