"""The kind of a page: trees over what the page is like as a whole and over its telling words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from thresher.algorithms.auto.hints import KINDS
from thresher.algorithms.auto.trees import Forest
from thresher.page.columns import Floats

#: Logarithms of probabilities are given to the network with this much added to each.
LEAST = 1e-3


@dataclass(frozen=True, eq=False)
class HintTable:
    """The learned value of each hint for each kind."""

    number: Mapping[str, int]  #: hint: its line
    table: Floats  #: line, kind: how much likelier the hint makes the kind, as a logarithm

    def values(self, hints: Iterable[str]) -> Floats:
        """For each kind how much the hints speak for it."""
        lines = [line for line in map(self.number.get, hints) if line is not None]
        if not lines:
            return np.zeros(len(KINDS))
        values: Floats = np.clip(self.table[lines].sum(axis=0) / np.sqrt(len(lines)), -6, 6)
        return values


@dataclass(frozen=True, eq=False)
class KindModel:
    """What tells the kind of a page."""

    hints: HintTable
    telling: Sequence[str]  #: hints that trees ask for one by one
    forest: Forest

    def row(self, page: Floats, hints: frozenset[str], values: Floats) -> Floats:
        """What the trees see of a page, *values* being what its hints are worth."""
        return kind_row(page, hints, values, self._places)

    def chances(self, row: Floats) -> Floats:
        """The probability of each kind."""
        odds = self.forest.scores(row.astype(np.float32).reshape(1, -1))[:, 0]
        chance = np.exp(odds - odds.max())
        chances: Floats = chance / chance.sum()
        return chances

    @cached_property
    def _places(self) -> dict[str, int]:
        return {hint: place for place, hint in enumerate(self.telling)}


def kind_row(page: Floats, hints: frozenset[str], values: Floats, telling: Mapping[str, int]) -> Floats:
    """The page as a whole, the values of its hints, and which of the telling ones it has, each at its place."""
    found = np.zeros(len(telling))
    found[[telling[hint] for hint in hints & telling.keys()]] = 1
    return np.concatenate([page, values, found])


def page_inputs(hint_values: Floats, chances: Floats) -> Floats:
    """What the network is told about the page: values of hints and probabilities of kinds, in a common range."""
    return np.concatenate([hint_values, np.log(chances + LEAST) / 2 + 1])
