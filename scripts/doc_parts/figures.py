"""The sources of the figures in the docs: the stored summary of a benchmark, and the figures of the papers."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from thresher.errors import UsageError
from thresher.evaluate.datasets.jsonlines import ENDINGS, set_facts
from thresher.evaluate.summary import Plain

#: Digits that are kept of a figure.
DIGITS = 4
#: What is kept of a group of pages.
GROUP_FIGURES = ("pages", "precision", "recall", "value")


def read_results(path: Path) -> Plain:
    """The kept results; empty ones where nothing was measured yet."""
    if not path.is_file():
        return {"made": {}, "facts": {}, "sets": {}}
    found: Plain = json.loads(path.read_text(encoding="utf-8"))
    return found


def read_papers(path: Path) -> Plain:
    """What the papers report."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def human_sets(folder: Path) -> list[Path]:
    """The files in a folder with gold text made by people."""
    files = sorted(file for file in folder.iterdir() if file.name.endswith(ENDINGS))
    return [file for file in files if set_facts(file).gold == "human"]


def take_over(summary: Path, data: Path | None, path: Path, *, update: bool = False) -> None:
    """Store the part of a benchmark's summary that the docs need: fewer digits, one line per method.

    With *update*, methods that the run did not measure keep their stored figures, if both runs used the same pages.
    """
    found = json.loads(summary.read_text(encoding="utf-8"))
    if data is None:
        raise UsageError("--results needs --data, the folder with the sets.toml of the data")
    facts = {
        each.name: {"headline": each.headline, "trainable": bool(each.trainable)}
        for each in map(set_facts, human_sets(data))
    }
    sets = {name: _slim_set(each) for name, each in found["sets"].items() if name in facts}
    results = {"made": found["made"], "facts": facts, "sets": sets}
    path.write_text(_written(_updated(read_results(path), results) if update else results), encoding="utf-8")


def _updated(kept: Plain, results: Plain) -> Plain:
    """The stored results with new ones replacing old ones, method by method."""
    sets = {}
    for name, figures in results["sets"].items():
        before = kept["sets"].get(name, {"pages": figures["pages"], "methods": {}})
        if before["pages"] != figures["pages"]:
            pages = f"{figures['pages']} pages, and {before['pages']} in the run before"
            raise UsageError(f"cannot update {name}: it has {pages}")
        sets[name] = {"pages": figures["pages"], "methods": before["methods"] | figures["methods"]}
    peers = kept["made"].get("peers", {}) | results["made"].get("peers", {})
    return results | {"made": results["made"] | {"peers": peers}, "sets": sets}


def _slim_set(figures: Plain) -> Plain:
    return {"pages": figures["pages"], "methods": {name: _slim(each) for name, each in figures["methods"].items()}}


def _slim(figures: Plain) -> Plain:
    by = {
        grouping: {group: {name: each[name] for name in GROUP_FIGURES} for group, each in groups.items()}
        for grouping, groups in figures["by"].items()
    }
    kept = {name: figures[name] for name in ("peer", "pages", "errors", "milliseconds", "metrics")}
    slim: Plain = _rounded(kept | {"by": by})
    return slim


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    return round(value, DIGITS) if isinstance(value, float) else value


def _written(results: Plain) -> str:
    """Results as JSON, so that a change of one method is a change of one line."""
    lines = [
        "{",
        f' "made": {json.dumps(results["made"])},',
        f' "facts": {json.dumps(results["facts"])},',
        ' "sets": {',
    ]
    sets = []
    for name, figures in results["sets"].items():
        methods = ",\n".join(
            f"   {json.dumps(method)}: {json.dumps(each)}" for method, each in figures["methods"].items()
        )
        sets.append(f'  {json.dumps(name)}: {{"pages": {figures["pages"]}, "methods": {{\n{methods}\n  }}}}')
    return "\n".join([*lines, ",\n".join(sets), " }", "}"]) + "\n"
