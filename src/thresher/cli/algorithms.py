"""``thresher algorithms``: a table of all methods, or the details of some."""

from __future__ import annotations

import argparse
import json
import textwrap
from typing import Any

from thresher.algorithms import DEFAULT, names
from thresher.algorithms.facts import method_facts
from thresher.cli.main import CONTENT

EPILOG = """\
examples:
  thresher algorithms              a line for each method; * is the default
  thresher algorithms cectd-ds     one method with its parameters and paper
  thresher algorithms --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these methods, with their parameters")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the table, or the details."""
    wanted = arguments.names or names()
    facts = [method_facts(name) for name in wanted]
    if arguments.json:
        print(json.dumps(facts, ensure_ascii=False, indent=2))
        return CONTENT
    for each in facts:
        _print_method(each, in_full=bool(arguments.names))
    if not arguments.names:
        print("\nthresher algorithms NAME shows the parameters of a method; * is the default.")
    return CONTENT


def _print_method(facts: dict[str, Any], *, in_full: bool) -> None:
    mark = "*" if facts["name"] == DEFAULT else " "
    if not in_full:
        print(f"{mark} {facts['name']:<15} {facts['summary']}")
        return
    print(f"{facts['name']}\n  {facts['summary']}\n  Paper: {facts['paper'] or '-'}\n  Parameters:")
    for each in facts["parameters"]:
        print(f"    --set {each['name']}={each['default']}")
        print(textwrap.indent(f"{each['meaning']}; {each['allowed']}", " " * 8))
