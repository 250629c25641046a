"""``thresher corpus INPUT... OUTPUT``: rows of extracted text from crawls, on all cores or a cluster."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from thresher.cli.arguments import add_policy_arguments, count, parameters, policies, positive, share, whole
from thresher.cli.main import CONTENT, FAILURE, NOTHING_FOUND
from thresher.cli.messages import LiveLine, many, tell, tell_problems
from thresher.corpus import need
from thresher.options import Options

if TYPE_CHECKING:
    from thresher.corpus.run import Plan, Summary

EPILOG = """\
Each input gives one output file, which appears when it is complete. A run that
was stopped, by whatever means, is resumed when it is started again. The counts
of all outcomes go to stdout, and to _summary.json beside the rows.

examples:
  thresher corpus crawl/*.warc.gz rows/
  thresher corpus crawl/ rows/ --keep kind=article --keep lang=de,fr --dedup
  thresher corpus pages.parquet rows/ --html-column content --format jsonl
  thresher corpus crawl/ rows/ --engine ray --address auto
"""
EXIT_CODES = {
    CONTENT: "content in at least one page",
    FAILURE: "an input failed; the others are written",
    NOTHING_FOUND: "no content in any page",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("inputs", nargs="+", type=Path, metavar="INPUT", help="WARC, ARC, Parquet, JSON lines, folders")
    parser.add_argument(
        "output", type=Path, metavar="OUTPUT", help="a folder; inputs that are already done there are skipped"
    )
    parser.add_argument(
        "-f",
        "--format",
        choices=["parquet", "jsonl"],
        default="parquet",
        help="how to write rows (default: %(default)s)",
    )
    _add_method(parser)
    _add_choice(parser)
    _add_engine(parser)
    parser.add_argument("--fresh", action="store_true", help="start over instead of resuming from what is in OUTPUT")


def _add_method(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how to extract")
    group.add_argument(
        "-a", "--algorithm", default=Options().algorithm, metavar="NAME", help="the method (default: auto)"
    )
    group.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the algorithm")
    add_policy_arguments(group)
    group.add_argument("--no-links", dest="links", action="store_false", help="leave links out of Markdown")
    group.add_argument("--no-images", dest="images", action="store_false", help="leave images out of Markdown")
    group.add_argument(
        "--templates",
        type=whole,
        default=0,
        metavar="N",
        help="leave out what the first N pages of each host have in common",
    )
    group.add_argument(
        "--html-column", default="html", metavar="NAME", help="column or field with the HTML (default: html)"
    )
    group.add_argument(
        "--url-column", default="url", metavar="NAME", help="column or field with the address (default: url)"
    )
    group.add_argument("--id-column", default="id", metavar="NAME", help="column or field with the id (default: id)")


def _add_choice(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("which pages to keep")
    group.add_argument(
        "--keep",
        action="append",
        default=[],
        metavar="RULE",
        help="only kind=article,... or lang=de,fr,...; may be repeated",
    )
    group.add_argument(
        "--min-confidence", type=share, default=0.0, metavar="X", help="leave out pages with a lower confidence, 0 to 1"
    )
    group.add_argument(
        "--dedup",
        type=share,
        nargs="?",
        const=0.8,
        metavar="SHARE",
        help="leave out near-duplicates: pages that share this part of their phrases with an earlier one (0.8)",
    )


def _add_engine(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("where it runs")
    group.add_argument("--engine", choices=["local", "ray"], default="local", help="this machine, or a Ray cluster")
    group.add_argument("--address", help="of the Ray cluster (default: Ray starts one on this machine)")
    group.add_argument(
        "--workers", type=count, default=os.cpu_count() or 1, metavar="N", help="processes (default: all cores)"
    )
    group.add_argument(
        "--time-limit", type=positive, default=20.0, metavar="S", help="seconds of CPU for a page (default: 20)"
    )
    group.add_argument(
        "--memory-limit", type=positive, default=2000, metavar="MB", help="megabytes for a page (default: 2000)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Process everything that is not finished yet, then print a summary of all results."""
    need("pyarrow", "working on corpora")
    from thresher.corpus.run import run as run_plan

    plan = plan_of(arguments)
    _ = plan.settings.options.method  # a wrong name or parameter is reported before any page is read
    with LiveLine() as line:
        summary = run_plan(plan, line.show)
    print(described(summary))
    _tell_problems(summary)
    tell(f"rows are in {plan.output}, the summary in {plan.folder.summary}")
    if summary.failed:
        return FAILURE
    return CONTENT if summary.outcomes["content"] or summary.outcomes["overview"] else NOTHING_FOUND


def plan_of(arguments: argparse.Namespace) -> Plan:
    """The plan given by the arguments."""
    from thresher.corpus.inputs import Columns
    from thresher.corpus.keep import Keep
    from thresher.corpus.local import Limits
    from thresher.corpus.run import Plan
    from thresher.corpus.span_job import Settings

    options = Options(
        algorithm=arguments.algorithm,
        parameters=parameters(arguments.set),
        **policies(arguments),
        links=arguments.links,
        images=arguments.images,
    )
    columns = Columns(arguments.html_column, arguments.url_column, arguments.id_column)
    keep = Keep.of(arguments.keep, arguments.min_confidence)
    return Plan(
        inputs=tuple(arguments.inputs),
        output=arguments.output,
        format=arguments.format,
        settings=Settings(options, keep, columns, arguments.templates),
        limits=Limits(arguments.time_limit, int(arguments.memory_limit * 1e6)),
        engine=arguments.engine,
        workers=max(arguments.workers, 1),
        address=arguments.address,
        dedup=arguments.dedup,
        fresh=arguments.fresh,
    )


def described(summary: Summary) -> str:
    """The results of a corpus as lines of text."""
    before = f", {summary.skipped} of them already done" if summary.skipped else ""
    lines = [f"{many(summary.pages, 'page')} from {many(summary.shards, 'input')}{before}"]
    parts = {"": summary.outcomes, "left out: ": summary.left_out, "not a page: ": summary.no_page}
    for label, counts in parts.items():
        lines += [f"{count:9}  {label}{reason}" for reason, count in counts.most_common()]
    return "\n".join(lines)


def _tell_problems(summary: Summary) -> None:
    problems = [f"{name}: {problem}" for name, each in summary.problems.items() for problem in each]
    problems += [f"{name} failed: {error}" for name, error in summary.failed.items()]
    tell_problems(problems)
