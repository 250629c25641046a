"""Spans: slicing the source gives what a block or an element is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.page import Page
from thresher.page.spans import locate, readable
from thresher.page.whitespace import collapse

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/source.html"))


def block_sources(page):
    """The source of each block, ``None`` where it has none."""
    spans, blocks = locate(page), page.blocks
    for number in range(len(blocks)):
        span = spans.text(int(blocks.start[number]), int(blocks.stop[number]))
        yield blocks.text(number), None if span is None else page.source.html[slice(*span)]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_blocks_of_the_page_folders(path):
    """Every block of a page has a stretch of source that reads like it; only what the parser moved has none."""
    lost = []
    for text, source in block_sources(Page.from_html(path.read_bytes())):
        if source is None:
            lost.append(text)
        else:
            assert collapse(readable(source)).replace(" ", "") == text.replace(" ", "")
    assert len(lost) <= (2 if path.parent.name in ("misnested-table", "unclosed-tags", "self-closed-iframe") else 0)


@pytest.mark.parametrize(
    ("html", "text", "source"),
    [
        ("<p>Wheat &amp; chaff</p>", "Wheat & chaff", "Wheat &amp; chaff"),
        (
            "<p> \n<!-- x -->Wheat <!-- y --><b>and</b> chaff <!-- z --> </p>",
            "Wheat and chaff",
            "Wheat <!-- y --><b>and</b> chaff",
        ),
        ("<div>one<p>two</p>three</div>", "three", "three"),
        ("a\r\nb<p>\r\nc\r\nd</p>", "c d", "c\r\nd"),
        ("<p>one<p>two", "two", "two"),
        ("\ufeff<p>one</p>", "one", "one"),
        ("<p>1 < 2 &lt; 3</p>", "1 < 2 < 3", "1 < 2 &lt; 3"),
        ("<p>x<script>if (a<b) c</script>y</p>", "y", "y"),
        ("<iframe src=x /><p>after</p><iframe src=y /><p>all</p>", "all", "all"),
        ("<p>a\0b</p>", "ab", "a\0b"),
    ],
)
def test_texts(html, text, source):
    """Entities, comments, line ends, scripts and repairs do not move a span from its place."""
    found = dict(block_sources(Page.from_html(html)))
    assert found[text] == source


def test_elements():
    """An element's span goes from its start tag to its end tag, or to where its text ends."""
    page = Page.from_html("<ul><li>Rye<li>Oats</ul><p>Wheat")
    spans = locate(page)
    found = [spans.element(row) for row in range(3, len(page.tag))]
    assert [page.source.html[slice(*span)] for span in found] == [
        "<ul><li>Rye<li>Oats</ul>",
        "<li>Rye",
        "<li>Oats",
        "<p>Wheat",
    ]
    assert spans.element(0) is None


def test_text_that_the_parser_moved():
    """Text in a table outside of its cells is put before it, so no stretch of source is that block."""
    found = dict(block_sources(Page.from_html("<p>Wheat</p><table>moved<tr><td>cell</td></tr></table>")))
    assert found == {"Wheat": "Wheat", "moved": None, "cell": "cell"}


PIECES = [
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<table>",
    "<td>",
    "</table>",
    "<!--c-->",
    "rye ",
    "&amp;",
    "\r\n",
    "<br>",
    "</i>",
    "<li>",
    "<script>x</script>",
    "oats",
    "<a href='>'>",
    "</a>",
    "<iframe/>",
    "<",
    "\0",
]


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_any_source(html):
    """Whatever the source is, a span that is told reads like its block, and elements lie within the source."""
    page = Page.from_html(html)
    for text, source in block_sources(page):
        assert source is None or "".join(readable(source).replace("\0", "").split()) == "".join(
            text.replace("\ufffd", "").split()
        )
    spans = locate(page)
    for row in range(len(page.tag)):
        span = spans.element(row)
        assert span is None or 0 <= span.start < span.stop <= len(html)
