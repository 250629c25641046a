"""A whole crawl of a small web of our own (`feed_site`), measured: completeness, politeness, speed, memory, kills.

    python benchmarks/feeds.py [--articles 5000] [--feeds 200] [--hosts 40] [--kills 20] [--store URL]
                               [--results FILE]

With ``--kills N`` the crawl is killed N times by SIGKILL, each time after a share of what is left that is drawn by lot.
The exit code is 1 where an article is missing or doubled, a near-duplicate is not marked, a host was asked against its
rules, or memory grew with the number of pages.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

from feed_site import Site, resolve
from frozen import frozen_source
from results_file import put_part
from sqlalchemy import func, select

from thresher.feeds.addresses import canonical
from thresher.feeds.crawl import Crawl
from thresher.feeds.settings import Settings
from thresher.feeds.subscriptions import add, prepare
from thresher.feeds.tables import PAGE
from thresher.fetch import FetchLimits
from thresher.store import Store
from thresher.store.schema import EXTRACTIONS

#: Articles a second that are asked for.
WANTED_RATE = 100
#: What memory may grow by after two fifths of all pages.
MAX_GROWTH = 0.1
HERE = Path(__file__).parent


def main() -> int:
    """Crawl, check, print."""
    options = _options()
    if options.crawl:
        return _crawl(options.crawl)
    with tempfile.TemporaryDirectory() as folder, frozen_source(), _served(options) as site:
        url = options.store or f"sqlite:///{folder}/feeds.db"
        with Store.open(url) as store:
            add(prepare(store), [(address, "") for address in site.feed_urls])
        figures = _killed(url, options.kills, options.seed, options.articles) | _finished(url)
        with Store.open(url) as store:
            faults = check(store, site, _report(site), was_killed=bool(options.kills))
            figures |= speed(store) | {"near-duplicates": "{} of {} marked".format(*marked(store, site))}
        faults += _faults_of_memory({int(pages): size for pages, size in figures["MB after so many pages"].items()})
    print(json.dumps(figures | {"load": os.getloadavg()[0]}, indent=2))
    print("\n".join(faults) or "every article once, every rule kept")
    if options.results and options.kills:
        sizes = {name: getattr(options, name) for name in ("kills", "articles", "feeds", "hosts")}
        put_part(options.results, "kills_feeds", sizes | {"faults": faults})
    return int(bool(faults))


@contextlib.contextmanager
def _served(options: argparse.Namespace) -> Iterator[Site]:
    """The site, served by a process of its own."""
    sizes = {"hosts": options.hosts, "feeds": options.feeds, "articles": options.articles}
    words = [word for name, value in sizes.items() for word in (f"--{name}", str(value))]
    command = [sys.executable, str(HERE / "feed_site.py"), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout  # noqa: S101 - it is a pipe
            yield Site(int(server.stdout.readline()), **sizes)
        finally:
            server.kill()


def _start(url: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(Path(__file__)), "--crawl", url]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _killed(url: str, kills: int, seed: int, articles: int) -> dict[str, Any]:
    """Kill crawls, each after it has done a share of what is left that is drawn by lot, and a moment more."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    begun = time.monotonic()
    after = []
    for number in range(kills):
        done = _done(url)
        wanted = done + rng.randint(0, 2 * (articles - done) // (kills - number + 2))
        with _start(url) as crawl:
            while crawl.poll() is None and _done(url) < wanted:
                time.sleep(0.05)
            with contextlib.suppress(subprocess.TimeoutExpired):
                crawl.wait(rng.uniform(0, 0.5))
            crawl.send_signal(signal.SIGKILL)
        after.append(_done(url))
        if sys.stderr.isatty():
            print(f"\r\033[K{number + 1} of {kills} kills", end="", file=sys.stderr, flush=True)
    seconds = round(time.monotonic() - begun, 1)
    return {"killed after so many pages": after, "seconds with kills": seconds} if kills else {}


def _done(url: str) -> int:
    """How many pages are done."""
    with Store.open(url) as store, store.reading() as connection:
        return connection.scalar(select(func.count()).where(PAGE.c.state != "waiting")) or 0


def _finished(url: str) -> dict[str, Any]:
    """Let a crawl finish, and say what it took."""
    begun = time.monotonic()
    with _start(url) as crawl:
        output, _ = crawl.communicate()
    if crawl.returncode:
        raise SystemExit(f"the crawl ended with code {crawl.returncode}")
    return {"seconds": round(time.monotonic() - begun, 1), **json.loads(output)}


def settings() -> Settings:
    """How the site is crawled: its hosts say how often they may be asked, and nothing there is worth a long wait."""
    limits = FetchLimits(max_bytes=2_000_000, seconds=3, redirects=5)
    return Settings(
        allow_private=True,
        delay=0.1,
        limits=limits,
        attempts=3,
        first_retry=timedelta(seconds=0.5),
        patience=10,
        resolve=resolve,
    )


def _crawl(url: str) -> int:
    """What runs in a process of its own: a crawl, and what it took."""
    begun = time.monotonic()
    memory: dict[int, int] = {}
    with Store.open(url) as store:
        counts = asyncio.run(Crawl(prepare(store), settings(), lambda crawl: _note_memory(crawl, memory)).run())
    own, workers = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    figures = {
        "crawl seconds": round(time.monotonic() - begun, 1),
        "counts": counts,
        "MB": own.ru_maxrss // 1024,
        "MB after so many pages": memory,
        "MB of a worker": workers.ru_maxrss // 1024,
        "CPU seconds": round(own.ru_utime + own.ru_stime, 1),
        "CPU seconds of workers": round(workers.ru_utime + workers.ru_stime, 1),
    }
    print(json.dumps(figures))
    return 0


def _note_memory(crawl: Crawl, memory: dict[int, int]) -> None:
    """Note what this process takes, after every thousand pages."""
    pages = 1000 * round(crawl.counts["done"] / 1000)
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    memory[pages] = max(memory.get(pages, 0), resident // 2**20)


def _report(site: Site) -> dict[str, Any]:
    with urllib.request.urlopen(f"http://127.0.0.1:{site.port}/report") as answer:
        return dict(json.loads(answer.read()))


def check(store: Store, site: Site, report: dict[str, Any], *, was_killed: bool = False) -> list[str]:
    """What is wrong, as sentences: articles that are missing, doubled or misjudged, and rules that were broken."""
    with store.reading() as connection:
        pages = {canonical(row.url): row for row in connection.execute(select(PAGE))}
        stored = Counter(canonical(url) for url in connection.scalars(select(EXTRACTIONS.c.url)))
    faults = [f"{url} is in the store {count} times" for url, count in stored.items() if count > 1]
    copies = sum(site.kind(number) == "copy" for number in range(site.articles))
    seen = sum(page.state == "seen" for page in pages.values())
    faults += [] if seen == copies else [f"{seen} of {copies} copies were noticed"]
    for number in range(site.articles):
        url = site.article_url(number)
        page = pages.get(canonical(url))
        found = (page.state if page else "unknown", stored[canonical(url)])
        if found not in _allowed(site, number, site.expected[url]):
            reason = page.reason if page else "never seen"
            faults.append(f"{url} ({site.kind(number) or 'plain'}) is {found[0]}, stored {found[1]} times: {reason}")
    near, expected = marked(store, site)
    faults += [] if near == expected else [f"{near} of {expected} near-duplicates were marked"]
    faults += _faults_of_politeness(report)
    twice = {} if was_killed else {name: count for name, count in report["served"].items() if count > 1}
    faults += [
        f"article {name} was fetched {count} times" for name, count in twice.items() if not _is_retried(site, name)
    ]
    return faults


def _allowed(site: Site, number: int, state: str) -> set[tuple[str, int]]:
    """What may become of an article; of two with the same content one is stored, the other was seen."""
    if "copy" in (site.kind(number), site.kind(number + 1)):
        return {("stored", 1), ("seen", 0)}
    return {(state, int(state == "stored"))}


def marked(store: Store, site: Site) -> tuple[int, int]:
    """How many near-duplicates are marked, and how many there are; of two, the one that was stored later is."""
    columns = (EXTRACTIONS.c.url, EXTRACTIONS.c.id, EXTRACTIONS.c.duplicate_of)
    with store.reading() as connection:
        found = {canonical(row.url): (row.id, row.duplicate_of) for row in connection.execute(select(*columns))}
    pairs = [(number - 1, number) for number in range(site.articles) if site.kind(number) == "near"]
    stored = [sorted(found.get(canonical(site.article_url(each)), (0, 0)) for each in pair) for pair in pairs]
    return sum(first[1] is None and second[1] == first[0] for first, second in stored), len(pairs)


def _is_retried(site: Site, name: str) -> bool:
    """Whether an article is of a kind that is asked for again."""
    return site.kind(int(name)) == "broken-off"


def _faults_of_politeness(report: dict[str, Any]) -> list[str]:
    early = [
        f"{host} was asked again after {gap:.3f} s of {delay}" for host, (gap, delay) in report["too_early"].items()
    ]
    crowd = [f"a host had {report['most_at_once']} requests at once"] if report["most_at_once"] > 1 else []
    return [*early, *crowd, *report["offences"]]


def _faults_of_memory(megabytes: dict[int, int]) -> list[str]:
    """What is wrong with the memory of a crawl after so many pages."""
    early = [size for pages, size in megabytes.items() if pages >= 0.4 * max(megabytes)]
    grown = max(early) / early[0] - 1
    return [f"memory grew by {grown:.0%} after two fifths of all pages"] if grown > MAX_GROWTH else []


def speed(store: Store) -> dict[str, Any]:
    """Articles a second, from the first feed that was read to the last but a twentieth of the articles."""
    asked = select(PAGE.c.done_at).where(PAGE.c.state == "stored").order_by(PAGE.c.done_at)
    with store.reading() as connection:
        done = [*connection.scalars(asked)]
        begin = connection.scalar(select(PAGE.c.found_at).order_by(PAGE.c.found_at).limit(1))
    most = done[: len(done) * 19 // 20]
    rate = len(most) / max(0.001, (most[-1] - begin).total_seconds()) if most and begin else 0.0
    return {"articles": len(done), "articles a second": round(rate, 1), "wanted": WANTED_RATE}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name in ("articles", "feeds", "hosts"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Site, name), metavar="N")
    parser.add_argument("--kills", type=int, default=0, metavar="N", help="how often the crawl is killed")
    parser.add_argument("--seed", type=int, default=1, help="of the moments of the kills")
    parser.add_argument("--store", metavar="URL", help="an empty store (default: SQLite in a temporary folder)")
    parser.add_argument("--results", type=Path, help="JSON file that the docs are made from")
    parser.add_argument("--crawl", metavar="URL", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
