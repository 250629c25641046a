"""``thresher template``: learn what the pages of a site have in common."""

from __future__ import annotations

import argparse
from pathlib import Path

from thresher.cli.inputs import read_page
from thresher.template import StyleTree, Template, file

EPILOG = """\
What all pages of a site repeat is noise. Learning adds to an existing file:
one page a day gives the same file as all of them at once.

examples:
  thresher template learn site/*.html -o site.json
  thresher extract page.html --template site.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    learn = actions.add_parser("learn", help="learn from pages of one site, in addition to what is in OUTPUT")
    learn.add_argument("pages", nargs="+", metavar="PAGE", help="file or URL of a page, or - for standard input")
    learn.add_argument(
        "-o", "--output", required=True, metavar="OUTPUT", help="file of the template, such as site.json"
    )


def run(arguments: argparse.Namespace) -> int:
    """Learn, write the template, and print its size."""
    output = Path(arguments.output)
    tree = file.load(output) if output.exists() else StyleTree()
    for name in arguments.pages:
        tree.learn(read_page(name))
    template = Template(tree)
    template.save(output)
    print(f"{output}: {tree.pages} pages, {len(tree.elements)} elements, {int(template.noise.sum())} of them noise")
    return 0
