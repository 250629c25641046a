"""Pieces of text, and the page rebuilt from them."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from thresher.explain.data import Case
from thresher.explain.picture import MAX_BOXES, Picture
from thresher.explain.report import report
from thresher.explain.verdicts import verdicts
from thresher.options import Options
from thresher.page import Page
from thresher.page.whitespace import collapse

PAGES = sorted((Path(__file__).parent.parent / "pages").glob("*/source.html"))


def case_of(html: str | bytes, *methods: str) -> Case:
    page = Page.from_html(html)
    return Case(page, verdicts(page, Options(algorithm=methods[0]), methods[1:]), Options())


def picture(html: str | bytes) -> ElementTree.Element:
    """The picture of a page, as a tree: whatever the page is, it is well-formed."""
    case = case_of(html, "cectd-ds")
    drawn = Picture(case.page, case.count).html(case.by_block)
    return ElementTree.fromstring(f"<div>{drawn.replace('<br>', '<br/>')}</div>")  # noqa: S314 - made just now


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_the_picture_has_every_block(path):
    """Each block of the page is there once, in order, with its text; tags and attributes are ours alone."""
    root, page = picture(path.read_bytes()), Page.from_html(path.read_bytes())
    blocks = [node for node in root.iter() if node.get("id")]
    assert [node.get("id") for node in blocks] == [f"b{number}" for number in range(len(page.blocks))]
    for number, node in enumerate(blocks):
        assert collapse("".join(node.itertext())).replace(" ", "") == page.blocks.text(number).replace(" ", "")
    assert {node.tag for node in root.iter()} <= {"div", "span", "br"}
    assert {name for node in root.iter() for name in node.keys()} <= {"class", "id", "dir", "role", "tabindex"}  # noqa: SIM118


@pytest.mark.parametrize("method", ["danag", "bte", "r2l"])
def test_pieces_are_the_selection(method):
    """The pieces that a method keeps are what it selects, to the character, where it cuts inside of runs as well."""
    for path in PAGES[:20]:
        case = case_of(path.read_bytes(), method, "cetr")
        texts = case.verdicts[0].selection.texts()
        shown = [
            "".join(case.page.text[span.run][span.start : span.stop] for span in piece.spans)
            for piece in case.pieces
            if piece.signature[0]
        ]
        in_blocks = [text for run, text in enumerate(texts) if case.page.blocks.of_run[run] >= 0]
        assert "".join("".join(shown).split()) == "".join("".join(in_blocks).split())


def test_lists_and_tables_keep_their_nesting():
    """Items are in their list, cells in their row."""
    root = picture("<ul><li>Rye<ul><li>Winter rye</ul></ul><table><tr><td>Oats<td>Nine</table>")
    inner = root.find("div[@class='x ul']/div[@class='x li']/div[@class='x ul']/div[@class='x li']/div")
    assert inner is not None and inner.text == "Winter rye"
    assert len(root.findall("div[@class='x table']/div[@class='x tr']/div[@class='x td']")) == 2


def test_boxes_are_bounded():
    """Boxes nested deeper than a person can see are not written."""
    root = picture("<ul><li>" * 500 + "Rye")
    assert sum(1 for node in root.iter() if (node.get("class") or "").startswith("x ")) == MAX_BOXES


def test_pictures_are_words():
    """A picture is what its alternative text says, escaped; one without words is left out."""
    made = report('<p>Rye</p><img src=a alt="A &lt;b&gt; field"><img src=b><p>Oats</p>')
    assert made.count('class="media"') == 1
    assert "img: A &lt;b&gt; field" in made
