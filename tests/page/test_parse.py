"""From HTML to columns: odd trees, and pages that would be swallowed before any method sees them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher import extract
from thresher.page import Page
from thresher.page.columns import depths
from thresher.page.parse import parse

STORY = "Oats are sown in spring and cut in late summer, as every farmer knows. " * 5

#: Elements whose content an HTML5 parser takes for raw text.
SWALLOWERS = ["iframe", "textarea", "title", "script", "style", "xmp", "noembed", "noframes"]
PIECES = [
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<a href=x>",
    "</a>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "x ",
]
PIECES += [
    "<ul>",
    "<li>",
    "</ul>",
    "<template>",
    "</template>",
    "<select>",
    "</select>",
    "<svg>",
    "</svg>",
    "<!--",
    "-->",
]
PIECES += [
    "<script>",
    "</script>",
    "<title>",
    "<textarea/>",
    "<frameset>",
    "<body>",
    "</body>",
    "<",
    "&amp;",
    "\0",
    "<br>",
]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_columns_are_a_tree(html):
    """Whatever was written, rows are in document order and each lies within its parent, each run within its host."""
    tree = parse(html)
    rows = np.arange(len(tree.tag))
    assert (tree.parent[1:] < rows[1:]).all() and (tree.parent[1:] >= 0).all()
    assert (tree.end > rows).all() and (tree.end[1:] <= tree.end[tree.parent[1:]]).all()
    assert (depths(tree.end)[1:] == depths(tree.end)[tree.parent[1:]] + 1).all()
    assert (np.diff(tree.at) >= 0).all()
    assert ((tree.host < tree.at) & (tree.at <= tree.end[tree.host])).all()
    assert all(tree.text)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_rows_are_the_parsers(html):
    """Row for row, names, parents and selectors agree with the parser's own tree."""
    tree = parse(html)
    for row, element in enumerate(tree.elements):
        parent = element.parent
        while parent is not None and type(parent).__name__ not in ("Element", "Document"):
            parent = parent.parent  # a template's content hangs below a fragment
        expected = tree.elements[tree.parent[row]] if tree.parent[row] >= 0 else None
        assert element.tag == tree.tag[row]
        assert parent is expected or type(parent).__name__ == "Document" or parent is None
    assert [tree.tag[row] for row in tree.select("b")] == ["b"] * len(tree.select("b"))


@pytest.mark.parametrize("name", SWALLOWERS)
@pytest.mark.parametrize("attributes", ["", ' id="x"', ' src="https://example.org/x"', "\r\n  class='y' "])
def test_self_closed_raw_text(name, attributes):
    """An element that an XML serialiser closed by itself does not swallow the rest of the page."""
    body = f"<{name}{attributes}/>\r\n<p>{STORY}</p>\r\n<p>End</p>"
    page = Page.from_html(f"<html><head><title>Oats</title></head><body>{body}</body></html>")
    assert page.repairs == ("self-closed-raw-text",)
    assert [page.text[run].strip() for run in np.flatnonzero(page.length)] == ["Oats", STORY.strip(), "End"]


@pytest.mark.parametrize("name", ["script", "style", "iframe", "textarea"])
@pytest.mark.parametrize(("root", "attribute"), [(' xmlns="http://www.w3.org/1999/xhtml"', ""), ("", ' src="x"')])
def test_several_self_closed_elements(name, root, attribute):
    """Each of many such elements would swallow what comes before the next end tag; all of it is there."""
    tag, closed = f"<{name}{attribute}/>", f"<{name}>a</{name}>"
    page = Page.from_html(f"<html{root}><body>{tag}<p>One</p>{tag}<p>Two</p>{closed}<p>Three</p>{closed}<p>Four</p>")
    found = " ".join(text for text, host in zip(page.text, page.host, strict=True) if page.tag[host] == "p")
    assert found == "One Two Three Four"


@pytest.mark.parametrize(
    "html",
    [
        f"<script>document.write('<iframe src=\"x\"/><p>no</p>')</script><p>{STORY}</p>",
        f"<script>let a = '<br/>';\nlet b = '</p>'</script><p>{STORY}</p>",
        f"<textarea><p>{STORY}</p></textarea><p>{STORY}</p><br/>",
        f"<iframe><p>Your browser has no frames.</p></iframe><p>{STORY}</p><hr/>",
        f"<title>How to write &lt;/p> and &lt;br/></title><p>{STORY}</p>",
        f'<script src="x"></script><script src="y"> </script><p>{STORY}</p>',
    ],
)
def test_nothing_to_repair(html):
    """Markup that is meant as text, in strings and fallbacks, is left alone."""
    page = Page.from_html(html)
    assert page.repairs == ()
    assert extract(page).text == STORY.strip()


def test_frameset():
    """A frameset's text for browsers without frames is the page's text."""
    html = f"<frameset cols='1,2'><frame src=a><noframes><body><p>{STORY}</p></body></noframes></frameset>"
    page = Page.from_html(html)
    assert page.repairs == ("frameset",)
    assert extract(page).text == STORY.strip()


def test_bare_frameset():
    """A frameset without any text is an empty page with a reason."""
    extraction = extract("<html><frameset><frame src=a><frame src=b></frameset></html>")
    assert (extraction.outcome.value, extraction.reason) == ("empty", "the page has no text")


def test_template_content_hangs_below_its_template():
    """The content of templates, nested ones too, is in the tree, below them."""
    page = Page.from_html("<template><p>a<template><b>c</b></template></p></template>")
    names = {page.tag[row]: page.tag[page.parent[row]] for row in range(len(page.tag)) if page.parent[row] >= 0}
    assert (names["p"], names["b"]) == ("template", "template")
    assert page.text == ["a", "c"]


def test_start_tags():
    """Start tags are written with all attributes, one for each element, though scripts hold tags as text."""
    page = Page.from_html('<!-- <i> --><p class="a b" title=\'"\'>x<script>"<b>"</script><a href=/?a&b>y</a>')
    assert page.tree.start_tags[2:] == [
        "<body>", '<p class="a b" title="&quot;">', "<script>", '<a href="/?a&amp;b">',
    ]  # fmt: skip


def test_start_tags_of_a_script_in_a_script():
    """Where markup cannot be told from a script's text by its look, every element is asked for its tag."""
    page = Page.from_html("<p><script><!-- <script> </script> --></script><b id=x>y</b>")
    assert len(page.tree.start_tags) == len(page.tag)
    assert page.tree.start_tags[-1] == '<b id="x">'


@pytest.mark.parametrize("count", [1, 5])
def test_cdata(count):
    """A CDATA section is text where it is one, in SVG, and a comment elsewhere."""
    page = Page.from_html("<svg><text><![CDATA[<b>]]></text></svg>" * count + "<p><![CDATA[no]]></p>")
    assert page.text == ["<b>"] * count


def test_attribute_names_that_are_no_unicode():
    """Half of a pair of surrogates in the name of an attribute takes no other attribute away."""
    page = Page.from_html('<a \ud800x="1" href="/b?c&amp;d">t</a>')
    assert page.attributes(3) == {"\ud800x": "1", "href": "/b?c&d"}
