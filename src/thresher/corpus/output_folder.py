"""`OutputFolder`: the folder of a corpus. Outputs, and beside them what is done, how, and what came of it.

NAME.parquet                      the rows of a shard, NAME being that of its input
_summary.json                     what came of all shards
_thresher/settings.json           how the rows were made
_thresher/shards/NAME.json        the receipt of a shard: it is done
_thresher/drafts/...              stretches of shards that are not
_thresher/templates/HOST.json     what pages of a site have in common
"""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thresher.corpus.inputs import Shard, facts
from thresher.corpus.output import WRITERS, put_json
from thresher.errors import UsageError


@dataclass(frozen=True)
class OutputFolder:
    """Where things are in the folder of a corpus, and what is finished there."""

    path: Path
    format: str

    @property
    def inner(self) -> Path:
        """What is not output; its name keeps it out of the sight of Spark, DuckDB and Arrow data sets."""
        return self.path / "_thresher"

    @property
    def templates(self) -> Path:
        """Templates of hosts."""
        return self.inner / "templates"

    def bucket(self, number: int) -> Path:
        """Says that the templates of a bucket of hosts are learned."""
        return self.inner / "buckets" / f"{number}.json"

    @property
    def summary(self) -> Path:
        """What came of all shards."""
        return self.path / "_summary.json"

    def output(self, name: str) -> Path:
        """The rows of a shard."""
        return self.path / f"{name}.{self.format}"

    def receipt(self, name: str) -> Path:
        """The receipt of a shard."""
        return self.inner / "shards" / f"{name}.json"

    def draft(self, shard: Shard, stretch: str) -> Path:
        """The rows of a stretch."""
        return self._drafts(shard) / stretch

    def discard_drafts(self, shard: Shard) -> None:
        """Clear away what a shard does not need any more."""
        shutil.rmtree(self._drafts(shard), ignore_errors=True)

    def _drafts(self, shard: Shard) -> Path:
        # An input that has changed does not go on with the drafts of the old one.
        key = hashlib.sha256(f"{shard.name}\0{shard.identity}".encode()).hexdigest()
        return self.inner / "drafts" / key[:32]

    def prepare(self, settings: dict[str, Any], *, fresh: bool) -> None:
        """Make the folder ready for rows of some settings; rows of others are refused, or cleared away."""
        if fresh:
            self._clear()
        path = self.inner / "settings.json"
        # As a reader of the file sees them: tuples are lists there.
        wanted = json.loads(json.dumps(settings))
        found = read_json(path)
        if found is None:
            put_json(path, wanted)
        elif found != wanted:
            changed = ", ".join(sorted(name for name in {*found, *wanted} if found.get(name) != wanted.get(name)))
            raise UsageError(f"{self.path} has rows of other settings ({changed}): name another folder, or use --fresh")

    def _clear(self) -> None:
        """Clear away all that was made here, and nothing else."""
        for receipt in (self.inner / "shards").rglob("*.json"):
            name = receipt.relative_to(self.inner / "shards").with_suffix("")
            for format_name in WRITERS:
                (self.path / f"{name}.{format_name}").unlink(missing_ok=True)
        shutil.rmtree(self.inner, ignore_errors=True)

    def finished(self, shard: Shard) -> dict[str, Any] | None:
        """The receipt of a shard that is done and has not changed since."""
        receipt = read_json(self.receipt(shard.name))
        if receipt is None or not self.output(shard.name).is_file():
            return None
        here = facts(shard)
        if receipt["identity"] == here["identity"]:
            return receipt
        if receipt["input"] != here["input"]:
            raise UsageError(f"{self.output(shard.name)} was made from {receipt['input']}: name another folder")
        return None


def read_json(path: Path) -> dict[str, Any] | None:
    """What a file has; ``None`` where there is none."""
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return found
