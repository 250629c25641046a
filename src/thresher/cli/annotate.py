"""``thresher annotate PAGE...``: gold text to correct, from a first guess, in a folder that ``bench`` reads."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from thresher.cli.extract import page_stem
from thresher.cli.inputs import read_page
from thresher.cli.main import CONTENT, FAILURE
from thresher.cli.messages import tell
from thresher.errors import InputError
from thresher.extraction import Extraction, extract
from thresher.files import write_whole
from thresher.options import Options

EPILOG = """\
For each page, DIR gets NAME.html, NAME.txt with the text to correct, and
NAME.json with facts. Text that already exists is not overwritten.

examples:
  thresher annotate page.html https://example.org/a -o gold
  thresher annotate forum/*.html -o gold --kind forum --algorithm contentex
  thresher bench gold                  afterwards: how good the methods are
"""
EXIT_CODES = {FAILURE: "a page could not be read, or already has gold text; the others are written"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("pages", nargs="+", metavar="PAGE", help="a file, a URL, or - for stdin")
    parser.add_argument("-o", "--output", type=Path, default=Path("gold"), metavar="DIR", help="folder (default: gold)")
    parser.add_argument(
        "-a",
        "--algorithm",
        default=Options().algorithm,
        metavar="NAME",
        help="the method that makes the first guess (default: auto)",
    )
    parser.add_argument("--kind", metavar="NAME", help="kind of the pages: article, forum, product ...")
    parser.add_argument("--force", action="store_true", help="overwrite gold text that already exists")


def run(arguments: argparse.Namespace) -> int:
    """Write page, gold text and facts of every page, continuing after a bad one."""
    arguments.output.mkdir(parents=True, exist_ok=True)
    failed = 0
    for name in arguments.pages:
        try:
            extraction = extract(read_page(name), algorithm=arguments.algorithm)
            print(_write(extraction, arguments.output / page_stem(name), arguments))
        except InputError as error:
            tell(error)
            failed += 1
    if failed:
        tell(f"{failed} of {len(arguments.pages)} pages failed")
        return FAILURE
    tell(f"edit the .txt files, then: thresher bench {arguments.output}")
    return CONTENT


def _write(extraction: Extraction, stem: Path, arguments: argparse.Namespace) -> Path:
    """Write the three files of a page; returns the path of the one to edit."""
    page, gold = stem.with_name(stem.name + ".html"), stem.with_name(stem.name + ".txt")
    if gold.exists() and not arguments.force:
        raise InputError(f"{gold} already exists and may have been edited; --force overwrites it")
    write_whole(page, extraction.page.source.html, errors="surrogatepass")
    write_whole(gold, extraction.text + "\n", errors="replace")
    facts = {
        "url": extraction.page.url,
        "title": extraction.title,
        "language": extraction.language,
        "kind": arguments.kind or extraction.kind,
        "guess": str(arguments.algorithm),
    }
    body = json.dumps({name: fact for name, fact in facts.items() if fact}, ensure_ascii=False, indent=1)
    write_whole(stem.with_name(stem.name + ".json"), body + "\n")
    return gold
