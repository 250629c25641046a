"""How often a page's title, authors and date are those of the gold, and what they cost.

    python benchmarks/metadata.py DATA_FILE [--dates thorough] [--part tuned|held|all] [--misses 20]

Pages are split in two by their hosts: rules were written while looking at one part ("tuned"), the other ("held"), a
quarter of the hosts, was only measured. Each line tells, of the pages whose gold has the fact: how many there are, the
share of which the value stands in the HTML at all, the share for which ours is the gold's, and the share for which it
or an alternative is; then the same for the pages that tell the fact one way, and for those that contradict themselves.

- Titles are compared without case and signs, both as they are and without the name of the site that the page tells.
- Authors are compared as sets of names, without degrees and roles on both sides.
- Dates are compared by day.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import re
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from thresher import Page
from thresher.dates import read_date
from thresher.dates.months import MONTHS
from thresher.evaluate.datasets import LabelledPage, Problems, read
from thresher.metadata import FIELDS, Fact, Metadata
from thresher.metadata.names import names_in
from thresher.metadata.site_names import without_site
from thresher.metadata.title_parts import squashed


class Measured(NamedTuple):
    """A fact that is compared with the gold."""

    name: str
    gold: Callable[[LabelledPage], str | None]
    fact: Callable[[Metadata], Fact[Any]]
    keys: Callable[[object, Metadata], frozenset[object]]  #: what a value is compared by; one in common is enough
    is_in: Callable[[str, str], bool]  #: whether a gold value stands in the HTML


def title_keys(value: object, metadata: Metadata) -> frozenset[object]:
    """A title without case and signs, with and without the name of the site."""
    title, url = unescape(str(value)), metadata.page.url
    sites = [metadata.site.value, *(each.value for each in metadata.site.alternatives)]
    known = [site for site in sites if site]
    return frozenset(map(squashed, (title, without_site(title, (), url), without_site(title, known, url))))


def author_keys(value: object, _metadata: Metadata) -> frozenset[object]:
    """The set of names."""
    text = ", ".join(value) if isinstance(value, tuple) else str(value)
    return frozenset((frozenset(map(squashed, names_in(text) or (text,))),))


def day_keys(value: object, _metadata: Metadata) -> frozenset[object]:
    """The day."""
    return frozenset((str(value)[:10],))


def text_is_in(value: str, html: str) -> bool:
    """Whether a text stands in the HTML, whatever is between its words."""
    first = names_in(value)[:1] or (value,)
    return squashed(value) in html or squashed(first[0]) in html


def day_is_in(value: str, html: str) -> bool:
    """Whether a day stands in the HTML in one of the usual forms, which are without signs here."""
    year, month, day = [*value.split("-"), "", ""][:3]
    names = MONTHS["en"].split()[int(month) - 1].split("/") if month else []
    forms = (
        [year + month + day, f"{int(month)}{int(day or 1)}{year}", f"{int(day or 1)}{int(month)}{year}"]
        if month
        else [year]
    )
    forms += [
        f"{name}{number}{end}{year}"
        for name in names
        for number in {day, str(int(day or 1))}
        for end in ("", "st", "nd", "rd", "th")
    ]
    forms += [f"{number}{name}{year}" for name in names for number in {day, str(int(day or 1))}]
    forms += [month + day + year, day + month + year]
    return any(form in html for form in forms)


MEASURED = (
    Measured("title", lambda page: page.title, lambda found: found.title, title_keys, text_is_in),
    Measured("authors", lambda page: page.author, lambda found: found.authors, author_keys, text_is_in),
    Measured("published", lambda page: page.date, lambda found: found.published, day_keys, day_is_in),
)
PARTS = ("tuned", "held")


def main() -> None:
    """Measure and print."""
    options = _options()
    pages = list(read([options.data], Problems()))
    for part in PARTS if options.part == "all" else (options.part,):
        chosen = [page for page in pages if part_of(page) == part]
        print(f"{part}: {len(chosen)} pages\n\n{'fact':24}{'gold':>6}{'findable':>10}{'right':>8}{'or other':>10}")
        for line in _table(chosen, options.dates, options.misses):
            print(line)
    print(
        f"\nCPU milliseconds a page, extraction aside: {_cost(pages[:: max(1, len(pages) // 200)], options.dates):.2f}"
    )


def part_of(page: LabelledPage) -> str:
    """Which part a page is in, by its host."""
    host = (urlsplit(page.url or "").hostname or page.id).removeprefix("www.")
    # Rules were written twice, each time while looking at another half.
    looked_at = hashlib.sha256(host.encode()).digest()[0] % 2 or zlib.crc32(host.encode()) % 2 == 0
    return PARTS[0] if looked_at else PARTS[1]


def _table(pages: Iterable[LabelledPage], dates: str, misses: int) -> Iterator[str]:
    """A line for each fact; ahead of it some pages that it is not right for."""
    counts: Counter[tuple[str, str]] = Counter()
    for page in pages:
        metadata = Metadata(Page.from_html(page.html, page.url), dates=dates)
        html = squashed(unescape(re.sub(r"<!--.*?-->", "", page.html, flags=re.DOTALL)))
        for measured in MEASURED:
            if gold := measured.gold(page):
                wanted, fact = measured.keys(gold, metadata), measured.fact(metadata)
                right = fact.value is not None and bool(measured.keys(fact.value, metadata) & wanted)
                other = right or any(measured.keys(each.value, metadata) & wanted for each in fact.alternatives)
                words = ("gold", *_words(measured.is_in(gold, html), right, other))
                counts.update((name, word) for name in (measured.name, _way(measured, metadata)) for word in words)
                if not right and counts[measured.name, "gold"] - counts[measured.name, "right"] <= misses:
                    yield f"  {measured.name} of {page.id}: {gold!r}, not {fact.value!r} ({fact.source})"
    for name in (each for measured in MEASURED for each in (measured.name, *_ways(measured))):
        total = counts[name, "gold"]
        shares = [counts[name, word] / max(total, 1) for word in ("findable", "right", "other")]
        yield f"{name:24}{total:6}{shares[0]:10.3f}{shares[1]:8.3f}{shares[2]:10.3f}"
    yield ""


def _ways(measured: Measured) -> tuple[str, str]:
    return f"  {measured.name}, one way", f"  {measured.name}, several"


def _way(measured: Measured, metadata: Metadata) -> str:
    """The line for a page that tells a fact one way, or for one that contradicts itself."""
    fact = measured.fact(metadata)
    own = measured.keys(fact.value, metadata)
    return _ways(measured)[any(own.isdisjoint(measured.keys(each.value, metadata)) for each in fact.alternatives)]


def _words(findable: bool, right: bool, other: bool) -> list[str]:
    return [word for word, holds in (("findable", findable), ("right", right), ("other", other)) if holds]


def _cost(pages: list[LabelledPage], dates: str) -> float:
    """CPU milliseconds for the values of all facts of a page that was just extracted."""
    read_date("4 May 2025")
    spent = 0.0
    gc.disable()
    for labelled in pages:
        page = Page.from_html(labelled.html, labelled.url)
        _ = page.hidden, page.blocks
        start = time.process_time()
        metadata = Metadata(page, dates=dates)
        for name in FIELDS:
            if name != "language":  # the model of a detector is loaded once, and takes longer than all pages
                metadata.value(name)
        spent += time.process_time() - start
    gc.enable()
    return 1000 * spent / max(len(pages), 1)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--dates", choices=("fast", "thorough"), default="fast")
    parser.add_argument("--part", choices=(*PARTS, "all"), default="all")
    parser.add_argument("--misses", type=int, default=0, help="print so many pages for which each fact is not right")
    return parser.parse_args()


if __name__ == "__main__":
    main()
