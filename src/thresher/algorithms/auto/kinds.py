"""The kind of a page: trees over what the page is like as a whole and over its telling words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from thresher.algorithms.auto.hashes import Hashes, Slots, hashes_of, numbers_in
from thresher.algorithms.auto.hints import LABEL, LABEL_WORDS, Hints, label_hashes
from thresher.algorithms.auto.page_kinds import KINDS
from thresher.algorithms.auto.trees import Forest
from thresher.cached import cached_property
from thresher.page.columns import Floats, Ints
from thresher.page.kernels import kernel

#: Logarithms of probabilities are given to the network with this much added to each.
LEAST = 1e-3
#: Hints speak no more than this for or against a kind.
MAX_VALUE = 6.0
#: The choice of blocks takes an article to be so many times likelier than it is: a story with all that stands around it
#: costs more than a list of which only an introduction is taken. Neutral on the sets that teach (cross-validated; 4
#: loses .003), and it gains on those that do not, by .006 to .009 where stories are taken for lists.
STORY_WEIGHT = 2.0


@dataclass(frozen=True, eq=False)
class HintTable:
    """The learned value of each hint for each kind."""

    number: Mapping[str, int]  #: hint: its line
    table: Floats  #: line, kind: how much likelier the hint makes the kind, as a logarithm

    def lines(self, hints: Iterable[str]) -> Ints:
        """The lines of those hints that are known, ascending."""
        return np.array(sorted(self.number[hint] for hint in hints if hint in self.number), dtype=np.int64)

    def lines_of(self, hints: Hints) -> Ints:
        """The lines of the hints of a page that are known, ascending."""
        names, labels = self._slots
        declared = [self.number[hint] for hint in hints.declared if hint in self.number]
        words = hints.names.hashes, names.slots, names.shift, hints.label_hashes, labels.slots, labels.shift
        return known_lines(len(self.number), declared, *words)

    def values(self, lines: Ints) -> Floats:
        """For each kind how much the hints of some lines speak for it."""
        sums = np.add.reduce(self.table.take(lines, axis=0), axis=0) / math.sqrt(max(len(lines), 1))
        values: Floats = np.minimum(np.maximum(sums, -MAX_VALUE), MAX_VALUE)
        return values

    @cached_property
    def _slots(self) -> tuple[Slots, Slots]:
        """One more than the line of each word of names, and of each label, by hash; 0 stands for what is not known."""
        names = {hint: line + 1 for hint, line in self.number.items() if ":" not in hint}
        labels = {hint.removeprefix(LABEL): line + 1 for hint, line in self.number.items() if hint.startswith(LABEL)}
        words = [label.split(" ")[:LABEL_WORDS] for label in labels]
        first = np.array([0, *map(len, words)]).cumsum()
        hashes = label_hashes(hashes_of(chain.from_iterable(words)), first, np.arange(len(words)))
        return Slots(hashes_of(names), list(names.values())), Slots(hashes, list(labels.values()))


@kernel
def known_lines(
    count: int,
    declared: list[int],
    names: Hashes,
    name_slots: Hashes,
    name_shift: int,
    labels: Hashes,
    label_slots: Hashes,
    label_shift: int,
) -> Ints:
    """Ascending, which of so many lines are *declared* ones or stand, plus one, beside hashes of *names* or *labels*.

    >>> slots = np.array([[2, 7], [5, 8]], dtype=np.uint32)
    >>> known_lines(9, [3], np.array([5, 2, 1], dtype=np.uint32), slots, 31, slots[:0, 0], slots, 31).tolist()
    [3, 6, 7]
    """
    is_known = np.zeros(count + 1, dtype=bool)
    is_known[numbers_in(name_slots, names, name_shift)] = True
    is_known[numbers_in(label_slots, labels, label_shift)] = True
    is_known[[line + 1 for line in declared]] = True
    return is_known[1:].nonzero()[0]


@dataclass(frozen=True, eq=False)
class KindModel:
    """What tells the kind of a page."""

    hints: HintTable
    telling: Sequence[str]  #: hints that trees ask for one by one
    forest: Forest  #: a score for each kind: of pages whose address is known, then of others

    def row(self, page: Floats, lines: Ints, values: Floats) -> Floats:
        """What the trees see of a page, *lines* being those of its hints and *values* what they speak for."""
        return kind_row(page, values, self._places[lines], len(self.telling))

    def chances(self, row: Floats) -> Floats:
        """The probability of each kind."""
        addressed, others = self._forests
        forest = addressed if has_address(row[: -len(KINDS) - len(self.telling)]) else others
        odds = forest.scores(row.astype(np.float32).reshape(1, -1))[:, 0]
        chance = np.exp(odds - odds.max())
        chances: Floats = chance / chance.sum()
        return chances

    @cached_property
    def _forests(self) -> tuple[Forest, Forest]:
        """The trees that are asked about pages whose address is known, and those for others."""
        kinds, outputs = len(KINDS), int(self.forest.output[-1]) + 1
        return self.forest.part(0, kinds), self.forest.part(outputs - kinds, outputs)

    @cached_property
    def _places(self) -> Ints:
        """Line of a hint: its place among the telling ones, one past all for others."""
        places = np.full(len(self.hints.number), len(self.telling))
        for place, hint in enumerate(self.telling):
            if hint in self.hints.number:
                places[self.hints.number[hint]] = place
        return places


def has_address(page: Floats) -> bool:
    """Whether the address of a page is known, *page* being what it is like as a whole: the address stands last."""
    return bool(page[-1] >= 0)


def weighed(kinds: Floats) -> Floats:
    """The chances of kinds as blocks are chosen by them.

    >>> weighed(np.array([0.5, 0.5, 0, 0, 0, 0, 0, 0])).round(2).tolist()
    [0.67, 0.33, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    counted = kinds.copy()
    counted[KINDS.index("article")] *= STORY_WEIGHT
    chances: Floats = counted / counted.sum()
    return chances


def kind_row(page: Floats, values: Floats, places: Ints, telling: int) -> Floats:
    """The page as a whole, the values of its hints, and which of the telling ones it has.

    *places* are theirs among the *telling*, one past all for hints that are not.
    """
    found = np.zeros(telling + 1)
    found[places] = 1
    return np.concatenate([page, values, found[:-1]])


def page_inputs(hint_values: Floats, chances: Floats) -> Floats:
    """What the network is told about the page: values of hints and probabilities of kinds, in a common range."""
    return np.concatenate([hint_values, np.log(chances + LEAST) / 2 + 1])
