"""What each output format costs, against the bare parse of lexbor: CPU time of the writer alone, page by page in turn.

    python benchmarks/formats.py DATA... [--pages 200] [--rounds 5] [--algorithm cectd-ds] [--formats markdown,html]

Each writer gets a page that was just parsed and a selection that was just made, as it does in an extraction. What
formats hold besides what they write themselves (facts about the page, its media, other formats) is measured as well:
a format's own line is the whole, "itself" is the whole without these parts where all of them were measured.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborHTMLParser
from speed import BARE, measure, print_totals, spread_pages

from thresher import Page, Selection, algorithms, writers
from thresher.evaluate.datasets import LabelledPage
from thresher.media import media
from thresher.writers.record import record

#: What formats hold that is not a format.
PARTS: dict[str, Callable[[Selection], object]] = {"facts": record, "media": media}
#: Formats that hold others, or such parts.
INSIDE = {
    "json": ("text", "markdown", "facts", "media"),
    "xml": ("facts",),
    "tei": ("facts",),
    "csv": ("text", "facts"),
    "cuter-xml": ("media",),
}


def main() -> None:
    """Measure and print."""
    options = _options()
    pages = spread_pages(options)
    names = options.formats.split(",") if options.formats else list(writers.FORMATS)
    method = algorithms.create(options.algorithm)

    def prepare(page: LabelledPage) -> Selection:
        return method.select(Page.from_html(page.html, page.url))

    parts = [name for name in PARTS if any(name in INSIDE.get(each, ()) for each in names)]
    methods = [_bare_parse, *map(_writing, names), *map(PARTS.__getitem__, parts)]
    times = measure(methods, pages, options.rounds, prepare)
    print(f"{len(pages)} pages, {options.rounds} rounds\n")
    print_totals(*_with_own_parts([BARE, *names, *parts], times))


def _bare_parse(selection: Selection) -> object:
    return LexborHTMLParser(selection.page.source.html)


def _writing(name: str) -> Callable[[Selection], str]:
    return lambda selection: writers.create(name).write(selection)


def _with_own_parts(names: list[str], times: NDArray[np.float64]) -> tuple[list[str], NDArray[np.float64]]:
    """Names and times, also of the formats that hold others, or parts, without these."""
    place = {name: number for number, name in enumerate(names)}
    for name, inner in INSIDE.items():
        if {name, *inner} <= place.keys():
            own = times[:, place[name]] - sum(times[:, place[each]] for each in inner)
            names = [*names, f"{name} itself"]
            times = np.concatenate((times, own[:, np.newaxis]), axis=1)
    return names, times


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", nargs="+", help="files or folders of pages, as for `thresher bench`")
    parser.add_argument("--pages", type=int, default=200, help="how many pages, spread over the data")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--algorithm", default="cectd-ds")
    parser.add_argument("--formats", default="", help="names of formats, with commas between; by default all")
    return parser.parse_args()


if __name__ == "__main__":
    main()
