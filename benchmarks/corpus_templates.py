"""What templates of hosts bring: word F1 with and without, on sites of which a few pages are learned from.

    python benchmarks/corpus_templates.py DATA_FILE [--pages 5] [--algorithms auto,cectd-ds] [--results FILE]

The first pages of each site are for learning, the others are scored; pages without an address are left out. Prints
the mean of each method, and the difference that templates make with the interval in which it is nineteen times out of
twenty.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np
from results_file import put_part

from thresher import Page, extract
from thresher.algorithms import create
from thresher.algorithms.base import Algorithm
from thresher.algorithms.ensemble import Serial
from thresher.evaluate.datasets import LabelledPage, Problems, read
from thresher.evaluate.metrics import metric
from thresher.template import Template

#: Draws of pages for the interval.
DRAWS = 2000


def main() -> None:
    """Measure and print, and keep the figures if there is where."""
    options = _options()
    sites = sites_of(list(read([options.data], Problems())))
    figures = {name: measure(sites, create(name), options.pages) for name in options.algorithms.split(",")}
    for name, each in figures.items():
        print(
            f"{name}: {each['pages']} pages of {each['sites']} sites, {each['without']:.4f} without templates, "
            f"{each['with']:.4f} with, difference {each['difference']:+.4f} ({each['low']:+.4f} to {each['high']:+.4f})"
        )
    if options.results:
        put_part(
            options.results,
            "templates",
            {"set": options.data.name.partition(".")[0], "learned": options.pages, "methods": figures},
        )


def sites_of(pages: list[LabelledPage]) -> dict[str, list[LabelledPage]]:
    """Pages by site; those of which no site is known are left out."""
    sites: defaultdict[str, list[LabelledPage]] = defaultdict(list)
    for page in pages:
        if page.site:
            sites[page.site].append(page)
    return dict(sites)


def measure(sites: dict[str, list[LabelledPage]], method: Algorithm, learned: int) -> dict[str, float]:
    """Mean word F1 without and with templates, and the interval of the difference."""
    pairs = np.array([pair for pages in sites.values() for pair in _scores(pages, method, learned)])
    differences = pairs[:, 1] - pairs[:, 0]
    draws = np.random.default_rng(0).choice(differences, (DRAWS, len(differences))).mean(axis=1)
    return {
        "pages": len(pairs),
        "sites": sum(len(pages) > learned for pages in sites.values()),
        "without": float(pairs[:, 0].mean()),
        "with": float(pairs[:, 1].mean()),
        "difference": float(differences.mean()),
        "low": float(np.quantile(draws, 0.025)),
        "high": float(np.quantile(draws, 0.975)),
    }


def _scores(pages: list[LabelledPage], method: Algorithm, learned: int) -> list[tuple[float, float]]:
    """F1 of the pages of a site that were not learned from, without and with its template."""
    template = Template.learn([Page.from_html(page.html, page.url) for page in pages[:learned]])
    methods = (method, Serial((template, method)))
    return [
        tuple(
            metric("words").score(extract(page.html, page.url, algorithm=each).text, page.gold or "").value
            for each in methods
        )
        for page in pages[learned:]
    ]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--pages", type=int, default=5, help="pages of a site to learn from")
    parser.add_argument("--algorithms", default="auto,cectd-ds")
    parser.add_argument("--results", type=Path, help="JSON file that the docs are made from")
    return parser.parse_args()


if __name__ == "__main__":
    main()
