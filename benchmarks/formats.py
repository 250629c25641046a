"""What each output format costs, against the bare parse of lexbor: CPU time of the writer alone, page by page in turn.

    python benchmarks/formats.py DATA_FILE [--pages 200] [--rounds 5] [--algorithm cectd-ds] [--formats markdown,html]

Each writer gets a page that was just parsed and a selection that was just made, as it does in an extraction. Prints CPU
milliseconds a page, and the ratio to lexbor's bare parse, the median of the rounds.
"""

from __future__ import annotations

import argparse
import gc
import json
import lzma
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

from selectolax.lexbor import LexborHTMLParser

from thresher import Page, algorithms, writers

BARE = "lexbor (bare parse)"


def main() -> None:
    """Measure and print."""
    options = _options()
    pages = _pages(options.data, options.pages)
    names = options.formats.split(",") if options.formats else list(writers.FORMATS)
    rounds = [measure(pages, names, options.algorithm) for _ in range(options.rounds + 1)][1:]
    print(f"{len(pages)} pages, {options.rounds} rounds\n\n{'format':22}ms/page   ratio")
    for name in (BARE, *names):
        seconds = median(times[name] for times in rounds)
        ratio = median(times[name] / times[BARE] for times in rounds)
        print(f"{name:22}{1000 * seconds / len(pages):7.3f} {ratio:7.2f}")


def measure(pages: list[str], names: list[str], algorithm: str) -> dict[str, float]:
    """CPU seconds of the bare parse and of each format over all pages, one round."""
    method = algorithms.create(algorithm)
    times = dict.fromkeys((BARE, *names), 0.0)
    gc.disable()
    for html in pages:
        # Garbage is collected between pages, so that nobody pays for that of others.
        gc.collect()
        times[BARE] += _seconds(partial(LexborHTMLParser, html))
        for name in names:
            selection = method.select(Page.from_html(html, "https://page.example/"))
            times[name] += _seconds(partial(writers.create(name).write, selection))
    gc.enable()
    return times


def _seconds(work: Callable[[], object]) -> float:
    """CPU seconds of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def _pages(path: Path, count: int) -> list[str]:
    """*count* pages, evenly from a file of labelled pages."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        pages = [json.loads(line)["html"] for line in lines]
    return pages[:: max(1, len(pages) // count)][:count]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--algorithm", default="cectd-ds")
    parser.add_argument("--formats", default="")
    return parser.parse_args()


if __name__ == "__main__":
    main()
