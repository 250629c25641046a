"""How time grows with a page: each dimension of a made-up page is doubled, and the ratio of CPU times is printed.

    python benchmarks/growth.py [--algorithms cectd-ds,...] [--doublings 3] [--limit 2.3]

Time that grows with the size of the page doubles; the exit code is 1 where a ratio lies above the limit.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial

from thresher import algorithms, extract

#: A paragraph's worth of words.
WORDS = "Oats are sown in spring and cut in late summer. "

#: Name of each dimension: the page of that size, and the size to begin with.
DIMENSIONS: dict[str, tuple[Callable[[int], str], int]] = {
    "paragraphs": (lambda n: f"<p>{WORDS * 4}</p>" * n, 4_000),
    "list items": (lambda n: "<ul>" + "<li><a href=/x>Oats and rye</a></li>" * n + "</ul>" + WORDS * 20, 8_000),
    "table rows": (lambda n: "<table>" + "<tr><td>Oats<td>12<td>14</tr>" * n + "</table>", 6_000),
    "line breaks": (lambda n: "<div>" + (WORDS + "<br>") * n + "</div>", 10_000),
    "nesting depth": (lambda n: "<div>" * n + WORDS * 20, 25_000),
    "nested inline": (lambda n: "<p>" + "<b>" * n + WORDS, 25_000),
    "attributes": (lambda n: "<p " + " ".join(f"data-a{k}=x" for k in range(n)) + f">{WORDS * 20}</p>", 12_000),
    "classes": (lambda n: '<p class="' + " ".join(f"c{k}" for k in range(n)) + f'">{WORDS * 20}</p>', 25_000),
    "links": (lambda n: "<p>" + "<a href=/x>Oats</a> and rye " * n + "</p>", 25_000),
    "hidden rules": (
        lambda n: "<style>" + "".join(f".h{k}{{display:none}}" for k in range(n)) + f"</style><p>{WORDS * 20}</p>",
        5_000,
    ),
    "text": (lambda n: "<p>" + WORDS * n + "</p>", 40_000),
}
#: The best of so many runs counts, since others only add what the machine did meanwhile.
RUNS = 3


def main() -> int:
    """Measure, print, and say whether all is within the limit."""
    options = _options()
    worst = 0.0
    for name in options.algorithms.split(","):
        print(f"{name}\n  {'dimension':14}  {'size':>9}   CPU ms for each doubling, ratio of one doubling")
        for dimension in DIMENSIONS:
            ratio = _print_dimension(name, dimension, options.doublings)
            worst = max(worst, ratio)
    print(f"\nhighest ratio {worst:.2f}, limit {options.limit}")
    return int(worst > options.limit)


def _print_dimension(name: str, dimension: str, doublings: int) -> float:
    page_of, size = DIMENSIONS[dimension]
    method = algorithms.create(name)
    pages = [page_of(size << doubling) for doubling in range(doublings + 1)]
    times = [_cpu_time(partial(_text, method, page)) for page in pages]
    # The mean over all doublings: a single one is at the mercy of what else the machine does.
    ratio = float((times[-1] / times[0]) ** (1 / doublings))
    figures = "  ".join(f"{seconds * 1000:8.1f}" for seconds in times)
    print(f"  {dimension:14}  {size:9}   {figures}   {ratio:.2f}", flush=True)
    return ratio


def _text(method: algorithms.Algorithm, html: str) -> str:
    return extract(html, algorithm=method).text


def _cpu_time(work: Callable[[], object]) -> float:
    """Seconds of the fastest run."""
    found = []
    for _ in range(RUNS):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--algorithms", default=algorithms.DEFAULT, help="names of ours, with commas between")
    parser.add_argument("--doublings", type=int, default=3)
    parser.add_argument("--limit", type=float, default=2.3, help="highest ratio that is fine")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
