"""Pictures of a benchmark: precision against recall, value by group and against time, sweeps, density histograms."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from thresher.errors import MissingExtra
from thresher.evaluate.summary import Plain

if TYPE_CHECKING:
    from thresher.selection import Selection

OURS, PEERS = "tab:green", "tab:gray"
#: Methods with a lower value are left out of scatter plots, where they would push all others into a corner.
MIN_SHOWN = 0.4
_SWEPT = re.compile(r"([^\[]+)\[(\w+)=(-?[\d.]+)\]")
#: The least number of values of a parameter that make a curve.
MIN_SWEEP = 3


def draw_set(folder: Path, name: str, figures: Plain, metric: str, groupings: Sequence[str]) -> list[str]:
    """Draw all pictures of a set; returns their file names."""
    known = {method: each for method, each in figures["methods"].items() if metric in each["metrics"]}
    plain = {method: each for method, each in known.items() if not _SWEPT.fullmatch(method)}
    shown = {method: each for method, each in plain.items() if each["metrics"][metric]["value"] >= MIN_SHOWN} or plain
    points = (_precision_recall, _value_against_time) if shown else ()
    drawn = [
        *(draw(folder, name, shown, metric) for draw in points),
        *(_by_group(folder, name, plain, grouping) for grouping in groupings),
        *_sweeps(folder, name, known, metric),
    ]
    return [picture for picture in drawn if picture]


def _pyplot() -> Any:
    try:
        import matplotlib as mpl
    except ImportError:
        raise MissingExtra("matplotlib", "bench", "drawing pictures of a benchmark") from None
    mpl.use("svg")
    # The same rows must give the same file.
    mpl.rcParams["svg.hashsalt"] = "thresher"
    from matplotlib import pyplot

    return pyplot


def _save(figure: Any, folder: Path, name: str) -> str:
    figure.savefig(folder / name, bbox_inches="tight", metadata={"Date": None})
    _pyplot().close(figure)
    return name


def _precision_recall(folder: Path, name: str, methods: Plain, metric: str) -> str:
    figure, axes = _pyplot().subplots(figsize=(8, 6))
    _draw_isolines(axes)
    for method, each in methods.items():
        found = each["metrics"][metric]
        axes.plot(found["recall"], found["precision"], "o", color=PEERS if each["peer"] else OURS)
        axes.annotate(
            method, (found["recall"], found["precision"]), xytext=(4, 3), textcoords="offset points", fontsize=7
        )
    axes.set(
        xlabel="recall",
        ylabel="precision",
        title=f"{name}: precision against recall ({metric})",
        xlim=_limits([each["metrics"][metric]["recall"] for each in methods.values()]),
        ylim=_limits([each["metrics"][metric]["precision"] for each in methods.values()]),
    )
    return _save(figure, folder, f"{_slug(name)}-precision-recall.svg")


def _limits(values: Sequence[float]) -> tuple[float, float]:
    """The limits of an axis that fit all values with some margin."""
    return max(0.0, min(values) - 0.04), min(1.02, max(values) + 0.06)


def _draw_isolines(axes: Any) -> None:
    """Lines of equal F1."""
    recall = np.linspace(0.01, 1, 200)
    for value in (0.5, 0.6, 0.7, 0.8, 0.9):
        with np.errstate(divide="ignore", invalid="ignore"):
            precision = value * recall / (2 * recall - value)
        fits = (precision > 0) & (precision <= 1)
        axes.plot(recall[fits], precision[fits], color="0.85", linewidth=0.8, zorder=0)


def _value_against_time(folder: Path, name: str, methods: Plain, metric: str) -> str:
    figure, axes = _pyplot().subplots(figsize=(8, 6))
    for method, each in methods.items():
        if each["milliseconds"]:
            place = (each["milliseconds"], each["metrics"][metric]["value"])
            axes.plot(*place, "o", color=PEERS if each["peer"] else OURS)
            axes.annotate(method, place, xytext=(4, 3), textcoords="offset points", fontsize=7)
    axes.set(
        xscale="log", xlabel="CPU ms a page, from string to text", ylabel=metric, title=f"{name}: {metric} against time"
    )
    return _save(figure, folder, f"{_slug(name)}-time.svg")


def _by_group(folder: Path, name: str, methods: Plain, grouping: str) -> str | None:
    groups = list(dict.fromkeys(group for each in methods.values() for group in each["by"].get(grouping, {})))
    if len(groups) < 2:
        return None
    values = np.array(
        [[each["by"][grouping].get(group, {}).get("value", np.nan) for group in groups] for each in methods.values()]
    )
    figure, axes = _pyplot().subplots(figsize=(1.1 * len(groups) + 2.5, 0.28 * len(methods) + 1.2))
    axes.imshow(values, cmap="RdYlGn", vmin=0.3, vmax=1, aspect="auto")
    axes.set_xticks(range(len(groups)), groups, rotation=30, ha="right", fontsize=8)
    axes.set_yticks(range(len(methods)), list(methods), fontsize=8)
    for (row, column), value in np.ndenumerate(values):
        if value == value:
            axes.text(column, row, f"{value:.2f}", ha="center", va="center", fontsize=7)
    axes.set_title(f"{name} by {grouping}")
    return _save(figure, folder, f"{_slug(name)}-by-{grouping}.svg")


def _sweeps(folder: Path, name: str, methods: Plain, metric: str) -> list[str]:
    """A plot for each parameter that was tried with several values (CETD's figure 5 for λ)."""
    sweeps: defaultdict[tuple[str, str], list[tuple[float, Plain]]] = defaultdict(list)
    for method, each in methods.items():
        if found := _SWEPT.fullmatch(method):
            sweeps[found[1], found[2]].append((float(found[3]), each["metrics"][metric]))
    return [
        _sweep(folder, name, method, parameter, sorted(points, key=lambda point: point[0]))
        for (method, parameter), points in sweeps.items()
        if len(points) >= MIN_SWEEP
    ]


def _sweep(folder: Path, name: str, method: str, parameter: str, points: list[tuple[float, Plain]]) -> str:
    figure, axes = _pyplot().subplots(figsize=(7, 4.5))
    for column, label in (("precision", "precision"), ("recall", "recall"), ("value", "F1")):
        axes.plot([value for value, _ in points], [each[column] for _, each in points], "o-", label=label, markersize=3)
    axes.set(xlabel="λ" if parameter == "lam" else parameter, title=f"{name}: {method}", ylim=(0, 1.02))
    axes.legend()
    return _save(figure, folder, f"{_slug(name)}-sweep-{_slug(method)}-{parameter}.svg")


def draw_densities(folder: Path, name: str, selections: dict[str, Selection]) -> str:
    """The score of each element of a page in document order, for several methods (CETD's figures 3 and 4)."""
    figure, every = _pyplot().subplots(len(selections), 1, figsize=(9, 2.6 * len(selections)), squeeze=False)
    for axes, (method, selection) in zip(every[:, 0], selections.items(), strict=True):
        score = np.zeros(0) if selection.score is None else np.nan_to_num(selection.score, posinf=0.0)
        content = np.zeros(len(score), dtype=bool)
        content[selection.page.host[selection.runs]] = True
        for mask, colour, label in ((~content, "0.7", "left out"), (content, OURS, "content")):
            axes.vlines(np.flatnonzero(mask), 0, score[mask], color=colour, linewidth=0.8, label=label)
        if selection.threshold is not None:
            axes.axhline(selection.threshold, color="tab:red", linewidth=0.8, label="threshold")
        axes.set(ylabel=selection.score_name, title=method)
        axes.legend(fontsize=7)
    every[-1, 0].set_xlabel("element, in document order")
    return _save(figure, folder, f"{_slug(name)}-densities.svg")


def _slug(name: str) -> str:
    return re.sub(r"[^\w.-]+", "-", name).strip("-")
