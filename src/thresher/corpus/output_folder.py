"""`OutputFolder`: the folder of a corpus, with its outputs, their settings, and what is finished.

NAME.parquet                      the rows of a shard; NAME is that of its input
_summary.json                     the results of all shards
_thresher/settings.json           the settings of the rows
_thresher/shards/NAME.json        the receipt of a finished shard
_thresher/drafts/...              spans of unfinished shards
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
    """The locations of files in the folder of a corpus, and what is finished there."""

    path: Path
    format: str

    @property
    def inner(self) -> Path:
        """The folder for everything except output; Spark, DuckDB and Arrow data sets ignore it because of its name."""
        return self.path / "_thresher"

    @property
    def templates(self) -> Path:
        """The folder of the templates of hosts."""
        return self.inner / "templates"

    def bucket(self, number: int) -> Path:
        """The file that marks a bucket of hosts as learned."""
        return self.inner / "buckets" / f"{number}.json"

    @property
    def summary(self) -> Path:
        """The file with the results of all shards."""
        return self.path / "_summary.json"

    def output(self, name: str) -> Path:
        """The file with the rows of a shard."""
        return self.path / f"{name}.{self.format}"

    def receipt(self, name: str) -> Path:
        """The receipt of a shard."""
        return self.inner / "shards" / f"{name}.json"

    def draft(self, shard: Shard, span: str) -> Path:
        """The file with the rows of a span."""
        return self._drafts(shard) / span

    def discard_drafts(self, shard: Shard) -> None:
        """Delete the drafts of a shard."""
        shutil.rmtree(self._drafts(shard), ignore_errors=True)

    def _drafts(self, shard: Shard) -> Path:
        # An input that has changed must not continue with the drafts of the old one.
        key = hashlib.sha256(f"{shard.name}\0{shard.identity}".encode()).hexdigest()
        return self.inner / "drafts" / key[:32]

    def prepare(self, settings: dict[str, Any], *, fresh: bool) -> None:
        """Prepare the folder for rows with some settings; rows with others are refused, or deleted if *fresh*."""
        if fresh:
            self._clear()
        path = self.inner / "settings.json"
        # As they are read from the file, where tuples are lists.
        wanted = json.loads(json.dumps(settings))
        found = read_json(path)
        if found is None:
            put_json(path, wanted)
        elif found != wanted:
            changed = ", ".join(sorted(name for name in {*found, *wanted} if found.get(name) != wanted.get(name)))
            raise UsageError(f"{self.path} has rows with other settings ({changed}): use another folder, or --fresh")

    def _clear(self) -> None:
        """Delete everything that was created here, and nothing else."""
        for receipt in (self.inner / "shards").rglob("*.json"):
            name = receipt.relative_to(self.inner / "shards").with_suffix("")
            for format_name in WRITERS:
                (self.path / f"{name}.{format_name}").unlink(missing_ok=True)
        shutil.rmtree(self.inner, ignore_errors=True)

    def finished(self, shard: Shard) -> dict[str, Any] | None:
        """The receipt of a shard that is finished and has not changed since; otherwise ``None``."""
        receipt = read_json(self.receipt(shard.name))
        if receipt is None or not self.output(shard.name).is_file():
            return None
        here = facts(shard)
        if receipt["identity"] == here["identity"]:
            return receipt
        if receipt["input"] != here["input"]:
            raise UsageError(f"{self.output(shard.name)} was made from {receipt['input']}: use another folder")
        return None


def read_json(path: Path) -> dict[str, Any] | None:
    """The value in a JSON file; ``None`` if the file does not exist."""
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return found
