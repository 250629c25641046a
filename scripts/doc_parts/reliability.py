"""Parts of docs/reliability.md: attempts to break thresher and their results, from the figures of benchmarks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from doc_parts.corpora import NOTHING
from thresher.errors import UnknownName
from thresher.evaluate.tables import Table

#: Families of targets that share one row of the table.
FAMILIES = {"algorithm": "every method", "writer": "every format"}
#: How many of the slowest pages are shown.
SLOWEST = 10


def part(folder: Path, name: str) -> str:
    """The part of that name; a sentence where nothing was measured yet."""
    if name not in PARTS:
        raise UnknownName("part of the docs", name, PARTS)
    files = [path for path in (folder / "scale.json", folder / "reliability.json") if path.is_file()]
    figures: dict[str, Any] = {}
    for path in files:
        figures |= json.loads(path.read_text(encoding="utf-8"))
    try:
        return PARTS[name](figures)
    except KeyError:
        return NOTHING


def _fuzz(figures: dict[str, Any]) -> str:
    table = Table(["target", "inputs", "refused clearly", "crashes", "hangs", "slowest"])
    families: dict[str, list[dict[str, Any]]] = {}
    for name, tally in figures["fuzz"].items():
        families.setdefault(name.partition(":")[0], []).append(tally)
    for name, tallies in families.items():
        title = f"{FAMILIES[name]} ({len(tallies)})" if name in FAMILIES else name
        table.rows.append([title, *_tally(tallies)])
    everything = [tally for tallies in families.values() for tally in tallies]
    table.rows.append(["**all**", *_tally(everything)])
    return f"{_engines(everything)}\n\n{table.markdown()}"


def _tally(tallies: list[dict[str, Any]]) -> list[str]:
    counts = [sum(tally[name] for tally in tallies) for name in ("inputs", "refused", "crashes", "hangs")]
    return [*(f"{count:,}" for count in counts), f"{max(tally['slowest'] for tally in tallies):.2f} s"]


def _engines(tallies: list[dict[str, Any]]) -> str:
    runs = {seed for tally in tallies for seed in tally["seeds"]}
    engines = sorted({run.partition(" ")[0] for run in runs})
    counted = ", ".join(f"{sum(run.startswith(each) for run in runs)} of {each}" for each in engines)
    return f"Runs by engine: {counted}; the oldest used the code of {min(tally['since'] for tally in tallies)}."


def _growth(figures: dict[str, Any]) -> str:
    found = figures["growth"]
    table = Table(["", "dimension with the greatest growth", "time when doubled, relative"])
    for name, ratios in found["ratios"].items():
        worst = max(ratios, key=ratios.__getitem__)
        kind, _, subject = name.partition(" ")
        table.rows.append([f"{kind} `{subject}`", worst, f"{ratios[worst]:.2f}"])
    highest = max(max(ratios.values()) for ratios in found["ratios"].values())
    count = max(map(len, found["ratios"].values()))
    head = f"{len(found['ratios'])} methods and formats, {count} dimensions, each doubled {found['doublings']} times."
    limit = f"Highest: {highest:.2f}; the limit is {found['limit']}, and quadratic time would give 4."
    return f"{head}\n{limit}\n\n{table.markdown()}"


def _hard_pages(figures: dict[str, Any]) -> str:
    found = figures["hard_pages"]
    pages = found["pages"]
    cases = sum(page["cases"] for page in pages.values())
    bad = sum(len(page["bad"]) for page in pages.values())
    refused = sum(page["verdicts"].get("refused", 0) for page in pages.values())
    table = Table(["figure", "value"])
    table.rows += [
        ["pages x methods x formats", f"{len(pages)} x {found['algorithms']} x {found['formats']}"],
        ["cases", f"{cases:,}"],
        ["refused with a clear error", f"{refused:,}"],
        ["failed, lost, or over a limit", f"{bad:,}"],
        ["answered, or refused clearly, within the limits", f"{1 - bad / cases:.2%}"],
        ["limits", f"{found['seconds']:.0f} s of CPU and {found['memory'] / 2**30:.0f} GB for a case"],
    ]
    slowest = Table(["page", "slowest", "method and format", "memory"])
    for name in sorted(pages, key=lambda name: -pages[name]["seconds"])[:SLOWEST]:
        page = pages[name]
        words = f"`{page['algorithm']}`, {page['format']}"
        slowest.rows.append([name, f"{page['seconds']:.2f} s", words, f"{page['megabytes']} MB"])
    return f"{table.markdown()}\n\nThe {SLOWEST} slowest pages:\n\n{slowest.markdown()}"


def _faults(figures: dict[str, Any]) -> str:
    table = Table(["what is killed", "kills", "work", "faults"])
    for engine in ("local", "ray"):
        if found := figures.get(f"kills_{engine}"):
            kills = ", ".join(f"{count} of a {target}" for target, count in sorted(found["kills"].items()))
            faults = sum(found[name] for name in ("lost", "doubled", "changed"))
            table.rows.append([f"a corpus ({engine})", kills, f"{found['pages']:,} pages", str(faults)])
    if found := figures.get("kills_feeds"):
        work = f"{found['articles']:,} articles of {found['feeds']:,} feeds"
        table.rows.append(["a crawl of feeds", f"{found['kills']} of the run", work, str(len(found["faults"]))])
    return table.markdown() if table.rows else NOTHING


def _load(figures: dict[str, Any]) -> str:
    table = Table(["figure", "measured", "allowed", ""])
    table.rows += [
        [name, f"{each['value']:.3g}", f"{each['allowed']:.3g}", each["remark"]]
        for name, each in figures["service"].items()
    ]
    return table.markdown()


PARTS: dict[str, Callable[[dict[str, Any]], str]] = {
    "fuzz": _fuzz,
    "growth": _growth,
    "hard pages": _hard_pages,
    "faults": _faults,
    "load": _load,
}
