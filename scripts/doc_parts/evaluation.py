"""The parts of docs/evaluation.md, each a table made from kept results."""

from __future__ import annotations

from collections.abc import Callable
from statistics import mean
from typing import TypeAlias

from doc_parts.methods import NOTHING
from thresher.algorithms.registry import DEFAULT
from thresher.errors import UnknownName
from thresher.evaluate.metrics import f1
from thresher.evaluate.summary import Plain
from thresher.evaluate.tables import Cell, Table, best_of

#: Results and the papers' figures, to the text of a part.
Maker: TypeAlias = Callable[[Plain, Plain], str]

#: Columns of CETD's tables that are single sites: its Big 5.
BIG_FIVE = ("NYTimes", "Yahoo!", "Wikipedia", "BBC", "Ars Technica")


def part(results: Plain, papers: Plain, name: str) -> str:
    """The part of that name; a sentence where nothing was measured yet."""
    if name not in PARTS:
        raise UnknownName("part of the evaluation", name, PARTS)
    return (PARTS[name](results, papers) if results["sets"] else "") or NOTHING


def _made(results: Plain, _: Plain) -> str:
    made = results["made"]
    peers = ", ".join(f"{name} {version}" for name, version in made["peers"].items())
    return f"Made with thresher {made['thresher']}, Python {made['python']} on {made['machine']}.\nPeers: {peers}."


def _sets(results: Plain, _: Plain) -> str:
    table = Table(["set", "pages", "kinds", "languages", "gold includes the headline"])
    for name, figures in results["sets"].items():
        by = next(iter(figures["methods"].values()))["by"]
        headline = {True: "yes", False: "no"}.get(results["facts"].get(name, {}).get("headline"), "unknown")
        table.rows.append([name, str(figures["pages"]), _groups(by, "kind"), _groups(by, "language"), headline])
    return table.markdown()


def _groups(by: Plain, grouping: str) -> str:
    return ", ".join(f"{group} {each['pages']}" for group, each in by.get(grouping, {}).items())


def _overview(results: Plain, _: Plain) -> str:
    """Value of every method on every set, with half the width of its interval."""
    table = Table(["method", *results["sets"]])
    names = _ranked(results)
    columns = [[_figures(results, name, method, "words") for method in names] for name in results["sets"]]
    best = [best_of([each["value"] if each else None for each in column]) for column in columns]
    for place, method in enumerate(names):
        cells = [
            Cell(_with_interval(column[place]), best=bests[place]) for column, bests in zip(columns, best, strict=True)
        ]
        table.rows.append([_title(results, method), *cells])
    return table.markdown()


def _with_interval(figures: Plain | None) -> str:
    if figures is None:
        return ""
    return f"{figures['value']:.3f} ±{(figures['high'] - figures['low']) / 2:.3f}"


def _unseen(results: Plain, _: Plain) -> str:
    """The default method compared with all peers, on the sets that it was not trained on, with its time on these."""
    unseen = {name: each for name, each in results["sets"].items() if not results["facts"][name]["trainable"]}
    if not unseen:
        return ""
    names = [name for name in _ranked({"sets": unseen}) if name == DEFAULT or _is_peer(results, name)]
    values = [[each["methods"][method]["metrics"]["words"]["value"] for each in unseen.values()] for method in names]
    best = [best_of(column) for column in zip(*values, strict=True)]
    table = Table(["word F1", *unseen, "ms a page"])
    for place, method in enumerate(names):
        cells: list[Cell | str] = [
            Cell(f"{value:.3f}", best=best[column][place]) for column, value in enumerate(values[place])
        ]
        milliseconds = mean(each["methods"][method]["milliseconds"] for each in unseen.values())
        table.rows.append([_title(results, method), *cells, f"{milliseconds:.1f}"])
    return table.markdown()


def _kinds(results: Plain, _: Plain) -> str:
    return _by_group(results, "kind")


def _languages(results: Plain, _: Plain) -> str:
    return _by_group(results, "language")


def _by_group(results: Plain, grouping: str) -> str:
    """A table for each set with several groups."""
    texts = []
    for name, figures in results["sets"].items():
        methods = figures["methods"]
        groups = list(dict.fromkeys(group for each in methods.values() for group in each["by"].get(grouping, {})))
        if len(groups) > 1:
            texts.append(f"### {name}\n\n{_group_table(results, methods, grouping, groups).markdown()}")
    return "\n\n".join(texts)


def _group_table(results: Plain, methods: Plain, grouping: str, groups: list[str]) -> Table:
    table = Table(["method", *groups])
    names = [name for name in _ranked(results) if name in methods]
    values = [[methods[name]["by"].get(grouping, {}).get(group, {}).get("value") for group in groups] for name in names]
    best = [best_of(column) for column in zip(*values, strict=True)]
    for place, name in enumerate(names):
        cells: list[Cell | str] = [
            "" if value is None else Cell(f"{value:.3f}", best=best[column][place])
            for column, value in enumerate(values[place])
        ]
        table.rows.append([_title(results, name), *cells])
    return table


def _bodies(results: Plain, papers: Plain) -> str:
    """Accuracy and noise in words by class of page, all sets together, beside CUTER's own figures."""
    classes = list(papers["cuter"]["bodies"])
    table = Table(["method", *(f"{each}: accuracy / noise, %" for each in classes)])
    printed = [" / ".join(f"{figure:.2f}" for figure in papers["cuter"]["bodies"][each]) for each in classes]
    table.rows.append(["CUTER's paper (characters, its own pages)", *printed])
    for name in _ranked(results):
        cells = [_accuracy_and_noise(results, name, each) for each in classes]
        if any(cells):
            table.rows.append([_title(results, name), *cells])
    return table.markdown()


def _accuracy_and_noise(results: Plain, method: str, body: str) -> str:
    """Share of the content's words found, and share of the answer's words that are none, over the pages of all sets."""
    groups = [
        group
        for figures in results["sets"].values()
        if (group := figures["methods"].get(method, {}).get("by", {}).get("body", {}).get(body))
    ]
    pages = sum(group["pages"] for group in groups)
    if not pages:
        return ""
    accuracy = sum(group["recall"] * group["pages"] for group in groups) / pages
    noise = 1 - sum(group["precision"] * group["pages"] for group in groups) / pages
    return f"{100 * accuracy:.1f} / {100 * noise:.1f}"


def _cetd(results: Plain, papers: Plain) -> str:
    """CETD's tables beside ours: LCS precision, recall and the F1 of their means."""
    table = Table(["method", "paper: Big 5, mean of sites", "big9", "paper: CleanEval", "cleaneval"])
    places = [papers["cetd"]["columns"].index(site) for site in BIG_FIVE]
    for method, cells in papers["cetd"]["methods"].items():
        precision, recall = (mean(cells[place][column] for place in places) for column in (0, 1))
        big_five = f"{precision:.1f} {recall:.1f} {f1(precision, recall):.1f}"
        cleaneval = " ".join(f"{figure:.1f}" for figure in cells[papers["cetd"]["columns"].index("CleanEval")])
        ours = [_percent(_figures(results, name, method, "lcs")) for name in ("big9", "cleaneval")]
        table.rows.append([method, big_five, ours[0], cleaneval, ours[1]])
    return f"Precision, recall and F1 of the means, in percent.\n\n{table.markdown()}"


def _contentex(results: Plain, papers: Plain) -> str:
    """ContentEx's figures beside ours on forums: characters of content, precision and recall."""
    table = Table(["method", "precision, %", "recall, %"])
    paper = papers["contentex"]
    table.rows.append(["ContentEx's paper", str(paper["precision"]), str(paper["recall"])])
    for method in _ranked(results):
        if figures := _figures(results, "forum-posts", method, "text"):
            shares = [f"{100 * figures[column]:.1f}" for column in ("precision", "recall")]
            table.rows.append([_title(results, method), *shares])
    return table.markdown() if len(table.rows) > 1 else ""


def _time(results: Plain, _: Plain) -> str:
    """CPU milliseconds a page of every method on every set, and how many pages it failed on."""
    table = Table(["method", *results["sets"], "errors"])
    for method in _ranked(results):
        each = [figures["methods"].get(method) for figures in results["sets"].values()]
        cells = ["" if not one or one["milliseconds"] is None else f"{one['milliseconds']:.1f}" for one in each]
        errors = sum(one["errors"] for one in each if one)
        table.rows.append([_title(results, method), *cells, str(errors or "")])
    return f"CPU milliseconds a page.\n\n{table.markdown()}"


def _figures(results: Plain, name: str, method: str, metric: str) -> Plain | None:
    figures: Plain | None = (
        results["sets"].get(name, {}).get("methods", {}).get(method, {}).get("metrics", {}).get(metric)
    )
    return figures


def _percent(figures: Plain | None) -> str:
    if figures is None:
        return ""
    return " ".join(f"{100 * figures[column]:.1f}" for column in ("precision", "recall", "f1_of_means"))


def _ranked(results: Plain) -> list[str]:
    """Methods by their mean over sets, best first; variants with other parameters are left out."""
    values: dict[str, list[float]] = {}
    for figures in results["sets"].values():
        for method, each in figures["methods"].items():
            if "[" not in method and "words" in each["metrics"]:
                values.setdefault(method, []).append(each["metrics"]["words"]["value"])
    return sorted(values, key=lambda method: -mean(values[method]))


def _title(results: Plain, method: str) -> str:
    return f"{method} (peer)" if _is_peer(results, method) else f"`{method}`"


def _is_peer(results: Plain, method: str) -> bool:
    return any(figures["methods"].get(method, {}).get("peer") for figures in results["sets"].values())


PARTS: dict[str, Maker] = {
    "made": _made,
    "sets": _sets,
    "overview": _overview,
    "unseen": _unseen,
    "kinds": _kinds,
    "languages": _languages,
    "bodies": _bodies,
    "cetd": _cetd,
    "contentex": _contentex,
    "time": _time,
}
