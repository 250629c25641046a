"""The report of a benchmark: tables with intervals, the best in bold, pictures, and each contestant's worst pages."""

from __future__ import annotations

import json
import platform
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from thresher import __version__
from thresher.evaluate.metrics import metric as metric_of
from thresher.evaluate.peers import PEERS
from thresher.evaluate.results import ERRORS, Row
from thresher.evaluate.summary import Plain, summarise
from thresher.evaluate.tables import Cell, Table, best_of
from thresher.files import write_whole

#: The number of worst pages listed for each contestant.
WORST = 5


@dataclass
class Report:
    """Headings, paragraphs, tables and pictures, in order."""

    title: str
    parts: list[tuple[str, str, Table | None]] = field(default_factory=list)  #: kind, text, table

    def heading(self, text: str, level: int = 2) -> None:
        """Add a heading below the title."""
        self.parts.append((f"h{level}", text, None))

    def text(self, text: str) -> None:
        """Add a paragraph."""
        self.parts.append(("p", text, None))

    def table(self, table: Table) -> None:
        """Add a table, unless it is empty."""
        if table.rows:
            self.parts.append(("table", "", table))

    def picture(self, name: str) -> None:
        """Add a picture, a file next to the report."""
        self.parts.append(("img", name, None))

    def markdown(self) -> str:
        """The report as Markdown."""
        blocks = [f"# {self.title}"]
        for kind, text, table in self.parts:
            if table:
                blocks.append(table.markdown())
            elif kind == "img":
                blocks.append(f"![{Path(text).stem}]({text})")
            else:
                blocks.append(f"{'#' * int(kind[1])} {text}" if kind.startswith("h") else text)
        return "\n\n".join(blocks) + "\n"

    def html(self) -> str:
        """The report as one HTML page."""
        blocks = [f"<h1>{escape(self.title)}</h1>"]
        for kind, text, table in self.parts:
            if table:
                blocks.append(table.html())
            elif kind == "img":
                blocks.append(f'<img src="{escape(text)}" alt="{escape(Path(text).stem)}">')
            else:
                blocks.append(f"<{kind}>{escape(text)}</{kind}>")
        return (
            f"<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n<title>{escape(self.title)}</title>\n{_STYLE}\n"
            + ("\n".join(blocks) + "\n</html>\n")
        )


_STYLE = """<style>
body { font: 15px/1.5 sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { padding: .2rem .6rem; text-align: left; }
td { border-top: 1px solid #ccc; font-variant-numeric: tabular-nums; } img { max-width: 100%; }
</style>"""


def write_report(
    folder: Path,
    rows: Sequence[Row],
    metrics: Sequence[str],
    groupings: Sequence[str],
    *,
    plots: bool = True,
    pictures: Sequence[str] = (),
) -> Plain:
    """Write ``report.md``, ``report.html``, ``summary.json`` and the pictures; returns the summary."""
    sets = summarise(rows, metrics, groupings)
    summary = {"made": _provenance(rows), "metrics": list(metrics), "sets": sets}
    write_whole(folder / "summary.json", json.dumps(summary, ensure_ascii=False, indent=1) + "\n")
    report = Report("Benchmark")
    report.text("; ".join(f"{name}: {metric_of(name).meaning}" for name in metrics))
    for name, figures in sets.items():
        _add_set(report, folder, name, figures, metrics, groupings, plots=plots)
        _add_worst(report, [row for row in rows if row.facts.set == name], metrics[0])
    for picture in pictures:
        report.picture(picture)
    write_whole(folder / "report.md", report.markdown())
    write_whole(folder / "report.html", report.html())
    return summary


def _provenance(rows: Iterable[Row]) -> Plain:
    """The versions and the machine that produced the figures."""
    peers = sorted({row.method for row in rows if row.is_peer})
    return {
        "thresher": __version__,
        "python": platform.python_version(),
        "machine": platform.platform(),
        "peers": {name: PEERS[name].version for name in peers if name in PEERS},
    }


def _add_set(
    report: Report,
    folder: Path,
    name: str,
    figures: Plain,
    metrics: Sequence[str],
    groupings: Sequence[str],
    *,
    plots: bool,
) -> None:
    report.heading(f"{name}: {figures['pages']} pages")
    for metric in metrics:
        report.heading(metric, 3)
        report.table(overall_table(figures["methods"], metric))
    for grouping in groupings:
        table = group_table(figures["methods"], grouping)
        if len(table.header) > 1:
            report.heading(f"{metrics[0]} by {grouping}", 3)
            report.table(table)
    if plots:
        from thresher.evaluate.plots import draw_set

        for picture in draw_set(folder, name, figures, metrics[0], groupings):
            report.picture(picture)


def overall_table(methods: Plain, metric: str) -> Table:
    """Precision, recall and value of each method by one metric, with interval, time and errors."""
    name = metric_of(metric).value
    known = {method: figures for method, figures in methods.items() if metric in figures["metrics"]}
    found = [figures["metrics"][metric] for figures in known.values()]
    best = [best_of([each[column] for each in found]) for column in ("precision", "recall", "value", "f1_of_means")]
    table = Table(
        ["method", "pages", "precision", "recall", name, "95 %", "F1 of means", "behind the best", "ms/page", "errors"]
    )
    for place, (method, figures) in enumerate(known.items()):
        each = found[place]
        cells = [
            Cell(f"{each[column]:.3f}", best=bests[place])
            for column, bests in zip(("precision", "recall", "value", "f1_of_means"), best, strict=True)
        ]
        span = f"{each['low']:.3f} - {each['high']:.3f}"
        time = "" if figures["milliseconds"] is None else f"{figures['milliseconds']:.1f}"
        title = f"{method} (peer)" if figures["peer"] else method
        table.rows.append(
            [
                title,
                str(each["pages"]),
                *cells[:3],
                span,
                cells[3],
                _behind(figures),
                time,
                str(figures["errors"] or ""),
            ]
        )
    return table


def _behind(figures: Plain) -> str:
    """How far a method is behind the best, and whether the difference is clear."""
    behind = figures.get("behind_best")
    if not behind:
        return ""
    return f"{abs(behind['difference']):.3f}" + ("" if behind["clear"] else " (not clear)")


def group_table(methods: Plain, grouping: str) -> Table:
    """Value of each method in each group of pages."""
    groups = list(dict.fromkeys(group for figures in methods.values() for group in figures["by"].get(grouping, {})))
    sizes = [
        max(figures["by"][grouping].get(group, {}).get("pages", 0) for figures in methods.values()) for group in groups
    ]
    table = Table(["method", *(f"{group} ({size})" for group, size in zip(groups, sizes, strict=True))])
    values = [
        [figures["by"].get(grouping, {}).get(group, {}).get("value") for group in groups]
        for figures in methods.values()
    ]
    best = [best_of(column) for column in zip(*values, strict=True)]
    for place, (method, line) in enumerate(zip(methods, values, strict=True)):
        cells: list[Cell | str] = [
            "" if value is None else Cell(f"{value:.3f}", best=best[column][place]) for column, value in enumerate(line)
        ]
        table.rows.append([method, *cells])
    return table


def _add_worst(report: Report, rows: Sequence[Row], metric: str) -> None:
    """Each contestant's worst pages, and what is wrong with its answers."""
    by_method: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.scores.get(metric):
            by_method[row.method].append(row)
    for method, each in by_method.items():
        worst = sorted(each, key=lambda row: score.value if (score := row.scores[metric]) else 0.0)[:WORST]
        faults = _counts(row.fault for row in each)
        report.heading(f"Worst pages of {method}", 3)
        report.text(", ".join(f"{fault}: {count}" for fault, count in faults))
        report.table(_worst_table(worst, metric))


def _worst_table(rows: Sequence[Row], metric: str) -> Table:
    table = Table(["page", metric, "what is wrong", "first missing", "first superfluous"])
    for row in rows:
        score = row.scores[metric]
        what = f"{row.status}: {row.error}" if row.status in ERRORS else row.fault
        table.rows.append([row.facts.page, f"{score.value if score else 0:.3f}", what, row.missing, row.superfluous])
    return table


def _counts(names: Iterable[str]) -> list[tuple[str, int]]:
    counts: defaultdict[str, int] = defaultdict(int)
    for name in names:
        counts[name] += 1
    return sorted(counts.items(), key=lambda item: -item[1])
