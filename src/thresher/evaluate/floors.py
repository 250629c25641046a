"""Floors: the word F1 that every method must reach on labelled pages of the repository.

A floor is raised when a method gets better; it is lowered only on explicit request. Each folder of pages has a
digest, so that floors cannot be met by making the pages easier.
"""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from thresher.errors import UsageError
from thresher.evaluate.contestants import Contestant, Subject
from thresher.evaluate.datasets import Problems, read
from thresher.evaluate.metrics.bags import word_bag
from thresher.evaluate.statistics import average
from thresher.files import write_whole

#: Floors are whole thousandths; measured values are rounded down.
THOUSANDTHS = 1000


@dataclass(frozen=True)
class Floor:
    """The floors of one folder of pages."""

    digest: str  #: of the pages and their gold text
    methods: dict[str, float]


#: Name of each folder of pages, and its floors.
Floors: TypeAlias = dict[str, Floor]


def read_floors(path: Path) -> Floors:
    """The floors in a file; none if it does not exist."""
    if not path.is_file():
        return {}
    return {name: Floor(**each) for name, each in json.loads(path.read_text(encoding="utf-8")).items()}


def write_floors(path: Path, floors: Floors) -> None:
    """Write floors, sorted so that changes are easy to see."""
    plain = {
        name: {"digest": floor.digest, "methods": dict(sorted(floor.methods.items()))}
        for name, floor in sorted(floors.items())
    }
    write_whole(path, json.dumps(plain, indent=1) + "\n")


def folders(root: Path) -> list[Path]:
    """The folders of labelled pages."""
    return sorted(folder for folder in root.iterdir() if folder.is_dir() and any(folder.rglob("*.html")))


def digest(folder: Path) -> str:
    """A digest of a folder's pages and gold text."""
    found = hashlib.sha256()
    for file in sorted(file for file in folder.rglob("*") if file.suffix in (".html", ".htm", ".txt")):
        found.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def measure(method: str, folder: Path) -> float:
    """Mean word F1 of a method on a folder of pages."""
    answer = Contestant(method).prepared()
    return average([word_bag(answer(each).text, each.labelled.gold or "") for each in _subjects(folder)]).value


@cache
def _subjects(folder: Path) -> list[Subject]:
    """The pages of a folder, parsed once for all methods."""
    return [Subject(page) for page in read([folder], Problems())]


def rounded(value: float) -> float:
    """A measured value as a floor.

    >>> rounded(0.86957)
    0.869
    """
    return math.floor(value * THOUSANDTHS + 1e-9) / THOUSANDTHS


def updated(old: Floors, measured: Floors, *, allow_lower: bool) -> Floors:
    """Floors raised to the measured values; an error if one would be lowered, unless that is allowed."""
    lower = [
        f"{name} {method}: {floor} -> {measured[name].methods.get(method, 'gone')}"
        for name, each in old.items()
        if name in measured
        for method, floor in each.methods.items()
        if measured[name].methods.get(method, -1) < floor
    ]
    if lower and not allow_lower:
        raise UsageError("these floors would be lowered, which needs --allow-lower: " + "; ".join(lower))
    return measured
