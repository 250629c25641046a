"""``thresher feeds ACTION``: follow feeds, fetch their articles, keep and export them."""

from __future__ import annotations

import argparse
import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from thresher.cli.arguments import count, not_negative
from thresher.cli.exporting import export
from thresher.cli.inputs import read_bytes
from thresher.cli.main import CONTENT, FAILURE, INTERRUPTED, NOTHING_FOUND
from thresher.cli.messages import LiveLine, complain, many, tell, visible
from thresher.errors import FetchError

if TYPE_CHECKING:
    from thresher.feeds.settings import Settings
    from thresher.feeds.subscriptions import Followed
    from thresher.store import Store

EPILOG = """\
Fetching is polite: robots.txt is respected, and there is a pause between two
requests to a host. All state is in the store, so that the next run continues
one that was stopped.

examples:
  thresher feeds discover https://example.org/
  thresher feeds add https://example.org/feed.xml --store sqlite:///news.db
  thresher feeds import subscriptions.opml --store sqlite:///news.db
  thresher feeds run --store sqlite:///news.db
  thresher feeds run --watch --store sqlite:///news.db
  thresher feeds export --store sqlite:///news.db -o articles.jsonl
"""
EXIT_CODES = {
    FAILURE: "no feed could be fetched, or a failure that is reported on stderr",
    NOTHING_FOUND: "there are no such feeds or articles",
    INTERRUPTED: "stopped by Ctrl-C; the next run continues from there",
}

#: Formats of an export, repeated here because importing the module that writes them takes time.
FORMATS = ("jsonl", "cuter", "parquet")
#: Seconds between requests while the user waits.
HASTE = 0.3
#: Characters of a title in a list.
MAX_TITLE = 60
#: The number of failures that are listed individually.
MAX_PROBLEMS = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    store = argparse.ArgumentParser(add_help=False)
    store.add_argument("--store", required=True, metavar="URL", help="sqlite:///PATH or postgresql://USER@HOST/NAME")
    web = argparse.ArgumentParser(add_help=False)
    web.add_argument("--allow-private", action="store_true", help="allow hosts that are not on the public internet")
    web.add_argument(
        "--contact", default="", metavar="URL", help="URL or address that says who you are, sent to every server"
    )
    add = actions.add_parser("add", parents=[store, web], help="follow a feed, or the first feed of a site")
    add.add_argument("urls", nargs="+", metavar="URL", help="URL of a feed or of a page")
    add.add_argument("--unchecked", action="store_true", help="follow the URL without fetching it first")
    remove = actions.add_parser("remove", parents=[store], help="stop following feeds; their articles stay")
    remove.add_argument("urls", nargs="+", metavar="URL", help="URL of a feed that is followed")
    listing = actions.add_parser("list", parents=[store], help="list the feeds that are followed")
    listing.add_argument("--opml", action="store_true", help="as an OPML outline, for other feed readers")
    outline = actions.add_parser("import", parents=[store], help="follow the feeds of an OPML outline")
    outline.add_argument("file", metavar="FILE", help="an OPML file, or - for stdin")
    discover = actions.add_parser("discover", parents=[web], help="find the feeds of a site from one of its pages")
    discover.add_argument("url", metavar="URL", help="URL of any page of the site")
    actions.add_parser("status", parents=[store], help="count feeds and pages by state, and list failures")
    _add_run(actions.add_parser("run", parents=[store, web], help="fetch feeds that are due, and their new articles"))
    export = actions.add_parser("export", parents=[store], help="write the collected articles to a file")
    export.add_argument("-f", "--format", choices=FORMATS, default="jsonl", help="default: jsonl, a JSON object a line")
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to (default: stdout)")


def _add_run(run: argparse.ArgumentParser) -> None:
    run.add_argument("--watch", action="store_true", help="keep running until Ctrl-C")
    run.add_argument("-a", "--algorithm", metavar="NAME", help="the method, see: thresher algorithms (default: auto)")
    run.add_argument(
        "--delay", type=not_negative, default=1.0, metavar="S", help="seconds between requests to a host (default: 1)"
    )
    run.add_argument("--per-host", type=count, default=1, metavar="N", help="requests to a host at once (default: 1)")
    run.add_argument("--workers", type=count, metavar="N", help="extraction processes (default: all cores)")


def run(arguments: argparse.Namespace) -> int:
    """Run the action."""
    if arguments.action == "discover":
        return _discover(arguments)
    from thresher.store import Store

    creates = arguments.action in ("add", "import")
    with Store.open(arguments.store, create=creates) as store:
        from thresher.feeds.subscriptions import prepare

        return ACTIONS[arguments.action](prepare(store), arguments)


def _settings(arguments: argparse.Namespace) -> Settings:
    from thresher.feeds.settings import Settings

    return Settings(allow_private=arguments.allow_private, contact=arguments.contact, delay=HASTE)


def _discover(arguments: argparse.Namespace) -> int:
    from thresher.feeds.lookup import look_up

    found = look_up(arguments.url, _settings(arguments))
    for feed in found:
        line = f"{feed.url}  {feed.format}, {feed.entries} entries, {feed.source}  {feed.title[:MAX_TITLE]}"
        print(visible(line))
    return CONTENT if found else complain(f"no feed found at {arguments.url}", NOTHING_FOUND)


def _add(store: Store, arguments: argparse.Namespace) -> int:
    from thresher.feeds.subscriptions import add

    code = CONTENT
    for url in arguments.urls:
        try:
            feeds = [(url, "")] if arguments.unchecked else _first_feed(url, arguments)
        except FetchError as error:
            tell(error)
            code = FAILURE
            continue
        new = add(store, feeds)
        for address, title in feeds:
            tell(f"{'following' if address in new else 'already following'} {address}  {title[:MAX_TITLE]}")
    return code


def _first_feed(url: str, arguments: argparse.Namespace) -> list[tuple[str, str]]:
    """The feed at a URL, or the first of its site; others are mentioned."""
    from thresher.feeds.lookup import look_up

    found = look_up(url, _settings(arguments))
    if not found:
        raise FetchError(url, "it is not a feed, and it does not lead to one")
    for other in found[1:]:
        tell(f"there is also {other.url}  {other.title[:MAX_TITLE]}")
    return [(found[0].url, found[0].title)]


def _remove(store: Store, arguments: argparse.Namespace) -> int:
    from thresher.feeds.subscriptions import remove

    missing = [url for url in arguments.urls if not remove(store, url)]
    for url in missing:
        tell(f"{url} was not followed")
    return NOTHING_FOUND if missing else CONTENT


def _list(store: Store, arguments: argparse.Namespace) -> int:
    from thresher.feeds.opml import write_opml
    from thresher.feeds.subscriptions import followed

    feeds = followed(store)
    if arguments.opml:
        print(write_opml((feed.url, feed.title) for feed in feeds))
        return CONTENT
    for feed in feeds:
        print(_line_of(feed))
    return CONTENT if feeds else complain("no feeds are followed: thresher feeds add URL", NOTHING_FOUND)


def _line_of(feed: Followed) -> str:
    fetched = f"{feed.asked_at:%Y-%m-%d %H:%M}" if feed.asked_at else "never fetched   "
    reason = f"  ({feed.reason})" if feed.reason else ""
    return visible(f"{feed.state:8} {fetched}  {feed.entries:>6,}  {feed.url}  {feed.title[:MAX_TITLE]}{reason}")


def _import(store: Store, arguments: argparse.Namespace) -> int:
    from thresher.feeds.opml import read_opml
    from thresher.feeds.subscriptions import add

    feeds = read_opml(read_bytes(arguments.file))
    new = add(store, feeds)
    tell(f"{many(len(new), 'new feed')}, {len(feeds) - len(new):,} already followed")
    return CONTENT


def _status(store: Store, _arguments: argparse.Namespace) -> int:
    from thresher.feeds.subscriptions import problems, tally

    for name, states in tally(store).items():
        print(f"{name}: {', '.join(f'{count:,} {state}' for state, count in states.items()) or 'none'}")
    for url, reason in problems(store, MAX_PROBLEMS):
        print(visible(f"  {url}: {reason}"))
    return CONTENT


def _run(store: Store, arguments: argparse.Namespace) -> int:
    from thresher.feeds.crawl import Crawl
    from thresher.feeds.lock import alone
    from thresher.feeds.progress import Progress, summary
    from thresher.feeds.subscriptions import tally

    states = tally(store)
    if not states["feeds"]:
        return complain("no feeds are followed: thresher feeds add URL", NOTHING_FOUND)
    progress = Progress(states["pages"].get("waiting", 0))
    with alone(store), LiveLine() as line:
        crawl = Crawl(store, _run_settings(arguments), lambda crawl: line.show(progress.line(crawl)))
        asyncio.run(crawl.run(watch=arguments.watch))
    tell(f"{summary(crawl.counts)}{_next(crawl.waits_until)}")
    if crawl.is_stopped:
        tell("stopped; the next run continues from here")
        return INTERRUPTED
    fetched = crawl.counts["feeds"]
    return FAILURE if fetched and fetched == crawl.counts["failing"] else CONTENT


def _run_settings(arguments: argparse.Namespace) -> Settings:
    from dataclasses import replace

    from thresher.options import Options

    chosen = {"algorithm": arguments.algorithm, "workers": arguments.workers}
    settings = replace(
        _settings(arguments),
        delay=arguments.delay,
        per_host=arguments.per_host,
        **{name: value for name, value in chosen.items() if value is not None},
    )
    _ = Options(settings.algorithm).method  # a wrong name is reported before anything is fetched
    return settings


def _next(moment: datetime | None) -> str:
    """When the next run has something to do."""
    if moment is None:
        return ""
    minutes = max(0, round((moment - datetime.now(UTC)).total_seconds() / 60))
    return f"; the next feed is due in {minutes:,} min"


def _export(store: Store, arguments: argparse.Namespace) -> int:
    from thresher.feeds.export import export as write

    return export(arguments, lambda out: write(store, out, arguments.format), "article")


#: The actions that work on a store, by name.
ACTIONS = {
    "add": _add,
    "remove": _remove,
    "list": _list,
    "import": _import,
    "status": _status,
    "run": _run,
    "export": _export,
}
