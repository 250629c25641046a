"""How much memory a page takes at most, from a string to its text, against what is allowed.

    python benchmarks/memory.py [--algorithms cectd-ds,...]

Allowed are 12 bytes for each character, 400 for each node and 60 MB besides. Each page has a process of its own, whose
peak is what the operating system says; the exit code is 1 where a page takes more.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from thresher import algorithms, extract

BYTES_PER_CHARACTER, BYTES_PER_NODE, BYTES_BESIDES = 12, 400, 60_000_000

LATIN = "Oats are sown in spring and cut in late summer, as every farmer in the valley knows. "
CHINESE = "燕麦在春天播种，夏末收割，山谷里的每个农民都知道。"

#: Name of each page, and how it is made.
PAGES: dict[str, Callable[[], str]] = {
    "20 MB of text": lambda: f"<p>{LATIN * (20_000_000 // len(LATIN))}</p>",
    "20 MB in paragraphs": lambda: f"<p>{LATIN * 10}</p>" * (20_000_000 // (len(LATIN) * 10 + 7)),
    "20 million Chinese characters": lambda: f"<p>{CHINESE * 40}</p>" * (20_000_000 // (len(CHINESE) * 40 + 7)),
    "60 MB of text": lambda: f"<p>{LATIN * (60_000_000 // len(LATIN))}</p>",
    "300,000 nodes": lambda: "<p>Oats</p>" * 150_000,
    "300,000 nodes with links": lambda: "<li><a href=/x class=y>Oats</a></li>" * 100_000,
    "300,000 nodes with attributes": lambda: '<p id="x" class="a b c" style="color:red">Oats</p>' * 150_000,
    "200,000 nested elements": lambda: "<div>" * 200_000 + LATIN,
    "100,000 attributes": lambda: "<p " + " ".join(f"a{n}=x" for n in range(100_000)) + f">{LATIN}</p>",
}
#: One character beyond 16 bits makes every text that holds it take four bytes for each character, in Python as in the
#: parser; such pages are shown, not judged.
WIDE_PAGES: dict[str, Callable[[], str]] = {
    "20 MB of text, an emoji": lambda: f"<p>🌾{LATIN * (20_000_000 // len(LATIN))}</p>",
    "20 MB in paragraphs, an emoji": lambda: "<p>🌾</p>" + PAGES["20 MB in paragraphs"](),
}


def main() -> int:
    """Measure every page, print, and say whether all are within what is allowed."""
    options = _options()
    if options.page:
        print(json.dumps(_take(options.page, options.algorithms)))
        return 0
    worst = 0.0
    for name in options.algorithms.split(","):
        print(f"{name}\n  {'page':30} {'characters':>11} {'nodes':>8} {'peak MB':>8} {'allowed':>8} {'share':>6}")
        worst = max([worst, *(_print_page(page, name) for page in PAGES)])
        for page in WIDE_PAGES:
            _print_page(page, name)
    return int(worst > 1)


def _print_page(page: str, algorithm: str) -> float:
    """Measure a page in a process of its own; the answer is the share of the allowed that it takes."""
    command = [sys.executable, str(Path(__file__)), "--page", page, "--algorithms", algorithm]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    finished = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    found = json.loads(finished.stdout)
    allowed = BYTES_PER_CHARACTER * found["characters"] + BYTES_PER_NODE * found["nodes"] + BYTES_BESIDES
    share = found["peak"] / allowed
    figures = f"{found['characters']:11,} {found['nodes']:8,} {found['peak'] / 1e6:8.0f} {allowed / 1e6:8.0f}"
    print(f"  {page:30} {figures} {share:6.2f}", flush=True)
    return float(share)


def _take(name: str, algorithm: str) -> dict[str, int]:
    """Extract one page here; its size, and the peak of this process."""
    html = (PAGES | WIDE_PAGES)[name]()
    extraction = extract(html, algorithm=algorithm)
    size = len(extraction.text)
    # Linux counts in units of 1024 bytes.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    nodes = len(extraction.page.tag) + len(extraction.page.text)
    return {"characters": len(html), "nodes": nodes, "written": size, "peak": peak}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--algorithms", default=algorithms.DEFAULT, help="names of ours, with commas between")
    parser.add_argument("--page", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
