"""``thresher store list|show|search|export``: the results that ``thresher PAGE... --store URL`` has stored."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from thresher.cli.arguments import count
from thresher.cli.exporting import export
from thresher.cli.main import CONTENT, NOTHING_FOUND
from thresher.cli.messages import complain, tell, visible
from thresher.selection import Outcome

if TYPE_CHECKING:
    from thresher.store import Filter, Found, Store, StoredExtraction

EPILOG = """\
A store is filled by thresher PAGE... --store URL and thresher feeds run.

examples:
  thresher store list --store sqlite:///results.db --kind article
  thresher store show 17 --store sqlite:///results.db
  thresher store search rye "bak*" -n 5 --store sqlite:///results.db
  thresher store export --store sqlite:///results.db --format xml -o results.xml
"""
EXIT_CODES = {NOTHING_FOUND: "no matching results"}

#: Formats of an export, repeated here because importing the store takes time.
FORMATS = ("jsonl", "xml", "parquet")
#: Marks around a match: bold on a terminal, brackets elsewhere.
BOLD, ASTERISKS = ("\033[1m", "\033[0m"), ("**", "**")
#: Characters of a title in a list.
MAX_TITLE = 80
#: Facts that are shown above a record's text, if they are known.
SHOWN = (
    "id url canonical_url final_url title authors published modified language outcome reason kind confidence algorithm"
    " version status fetched_at stored_at seen_at duplicate_of"
).split()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    where = argparse.ArgumentParser(add_help=False)
    where.add_argument("--store", required=True, metavar="URL", help="sqlite:///PATH or postgresql://USER@HOST/NAME")
    wanted = argparse.ArgumentParser(add_help=False)
    wanted.add_argument("--outcome", choices=[each.value for each in Outcome], help="only with this outcome")
    wanted.add_argument("--kind", help="only pages of this kind, such as article")
    wanted.add_argument("--language", metavar="CODE", help="only in this language, such as de")
    wanted.add_argument("--since", type=_moment, metavar="DATE", help="only results first stored on that day or later")
    limit = argparse.ArgumentParser(add_help=False)
    limit.add_argument("-n", "--limit", type=count, default=20, metavar="N", help="at most N results (default: 20)")
    actions.add_parser("list", parents=[where, wanted, limit], help="list the newest results, a line each")
    show = actions.add_parser("show", parents=[where], help="show one result with everything known about it")
    show.add_argument("name", metavar="NUMBER|URL", help="number of a result, or URL of a page")
    show.add_argument(
        "-f", "--format", choices=("markdown", "text", "json"), default="markdown", help="default: markdown"
    )
    search = actions.add_parser("search", parents=[where, wanted, limit], help="find results by their words")
    search.add_argument("query", nargs="+", metavar="WORD", help='words, "words in a row", begin*, -unwanted')
    export = actions.add_parser("export", parents=[where, wanted], help="write all results to a file")
    export.add_argument("-f", "--format", choices=FORMATS, default="jsonl", help="default: jsonl, a JSON object a line")
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to (default: stdout)")


def run(arguments: argparse.Namespace) -> int:
    """Run the action on a store, which must exist."""
    from thresher.store import Store

    with Store.open(arguments.store, create=False) as store:
        return ACTIONS[arguments.action](store, arguments)


def _moment(text: str) -> datetime:
    """A day or a time, in UTC unless it has a zone."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"must be a day or time such as 2026-09-14 or 2026-09-14T08:30, not {text!r}"
        ) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _wanted(arguments: argparse.Namespace) -> Filter:
    from thresher.store import Filter

    return Filter(arguments.outcome, arguments.kind, arguments.language, arguments.since)


def _list(store: Store, arguments: argparse.Namespace) -> int:
    wanted = _wanted(arguments)
    records = store.list(wanted, limit=arguments.limit)
    for record in records:
        print(f"{record.stored_at:%Y-%m-%d %H:%M} {line_of(record, record.id)}")
    total = store.count(wanted)
    if total > len(records):
        tell(f"the newest {len(records)} of {total:,}; --limit shows more")
    return CONTENT if records else complain("no matching results", NOTHING_FOUND)


def line_of(record: StoredExtraction, status: object = "") -> str:
    """A record as a line of a list, after its number or status."""
    return f"{status:>6}  {record.outcome:9}  {record.kind or '-':13}  {_heading(record)}"


def _heading(record: StoredExtraction) -> str:
    """Title and URL on one line."""
    title = " ".join(visible(record.title).split())
    return f"{title[:MAX_TITLE]}  {visible(record.url)}"


def _show(store: Store, arguments: argparse.Namespace) -> int:
    name: str = arguments.name
    record = store.get(int(name) if name.isdecimal() else name)
    if record is None:
        return complain(f"there is no result {name}", NOTHING_FOUND)
    if arguments.format == "json":
        print(json.dumps(record.as_dict(), ensure_ascii=False, indent=2))
        return CONTENT
    for fact, value in _facts(store, record).items():
        print(f"{fact}: {visible(str(value))}")
    print(f"\n{getattr(record, arguments.format).rstrip()}")
    return CONTENT


def _facts(store: Store, record: StoredExtraction) -> dict[str, object]:
    """The known facts about a record that are shown."""
    plain = record.as_dict() | {"authors": ", ".join(record.authors)}
    facts = {name: plain[name] for name in SHOWN if plain[name] not in (None, "")}
    facts |= {item.kind: f"{item.url} {item.caption or item.alt}".rstrip() for item in record.media[:1]}
    others = [str(each.id) for each in store.versions(record.url) if each.id != record.id]
    return facts | ({"other versions": ", ".join(others)} if others else {})


def _search(store: Store, arguments: argparse.Namespace) -> int:
    found = store.search(" ".join(arguments.query), _wanted(arguments), limit=arguments.limit)
    marks = BOLD if sys.stdout.isatty() else ASTERISKS
    for each in found:
        print(_found_lines(each, *marks))
    return CONTENT if found else complain("nothing found", NOTHING_FOUND)


def _found_lines(found: Found, before: str, after: str) -> str:
    snippet = replace(found.snippet, text=visible(found.snippet.text)).marked(before, after)
    return f"{found.record.id:>6}  {_heading(found.record)}\n        {snippet}"


def _export(store: Store, arguments: argparse.Namespace) -> int:
    return export(arguments, lambda out: store.export(out, arguments.format, _wanted(arguments)), "result")


#: The actions, by name.
ACTIONS = {"list": _list, "show": _show, "search": _search, "export": _export}
