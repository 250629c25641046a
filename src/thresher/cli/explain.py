"""``thresher explain PAGE -o report.html``: why each block of a page was kept or dropped, as one HTML file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from thresher.algorithms import DEFAULT
from thresher.cli.arguments import add_policy_arguments, parameters, policies
from thresher.cli.inputs import STDIN, read_page
from thresher.cli.main import CONTENT
from thresher.cli.messages import tell
from thresher.explain.report import report
from thresher.explain.verdicts import METHODS
from thresher.files import write_whole
from thresher.options import Options

EPILOG = """\
The file loads nothing and runs nothing of the page, so it can be sent to
somebody. It shows every block with what decided about it, and where methods
differ; for methods that decide by one number, a slider changes it.

examples:
  thresher explain page.html -o report.html
  thresher explain page.html -o report.html --algorithm cectd-ds --set lam=0.9
  thresher explain page.html -o report.html --compare cetr --compare lqf
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("page", nargs="?", metavar="PAGE", default=STDIN, help="a file, a URL, or - for stdin")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to write it (default: stdout)")
    add_method_arguments(parser)


def add_method_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the method to explain and those to compare it with."""
    parser.add_argument("-a", "--algorithm", default=DEFAULT, metavar="NAME", help=f"the method (default: {DEFAULT})")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the algorithm")
    add_policy_arguments(parser)
    parser.add_argument("--template", metavar="FILE", help="leave out what thresher template learn found on the site")
    parser.add_argument("--url", help="address of the page, where it is read from a file")
    parser.add_argument(
        "--compare", action="append", metavar="NAME", help=f"a method to compare with (default: {', '.join(METHODS)})"
    )


def options_of(arguments: argparse.Namespace) -> Options:
    """The options given by the arguments; a wrong name or parameter is an error here."""
    options = Options(
        algorithm=arguments.algorithm,
        parameters=parameters(arguments.set),
        **policies(arguments),
        template=arguments.template,
    )
    _ = options.method
    return options


def run(arguments: argparse.Namespace) -> int:
    """Write the report."""
    options = options_of(arguments)
    html = report(read_page(arguments.page, arguments.url), options=options, methods=arguments.compare or METHODS)
    if arguments.output is None:
        sys.stdout.buffer.write(html.encode())
        return CONTENT
    write_whole(arguments.output, html)
    tell(f"{arguments.output}: {len(html.encode()) / 1000:,.0f} kB, open it in a browser")
    return CONTENT
