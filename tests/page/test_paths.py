"""Paths lead to one element: the parser's own selectors, and those of another library, find it by them."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from thresher.page import Page
from thresher.page.paths import MAX_STEPS, Paths

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/source.html"))
ODD = (
    "<svg><g><text>a</text></g><foreignObject><p>b</p></foreignObject></svg><math><mi>x</mi></math><x-y>c</x-y>"
    "<o:p>d</o:p><p id='1 a'>e<p id=dup>f<p id=dup>g<p id=ok><b>h</b><table>i<tr><td>j</table><a<b>k</a<b>"
)


def rows_of(page):
    return [row for row in range(len(page.tag)) if Paths(page).css(row) is not None]


@pytest.mark.parametrize(
    "html", [*(path.read_bytes() for path in PAGES), ODD], ids=[*(p.parent.name for p in PAGES), "odd"]
)
def test_paths_resolve(html):
    """The CSS path and the XPath of every element select it and nothing else."""
    page = Page.from_html(html)
    paths, document, elements = Paths(page), page.tree.document, page.tree.elements
    for row in rows_of(page):
        assert document.select(paths.css(row)) == [elements[row]]
        assert document.xpath(paths.xpath(row)) == [elements[row]]


def elements_of(page):
    """The elements of a page as those of another library, with their attributes that a path may name."""
    elements = [etree.Element(page.tag[0])]
    for row in range(1, len(page.tag)):
        attributes = {name: value for name, value in page.attributes(row).items() if name == "id"}
        elements.append(etree.SubElement(elements[page.parent[row]], page.tag[row], attributes))
    return elements


@pytest.mark.parametrize("case", ["figures", "nested-tables", "forum-thread", "data-table", "self-closed-iframe"])
def test_xpath_resolves_elsewhere(case):
    """Another library finds the same element by its XPath in a tree of the same elements."""
    page = Page.from_html(next(path for path in PAGES if path.parent.name == case).read_bytes())
    elements = elements_of(page)
    for row in rows_of(page):
        assert elements[0].getroottree().xpath(Paths(page).xpath(row)) == [elements[row]]


def test_ids_anchor_a_path():
    """A path begins at the nearest id that only one element has, whose letters need no escaping."""
    page = Page.from_html("<div id=a><p>x</div><div id=b><p>y</div><div id=b><p>z</div><div id='c d'><p>w</div>")
    rows = [row for row, tag in enumerate(page.tag) if tag == "p"]
    assert [Paths(page).css(row) for row in rows] == [
        "#a > p",
        "html > body > div:nth-of-type(2) > p",
        "html > body > div:nth-of-type(3) > p",
        "html > body > div:nth-of-type(4) > p",
    ]


def test_what_no_path_leads_to():
    """Elements in a template and those too deep have none."""
    page = Page.from_html("<template><p>x</p></template>" + "<div>" * 2 * MAX_STEPS)
    paths = Paths(page)
    assert paths.css(page.tag.index("p")) is None
    assert paths.xpath(page.tag.index("template")) == "/html/head/template"
    assert paths.css(len(page.tag) - 1) is None
    assert paths.xpath(len(page.tag) - 1) is None


def test_many_siblings():
    """The paths of tens of thousands of siblings do not take forever."""
    page = Page.from_html("<p>x" * 40_000)
    paths = Paths(page)
    assert [paths.css(row) for row in range(3, len(page.tag))][-1] == "html > body > p:nth-of-type(40000)"
