"""``thresher extract PAGE...``: the content of pages, on stdout or in files."""

from __future__ import annotations

import argparse
import contextlib
import itertools
import sys
from pathlib import Path

from thresher.cli.arguments import add_policy_arguments, count, parameters, policies, positive
from thresher.cli.inputs import STDIN, is_url, read_input
from thresher.cli.keeping import Keeper
from thresher.cli.main import CONTENT, FAILURE, NOTHING_FOUND
from thresher.cli.messages import even_unread, harmless, tell
from thresher.errors import InputError, UsageError
from thresher.extraction import Extraction, extract
from thresher.files import write_whole
from thresher.options import DATES, Options
from thresher.selection import Outcome
from thresher.writers import FORMATS

EPILOG = """\
Results go to stdout, one after the other; -o PATH writes them to a file, or to
a folder with a file for each page. Messages go to stderr. A page without
content is reported there with the reason, and the next page follows.

examples:
  thresher page.html
  thresher https://example.org/ --format markdown
  thresher - --format json < page.html
  thresher *.html --format markdown -o extracted/
  thresher page.html --favor precision --headline
  thresher page.html --algorithm cectd-ds --set lam=0.9
  thresher page.html --algorithm "vote(2, cectd-ds, textsweeper, cetr)"
  thresher page.html --format json --evidence    each block, its place and why
  thresher *.html --store sqlite:///results.db   see thresher store --help
"""
EXIT_CODES = {
    CONTENT: "content in at least one page",
    FAILURE: "a page could not be read; the others are written",
    NOTHING_FOUND: "no content in any page",
}

#: File name endings of formats, where they differ from the format's name.
ENDINGS = {"text": "txt", "markdown": "md"}


#: Outcomes that come with text.
FOUND = {Outcome.CONTENT, Outcome.OVERVIEW}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("pages", nargs="*", metavar="PAGE", default=[STDIN], help="a file, a URL, or - for stdin")
    parser.add_argument("-f", "--format", choices=FORMATS, metavar="NAME", help=f"{', '.join(FORMATS)} (default: text)")
    parser.add_argument(
        "-a",
        "--algorithm",
        default=Options().algorithm,
        metavar="NAME",
        help="the method, see: thresher algorithms (default: %(default)s)",
    )
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the algorithm")
    add_policy_arguments(parser)
    parser.add_argument(
        "--template", metavar="FILE", help="leave out what thresher template has learned about the site"
    )
    parser.add_argument("--url", help="address of a page that is read from a file, for its links")
    parser.add_argument("--no-links", dest="links", action="store_false", help="leave links out of Markdown and HTML")
    parser.add_argument(
        "--no-images", dest="images", action="store_false", help="leave images out of Markdown and HTML"
    )
    parser.add_argument(
        "--front-matter",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="in Markdown: start with title, authors, dates etc. as YAML",
    )
    parser.add_argument(
        "--dates", choices=DATES, default="fast", help="where to look for dates; thorough: in the whole page"
    )
    parser.add_argument(
        "--time-limit", type=positive, metavar="S", help="seconds for a page; after that, a cheap method is used"
    )
    parser.add_argument("--max-nodes", type=count, metavar="N", help="process only the first N elements of a page")
    parser.add_argument("--max-chars", type=count, metavar="N", help="read only the first N bytes of a page")
    parser.add_argument(
        "--evidence", action="store_true", help="in JSON: add the sources of facts, and every block with its place"
    )
    parser.add_argument("--hidden", action="store_true", help="write the text that readers cannot see; in JSON: add it")
    parser.add_argument("-o", "--output", type=Path, metavar="PATH", help="a file, or a folder for several pages")
    parser.add_argument(
        "--store",
        metavar="URL",
        help="store results in sqlite:///PATH or postgresql://USER@HOST/NAME, and print a line for each",
    )


def run(arguments: argparse.Namespace) -> int:
    """Extract every page, continuing after a bad one; the exit code says how it went."""
    options = Options(
        algorithm=arguments.algorithm,
        parameters=parameters(arguments.set),
        **policies(arguments),
        template=arguments.template,
        links=arguments.links,
        images=arguments.images,
        front_matter=arguments.front_matter,
        dates=arguments.dates,
        time_limit=arguments.time_limit,
        max_nodes=arguments.max_nodes,
        max_chars=arguments.max_chars,
    )
    if arguments.evidence and arguments.format != "json":
        raise UsageError("--evidence needs --format json")
    if arguments.front_matter and arguments.format != "markdown":
        raise UsageError("--front-matter needs --format markdown; --no-front-matter turns it off")
    _ = options.method  # a wrong name or parameter is reported before any page is read
    with Keeper(arguments.store) if arguments.store else contextlib.nullcontext() as keeper:
        return _extract_all(arguments, options, keeper)


def _extract_all(arguments: argparse.Namespace, options: Options, keeper: Keeper | None) -> int:
    """Extract every page, store the results if there is a store, and write them unless only storing was requested."""
    is_written = keeper is None or arguments.format is not None or arguments.output is not None
    arguments.format = arguments.format or "text"
    outputs = Outputs(arguments)
    outcomes: list[Outcome] = []
    failed: list[str] = []
    for name in arguments.pages:
        try:
            given = read_input(name, arguments.url)
            extraction = extract(given.page, options=options)
        except InputError as error:
            tell(error)
            failed.append(name)
            continue
        if keeper:
            keeper.keep(extraction, name, given.fetched, print_line=not is_written)
        if is_written:
            # In a single table of several pages, the header is written once.
            is_first = not outcomes or arguments.output is not None
            with even_unread(sys.stdout) if keeper else contextlib.nullcontext():
                outputs.write(_written(extraction, arguments, is_first=is_first), name)
        outcomes.append(extraction.outcome)
        if extraction.degraded:
            tell(f"{name}: {extraction.degraded}")
        if extraction.outcome is not Outcome.CONTENT:
            tell(f"{name}: {extraction.outcome.value}: {extraction.reason}")
    return _exit_code(outcomes, failed)


def _written(extraction: Extraction, arguments: argparse.Namespace, *, is_first: bool) -> str:
    """The result in the requested format, or the hidden text of the page."""
    if arguments.hidden and arguments.format != "json":
        return "\n".join(f"{item.cause}\t{item.css}\t{item.text}" for item in extraction.hidden)
    extras = {"evidence": arguments.evidence, "hidden": arguments.hidden}
    return extraction.written(arguments.format, header=is_first, **extras)


class Outputs:
    """Where results go: stdout, a file, or a folder with a file for each page."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._several = len(arguments.pages) > 1
        self._path: Path | None = arguments.output
        self._ending = ENDINGS.get(arguments.format, arguments.format)
        self._header = "==> {} <==\n" if self._several and arguments.format in ENDINGS else ""
        self._taken: set[str] = set()

    def write(self, written: str, name: str) -> None:
        """Write the result for the named page."""
        written = f"{text}\n" if (text := written.rstrip("\n")) else ""
        if self._path is None:
            written = self._header.format(name) + written
            shown = harmless(written) if sys.stdout.isatty() else written
            sys.stdout.buffer.write(shown.encode("utf-8", "replace"))
            sys.stdout.buffer.flush()
            return
        path = self._path
        if self._several or path.is_dir():
            path.mkdir(parents=True, exist_ok=True)
            path = path / f"{self._free(page_stem(name))}.{self._ending}"
        write_whole(path, written, errors="replace")

    def _free(self, stem: str) -> str:
        """The stem, with a number if an earlier page of this run has it, as files of different folders may."""
        numbered = (stem if number == 1 else f"{stem}-{number}" for number in itertools.count(1))
        free = next(each for each in numbered if each not in self._taken)
        self._taken.add(free)
        return free


#: Longer file names are truncated, since file systems refuse them.
MAX_STEM = 150


def page_stem(name: str) -> str:
    """A file name for the result of a page.

    >>> page_stem("pages/a.html"), page_stem("https://example.org/b/c?d=1"), page_stem("-")
    ('a', 'example.org_b_c_d_1', 'stdin')
    """
    if name == STDIN:
        return "stdin"
    if not is_url(name):
        return Path(name).stem
    address = name.split("://", 1)[1]
    return "".join(char if char.isalnum() or char in ".-" else "_" for char in address).strip("_.")[:MAX_STEM]


def _exit_code(outcomes: list[Outcome], failed: list[str]) -> int:
    if failed and len(failed) + len(outcomes) > 1:
        tell(f"{len(failed)} of {len(failed) + len(outcomes)} pages failed")
    if failed:
        return FAILURE
    return CONTENT if FOUND & set(outcomes) else NOTHING_FOUND
