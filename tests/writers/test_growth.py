"""No page makes a writer recurse, hang or fill the memory: cost and size grow with the page, not faster."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest

from thresher import Page, Selection, writers

FORMATS = ("text", "markdown", "html", "xml", "tei", "json")
#: Twice the page may cost this many times as much; sorting and noise are in it.
MAX_GROWTH = 3.2
#: An output is at most this many times as long as its page: deep quotes are marked on every line.
MAX_TIMES = 16
#: Times below this are noise.
MIN_SECONDS = 0.02

PAGES: dict[str, Callable[[int], str]] = {
    "nested blocks": lambda n: "<div>x " * n,
    "nested quotes": lambda n: "<blockquote>x" * n,
    "nested lists": lambda n: "<ul><li>x" * (n // 2),
    "nested tables": lambda n: "<table><tr><td>x" * (n // 10),
    "nested emphasis": lambda n: "<b>x <i>y " * (n // 2),
    "nested languages": lambda n: "<span lang=en>" * (n // 2) + "<p>x" * (n // 2),
    "links": lambda n: "<p>" + "".join(f"<a href=/{i}>{i}</a> " for i in range(n)),
    "notes": lambda n: "".join(f"<a href=#n{i}>{i % 99}</a> " for i in range(n // 4)) + "<p id=n1>x" * (n // 4),
    "rows": lambda n: "<table><tr><th>a<th>b" + "<tr><td>x<td>y" * (n // 4),
    "wide cells": lambda n: "<table>" + "<tr><td colspan=9007199254740992 rowspan=65534>x<td>y" * (n // 10),
    "high cells": lambda n: "<table><tr>" + "<td rowspan=60000>x" * 999 + "<tr><td>y" * (n // 4),
    "lines": lambda n: "<p>" + "x<br>" * n,
    "pictures": lambda n: "<p>t" + "<img src=/a.png alt=x> t" * n,
    "codes": lambda n: "<p>x" + "<code>a</code> b" * n,
    "formulas": lambda n: "<p>x" + "<math><mi>a</mi></math> b" * (n // 4),
    "deep formula": lambda n: "<p>x<math>" + "<mrow>" * n + "<mi>x</mi>",
    "stars": lambda n: "<p>" + "*" * n,
    "brackets": lambda n: "<p><a href=x>" + "[" * n,
    "sizes": lambda n: "<p>t<img srcset='" + "a.png 1w, " * n + "'> t",
    "addresses without sizes": lambda n: "<p>t<img srcset='" + "a" * 8 * n + "'> t",
    "readings": lambda n: "<ruby>" + "x<rt>y</rt>" * n,
    "items": lambda n: "<ol>" + "<li>x" * n,
}


def cost(name: str, html: str) -> tuple[float, int]:
    """Seconds of writing, and characters written."""
    page = Page.from_html(html, "https://mill.example/")
    selection = Selection(page, np.ones(len(page.text), dtype=bool))
    start = time.process_time()
    size = len(writers.create(name).write(selection))
    return time.process_time() - start, size


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("page", PAGES)
def test_growth(page: str, name: str) -> None:
    """A page twice as large costs at most about twice as much, and the output stays in proportion."""
    small, large = PAGES[page](4_000), PAGES[page](16_000)
    growth = []
    for _ in range(3):
        (before, _), (after, size) = cost(name, small), cost(name, large)
        assert size < MAX_TIMES * len(large) + 1000
        growth.append(max(after, MIN_SECONDS) / max(before, MIN_SECONDS / 4))
        if growth[-1] < MAX_GROWTH**2:
            return
    pytest.fail(f"four times the page cost {min(growth):.1f} times as much")


@pytest.mark.parametrize("name", FORMATS)
def test_deep_nesting(name: str) -> None:
    """200,000 elements within each other are written like any others."""
    page = Page.from_html("<div>" * 200_000 + "deep")
    assert "deep" in writers.create(name).write(Selection(page, np.ones(len(page.text), dtype=bool)))
