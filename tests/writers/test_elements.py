"""Elements around paragraphs: what stands in what, and that the compiled twins write the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher import Page, Selection
from thresher.page.kernels import KERNELS
from thresher.writers import document, markdown
from thresher.writers.elements import Element, Grammar, elements_around
from thresher.writers.html import Html
from thresher.writers.markdown import Markdown
from thresher.writers.markdown_blocks import Kind, Part
from thresher.writers.tei import Tei
from thresher.writers.walker import Outlined
from thresher.writers.xml import Xml

TAGS = (
    "p div ul ol li dl dt dd table caption tr td th blockquote pre h1 h2 figure figcaption img hr sup details summary"
).split()
#: Whatever an element may be in Markdown.
PARTS = [
    *map(Part, (Kind.LIST, Kind.QUOTE, Kind.TERM, Kind.DEFINITION, Kind.RULE)),
    *(Part(Kind.ITEM, number) for number in ("", "1", "7")),
    *(Part(kind, text) for kind in (Kind.POST, Kind.BOX) for text in ("", "[x] ")),
    Part(Kind.NOTE, "[^1]: "),
    Part(Kind.HEADING, "##"),
    Part(Kind.BLOCK, "```\nrye\n```", "`rye`"),
]
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


@pytest.fixture
def both_sheets(monkeypatch, missing):
    """What was asked of the kernel of Markdown since, each time both ways, and with parts that are any."""
    definition, twin = KERNELS["blocks_around"]
    if twin is None:
        missing("the compiled kernels: a C compiler, then scripts/setup")
    asked, chance = [], np.random.default_rng(0)

    def compared(outlined, paragraphs, blocks, known, own):
        numbers = outlined.wanted.nonzero()[0].tolist()
        others = {number: (PARTS[chance.integers(len(PARTS))],) for number in numbers}
        for each in (own, others):
            asked.append(twin(outlined, paragraphs, blocks, known, each))
            assert asked[-1] == definition(outlined, paragraphs, blocks, known, each)
        return asked[-2]

    monkeypatch.setattr(markdown, "blocks_around", compared)
    return asked


def everything(writer: Html | Markdown | Xml | Tei, html: str) -> str:
    """All of a page, written."""
    page = Page.from_html(html)
    return writer.write(Selection(page, np.ones(len(page.text), dtype=bool)))


def body(writer: Xml | Tei, html: str) -> str:
    """The body that a writer makes of all of a page, on one line."""
    written = everything(writer, html)
    return written.partition("<body>\n")[2].partition("</body>")[0].replace("\n", "")


def test_twins_write_any_soup_alike(both):
    """Whatever soup of tags a page is, the twin writes what its definition writes."""

    @given(st.lists(PIECES, max_size=40).map("".join))
    def soup(source):
        for writer in (Html(), Xml(), Tei()):
            everything(writer, source)

    soup()
    assert both


def test_twins_write_any_blocks_alike(both_sheets):
    """Whatever soup of tags a page is, and whatever its elements are taken for, both write the same Markdown."""

    @given(st.lists(st.one_of(PIECES, st.sampled_from(["# ", "C #", "[x] ", "<br>"])), max_size=40).map("".join))
    def soup(source):
        everything(Markdown(), source)

    soup()
    assert everything(Markdown(), "<blockquote><li>" * 99 + "rye").endswith("rye")
    assert len(both_sheets) > 1


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


def test_sheets_of_different_length_are_errors():
    """A twin never takes what is not there."""
    twin, known = KERNELS["blocks_around"].twin, [(Part(Kind.QUOTE),)]
    if twin:
        assert twin(outlined(), ["Rye"], ["Rye"], known, {}) == "> Rye"
        for wrong in ((outlined(), [], [], known), (outlined(), ["Rye"], [], known), (outlined(), ["Rye"], [], [(1,)])):
            with pytest.raises(IndexError):
                twin(*wrong, {})


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
