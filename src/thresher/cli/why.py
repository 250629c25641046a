"""``thresher why PAGE "some text"``: whether one sentence was kept, and why."""

from __future__ import annotations

import argparse
import json
import textwrap
from dataclasses import asdict

from thresher.cli.explain import add_method_arguments, options_of
from thresher.cli.inputs import read_page
from thresher.cli.main import CONTENT, NOTHING_FOUND
from thresher.explain.measures import number
from thresher.explain.verdicts import METHODS
from thresher.explain.why import Answer, Around, Occurrence, why

EPILOG = """\
examples:
  thresher why page.html "words of the page"
  thresher why page.html "words of the page" --algorithm cectd-ds
  thresher why page.html "words of the page" --json
"""

#: Exit code if the page has no such text; 0 means "kept" and 3 "on the page, but dropped".
ABSENT = 4
EXIT_CODES = {
    CONTENT: "the words were kept, in at least one place",
    NOTHING_FOUND: "they were dropped",
    ABSENT: "the page has no such text",
}
#: Number of elements around a sentence that are printed, nearest first.
MOST_AROUND = 8
#: Number of occurrences of a sentence that are shown in full.
MOST_PLACES = 10
#: Longer texts are truncated.
MOST_CHARS = 160
_INDENT = " " * 11


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("page", metavar="PAGE", help="a file, a URL, or - for stdin")
    parser.add_argument("text", metavar="TEXT", help="words of the page; white space and case do not matter")
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_method_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the answer; the exit code says whether the sentence was kept."""
    options = options_of(arguments)
    page = read_page(arguments.page, arguments.url)
    answer = why(page, arguments.text, options=options, methods=arguments.compare or METHODS)
    if arguments.json:
        print(json.dumps(asdict(answer), ensure_ascii=False, indent=2))
    else:
        _print(answer)
    return ABSENT if not answer.occurrences else CONTENT if answer.kept else NOTHING_FOUND


def _print(answer: Answer) -> None:
    if not answer.occurrences:
        print(_absent(answer))
    for number_of, occurrence in enumerate(answer.occurrences[:MOST_PLACES], start=1):
        if len(answer.occurrences) > 1:
            print(f"{number_of} of {len(answer.occurrences)}:")
        _print_occurrence(answer.method, occurrence)
    if len(answer.occurrences) > MOST_PLACES:
        print(f"and {len(answer.occurrences) - MOST_PLACES} more places")


def _absent(answer: Answer) -> str:
    """The message for a text that is not on the page."""
    if answer.elsewhere:
        return f"Not in the text of the page, but {answer.elsewhere}."
    near = [f"  {_cut(text)}" for text in answer.near]
    return "\n".join(["Not on the page. Similar texts:", *near] if near else ["Not on the page."])


def _print_occurrence(method: str, found: Occurrence) -> None:
    print(f"{_share(found.kept).capitalize()} by {method}: {found.decided}.")
    _line("text", _cut(found.text))
    _line("label", found.label + (f"; {found.hidden}" if found.hidden and found.hidden != found.decided else ""))
    if found.score is not None:
        limit = f", threshold {number(found.threshold)}" if found.threshold is not None else ""
        _line("score", f"{found.score_name} {number(found.score)}{limit}")
    _line("element", found.path)
    _line("around", _around(found.around))
    _line("others", _others(found.keepers))
    print()


def _around(elements: list[Around]) -> str:
    """Elements from the outside in, with their scores."""
    shown = [each.name + (f" ({number(each.score)})" if each.score is not None else "") for each in elements]
    return " > ".join(["…", *shown[-MOST_AROUND:]] if len(shown) > MOST_AROUND else shown)


def _others(keepers: dict[str, float]) -> str:
    """What the other methods do with it, grouped by agreement."""
    shares = dict.fromkeys(_share(share) for share in keepers.values())
    return "; ".join(
        f"{said} by {', '.join(name for name, share in keepers.items() if _share(share) == said)}" for said in shares
    )


def _share(kept: float) -> str:
    return "kept" if kept == 1 else "dropped" if kept == 0 else f"kept to {kept:.0%}"


def _line(name: str, text: str) -> None:
    if text:
        print(textwrap.fill(f"  {name:<9}{text}", 110, subsequent_indent=_INDENT, break_long_words=False))


def _cut(text: str) -> str:
    return text if len(text) <= MOST_CHARS else text[:MOST_CHARS] + "…"
