"""ContentEx's XML: posts with their facts, well-formed whatever the page was."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher import extract, writers

POST = (
    "<div class=post><a href=/user/{n}>A &amp; {n}</a> "
    "<a href='#p55{n}'><time datetime=2026-07-0{n}>July {n}</time></a>"
    "<div class=body><p>{text}</p><p>Yours truly, the farmer at the &lt;river&gt;.</p></div></div>"
)
SAYINGS = (
    "The rye is ripe by now, and the weather has held for a whole week in the valley.",
    "Then let us reap it before the rain comes, since wet sheaves rot in the barn.",
    "My neighbour began on Monday and has already brought in half of his fields.",
)
THREAD = "<div>" + "".join(POST.format(n=n, text=text) for n, text in enumerate(SAYINGS)) + "</div>"


def written(html, url=None, **fields):
    """The root element of a page's XML."""
    return ET.fromstring(writers.create("contentex-xml").write(extract(html, url, **fields).selection))  # noqa: S314 - ours


def test_thread():
    """Every post has its number, author, date, link and paragraphs; the page has its address and kind."""
    root = written(THREAD, "https://mill.example/forum/1?a=1&b=2", algorithm="contentex")
    assert root.attrib == {"url": "https://mill.example/forum/1?a=1&b=2", "type": "forum"}
    assert [post.attrib for post in root] == [
        {"n": str(n + 1), "author": f"A & {n}", "date": f"2026-07-0{n}", "link": f"#p55{n}"} for n in range(3)
    ]
    assert [[p.text for p in post] for post in root] == [
        [text, "Yours truly, the farmer at the <river>."] for text in SAYINGS
    ]


def test_any_method():
    """What a method without posts selects is one post."""
    root = written(f"<p>{SAYINGS[0]}</p><p>{SAYINGS[1]}</p>", algorithm="cectd-ds")
    assert [[p.text for p in post] for post in root] == [list(SAYINGS[:2])]
    assert root[0].attrib == {"n": "1"}


@pytest.mark.parametrize("html", ["", "<p></p>"])
def test_empty_page(html):
    """A page without content is a page without posts."""
    assert len(written(html, algorithm="contentex")) == 0


@given(st.text(max_size=100), st.text(max_size=40))
def test_well_formed(text, url):
    """Whatever the text and the address, the document is well-formed."""
    root = written(f"<div>{text}</div><p>{SAYINGS[0]}</p>", url, algorithm="contentex")
    assert root.tag == "page"
