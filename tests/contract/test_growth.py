"""How cost grows with the page: twice as much of anything costs little more than twice the CPU time."""

from __future__ import annotations

import gc
import time
from statistics import median

import pytest

from thresher import extract

STORY = "Oats are sown in spring and cut in late summer, as every farmer knows. "
#: What twice the size may cost; features of thousands of blocks leave the processor's cache earlier than densities do.
LIMITS = {"cectd-ds": 2.3, "auto": 2.8}
#: The machine does other things too: the limit counts as broken only if so many pairs of runs say so together.
PAIRS = 9

#: The page of each size, and a size that takes long enough to be measured.
DIMENSIONS = {
    # Up to about ten thousand, memory that was used before is used again; beyond, the system gives and takes it.
    "paragraphs": (lambda n: f"<p>{STORY * 3}</p>" * n, 12_000),
    "list items": (lambda n: "<ul>" + "<li><a href=/x>Oats</a> and rye</li>" * n + f"</ul>{STORY * 9}", 6_000),
    "table rows": (lambda n: "<table>" + "<tr><td>Oats<td>12<td>14</tr>" * n + "</table>", 4_000),
    "line breaks": (lambda n: "<div>" + f"{STORY}<br>" * n + "</div>", 12_000),
    "nesting depth": (lambda n: "<div>" * n + STORY * 9, 40_000),
    "nested lists": (lambda n: "<ul><li>" * n + STORY * 9, 15_000),
    "attributes": (lambda n: "<p hidden " + " ".join(f"a{k}=x" for k in range(n)) + f">x</p>{STORY * 9}", 40_000),
    "classes": (lambda n: "<p class='" + " ".join(f"c{k}" for k in range(n)) + f"'>{STORY * 9}</p>", 120_000),
    "elements with classes": (lambda n: "".join(f"<p class='c{k}'>Oats</p>" for k in range(n)), 12_000),
    "links": (lambda n: "<a href=/x>Oats</a> " * n, 15_000),
    "hidden elements": (lambda n: f"<p>{STORY}</p>" * 99 + "<p hidden>x</p>" * n, 10_000),
    "nested elements that open": (lambda n: f"<p>{STORY * 9}</p>" + "<div hidden class=tab>" * n + "x", 20_000),
    "rules that hide": (
        lambda n: "<style>" + "".join(f".h{k}{{display:none}}" for k in range(n)) + f"</style>{STORY}",
        10_000,
    ),
    "self-closed elements": (lambda n: "<html><body>" + "<iframe src='x'/><p>Oats</p>" * n, 8_000),
    "text": (lambda n: f"<p>{STORY * n}</p>", 40_000),
}


def cpu_time(html, algorithm):
    """Seconds from a page to its text."""
    gc.collect()
    start = time.process_time()
    assert extract(html, algorithm=algorithm).text is not None
    return time.process_time() - start


@pytest.mark.parametrize("algorithm", LIMITS)
@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_growth(dimension, algorithm):
    """Twice the size costs at most the limit, by the fastest runs or by the median of pairs of runs."""
    page_of, size = DIMENSIONS[dimension]
    single, double = page_of(size), page_of(2 * size)
    pairs: list[tuple[float, float]] = []
    while len(pairs) < PAIRS:
        pairs.append((cpu_time(single, algorithm), cpu_time(double, algorithm)))
        fastest = min(twice for _, twice in pairs) / min(once for once, _ in pairs)
        usual = median(twice / once for once, twice in pairs)
        if len(pairs) > 1 and min(fastest, usual) <= LIMITS[algorithm]:
            return
    pytest.fail(f"twice the {dimension} cost {fastest:.2f} times the time, usually {usual:.2f}")
