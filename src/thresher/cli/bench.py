"""``thresher bench DATA...``: our methods and other extractors (peers) on labelled pages, as tables, plots and rows."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from thresher import algorithms
from thresher.cli.arguments import count, positive
from thresher.cli.main import CONTENT, FAILURE
from thresher.cli.messages import LiveLine, many, tell, tell_problems
from thresher.errors import MissingExtra, UnknownName, UsageError
from thresher.evaluate import bench, peers
from thresher.evaluate.contestants import Contestant, split_names
from thresher.evaluate.metrics import METRICS
from thresher.evaluate.results import FILE, Results
from thresher.evaluate.summary import GROUPINGS, Plain

EPILOG = """\
Labelled pages are JSON lines, or a folder such as thresher annotate writes.
Tables go to stdout; the output folder gets report.html with plots and the worst
pages, and results.jsonl with a row for each answer. A run that was stopped is
resumed when it is started again.

examples:
  thresher bench gold/
  thresher bench gold/ --algorithms all --peers all
  thresher bench set.jsonl --algorithms "auto, union(cetr, lqf)" --metric all
  thresher bench set.jsonl --sweep "cectd-ds[lam=0.5,0.7,0.9]" --by kind,site
"""
EXIT_CODES = {FAILURE: "no method gave an answer, or a failure that is reported on stderr"}

#: Methods with the density of CETD's figures 3 and 4 as their score.
DENSITY_METHODS = ("cetd-ds", "cectd-ds")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("data", nargs="+", type=Path, metavar="DATA", help="JSON lines, or a folder of labelled pages")
    parser.add_argument(
        "-a",
        "--algorithms",
        default=algorithms.DEFAULT,
        metavar="NAMES",
        help="names or expressions with commas between, or all (default: auto)",
    )
    parser.add_argument(
        "--peers",
        default="none",
        metavar="NAMES",
        help="names or module:function with commas between, all that are installed, or none (default: none)",
    )
    parser.add_argument(
        "-m",
        "--metric",
        default="words",
        metavar="NAMES",
        help=f"some of {', '.join(METRICS)}, or all (default: words)",
    )
    parser.add_argument(
        "--by",
        default="kind",
        metavar="NAMES",
        help=f"group pages by some of {', '.join(GROUPINGS)}, or none (default: kind)",
    )
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("bench"), metavar="DIR", help="folder of the results (default: bench)"
    )
    parser.add_argument("--limit", type=count, metavar="N", help="at most N pages of each set, spread evenly over it")
    parser.add_argument(
        "--workers", type=count, default=os.cpu_count() or 1, metavar="N", help="processes (default: all cores)"
    )
    parser.add_argument(
        "--time-limit",
        type=positive,
        default=bench.TIME_LIMIT,
        metavar="S",
        help="seconds for an answer (default: %(default)g)",
    )
    parser.add_argument(
        "--sweep",
        action="append",
        default=[],
        metavar="NAME[PARAMETER=V,V,...]",
        help="a method with several values of a parameter",
    )
    parser.add_argument("--page", metavar="ID", help="page whose densities are drawn (default: the first one)")
    parser.add_argument("--fresh", action="store_true", help="start over instead of resuming from the results in DIR")
    parser.add_argument("--no-plots", dest="plots", action="store_false", help="no plots, only tables")


def run(arguments: argparse.Namespace) -> int:
    """Measure what is missing, then write and print the report."""
    plan = plan_of(arguments)
    groupings = _names(arguments.by, GROUPINGS, "grouping")
    plan.check()
    surveyed = bench.survey(plan.data)
    _tell_problems(surveyed)
    if not surveyed.pages:
        raise UsageError("the data has no page with gold text")
    if arguments.fresh:
        Results(plan.out).clear()
    with LiveLine() as line:
        progress = bench.run(plan, surveyed, line.show)
    summary = _report(plan, surveyed, groupings, arguments)
    _print_tables(summary, plan.metrics[0])
    found = ", ".join(
        [
            many(progress.done, "new answer"),
            many(progress.errors, "error"),
            f"{many(len(surveyed.problems), 'problem')} in the data",
        ]
    )
    tell(f"{found}; see {plan.out}/report.html, rows are in {plan.out}/{FILE}")
    return FAILURE if progress.errors and progress.errors == progress.done else CONTENT


def plan_of(arguments: argparse.Namespace) -> bench.Plan:
    """The plan given by the arguments."""
    methods = _listed(arguments.algorithms, algorithms.names())
    rivals = _listed(arguments.peers, peers.installed())
    swept = [name for sweep in arguments.sweep for name in _swept(sweep)]
    contestants = [Contestant(name) for name in [*methods, *swept]] + [
        Contestant(name, is_peer=True) for name in rivals
    ]
    if not contestants:
        raise UsageError("nothing to compare: name --algorithms or --peers")
    return bench.Plan(
        data=tuple(arguments.data),
        contestants=tuple(dict.fromkeys(contestants)),
        out=arguments.output,
        metrics=tuple(_names(arguments.metric, METRICS, "metric")),
        limit=arguments.limit,
        workers=arguments.workers,
        time_limit=arguments.time_limit,
    )


def _listed(names: str, everything: list[str]) -> list[str]:
    """The names in a list, in which ``all`` stands for everything and ``none`` for nothing.

    >>> _listed("all, union(a, b)", ["a", "b"])
    ['a', 'b', 'union(a, b)']
    """
    return [each for name in split_names(names) if name != "none" for each in (everything if name == "all" else [name])]


def _names(listed: str, known: Mapping[str, object], what: str) -> list[str]:
    """The names in a list, all of which must be known."""
    names = _listed(listed, list(known))
    for name in names:
        if name not in known:
            raise UnknownName(what, name, known)
    return names


def _swept(sweep: str) -> list[str]:
    """The contestants of a sweep.

    >>> _swept("cectd-ds[lam=0,0.5]")
    ['cectd-ds[lam=0]', 'cectd-ds[lam=0.5]']
    """
    found = re.fullmatch(r"([^\[]+)\[(\w+)=([^\]]+)\]", sweep)
    if not found:
        raise UsageError(f"--sweep takes NAME[PARAMETER=V,V,...], not {sweep!r}")
    return [f"{found[1]}[{found[2]}={value}]" for value in split_names(found[3])]


def _tell_problems(surveyed: bench.Survey) -> None:
    tell_problems([*surveyed.problems])
    for name, pages in surveyed.unlabelled.items():
        tell(f"{name}: {pages} pages without gold text are skipped")


def _report(plan: bench.Plan, surveyed: bench.Survey, groupings: list[str], arguments: argparse.Namespace) -> Plain:
    """Write the report on what was requested now, whatever else is in the results file."""
    from thresher.evaluate.report import write_report

    methods = {each.name for each in plan.contestants}
    rows = [
        row for row in Results(plan.out).rows(plan.metrics) if row.method in methods and row.facts.set in surveyed.pages
    ]
    plots = arguments.plots
    try:
        densities = [_densities(plan, surveyed, arguments.page)] if plots else []
    except MissingExtra as error:
        tell(error)
        plots, densities = False, []
    return write_report(
        plan.out, rows, plan.metrics, groupings, plots=plots, pictures=[name for name in densities if name]
    )


def _densities(plan: bench.Plan, surveyed: bench.Survey, page_id: str | None) -> str | None:
    """Draw the densities of one page, if methods that use text density take part."""
    from thresher import extract
    from thresher.evaluate.plots import draw_densities

    pages = bench.chosen_pages(replace(plan, limit=None) if page_id else plan, surveyed)
    page = next((page for page in pages if page_id in (None, page.id)), None)
    if page is None:
        raise UsageError(f"no page {page_id!r} in the data")
    dense = [each.name for each in plan.contestants if each.name in DENSITY_METHODS]
    selections = {name: extract(page.html, page.url, algorithm=name).selection for name in dense}
    return draw_densities(plan.out, page.id, selections) if selections else None


def _print_tables(summary: Plain, metric: str) -> None:
    from thresher.evaluate.report import overall_table

    for name, figures in summary["sets"].items():
        print(f"{name}: {figures['pages']} pages, {metric}\n\n{overall_table(figures['methods'], metric).markdown()}\n")
