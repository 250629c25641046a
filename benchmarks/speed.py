"""How fast methods are, against the bare parse of lexbor: CPU time of all of them, page by page in turn.

    python benchmarks/speed.py DATA... [--pages 200] [--rounds 5] [--algorithms cectd-ds,cetd-ds] [--peers all]

Prints CPU milliseconds a page, the ratio to lexbor's bare parse (median of the rounds), the ratio by deciles of page
size, and the peak memory of a process that does nothing else. Every method goes from a string to a text.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thresher import algorithms, extract
from thresher.evaluate import peers
from thresher.evaluate.datasets import LabelledPage, Problems, read

#: The yardstick: parsing and nothing else.
BARE = "lexbor (bare parse)"
#: Peers that are measured unless others are named: the fastest, and the usual ones.
USUAL_PEERS = ("resiliparse", "turbohtml", "trafilatura", "readability-lxml", "justext", "boilerpy3")
#: Pages of each method that are not measured, so that nobody pays for imports.
WARM_UP = 3
DECILES = 10


def main() -> None:
    """Measure and print."""
    options = _options()
    if options.peak:
        print(*_peak_memory(options.peak, Path(options.data[0])))
        return
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    pages = spread_pages(options)
    methods = _methods(options)
    times = measure(list(methods.values()), pages, options.rounds)
    sizes = np.array([len(page.html) for page in pages])
    print(f"{len(pages)} pages of {sizes.mean() / 1000:.0f} thousand characters on average, {options.rounds} rounds\n")
    print_totals(list(methods), times)
    _print_deciles(list(methods), times, sizes)
    if not options.no_memory:
        _print_memory(list(methods), pages)


def measure(
    methods: Sequence[Callable[[Any], object]],
    pages: Sequence[LabelledPage],
    rounds: int,
    prepare: Callable[[LabelledPage], object] = lambda page: page,
) -> NDArray[np.float64]:
    """CPU seconds by round, method and page; methods take turns on each page, so that a slow spell hits all alike.

    What each method gets is *prepared* anew from the page, which is not measured.
    """
    for method in methods:
        for page in pages[:WARM_UP]:
            method(prepare(page))
    # The pages that wait for their turn are nobody's garbage.
    gc.freeze()
    times = np.zeros((rounds, len(methods), len(pages)))
    # In any order: whoever always came after the same other one would always find its traces in the caches.
    orders = np.random.default_rng(seed=0)
    for turn in range(rounds):
        for number, page in enumerate(pages):
            for place in orders.permutation(len(methods)).tolist():
                subject = prepare(page)
                start = time.process_time()
                methods[place](subject)
                times[turn, place, number] = time.process_time() - start
    return times


def print_totals(names: list[str], times: NDArray[np.float64]) -> None:
    """Print milliseconds a page, and ratios to the first of the methods."""
    totals = times.sum(axis=2)
    milliseconds = np.median(totals, axis=0) / times.shape[2] * 1000
    ratios = np.median(totals / totals[:, :1], axis=0)
    width = max(map(len, names))
    print(f"{'method':{width}}   ms/page     ratio   (lowest - highest round)")
    for place, name in enumerate(names):
        spread = totals[:, place] / totals[:, 0]
        print(
            f"{name:{width}}  {milliseconds[place]:8.2f}  {ratios[place]:8.2f}   "
            f"({spread.min():.2f} - {spread.max():.2f})"
        )


def _print_deciles(names: list[str], times: NDArray[np.float64], sizes: NDArray[np.int64]) -> None:
    parts = [part for part in np.array_split(np.argsort(sizes, kind="stable"), DECILES) if len(part)]
    width = max(map(len, names))
    print(
        f"\nratio by deciles of page size, in thousand characters\n{'':{width}}  "
        + _row(sizes[part].mean() / 1000 for part in parts)
    )
    for place, name in enumerate(names):
        sums = [times[:, :, part].sum(axis=2) for part in parts]
        print(f"{name:{width}}  " + _row(float(np.median(each[:, place] / each[:, 0])) for each in sums))


def _row(numbers: Iterable[float]) -> str:
    return "".join(f"{number:8.1f}" for number in numbers)


def _print_memory(names: list[str], pages: Sequence[LabelledPage]) -> None:
    width = max(map(len, names))
    print(f"\npeak memory of a process that reads one page after the other, MB\n{'':{width}}     whole   for the pages")
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "pages.jsonl"
        with data.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps({"id": page.id, "html": page.html, "gold": ""}) + "\n" for page in pages)
        for name in names:
            print(f"{name:{width}}  {_memory_of(name, data)}", flush=True)


def _memory_of(name: str, data: Path) -> str:
    """Peak memory of a method, whole and beyond what it has once it is imported; measured in a process of its own."""
    words = [sys.executable, __file__, str(data), "--peak", name]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        return f"failed: {done.stderr.strip().splitlines()[-1:]}"
    before, after = map(int, done.stdout.split())
    return f"{after / 1024:8.0f}  {(after - before) / 1024:8.0f}"


def _peak_memory(name: str, data: Path) -> tuple[int, int]:
    """Peak memory in kilobytes before and after a method has seen all pages."""
    method = _method(name)
    method(LabelledPage("", "", f"<p>{'Oats. ' * 99}", None))
    before = _high_water()
    for page in read([data], Problems()):
        method(page)
    return before, _high_water()


def _high_water() -> int:
    """The most memory that this process ever had, in kilobytes."""
    status = Path("/proc/self/status")
    if status.is_file():
        # What getrusage tells a process on Linux includes its parent's memory at the time of the fork.
        return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _methods(options: argparse.Namespace) -> dict[str, Callable[[LabelledPage], object]]:
    asked = peers.installed() if options.peers == "all" else options.peers.split(",") if options.peers else []
    usual = [name for name in USUAL_PEERS if name in peers.installed()] if options.peers is None else asked
    names = [BARE, *options.algorithms.split(","), *usual]
    return {name: _method(name) for name in names}


def _method(name: str) -> Callable[[LabelledPage], object]:
    """What is measured under a name."""
    if name == BARE:
        from selectolax.lexbor import LexborHTMLParser

        return lambda page: LexborHTMLParser(page.html)
    if name in peers.PEERS:
        return peers.peer(name).extract
    method = algorithms.create(name)
    return lambda page: extract(page.html, page.url, algorithm=method).text


def spread_pages(options: argparse.Namespace) -> list[LabelledPage]:
    """Pages spread evenly over the data."""
    pages = list(read(map(Path, options.data), Problems()))
    return list(islice(pages, 0, None, max(1, len(pages) // options.pages)))[: options.pages]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", nargs="+", help="files or folders of pages, as for `thresher bench`")
    parser.add_argument("--pages", type=int, default=200, help="how many pages, spread over the data")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--algorithms", default=algorithms.DEFAULT, help="names of ours, with commas between")
    parser.add_argument("--peers", help="names of peers, 'all', or '' for none; by default the usual ones")
    parser.add_argument("--no-memory", action="store_true", help="leave out the peak memory")
    parser.add_argument("--peak", metavar="METHOD", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
