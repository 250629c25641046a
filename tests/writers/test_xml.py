"""XML and TEI: always well-formed, and valid by their schemas."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from thresher import Page, Selection
from thresher.writers.tei import Tei
from thresher.writers.xml import Xml

PAGES = sorted(Path(__file__).parents[1].joinpath("pages").glob("*/source.html"))
OURS = files("thresher.writers").joinpath("document.rng").read_bytes()
TEI = Path(__file__).with_name("tei_subset.rng").read_bytes()
TAGS = (
    "p div b i a ul ol li dl dt dd table caption tr td th blockquote pre code h1 h2 h3 figure figcaption img hr br sup "
    "section article details summary q ruby rt math mi del span input video iframe"
).split()
PIECES = st.one_of(
    st.builds("<{}>".format, st.sampled_from(TAGS)),
    st.builds("</{}>".format, st.sampled_from(TAGS)),
    st.sampled_from(
        ["<img src=a alt='\"<'>", "<a href=#n>1</a>", "<p id=n>", "<li id=n>", "<td colspan=2>", "]]>", "&"]
    ),
    st.text(max_size=6),
)


def everything(html: bytes | str) -> Selection:
    """All text of a page."""
    page = Page.from_html(html, "https://mill.example/")
    return Selection(page, np.ones(len(page.text), dtype=bool))


def valid(xml: str, schema: bytes = OURS) -> None:
    """Fail unless *xml* is valid by a schema."""
    etree.RelaxNG(etree.fromstring(schema)).assertValid(etree.fromstring(xml.encode(), etree.XMLParser(huge_tree=True)))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_pages_are_valid(path: Path) -> None:
    """The XML of every page of ours is valid by the schema."""
    valid(Xml().write(everything(path.read_bytes())))


@given(st.lists(PIECES, max_size=40).map("".join))
def test_soup_is_valid(source: str) -> None:
    """Whatever soup of tags a page is, its XML is valid by the schema."""
    valid(Xml().write(everything(source)))


@given(st.lists(PIECES, max_size=40).map("".join))
def test_tei_soup_is_valid(source: str) -> None:
    """Whatever soup of tags a page is, its TEI is valid by the part of the guidelines that we use."""
    valid(Tei().write(everything(source)), TEI)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_tei_is_valid(path: Path) -> None:
    """The TEI of every page of ours is valid by the part of the guidelines that we use."""
    valid(Tei().write(everything(path.read_bytes())), TEI)


@pytest.mark.parametrize("writer", [Xml(), Tei()])
def test_nothing_selected(writer: Xml | Tei) -> None:
    """A page without content is a document without content, with what is known about it."""
    page = Page.from_html("<title>Spelt &amp; rye</title>")
    root = ElementTree.fromstring(writer.write(Selection.nothing(page, "no text")))  # noqa: S314 - our own output
    assert "Spelt & rye" in "".join(root.itertext())


@pytest.mark.parametrize("writer", [Xml(), Tei()])
def test_forbidden_characters(writer: Xml | Tei) -> None:
    """Characters that XML forbids are left out."""
    ElementTree.fromstring(writer.write(everything("<p>a\x02\x0b\ufffe&#x1b;b")))  # noqa: S314 - our own output


def test_tei_header() -> None:
    """The header of TEI tells who wrote a page, what it is called, and where and when it was published."""
    head = "<html lang=en><title>Rye</title><meta name=author content='Ann Rye'><meta name=date content=2025-05-04>"
    tei = Tei().write(everything(f"{head}<meta property=og:site_name content='The Mill'><p>a"))
    assert "<titleStmt><title>Rye</title><author>Ann Rye</author></titleStmt>" in tei
    assert '<publisher>The Mill</publisher><date when="2025-05-04">2025-05-04</date>' in tei
    assert '<language ident="en">en</language>' in tei


def test_language_of_code() -> None:
    """A block of code tells its language."""
    xml = Xml().write(everything("<p>a<pre><code class=language-c>b</code></pre>"))
    assert '<preformatted language="c">b</preformatted>' in xml


def test_no_confidence_is_estimated() -> None:
    """XML does not tell how sure a method is, so a method that has to look for that is not asked."""
    page = Page.from_html("<p>Rye")
    Xml().write(Selection(page, np.array([True]), given_confidence=lambda: pytest.fail("asked")))
