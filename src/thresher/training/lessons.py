"""From examples to lessons: the tables are learned, and every page gets its features without its own site's counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thresher.algorithms.auto.features import Matrix, name_features
from thresher.algorithms.auto.hints import KINDS, KindTable
from thresher.algorithms.auto.names import NameTable, name_words
from thresher.algorithms.auto.network import Array, block_weights
from thresher.training.examples import MIN_FOUND, Example
from thresher.training.fit import Lesson
from thresher.training.tables import Counts, count_hints, count_names, kind_table, name_table

#: Sets whose gold disagrees with the others about captions: these teach nothing about them.
CAPTIONS_DIFFER = ("postlight", "readability")


@dataclass(frozen=True, eq=False)
class Tables:
    """What was counted, and what follows from it for pages of sites that were not among them."""

    name_counts: Counts
    hint_counts: Counts
    names: NameTable
    kinds: KindTable

    @classmethod
    def learn(cls, pages: Sequence[Example]) -> Tables:
        """The tables of these pages."""
        name_counts = count_names([page for page in pages if teaches_blocks(page)])
        hint_counts = count_hints(pages)
        return cls(name_counts, hint_counts, name_table(name_counts), kind_table(hint_counts))

    def lesson(self, page: Example) -> Lesson:
        """A page that was counted, as the network is taught it."""
        names = name_table(self.name_counts, _known(self.name_counts, page), without=page.site)
        kinds = kind_table(self.hint_counts, page.hints & self.hint_counts.total.keys(), without=page.site)
        weight = block_weights(page.words)
        return Lesson(
            features=features(page, names),
            weight=weight,
            labels=page.labels.astype(np.float32),
            label_weight=_label_weights(page, weight),
            hints=kinds.values(page.hints).astype(np.float32),
            kind=KINDS.index(page.kind) if page.kind is not None else -1,
        )


def features(page: Example, names: NameTable) -> Matrix:
    """All features of a page's blocks."""
    return np.concatenate([page.features, name_features(names.values(page.names), page.places)], axis=1)


def teaches_blocks(page: Example) -> bool:
    """Whether the gold of a page says something true about its blocks."""
    return bool(page.gold_words) and page.found >= MIN_FOUND


def _label_weights(page: Example, weight: Array) -> Array:
    """How much the label of each block counts."""
    if not teaches_blocks(page):
        return np.zeros_like(weight)
    weight = weight.copy()
    if page.set_name in CAPTIONS_DIFFER:
        weight[page.masked] = 0
    return weight / max(float(weight.sum()), 1e-9)


def _known(counts: Counts, page: Example) -> set[str]:
    """Words of the page's names that were counted."""
    words = {word for name in page.names.classes for word in name_words(name)}
    words.update(word for found in page.names.others.values() for word in found)
    return words & counts.total.keys()
