"""``thresher extract PAGE...``: what a person came for, on stdout or in files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from thresher.cli.inputs import STDIN, is_url, read_page
from thresher.cli.main import CONTENT, FAILURE, NOTHING_FOUND
from thresher.errors import InputError, UsageError
from thresher.extraction import Extraction, extract
from thresher.options import Options
from thresher.selection import Outcome
from thresher.writers import FORMATS

HELP = "extract what a person came for from pages"

#: File name endings of the formats where they differ from the format's name.
ENDINGS = {"text": "txt", "markdown": "md"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("pages", nargs="*", metavar="PAGE", default=[STDIN], help="a file, a URL, or - for stdin")
    parser.add_argument("-f", "--format", choices=FORMATS, default="text", help="how to write it (default: text)")
    parser.add_argument("-a", "--algorithm", default=Options().algorithm, metavar="NAME", help="see: thresher algorithms")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the algorithm")
    parser.add_argument("--url", help="address of the page, for links, where it is read from a file")
    parser.add_argument("--no-links", dest="links", action="store_false", help="leave links out of Markdown and HTML")
    parser.add_argument("--no-images", dest="images", action="store_false", help="leave images out of Markdown and HTML")
    parser.add_argument("-o", "--output", type=Path, metavar="PATH", help="a file, or a folder for several pages")


def run(arguments: argparse.Namespace) -> int:
    """Extract every page, going on after a bad one; the exit code says how it went."""
    options = Options(
        algorithm=arguments.algorithm,
        parameters=dict(_assignment(text) for text in arguments.set),
        links=arguments.links,
        images=arguments.images,
    )
    _ = options.method  # a wrong name or parameter is said before any page is read
    outcomes: list[Outcome] = []
    failed: list[str] = []
    for name in arguments.pages:
        try:
            extraction = extract(read_page(name, arguments.url), options=options)
        except InputError as error:
            print(f"thresher: {error}", file=sys.stderr)
            failed.append(name)
            continue
        _deliver(extraction, name, arguments)
        outcomes.append(extraction.outcome)
        if extraction.outcome is not Outcome.CONTENT:
            print(f"thresher: {name}: {extraction.outcome.value}: {extraction.reason}", file=sys.stderr)
    return _exit_code(outcomes, failed)


def _assignment(text: str) -> tuple[str, str]:
    """Name and value of ``NAME=VALUE``."""
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError(f"--set takes NAME=VALUE, not {text!r}")
    return name.strip(), value.strip()


def _deliver(extraction: Extraction, name: str, arguments: argparse.Namespace) -> None:
    """Write one result to where it belongs."""
    written = extraction.written(arguments.format)
    several = len(arguments.pages) > 1
    if arguments.output is None:
        header = f"==> {name} <==\n" if several and arguments.format in ENDINGS else ""
        sys.stdout.buffer.write((header + written.rstrip("\n") + "\n").encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
        return
    path = arguments.output
    if several or path.is_dir():
        path.mkdir(parents=True, exist_ok=True)
        path = path / f"{_stem(name)}.{ENDINGS.get(arguments.format, arguments.format)}"
    path.write_text(written.rstrip("\n") + "\n", encoding="utf-8", errors="replace")


def _stem(name: str) -> str:
    """A file name for the result of a page.

    >>> _stem("pages/a.html"), _stem("https://example.org/b/c?d=1"), _stem("-")
    ('a', 'example.org_b_c_d_1', 'stdin')
    """
    if name == STDIN:
        return "stdin"
    if not is_url(name):
        return Path(name).stem
    return "".join(char if char.isalnum() or char in ".-" else "_" for char in name.split("://", 1)[1]).strip("_.")


def _exit_code(outcomes: list[Outcome], failed: list[str]) -> int:
    if failed:
        print(f"thresher: {len(failed)} of {len(failed) + len(outcomes)} pages failed", file=sys.stderr)
        return FAILURE
    return CONTENT if Outcome.CONTENT in outcomes else NOTHING_FOUND
