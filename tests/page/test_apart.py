"""Words that touch where elements meet: set apart where a reader sees them apart, and nowhere else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher import extract
from thresher.page import Page
from thresher.page.apart import ROLES
from thresher.page.kernels import KERNELS
from thresher.page.parse import parse
from thresher.page.spans import locate

LINK = '<a href="/{0}">{0}</a>'.format


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<span>HOKA</span><span>Clifton 10</span>", "HOKA Clifton 10"),
        ("<span>Kathryn Miller</span><time>5 March</time>", "Kathryn Miller 5 March"),
        ("<a>Most viewed</a><b>12</b>", "Most viewed 12"),
        ("Share<span>Reset</span>", "Share Reset"),
        ("<b>Delivery</b>In two days", "Delivery In two days"),
        ("<span>RSS</span><span>19K readers</span>", "RSS 19K readers"),
        ("<span>2021</span><span>2022</span>", "2021 2022"),
        ("<span>Rye</span><span>$4</span>", "Rye $4"),
        ("<span>Sold out.</span><span>Ask us</span>", "Sold out. Ask us"),
        ("<x-name>Rye flour</x-name><x-price>Dear</x-price>", "Rye flour Dear"),
        ("<span>Αλεύρι</span><span>Σίκαλη</span>", "Αλεύρι Σίκαλη"),
        (LINK("rye") + LINK("oats"), "rye oats"),
        (LINK("黑麦") + LINK("燕麦"), "黑麦 燕麦"),
    ],
)
def test_set_apart(html, text):
    """Words that a style sheet sets apart do not glue."""
    assert "".join(Page.from_html(f"<p>{html}</p>").text) == text


@pytest.mark.parametrize(
    "html",
    [
        "<b>T</b>he mill",  # an initial
        "<span>assis</span><span>tance</span>",  # cut by an editor
        "<span>H</span><span>E</span><span>LLO</span>",  # spelled
        "<i>M</i><i>c</i><i>D</i><i>o</i><i>n</i>",  # ... each letter with a style of its own
        "<i>4</i><i>€</i>",
        "un<b>believ</b>able",
        "<span>1</span><span>0</span>",  # digits of a counter
        "<b>1</b><i>st</i>",
        "<i>B</i><b>12</b>",
        "H<sub>2</sub>O and m<sup>2</sup>",
        "10<span>km</span> and $1<span>,234</span>",
        "<span>19</span><span>.</span><span>99</span>",
        "#<a>OatsAndRye</a> and @<b>Miller</b>",
        "info<span>@</span>mill.example",
        "mill.example/rye<wbr>Flour",
        "<span>我们</span><b>的</b>麦",
        "<span>قمح</span><b>ية</b>",
        "<code><span>get</span><span>Value</span></code>",
        "<kbd>Shift</kbd>+<kbd>A</kbd>",
        "<a href=/rye>case stud</a><a href=/rye>ies</a>",  # one link in two parts
        "<a href=/a>漢</a><a href=/b>字</a>",  # a dictionary's links
        "<span>O’</span><span>Neill</span>",
        "<span>(</span><span>Rye</span>",
    ],
)
def test_left_together(html):
    """Words of which only a part is styled stay whole."""
    assert "".join(Page.from_html(f"<p>{html}</p>").text) == re.sub("<[^>]*>", "", html)


def test_source_is_found_in_spite_of_the_blank():
    """Evidence points at the text as its author wrote it."""
    html = "<p><span>HOKA</span><span>Clifton</span></p>"
    span = locate(Page.from_html(html)).text(0, 2)
    assert span is not None and html[slice(*span)] == "HOKA</span><span>Clifton"


def test_white_space_counts_where_all_is_hidden_alike():
    """A style sheet that hides a page until its scripts run does not glue the words of its elements."""
    item = "<x-item>{} years of milling rye for bakers, brewers and all the farms of this long valley</x-item>\n"
    html = f"<style>x-list{{display:none}}</style><x-list>{''.join(map(item.format, range(20, 60)))}</x-list>"
    text = extract(html).text
    assert "valley 21 years" in text.replace("\n", " ")


PIECES = "<b> </b> <i> </i> <a> </a> <p> </p> <br> <sup> </sup> <code> </code> A b Cd 1 23 É 漢 $ . :".split(" ")


@given(st.lists(st.sampled_from([*PIECES, " "]), max_size=30))
def test_twins_agree(pieces):
    """The compiled kernel finds what its definition finds."""
    definition, twin = KERNELS["meetings"]
    tree = parse("<p>" + "".join(pieces))
    columns = tree.host, tree.code, tree.parent, tree.end, ROLES
    texts = [text.strip() for text in tree.text]
    for column in (tree.text, texts):
        expected = definition(column, *columns)
        assert twin is None or twin(column, *columns) == expected
