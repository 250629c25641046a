"""Plain text: what a reader would type."""

from __future__ import annotations

import numpy as np
import pytest

from thresher import Page, Selection
from thresher.writers.text import Text


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a<p>b", "a\n\nb"),
        ("a<br>b<br><br>c", "a\nb\n\nc"),
        ("<b>a</b><i>b</i> <u>c</u>", "ab c"),
        ("a <math><mi>x</mi><mo>+</mo><mn>1</mn></math> b", "a x+1 b"),
        ("a<x-y>b</x-y>c", "abc"),
        ("<button>a</button><button>b</button>", "a\n\nb"),
        ("<ul><li>a<ul><li>b</ul></ul>", "- a\n  - b"),
        ("<ol start=3><li>a<li value=7>b</ol>", "3. a\n7. b"),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a | b\nc | d"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("<ruby>a<rt>b</rt></ruby>", "a(b)"),
        ("<ruby>a<rp>[</rp><rt>b</rt><rp>]</rp></ruby>", "a[b]"),
    ],
)
def test_elements(html: str, expected: str) -> None:
    """Each kind of element is written as a reader would type it."""
    page = Page.from_html(html)
    assert Text().write(Selection(page, np.ones(len(page.text), dtype=bool))) == expected
