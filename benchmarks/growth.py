"""How time grows with a page: each dimension of a made-up page is doubled, for methods and for writers.

    python benchmarks/growth.py [--algorithms auto,...|all|none] [--formats markdown,...|all|none]
                                [--dimensions NAME ...] [--times 8] [--doublings 3] [--limit 2.9] [--results FILE]

What is timed is the method on a page that was just read, or the writer on all of such a page. Time that grows with the
size doubles with it; what sorts takes a little more, and large pages leave the processor's cache. The exit code is 1
where the mean of the doublings lies above the limit. With --results, each method and writer is kept when it is done.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

# The threads of numpy begin beyond some size, and wait at the cost of CPU time; before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from results_file import change_part

from thresher import Page, Selection, algorithms, writers

#: A sentence.
STORY = "Oats are sown in spring and cut in late summer, as every farmer knows. "

#: Signs of which a long run makes a regular expression go back and forth, if one can be made to.
TRAPS = {
    "spaces": " ",
    "no-break spaces": "\u00a0",
    "newlines": "\n",
    "dots": ".",
    "dashes": "-",
    "commas": ",",
    "colons": ":",
    "slashes": "/",
    "backslashes": "\\",
    "less-than signs": "<",
    "ampersands": "&",
    "quotes": '"',
    "apostrophes": "'",
    "opening brackets": "[",
    "closing brackets": "]",
    "parentheses": "(",
    "braces": "{",
    "stars": "*",
    "underscores": "_",
    "backticks": "`",
    "bars": "|",
    "hashes": "#",
    "letters": "o",
    "digits": "1",
    "dates": "1.",
    "addresses": "a@",
    "percent signs": "%2",
    "letters and blanks": "o ",
    "letters and hyphens": "oo-",
    "broken words": "oo- ",
    "comments": "<!--",
    "tags": "<a ",
    "marks of headings": "#¶",
    "tabs and newlines": "\t\n",
}


#: Facts about a page that are read from what it declares.
METAS = ("author", "keywords", "description", "og:title", "og:site_name", "date", "article:published_time", "generator")


def trap(sign: str, count: int) -> str:
    """A page with a run of a sign wherever somebody may look for a pattern."""
    run, told = escape(sign * count), json.dumps(f"Oats {sign * count} x")
    metas = "".join(f'<meta name="{name}" content="Oats {run} x">' for name in METAS)
    linked = f'<script type="application/ld+json">{{"@type": "Article", "headline": {told}, "author": {told}}}</script>'
    head = f"<title>Oats {run} x</title>{metas}{linked}<style>p.{run}{{</style>"
    words = f'class="{run}" id="x{run}" style="width: 1{run}" dir="{run}" lang="{run}"'
    inner = f'<h1>Oats {run} x</h1><p {words}>{STORY}{run}x</p><a href="{run}">{run}</a><p class=byline>By {run} x'
    image = f'<img alt="{run}" srcset="{run} x" src="/{run}" width="1{run}">'
    picture = f"<figure>{image}<figcaption>{run} x</figcaption></figure>"
    times = f"<time datetime='1{run}x'>1{run}</time><p class=date>2024{run}x"
    return f"{head}<body>{inner}{picture}{times}<pre class='language-{run}'>{run}</pre><p>{STORY * 3}</p>"


def rows_of(count: int, row: Callable[[int], str]) -> str:
    """So many rows, one after the other."""
    return "".join(map(row, range(count)))


#: Name of each dimension: the page of that size, and the size that tests begin with.
DIMENSIONS: dict[str, tuple[Callable[[int], str], int]] = {
    "paragraphs": (lambda n: f"<p>{STORY * 3}</p>" * n, 250),
    "text": (lambda n: f"<p>{STORY * n}</p>", 1_500),
    "list items": (lambda n: "<ul>" + "<li><a href=/x>Oats</a> and rye</li>" * n + f"</ul>{STORY * 9}", 400),
    "table rows": (lambda n: "<table>" + "<tr><td>Oats<td>12<td>14</tr>" * n + "</table>", 200),
    "table columns": (lambda n: "<table>" + f"<tr>{'<td>Oats' * n}</tr>" * 3 + "</table>", 250),
    "cells that span": (lambda n: "<table>" + "<tr><td rowspan=3 colspan=2>Oats<td>12</tr>" * n + "</table>", 150),
    "line breaks": (lambda n: "<div>" + f"{STORY}<br>" * n + "</div>", 600),
    "nesting depth": (lambda n: "<div>" * n + STORY * 9, 1_500),
    "nested inline": (lambda n: "<p>" + "<b>" * n + STORY, 1_500),
    "nested words": (lambda n: "<p>" + "<b>oats<i>Rye" * n + "</i>12</b>Mill" * n, 700),
    "words side by side": (lambda n: "<p>" + rows_of(n, lambda k: f"<a href=/{k}>oats</a><i>Rye</i>"), 500),
    "nested lists": (lambda n: "<ul><li>" * n + STORY * 9, 700),
    "nested quotes": (lambda n: "<blockquote>x" * n, 400),
    "nested tables": (lambda n: "<table><tr><td>" * n + STORY, 150),
    "attributes": (lambda n: "<p hidden " + rows_of(n, lambda k: f"a{k}=x ") + f">x</p>{STORY * 9}", 1_500),
    "classes": (lambda n: "<p class='" + rows_of(n, lambda k: f"c{k} ") + f"'>{STORY * 9}</p>", 4_000),
    "elements with classes": (lambda n: rows_of(n, lambda k: f"<p class='c{k}' id='i{k}'>Oats</p>"), 500),
    "links": (lambda n: rows_of(n, lambda k: f"<a href=/{k}>Oats</a> and rye "), 500),
    "pictures": (lambda n: rows_of(n, lambda k: f"<p>Oats <img src=/{k}.jpg alt=Rye>"), 300),
    "hidden elements": (lambda n: f"<p>{STORY}</p>" * 99 + "<p hidden>x</p>" * n, 500),
    "nested elements that open": (lambda n: f"<p>{STORY * 9}</p>" + "<div hidden class=tab>" * n + "x", 700),
    "rules that hide": (
        lambda n: "<style>" + rows_of(n, lambda k: f".h{k}{{display:none}}") + f"</style><p class=h1>{STORY}",
        500,
    ),
    "self-closed elements": (lambda n: "<html><body>" + "<iframe src='x'/><p>Oats</p>" * n, 300),
    "entities": (lambda n: "<p>" + "&amp;&lt;&nbsp;&notit;&#x41; " * n, 1_500),
    "formulas": (lambda n: "<p>x" + "<math><mi>a</mi></math> b" * n, 250),
    "notes": (lambda n: rows_of(n, lambda k: f"<a href=#n{k}>{k}</a> ") + rows_of(n, lambda k: f"<p id=n{k}>x"), 150),
    "posts": (
        lambda n: rows_of(n, lambda k: f"<div class=post id=p{k}><b class=author>Ada</b> 5 May 2024<p>{STORY}</div>"),
        120,
    ),
    "comments in the source": (lambda n: f"{STORY * 9}" + "<!-- x -->" * n, 2_000),
    "mixed scripts": (lambda n: "<p>" + "Oats قمح 小麦 ข้าว 👩\u200d🌾 Za\u0301 " * n, 500),
    **{name: (partial(trap, sign), 1_500) for name, sign in TRAPS.items()},
}
#: Rounds of which the quickest run of each page counts, since others only add what the machine did meanwhile.
ROUNDS = 3
#: How much larger the second page of a test is, and how many times as long it may take: linear is 4, quadratic 16.
#: Between them is room for what is not the method's: large pages leave the processor's cache, and memory beyond some
#: size is given and taken back by the system.
TIMES, MOST = 4, 8.0
#: A test needs so many rounds to be passed, as the first one pays for what is loaded once, and so many to be failed.
LEAST_ROUNDS, MOST_ROUNDS = 2, 8


@dataclass(frozen=True)
class Subject:
    """A method or a writer: what is done with a page that was just read."""

    kind: str  #: "algorithm" or "format"
    name: str

    def seconds(self, html: str) -> float:
        """CPU time that it takes once."""
        page = Page.from_html(html, "https://mill.example/")
        work = self.work(page, Selection(page, np.ones(len(page.text), dtype=bool)))
        gc.collect(0)
        start = time.process_time()
        work()
        return time.process_time() - start

    def work(self, page: Page, everything: Selection) -> Callable[[], object]:
        """What is timed."""
        if self.kind == "algorithm":
            return partial(algorithms.create(self.name).select, page)
        return partial(writers.create(self.name).write, everything)


def subjects(names: Sequence[str], formats: Sequence[str]) -> list[Subject]:
    """Methods and writers of some names."""
    return [*(Subject("algorithm", name) for name in names), *(Subject("format", name) for name in formats)]


def quickest(seconds: Callable[[str], float], pages: Sequence[str], before: Sequence[float] = ()) -> list[float]:
    """The least time of each page, that of earlier rounds included.

    A round goes through all pages, so that what else the machine does meets them alike.
    """
    times = [seconds(page) for page in pages]
    return list(map(min, times, before)) if before else times


def growth(seconds: Callable[[str], float], small: str, large: str) -> float:
    """By what the time of a large page exceeds that of a small one; rounds go on while it seems to be too much."""
    times: list[float] = []
    for done in range(MOST_ROUNDS):
        times = quickest(seconds, (small, large), times)
        if done + 1 >= LEAST_ROUNDS and times[1] <= MOST * times[0]:
            break
    return times[1] / times[0]


def main() -> int:
    """Measure, print, and say whether all is within the limit."""
    options = _options()
    worst = 0.0
    for subject in subjects(options.algorithms, options.formats):
        print(
            f"{subject.kind} {subject.name}\n  {'dimension':26}  {'size':>9}   CPU ms for each doubling, ratio of one"
        )
        ratios = dict(_measured(subject, options))
        worst = max(worst, *ratios.values())
        if options.results:
            change_part(options.results, "growth", partial(_with, options, f"{subject.kind} {subject.name}", ratios))
    print(f"\nhighest ratio {worst:.2f}, limit {options.limit}")
    return int(worst > options.limit)


def _with(
    options: argparse.Namespace, name: str, ratios: dict[str, float], before: dict[str, Any] | None
) -> dict[str, Any]:
    facts = {"times": options.times, "doublings": options.doublings, "limit": options.limit}
    return facts | {"ratios": (before or {}).get("ratios", {}) | {name: ratios}}


def _measured(subject: Subject, options: argparse.Namespace) -> Iterator[tuple[str, float]]:
    """Each dimension, and by what one doubling of it multiplies the time."""
    for dimension in options.dimensions or DIMENSIONS:
        page_of, least = DIMENSIONS[dimension]
        size = least * options.times
        pages = [page_of(size << doubling) for doubling in range(options.doublings + 1)]
        times: list[float] = []
        for _ in range(ROUNDS):
            times = quickest(subject.seconds, pages, times)
        # The mean over all doublings: a single one is at the mercy of what else the machine does.
        ratio = (times[-1] / times[0]) ** (1 / options.doublings)
        figures = "  ".join(f"{seconds * 1000:8.1f}" for seconds in times)
        print(f"  {dimension:26}  {size:9}   {figures}   {ratio:.2f}", flush=True)
        yield dimension, round(ratio, 3)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    names, formats = partial(_chosen, known=algorithms.names()), partial(_chosen, known=[*writers.FORMATS])
    parser.add_argument("--algorithms", type=names, default=[algorithms.DEFAULT], help="names with commas, all or none")
    parser.add_argument("--formats", type=formats, default=[], help="names with commas, all or none")
    parser.add_argument("--dimensions", action="append", choices=list(DIMENSIONS), metavar="NAME")
    parser.add_argument("--times", type=int, default=8, help="how much larger pages are than those of the tests")
    parser.add_argument("--doublings", type=int, default=3)
    parser.add_argument("--limit", type=float, default=2.9, help="highest ratio that is fine")
    parser.add_argument("--results", type=Path, help="JSON file that the docs are made from")
    return parser.parse_args()


def _chosen(words: str, known: list[str]) -> list[str]:
    return known if words == "all" else [] if words == "none" else words.split(",")


if __name__ == "__main__":
    sys.exit(main())
