"""The model as it is shipped: network and tables in one file of numbers, read when it is first needed."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from thresher.algorithms.auto.features import Sight
from thresher.algorithms.auto.hints import KINDS, KindTable, hints
from thresher.algorithms.auto.names import NameTable
from thresher.algorithms.auto.network import NETWORK_FIELDS, Network, block_weights
from thresher.page import Page
from thresher.page.columns import Floats

WEIGHTS = "weights.npz"


@dataclass(frozen=True, eq=False)
class Model:
    """Networks whose scores are averaged, and the tables that they were taught with."""

    networks: tuple[Network, ...]
    names: NameTable
    kinds: KindTable

    def scores(self, page: Page, sight: Sight) -> tuple[Floats, Floats]:
        """Log odds of each block to be content, and the probability of each kind."""
        features = sight.matrix(self.names)
        weight = block_weights(sight.words)
        found = self.kinds.values(hints(page, sight.names)).astype(np.float32)
        answers = [network.forward(features, weight, found) for network in self.networks]
        odds: Floats = np.stack([odds for odds, _ in answers]).mean(axis=0, dtype=np.float64)
        kinds: Floats = np.stack([kinds for _, kinds in answers]).mean(axis=0, dtype=np.float64)
        chance = np.exp(kinds - kinds.max())
        return odds, chance / chance.sum()

    def to_bytes(self) -> bytes:
        """The file that `load` reads."""
        arrays: dict[str, Any] = {}
        for number, network in enumerate(self.networks):
            for name in NETWORK_FIELDS:
                kept = np.float32 if name in ("mean", "scale") else np.float16
                arrays[f"{name}.{number}"] = getattr(network, name).astype(kept)
        arrays["names"] = _as_text(list(self.names.value))
        arrays["name_values"] = np.array(list(self.names.value.values()), dtype=np.float16)
        arrays["hints"] = _as_text(list(self.kinds.value))
        arrays["hint_values"] = np.array(list(self.kinds.value.values()), dtype=np.float16).reshape(-1, len(KINDS))
        file = io.BytesIO()
        np.savez_compressed(file, **arrays)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Model:
        """The model of a file that `to_bytes` made."""
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            count = sum(1 for name in arrays.files if name.startswith("mean."))
            networks = tuple(
                Network(**{name: arrays[f"{name}.{number}"].astype(np.float32) for name in NETWORK_FIELDS})
                for number in range(count)
            )
            names = dict(
                zip(_from_text(arrays["names"]), arrays["name_values"].astype(np.float64).tolist(), strict=True)
            )
            kinds = dict(zip(_from_text(arrays["hints"]), arrays["hint_values"].astype(np.float64), strict=True))
            return cls(networks, NameTable(names), KindTable(kinds))


def _as_text(words: list[str]) -> Any:
    return np.frombuffer(json.dumps(words).encode(), dtype=np.uint8)


def _from_text(data: Any) -> list[str]:
    words: list[str] = json.loads(data.tobytes())
    return words


@cache
def load() -> Model:
    """The model that is shipped with thresher."""
    return Model.from_bytes(files("thresher.algorithms.auto").joinpath(WEIGHTS).read_bytes())
