"""Text blocks: what a reader sees as one paragraph, heading, cell or line."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.page import Page


def texts(html):
    blocks = Page.from_html(html).blocks
    return [blocks.text(number) for number in range(len(blocks))]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>Bread <b>and</b> <i>butter</i>.</p>", ["Bread and butter."]),
        ("<div>One<p>Two</p>Three<p>Four</p></div>", ["One", "Two", "Three", "Four"]),
        ("<div>One<hr>Two<p></p>Three<br>Four</div>", ["One", "Two", "Three Four"]),
        ("<ul><li>One<li>Two <ul><li>Three</ul></ul>Four", ["One", "Two", "Three", "Four"]),
        ("<table><tr><td>1<td>2</table>", ["1", "2"]),
        ("<p>One<br>Two</p>", ["One Two"]),
        ("<p> </p>\n<p>\u3000</p><p>&nbsp;</p>", []),
        ("<span>Loose <a href=x>text</a></span> here", ["Loose text here"]),
        ("<a><h2>Title</h2><p>Teaser</p></a>", ["Title", "Teaser"]),
        ("<p>a<svg><text>b</text></svg>c</p>", ["a", "b", "c"]),
        ("", []),
    ],
)
def test_blocks(html, expected):
    """Block elements part text, inline elements do not; what has no text is no block."""
    assert texts(html) == expected


PIECES = ["<div>", "</div>", "<p>", "<b>", "</b>", "<li>", "<ul>", "</ul>", "x", " ", "y z ", "<br>", "<a>", "</a>"]


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_blocks_hold_all_text_once(html):
    """Blocks are in order, do not overlap, have text, and all text is in one of them."""
    page = Page.from_html(html)
    blocks = page.blocks
    assert (blocks.start < blocks.stop).all() and (blocks.start[1:] >= blocks.stop[:-1]).all()
    assert (blocks.length > 0).all() and blocks.length.sum() == page.length.sum()
    assert (blocks.of_run[page.length > 0] >= 0).all()
    for run in np.flatnonzero(blocks.of_run >= 0).tolist():
        number = blocks.of_run[run]
        assert blocks.start[number] <= run < blocks.stop[number]
        assert page.block[page.host[run]] == blocks.row[number]


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_totals(html):
    """The total of a column over a block is the sum over its runs, of flags their number."""
    page = Page.from_html(html)
    blocks = page.blocks
    assert blocks.total(page.length).tolist() == blocks.length.tolist()
    flags = page.length > 0
    assert blocks.total(flags).tolist() == [
        int(flags[start:stop].sum()) for start, stop in zip(blocks.start, blocks.stop, strict=True)
    ]
