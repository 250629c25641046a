"""Figures from rows: averages, intervals, time, errors and groups of pages, for each set and contestant.

A summary is plain data, so that it can be stored as JSON and used to generate the docs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

from thresher.evaluate.results import EMPTY, ERRORS, Facts, Row
from thresher.evaluate.statistics import Average, average, compare

#: Plain data: numbers, strings, and lists and dicts of them.
Plain: TypeAlias = dict[str, Any]

#: Upper bounds of the classes of page size, in characters.
SIZES = ((30_000, "up to 30 k"), (100_000, "30 k to 100 k"), (300_000, "100 k to 300 k"))
LARGEST = "over 300 k"
#: Groups with fewer pages are not reported, since their figures would be random.
MIN_GROUP = 5
#: The group of pages for which a fact is not known.
UNKNOWN = "unknown"


def size_class(characters: int) -> str:
    """The size class of a page.

    >>> size_class(50_000)
    '30 k to 100 k'
    """
    return next((name for upper, name in SIZES if characters <= upper), LARGEST)


#: The facts by which pages can be grouped.
GROUPINGS: dict[str, Callable[[Facts], str | None]] = {
    "kind": lambda facts: facts.kind,
    "language": lambda facts: facts.language,
    "site": lambda facts: facts.site,
    "size": lambda facts: size_class(facts.size),
    "body": lambda facts: facts.body,
}


def summarise(rows: Iterable[Row], metrics: Sequence[str], groupings: Sequence[str] = ()) -> Plain:
    """The figures of every set and contestant; groups use the first metric."""
    by_set: defaultdict[str, defaultdict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    # Sorted by page, so that intervals do not depend on which process was faster.
    for row in sorted(rows, key=lambda row: row.key):
        by_set[row.facts.set][row.method].append(row)
    return {name: _set_summary(methods, metrics, groupings) for name, methods in sorted(by_set.items())}


def _set_summary(methods: dict[str, list[Row]], metrics: Sequence[str], groupings: Sequence[str]) -> Plain:
    figures = {name: _method_summary(rows, metrics, groupings) for name, rows in methods.items()}
    ranked = sorted(figures, key=lambda name: -(figures[name]["metrics"].get(metrics[0]) or {"value": 0})["value"])
    for name in ranked:
        figures[name]["behind_best"] = _behind(methods[ranked[0]], methods[name], metrics[0])
    pages = {row.facts.page for rows in methods.values() for row in rows}
    return {"pages": len(pages), "methods": {name: figures[name] for name in ranked}}


def _method_summary(rows: list[Row], metrics: Sequence[str], groupings: Sequence[str]) -> Plain:
    seconds = [row.seconds for row in rows if row.seconds is not None]
    return {
        "peer": rows[0].is_peer,
        "pages": len(rows),
        "errors": sum(row.status in ERRORS for row in rows),
        "empty": sum(row.status == EMPTY for row in rows),
        "milliseconds": round(1000 * sum(seconds) / len(seconds), 3) if seconds else None,
        "metrics": {name: found for name in metrics if (found := figures_of(rows, name))},
        "by": {name: _groups(rows, metrics[0], GROUPINGS[name]) for name in groupings},
    }


def figures_of(rows: Iterable[Row], metric: str) -> Plain | None:
    """The figures of some rows by one metric; ``None`` if it applies to none of them."""
    scores = [score for row in rows if (score := row.scores.get(metric))]
    return _plain(average(scores)) if scores else None


def _plain(figures: Average) -> Plain:
    interval = asdict(figures.interval)
    plain = {name: value for name, value in asdict(figures).items() if name != "interval"} | interval
    return {name: value if name == "pages" else round(value, 6) for name, value in plain.items()}


def _groups(rows: list[Row], metric: str, group_of: Callable[[Facts], str | None]) -> Plain:
    """Figures of each group of pages that is large enough, largest first."""
    groups: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[group_of(row.facts) or UNKNOWN].append(row)
    sized = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    return {name: figures for name, each in sized if len(each) >= MIN_GROUP and (figures := figures_of(each, metric))}


def _behind(best: list[Row], rows: list[Row], metric: str) -> Plain | None:
    """How far a contestant is behind the best one on the pages that both have."""
    theirs = {row.facts.page: score.value for row in best if (score := row.scores.get(metric))}
    pairs = [
        (score.value, theirs[row.facts.page])
        for row in rows
        if (score := row.scores.get(metric)) and row.facts.page in theirs
    ]
    if best is rows or not pairs:
        return None
    found = compare(*zip(*pairs, strict=True))
    return {
        "difference": round(found.difference, 6),
        "low": round(found.interval.low, 6),
        "high": round(found.interval.high, 6),
        "clear": found.clear,
    }
