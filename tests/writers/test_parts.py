"""The parts that writers share: addresses, pictures, formulas, code, notes, lists, tables, lines of Markdown."""

from __future__ import annotations

import numpy as np
import pytest

from thresher import Page, Selection
from thresher.writers import codes, formulas, lists, pictures, tables
from thresher.writers.addresses import Addresses
from thresher.writers.lines import MAX_COLUMNS, Lines
from thresher.writers.notes import notes_of
from thresher.writers.outline import Outline, outline_of

URL = "https://mill.example/a/b.html"


def row_of(page: Page, name: str) -> int:
    """Row of the first element of a name."""
    return page.tag.index(name)


def outlined(html: str) -> Outline:
    page = Page.from_html(html, URL)
    return outline_of(Selection(page, np.ones(len(page.text), dtype=bool)))


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("c", "https://mill.example/a/c"),
        ("/c", "https://mill.example/c"),
        ("/../c", "https://mill.example/c"),
        ("//x.example/c", "https://x.example/c"),
        ("?d", "https://mill.example/a/b.html?d"),
        ("#e", "https://mill.example/a/b.html#e"),
        ("HTTP://x.example/", "HTTP://x.example/"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("https://x.example/a b|c", "https://x.example/a%20b%7Cc"),
        ("\x00\x1f c \n", "https://mill.example/a/c"),
        ("ja\tva\nscript:x", None),
        ("javascript:x", None),
        ("data:text/html,x", None),
        ("https://[", "https://["),
        ("//[", "https://["),
        ("", None),
        (None, None),
    ],
)
def test_addresses(address: str | None, expected: str | None) -> None:
    """Addresses are absolute, cleaned as a browser does it, and harmless."""
    assert Addresses(Page.from_html("", URL)).link(address) == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [("c", "c"), ("/c", "/c"), ("//x.example/", "//x.example/"), ("a:b", None), ("a\x01b:c", "./a%01b:c")],
)
def test_addresses_without_page(address: str, expected: str | None) -> None:
    """Where the page's own address is not known, relative ones stay, and none can be taken for a scheme."""
    assert Addresses(Page.from_html("")).link(address) == expected


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("https://x.example/y/", "https://x.example/y/c"),
        ("/z/", "https://mill.example/z/c"),
        ("javascript:x", "https://mill.example/a/c"),
        ("", "https://mill.example/a/c"),
        ("https://[", "https://mill.example/a/c"),
    ],
)
def test_base(base: str, expected: str) -> None:
    """The base element counts if it is an address of the web."""
    assert Addresses(Page.from_html(f"<base href='{base}'>", URL)).link("c") == expected


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ("<img src=a.jpg>", "a.jpg"),
        ("<img src=blankets.jpg>", "blankets.jpg"),
        ("<img src=blank.gif>", None),
        ("<img src=data:x>", None),
        ("<img src=a.jpg data-src=b.jpg>", "b.jpg"),
        ("<img data-original=b.jpg>", "b.jpg"),
        ("<img srcset='a.jpg 1x, b.jpg 2x'>", "b.jpg"),
        ("<img srcset='a.jpg 100w,b.jpg 200w'>", "b.jpg"),
        ("<img srcset='t_1,w_2/a.jpg 100w, t_1,w_3/b.jpg 200w'>", "t_1,w_3/b.jpg"),
        ("<img srcset=a.jpg>", "a.jpg"),
        ("<img srcset='a.jpg 1x,b.jpg 3x,c.jpg 2x'>", "b.jpg"),
        ("<img srcset=', 100w'>", None),
        ("<img src=a.jpg width=1 height=1>", None),
        ("<img src=a.jpg width=1 height=100>", "a.jpg"),
        ("<picture><source srcset='c.webp 2x'><img></picture>", "c.webp"),
        ("<picture><source srcset='c.webp 2x'><img src=a.jpg></picture>", "a.jpg"),
    ],
)
def test_pictures(image: str, expected: str | None) -> None:
    """A picture is found where it really is."""
    page = Page.from_html(image)
    found = pictures.pictures_of(page, [row_of(page, "img")], Addresses(page))[0]
    assert (found.address if isinstance(found, pictures.Picture) else None) == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://www.youtube.com/embed/aBcDeFgHiJk?rel=0", "https://www.youtube.com/watch?v=aBcDeFgHiJk"),
        ("https://youtu.be/aBcDeFgHiJk", "https://www.youtube.com/watch?v=aBcDeFgHiJk"),
        ("https://player.vimeo.com/video/12345", "https://vimeo.com/12345"),
        ("https://w.soundcloud.com/player/?url=x", "https://w.soundcloud.com/player/?url=x"),
        ("https://ads.example/youtube.com/embed/aBcDeFgHiJk", None),
        ("https://evilyoutube.com/embed/aBcDeFgHiJk", None),
    ],
)
def test_players(address: str, expected: str | None) -> None:
    """Known players lead to the page of what they play, others are none."""
    assert pictures.player_page(address) == expected


@pytest.mark.parametrize(
    ("mathml", "expected"),
    [
        ("<mi>x</mi>", "x"),
        ("<msub><mi>x</mi><mn>1</mn></msub>", "x_1"),
        ("<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></msup>", "(a+b)^2"),
        ("<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", "x_1^2"),
        ("<msqrt><mi>x</mi></msqrt>", "√x"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "x^(1/3)"),
        (
            "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>",
            "[1, 2; 3]",
        ),
        ("<mrow><mi>x</mi><annotation encoding='text/plain'>no</annotation></mrow>", "x"),
    ],
)
def test_formulas(mathml: str, expected: str) -> None:
    """MathML without TeX is written on one line."""
    page = Page.from_html(f"<math>{mathml}</math>")
    found = formulas.mathml(page, row_of(page, "math"))
    assert found == formulas.Formula(expected, is_tex=False, is_block=False)


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<pre><code class='language-rust'>x</code></pre>", "rust"),
        ("<pre class='lang-C++'>x</pre>", "c++"),
        ("<pre class='brush: js; gutter: false'>x</pre>", "js"),
        ("<div class='highlight highlight-source-shell'><pre>x</pre></div>", "shell"),
        ("<div class='sourceCode'><pre class='sourceCode haskell'>x</pre></div>", "haskell"),
        ("<pre data-lang=go>x</pre>", "go"),
        ("<pre class='highlight-box'>x</pre>", ""),
        ("<pre class='language-plaintext'>x</pre>", ""),
        ("<pre>x</pre>", ""),
    ],
)
def test_languages(html: str, language: str) -> None:
    """The language of code is told by class names and attributes of its own or around it."""
    outline = outlined(html)
    assert codes.language_of(outline, row_of(outline.page, "pre")) == language


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<pre>a\n b</pre>", "a\n b"),
        ("<pre>a<br>b</pre>", "a\nb"),
        ("<pre><div>a</div><div>b</div></pre>", "a\nb"),
        ("<pre><span class=line>a\n</span><span class=line>b</span></pre>", "a\nb"),
        ("<pre><span class=lineno>1</span>a\n<span class=lineno>2</span>b</pre>", "a\nb"),
        ("<pre>\r\na\r\nb\r\n</pre>", "a\nb"),
    ],
)
def test_code_text(html: str, text: str) -> None:
    """Code has the lines that a reader sees, without their numbers."""
    outline = outlined(html)
    assert codes.code_text(outline, outline.number(row_of(outline.page, "pre"))) == text


@pytest.mark.parametrize(
    ("html", "labels"),
    [
        ("<p>a<sup><a href=#n>1</a></sup><p id=n>note", ["1"]),
        ("<p>a<a href=#n>1</a><p id=n>note", []),
        ("<p>a<a class=footnote-ref href=#n>1</a><p id=n>note", ["1"]),
        ("<p>a<a id=r href=#n>1</a><p id=n>note <a href=#r>back</a>", ["1"]),
        ("<p>a<sup><a href=#gone>1</a></sup>", []),
        ("<p id=n>a<sup><a href=#n>1</a></sup>", []),
        ("<p>a<sup><a href=#n>see below</a></sup><p id=n>note", []),
        ("<p>a<sup><a href=#n>*</a></sup><sup><a href=#m>*</a></sup><p id=n>x<p id=m>y", ["1", "2"]),
        ("<p>a<sup><a href=#n>1</a></sup><p><a id=n></a>note", ["1"]),
    ],
)
def test_notes(html: str, labels: list[str]) -> None:
    """A link calls a footnote if it is raised, named so or called back, and if there is a note after it."""
    outline = outlined(html)
    anchors = {number: outline.page.attributes(int(row)).get("href", "") for number, row in enumerate(outline.kept.row)}
    hrefs = {number: href for number, href in anchors.items() if href}
    assert list(notes_of(outline, hrefs).notes.values()) == labels


@pytest.mark.parametrize(
    ("html", "numbers"),
    [
        ("<ol><li>a<li>b</ol>", [1, 2]),
        ("<ol start=-1><li>a<li>b<li>c</ol>", [0, 0, 1]),
        ("<ol reversed><li>a<li>b</ol>", [2, 1]),
        ("<ol start=x><li value=99999999999999999999>a<li>b</ol>", [999999999, 999999999]),
    ],
)
def test_item_numbers(html: str, numbers: list[int]) -> None:
    """Items are counted as the page counts them, within what Markdown can write."""
    page = Page.from_html(html)
    assert list(lists.numbers(page, row_of(page, "ol")).values()) == numbers


def test_grid_is_bounded() -> None:
    """Cells that span ever so many places make no more empty ones than the table has room for."""
    grid = tables.Grid()
    for _ in range(1000):
        grid.row()
        grid.cell("x", across=100, down=65534)
        grid.cell("y")
    assert sum(map(len, grid.filled())) < 2000 * tables.MAX_EMPTY_PER_CELL + 2 * tables.SPARE_PLACES + 2000


def test_ragged_rows_are_not_filled() -> None:
    """One very long row does not make all others as long."""
    grid = tables.Grid()
    for length in (5000, *[1] * 5000):
        grid.row()
        for _ in range(length):
            grid.cell("x")
    rows = grid.filled()
    assert (len(rows[0]), len(rows[1])) == (5000, 1)


def test_lines_have_an_end_to_their_indent() -> None:
    """However deep quotes and lists are, a line is set in by no more than some columns."""
    lines = Lines()
    for depth in range(1000):
        lines.open("> ", "> ")
        lines.write(str(depth))
    assert max(map(len, lines.text().split("\n"))) <= MAX_COLUMNS + 10
