"""Tables of what training reported: cross-validation by site, each set by a model of the others, the ablation."""

from __future__ import annotations

import json
from pathlib import Path

from doc_parts.methods import NOTHING
from thresher.errors import UnknownName
from thresher.evaluate.summary import Plain
from thresher.evaluate.tables import Table

#: The end of a group's name if its kind or language is unknown.
UNKNOWN = "/None"


def read_report(path: Path) -> Plain:
    """The kept report of ``thresher train``; an empty one where nothing was trained yet."""
    found: Plain = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found


def part(report: Plain, name: str) -> str:
    """One part of the report as a table."""
    if name not in PARTS:
        raise UnknownName("part of a training report", name, PARTS)
    key, make = PARTS[name]
    return make(report[key]) if report.get(key) else NOTHING


def _groups(figures: Plain) -> str:
    table = Table(["pages", "number", "word F1"])
    for group, each in figures.items():
        # A set without any known kinds is listed as a whole already.
        if not group.endswith(UNKNOWN) or figures.get(group.removesuffix(UNKNOWN)) != each:
            table.rows.append([group.replace(UNKNOWN, "/unknown"), str(each["pages"]), f"{each['f1']:.3f}"])
    return table.markdown()


def _by_set(figures: Plain) -> str:
    table = Table(["set", "kind right", "AUC of overview pages"])
    for name, each in figures.items():
        if each:
            table.rows.append([name, f"{each['kind_accuracy']:.3f}", f"{each['overview_auc']:.3f}"])
    return table.markdown()


def _confidence(figures: Plain) -> str:
    table = Table(["calibration error", "Spearman with the true F1", "AUROC for F1 < 0.7"])
    table.rows.append([f"{figures[name]:.3f}" for name in ("calibration_error", "spearman", "auroc_poor")])
    return table.markdown()


def _posts(figures: Plain) -> str:
    table = Table(["posts", "in the answer", "found", "author or date right"])
    table.rows.append(
        [str(figures["posts"]), str(figures["answered"])] + [f"{figures[name]:.3f}" for name in ("found", "told")]
    )
    return table.markdown()


def _figures(figures: Plain) -> str:
    table = Table(["", "word F1"])
    table.rows.extend([name, f"{value:.3f}"] for name, value in figures.items())
    return table.markdown()


#: The parts: the report's entry, and the function that makes a table of it.
PARTS = {
    "groups": ("word_f1", _groups),
    "kinds": ("by_set", _by_set),
    "confidence": ("confidence", _confidence),
    "posts": ("posts", _posts),
    "sets": ("leave_one_set_out", _figures),
    "ablation": ("ablation", _figures),
}
