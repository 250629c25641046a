"""``thresher cuter < pages.xml > articles.xml``: CUTER with XML input and output as in its paper, page by page."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from thresher.algorithms.cuter import Cuter
from thresher.algorithms.cuter.stream import BrokenRecord, PageRecord, read_pages
from thresher.cli.inputs import STDIN
from thresher.cli.main import CONTENT, FAILURE, NOTHING_FOUND
from thresher.cli.messages import tell
from thresher.errors import InputError
from thresher.page import Page
from thresher.selection import Outcome
from thresher.writers.cuter_xml import CuterXml

EPILOG = """\
The input is <pages><page><url/><title/><html/></page>...</pages>, the HTML
escaped or in CDATA; the output has an <article> for each page. One page is in
memory at a time. An input that declares entities is refused.

examples:
  thresher cuter < pages.xml > articles.xml
  thresher cuter pages.xml --bodies all
"""
EXIT_CODES = {
    CONTENT: "text in at least one article",
    FAILURE: "a page could not be read; the others are written",
    NOTHING_FOUND: "no text in any article",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("pages", nargs="?", default=STDIN, metavar="PAGES.XML", help="a file, or - for stdin")
    parser.add_argument(
        "--bodies", choices=("first", "all"), default="first", help="of a page with several articles (default: first)"
    )
    parser.add_argument("--no-repair", dest="repair", action="store_false", help="leave damaged text as it is")


def run(arguments: argparse.Namespace) -> int:
    """Write the article of every page; broken pages are reported and skipped."""
    broken = found = 0
    with _opened(arguments.pages) as stream:
        records = read_pages(stream)
        # Nothing is written before an input is refused as a whole.
        record = next(records, None)
        _write('<?xml version="1.0" encoding="UTF-8"?>\n<articles>')
        while record is not None:
            if isinstance(record, BrokenRecord):
                tell(f"page {record.number} is skipped: {record.reason}")
                broken += 1
            else:
                found += _write_article(record, arguments)
            record = next(records, None)
        _write("</articles>")
    return FAILURE if broken else CONTENT if found else NOTHING_FOUND


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """The input: standard input, or a file that is closed at the end."""
    if name == STDIN:
        yield sys.stdin.buffer
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - errors of those who use it are not ours
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror}") from error
    with stream:
        yield stream


def _write_article(record: PageRecord, arguments: argparse.Namespace) -> bool:
    """Write the article of one page; returns whether it has text."""
    page = Page.from_html(record.html, record.url)
    selection = Cuter(title=record.title, bodies=arguments.bodies).select(page)
    _write(CuterXml(title=record.title, repair=arguments.repair).write(selection))
    return selection.outcome is Outcome.CONTENT


def _write(text: str) -> None:
    """Write and flush, so that a reader of the output need not wait for the next page."""
    sys.stdout.buffer.write(f"{text}\n".encode("utf-8", "replace"))
    sys.stdout.buffer.flush()
