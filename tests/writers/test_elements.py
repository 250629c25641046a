"""Elements around paragraphs in XML formats: what stands in what, and that the compiled twins write the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher import Page, Selection
from thresher.page.kernels import KERNELS
from thresher.writers import document
from thresher.writers.elements import Element, Grammar, Outlined, elements_around
from thresher.writers.tei import Tei
from thresher.writers.xml import Xml

TAGS = (
    "p div ul ol li dl dt dd table caption tr td th blockquote pre h1 h2 figure figcaption img hr sup details summary"
).split()
PIECES = st.one_of(
    st.builds("<{}>".format, st.sampled_from(TAGS)),
    st.builds("</{}>".format, st.sampled_from(TAGS)),
    st.sampled_from(["<a href=#n><sup>1</sup></a>", "<li id=n>", "<p id=n>", "<td colspan=2>", "<ol start=4>", "rye"]),
)


@pytest.fixture
def both(monkeypatch, missing):
    """What was asked of the kernel since, each time both ways."""
    definition, twin = KERNELS["elements_around"]
    if twin is None:
        missing("the compiled kernels: a C compiler, then scripts/setup")
    asked = []

    def compared(*inputs):
        asked.append(inputs)
        assert twin(*inputs) == definition(*inputs)
        return twin(*inputs)

    monkeypatch.setattr(document, "elements_around", compared)
    return asked


def body(writer: Xml | Tei, html: str) -> str:
    """The body that a writer makes of all of a page, on one line."""
    page = Page.from_html(html)
    written = writer.write(Selection(page, np.ones(len(page.text), dtype=bool)))
    return written.partition("<body>\n")[2].partition("</body>")[0].replace("\n", "")


def test_twins_write_any_soup_alike(both):
    """Whatever soup of tags a page is, the twin writes what its definition writes."""

    @given(st.lists(PIECES, max_size=40).map("".join))
    def soup(source):
        body(Xml(), source)
        body(Tei(), source)

    soup()
    assert both


@pytest.mark.parametrize("writer", [Xml(), Tei()])
def test_twins_leave_out_what_is_too_deep(both, writer):
    """Elements deeper than the limit are left out by both, the text in them is not."""
    written = body(writer, "<blockquote>" * 300 + "rye")
    assert written.count("<quote>") == written.count("</quote>") == both[0][-1].most
    assert "rye" in written


@given(st.text(st.characters(codec=None, categories=None), max_size=5))
def test_twins_know_what_xml_forbids(text):
    """Controls, halves of characters and what is none are told from all others."""
    definition, twin = KERNELS["is_forbidden"]
    assert twin is None or [twin(text), twin(f"漢{text}"), twin(f"\U0001f600{text}")] == [definition(text)] * 3


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h2>Rye</h2>Tall.", '<div n="2"><head>Rye</head><p>Tall.</p></div>'),
        ("<h2>Rye</h2>", '<div n="2"><head>Rye</head><p/></div>'),
        ("<blockquote><h2>Rye</h2>", '<div><quote><p rend="heading">Rye</p></quote></div>'),
        ("<figure>Tall<figcaption>Rye", "<div><figure><p>Tall</p><head>Rye</head></figure></div>"),
        (
            "<dl><dt>Rye<dd>Tall",
            '<div><list type="gloss"><item><label>Rye</label></item><item>Tall</item></list></div>',
        ),
        ("<ul>Rye", '<div><list rend="unordered"><item><p>Rye</p></item></list></div>'),
        ("<dl><li>Rye", '<div><list type="gloss"><item>Rye</item></list></div>'),
        ("<li>Rye", "<div><list><item>Rye</item></list></div>"),
        ("<h2>Rye<pre>a</pre></h2>", '<div n="2"><head>Rye a </head><p/></div>'),
    ],
)
def test_tei_has_everything_in_its_place(html, expected):
    """What may not stand somewhere gets around it what it needs there."""
    assert body(Tei(), html) == expected


GRAMMAR = Grammar(frozenset(), frozenset(), {}, {})
KNOWN = [(Element("p"),)]


def outlined(**others: object) -> Outlined:
    """One element around one paragraph, but for some columns."""
    usual = {"code": [0], "wanted": [True], "opens": [0], "closes": [2], "around": [0], "places": [1], "blocks": [0]}
    kinds = {"code": np.uint8, "wanted": bool}
    return Outlined(**{name: np.array(each, kinds.get(name, np.int64)) for name, each in (usual | others).items()})


def test_columns_of_different_length_are_errors():
    """A twin never reads outside of its columns."""
    twin = KERNELS["elements_around"].twin
    assert elements_around(outlined(), ["Rye"], KNOWN, {}, GRAMMAR) == "<p><p>Rye</p>\n</p>\n"
    wrong = [outlined(**{name: [1, 1]}) for name in Outlined._fields if name != "code"]
    for columns in [*wrong, outlined(code=[1])] if twin else ():
        with pytest.raises(IndexError):
            twin(columns, ["Rye"], KNOWN, {}, GRAMMAR)
    for paragraphs, known in (([], KNOWN), (["Rye"], [(("p",),)])) if twin else ():
        with pytest.raises(IndexError):
            twin(outlined(), paragraphs, known, {}, GRAMMAR)
