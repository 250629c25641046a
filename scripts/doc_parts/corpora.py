"""Parts of docs/corpus.md and docs/scale.md: columns and outcomes from the code, figures from docs/scale.json."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from doc_parts.methods import NOTHING
from thresher.corpus.progress import clock
from thresher.corpus.rows import COLUMNS, OUTCOMES
from thresher.corpus.spans import SPAN_BYTES, even_spans
from thresher.errors import UnknownName
from thresher.evaluate.tables import Table

#: Assumptions about a month of Common Crawl: pages, and WARCs that they are in.
MONTH_PAGES, MONTH_WARCS = 3_000_000_000, 90_000
#: Assumption about what a core of a rented machine costs an hour, in dollars.
CORE_HOUR_DOLLARS = 0.02
#: Cores of one machine, and of the cluster in the plan.
MACHINE_CORES, CLUSTER_CORES = 16, 1000
MILLION = 1_000_000
HOUR = 3600


def part(path: Path, name: str) -> str:
    """The part of that name; a sentence where nothing was measured yet."""
    if name in FROM_CODE:
        return FROM_CODE[name]()
    if name not in FROM_FIGURES:
        raise UnknownName("part of the docs", name, [*FROM_CODE, *FROM_FIGURES])
    figures = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    try:
        return FROM_FIGURES[name](figures)
    except KeyError:
        return NOTHING


def _columns() -> str:
    table = Table(["column", "type", "meaning"])
    table.rows += [[f"`{name}`", str(kind), meaning] for name, kind, meaning in COLUMNS]
    return table.markdown()


def _outcomes() -> str:
    table = Table(["outcome", "meaning"])
    table.rows += [[f"`{name}`", meaning] for name, meaning in OUTCOMES.items()]
    return table.markdown()


def _templates(figures: dict[str, Any]) -> str:
    found = figures["templates"]
    table = Table(["method", "without templates", "with templates", "difference"])
    for name, each in found["methods"].items():
        gain = f"{each['difference']:+.4f} ({each['low']:+.4f} to {each['high']:+.4f})"
        table.rows.append([f"`{name}`", f"{each['without']:.4f}", f"{each['with']:.4f}", gain])
    pages = next(iter(found["methods"].values()))["pages"]
    head = f"Word F1 on {pages} pages of {found['set']} whose sites have {found['learned']} other pages to learn from:"
    return f"{head}\n\n{table.markdown()}"


def _speed(figures: dict[str, Any]) -> str:
    found = figures["speed"]
    table = Table(["figure", "value"])
    memory = ", ".join(f"{size:.0f}" for size in found["worker_megabytes"])
    table.rows += [
        ["method", f"`{found['algorithm']}`"],
        ["pages", f"{found['pages']:,} in {found['warcs']} WARCs"],
        ["HTML per page", f"{found['html_bytes_per_page'] / 1000:.0f} kB"],
        ["compressed, in its WARC", f"{found['input_bytes_per_page'] / 1000:.1f} kB"],
        ["row in the corpus", f"{found['output_bytes_per_page'] / 1000:.1f} kB"],
        ["bare library, CPU time per page", f"{found['bare_ms_per_page']:.1f} ms"],
        ["worker, CPU time per page, from compressed WARC to Parquet", f"{found['engine_ms_per_page']:.1f} ms"],
        ["speed of a core, relative to the bare library", f"{found['share_of_bare']:.0%}"],
        ["memory of a worker in the four quarters of the run", f"{memory} MB"],
        ["load of the machine before the run", _load(found)],
    ]
    return table.markdown()


def _scaling(figures: dict[str, Any]) -> str:
    found = figures["scaling"]
    table = Table(["figure", "value"])
    table.rows += [
        ["pages", f"{found['pages']:,} in {found['warcs']} WARCs"],
        ["speed of two workers relative to one, by wall-clock time", f"{found['two_workers_wall']:.2f}"],
        ["speed of two workers relative to one, by CPU time", f"{found['two_workers_cpu']:.2f}"],
        ["load of the machine before the run", _load(found)],
    ]
    return table.markdown()


def _load(found: dict[str, Any]) -> str:
    return f"{found['load_before']:.1f} on {found['cores']} cores"


def _kills(figures: dict[str, Any]) -> str:
    table = Table(["engine", "pages", "kills", "lost", "doubled", "changed"])
    for engine in ("local", "ray"):
        if found := figures.get(f"kills_{engine}"):
            kills = ", ".join(f"{count} of a {target}" for target, count in sorted(found["kills"].items()))
            counts = [str(found[name]) for name in ("lost", "doubled", "changed")]
            table.rows.append([engine, str(found["pages"]), kills, *counts])
    return table.markdown() if table.rows else NOTHING


def _million(figures: dict[str, Any]) -> str:
    return _plan_table(figures["speed"], MILLION, MACHINE_CORES).markdown()


def _month(figures: dict[str, Any]) -> str:
    found = figures["speed"]
    table = _plan_table(found, MONTH_PAGES, CLUSTER_CORES)
    size = MONTH_PAGES * found["input_bytes_per_page"] / MONTH_WARCS
    spans = len(even_spans(round(size), SPAN_BYTES))
    seconds = MONTH_PAGES * found["engine_ms_per_page"] / 1000 / MONTH_WARCS / spans
    table.rows += [
        ["shards and outputs", f"{MONTH_WARCS:,} of {_bytes(size)}"],
        ["tasks", f"{MONTH_WARCS * spans:,} of {seconds:.0f} s"],
    ]
    return table.markdown()


def _plan_table(found: dict[str, Any], pages: int, cores: int) -> Table:
    """The cost of a number of pages, computed from the cost of one."""
    seconds = pages * found["engine_ms_per_page"] / 1000
    memory = max(found["worker_megabytes"])
    table = Table(["what", "value"])
    table.rows += [
        ["pages", f"{pages:,}"],
        ["HTML", _bytes(pages * found["html_bytes_per_page"])],
        ["compressed WARCs to read", _bytes(pages * found["input_bytes_per_page"])],
        ["Parquet to write", _bytes(pages * found["output_bytes_per_page"])],
        ["CPU time", f"{seconds / HOUR:,.0f} core hours"],
        [f"time on {cores:,} cores", clock(seconds / cores)],
        [
            f"reading, on {cores:,} cores",
            f"{_bytes(cores * found['input_bytes_per_page'] * 1000 / found['engine_ms_per_page'])}/s",
        ],
        [f"memory of {cores:,} workers", _bytes(cores * memory * 1e6)],
        [f"cost at {CORE_HOUR_DOLLARS} dollars a core hour", f"{seconds / HOUR * CORE_HOUR_DOLLARS:,.2f} dollars"],
    ]
    return table


def _bytes(count: float) -> str:
    """A number of bytes as people write it.

    >>> _bytes(3.2e12), _bytes(48_500)
    ('3.2 TB', '48.5 kB')
    """
    for unit, size in (("PB", 1e15), ("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count / 1e3:.1f} kB"


FROM_CODE: dict[str, Callable[[], str]] = {"columns": _columns, "outcomes": _outcomes}
FROM_FIGURES: dict[str, Callable[[dict[str, Any]], str]] = {
    "templates": _templates,
    "speed": _speed,
    "scaling": _scaling,
    "kills": _kills,
    "million": _million,
    "month": _month,
}
