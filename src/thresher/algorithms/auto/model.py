"""The model as it is shipped: tables, trees and the network in one file of numbers, read when it is first needed."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from thresher.algorithms.auto.cases import Scores, cases_of
from thresher.algorithms.auto.choice import probability
from thresher.algorithms.auto.decision import Decision, prospects
from thresher.algorithms.auto.features import Matrix, Sight
from thresher.algorithms.auto.hints import hints
from thresher.algorithms.auto.kinds import HintTable, KindModel, page_inputs, weighed
from thresher.algorithms.auto.network import NETWORK_FIELDS, Network, block_weights
from thresher.algorithms.auto.page_kinds import KINDS
from thresher.algorithms.auto.trees import FOREST_FIELDS, Forest
from thresher.algorithms.auto.worth import Worth
from thresher.page import Page
from thresher.page.columns import Floats

WEIGHTS = "weights.npz"
#: Trees have at least this share of a score, and on what is likelier to be a thread as much as it is likely.
#: With a half, wcxb-dev gains .001 and every other set that teaches loses up to .009 (cross-validated).
LEAST_SHARE = 0.65
#: How the file keeps arrays that need less than their full width.
_KEPT = {"feature": np.int16, "output": np.int16, "mask": np.uint32, "threshold": np.float32, "mean": np.float32}


@dataclass(frozen=True, eq=False)
class Judges:
    """What scores blocks: a network and trees, whose log odds are mixed."""

    network: Network
    forest: Forest

    def odds(self, features: Matrix, words: Floats, hint_values: Floats, kinds: Floats) -> Floats:
        """Log odds of each block to be content."""
        weight, inputs = block_weights(words), page_inputs(hint_values, kinds).astype(np.float32)
        by_network = self.network.odds(features, weight, inputs)
        by_trees: Floats = self.forest.scores(features, kinds.astype(np.float32))[0]
        # Of threads of unknown boards the network misses more replies than trees do.
        share = max(LEAST_SHARE, float(kinds[KINDS.index("forum")]))
        return by_network + share * (by_trees - by_network)


def tree_rows(features: Matrix, kinds: Floats) -> Matrix:
    """What the trees see of each block: its features and the probabilities of the page's kinds."""
    columns = np.empty((features.shape[1] + len(kinds), len(features)), dtype=np.float32)
    columns[: features.shape[1]] = features.T
    columns[features.shape[1] :] = kinds.reshape(-1, 1)
    return columns.T


@dataclass(frozen=True, eq=False)
class Model:
    """Everything that was learned."""

    names: Worth  #: words of names of elements
    words: Worth  #: words that blocks begin with
    kinds: KindModel
    judges: Judges
    quality: Forest  #: from the prospects of a decision to the log odds of its F1

    def scores(self, page: Page, sight: Sight) -> Scores:
        """How likely each block is to be content, and each kind of page."""
        lines = self.kinds.hints.lines_of(hints(page, sight))
        values = self.kinds.hints.values(lines)
        chances = self.kinds.chances(self.kinds.row(sight.page, lines, values))

        def odds(kinds: Floats) -> Floats:
            return self.judges.odds(sight.matrix(self.names, self.words, kinds), sight.words, values, kinds)

        return Scores(cases_of(weighed(chances), odds), chances)

    def confidence(self, decision: Decision, kinds: Floats, words: Floats) -> float:
        """The F1 that a decision is expected to have, from experience with others like it."""
        row = prospects(decision, kinds, words).astype(np.float32).reshape(1, -1)
        return float(probability(self.quality.scores(row)[0])[0])

    def to_bytes(self) -> bytes:
        """The file that `load` reads."""
        arrays: dict[str, Any] = {}
        arrays |= _fields("network", self.judges.network, NETWORK_FIELDS)
        for name, forest in (("kinds", self.kinds.forest), ("blocks", self.judges.forest), ("quality", self.quality)):
            arrays |= _fields(name, forest, FOREST_FIELDS)
        for name, worth in (("names", self.names), ("words", self.words)):
            arrays |= {name: _as_text(list(worth.words)), f"{name}.value": worth.value.astype(np.float16)}
        arrays |= {"hints": _as_text(list(self.kinds.hints.number)), "telling": _as_text(list(self.kinds.telling))}
        arrays["hints.table"] = self.kinds.hints.table.astype(np.float16)
        file = io.BytesIO()
        np.savez_compressed(file, **arrays)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Model:
        """The model of a file that `to_bytes` made."""
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        network = Network(**{name: arrays[f"network.{name}"].astype(np.float32) for name in NETWORK_FIELDS})
        lines = {hint: line for line, hint in enumerate(_from_text(arrays["hints"]))}
        hints = HintTable(lines, arrays["hints.table"].astype(np.float64))
        kinds = KindModel(hints, _from_text(arrays["telling"]), _forest(arrays, "kinds"))
        return cls(
            _worth(arrays, "names"),
            _worth(arrays, "words"),
            kinds,
            Judges(network, _forest(arrays, "blocks")),
            _forest(arrays, "quality"),
        )


def _fields(name: str, part: Network | Forest, fields: tuple[str, ...]) -> dict[str, Any]:
    """The arrays of a part, each under the part's name and its own."""
    return {f"{name}.{each}": getattr(part, each).astype(_KEPT.get(each, np.float16)) for each in fields}


def _forest(arrays: Mapping[str, Any], name: str) -> Forest:
    kept = {each: arrays[f"{name}.{each}"] for each in FOREST_FIELDS}
    # A tree has one leaf more than it has nodes; what is not kept does not have to be fetched from memory.
    leaves = kept["feature"].shape[1] + 1
    return Forest(**kept | {"value": kept["value"][:, :leaves].astype(np.float32)})


def _worth(arrays: Mapping[str, Any], name: str) -> Worth:
    return Worth(_from_text(arrays[name]), arrays[f"{name}.value"].astype(np.float64))


def _as_text(words: list[str]) -> Any:
    return np.frombuffer(json.dumps(words).encode(), dtype=np.uint8)


def _from_text(data: Any) -> list[str]:
    words: list[str] = json.loads(data.tobytes())
    return words


@cache
def load() -> Model:
    """The model that is shipped with thresher."""
    return Model.from_bytes(files("thresher.algorithms.auto").joinpath(WEIGHTS).read_bytes())
