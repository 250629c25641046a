"""What is kept of a page: the selected text, the elements around it, the pictures in it, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from thresher import Page, Selection, writers
from thresher.writers.nests import inside, not_too_deep, outermost
from thresher.writers.outline import outline_of

FORMATS = ("markdown", "html", "xml", "tei")


def selection_of(html: str, *chosen: str) -> Selection:
    """The runs of a page that hold one of the words *chosen*, and the white space."""
    page = Page.from_html(html, "https://mill.example/")
    runs = [not text.strip() or any(word in text for word in chosen) for text in page.text]
    return Selection(page, np.array(runs))


def kept(selection: Selection) -> list[str]:
    outline = outline_of(selection)
    return [selection.page.tag[row] for row in outline.kept.row if row > selection.page.body]


def test_ancestors_are_kept() -> None:
    """Elements around selected text are kept, those around other text are not."""
    assert kept(selection_of("<div><p>one</p><p>two</p></div><ul><li>three</ul>", "two")) == ["div", "p"]


@pytest.mark.parametrize(
    ("html", "chosen", "expected"),
    [
        ("<div><p>one</p><img src=a><p>two</p></div>", ("one", "two"), True),
        ("<div><p>one</p><img src=a></div>", ("one",), True),
        ("<img src=a><p>one</p>", ("one",), False),
        ("<div><p>one</p><div><img src=a>other</div><p>two</p></div>", ("one", "two"), False),
        ("<div><p>one</p><div hidden><img src=a></div><p>two</p></div>", ("one", "two"), False),
        ("<div><p>one</p><template><img src=a></template><p>two</p></div>", ("one", "two"), False),
        ("<div><p>one</p><figure><img src=a></figure><p>two</p></div>", ("one", "two"), True),
        (
            "<div><p>one more</p><figure><img src=a><figcaption>other</figcaption></figure><p>two more</p></div>",
            ("one", "two"),
            True,
        ),
        (
            "<div><p>one more</p><div class=wp-caption><img src=a><p>other</div><p>two more</p></div>",
            ("one", "two"),
            True,
        ),
        (f"<div><p>one</p><figure><img src=a>{'other ' * 99}</figure><p>two</p></div>", ("one", "two"), False),
        ("<div><p>one</p><p><i hidden>other</i><img src=a>.</p><p>two</p></div>", ("one", "two"), True),
        ("<div><p>one other other other</p></div><div><img src=a>more text that is not chosen</div>", ("one",), False),
        ("<p>Rye <a href=/reply><img src=/buttons/quote.gif alt=Reply></a> oats", ("Rye", "oats"), False),
        ("<p>Rye <a href=/big.jpg><img src=/i/rye.jpg></a> oats", ("Rye", "oats"), True),
        ("<p>Rye <a href=/reply>Say <img src=/buttons/quote.gif></a> oats", ("Rye", "Say", "oats"), True),
    ],
)
def test_pictures(html: str, chosen: tuple[str, ...], expected: bool) -> None:
    """A picture is kept if it lies in content: between selected text, in a container most of which is selected."""
    assert ("img" in kept(selection_of(html, *chosen))) is expected


@pytest.mark.parametrize("format_", ["text", "markdown", "html"])
def test_left_out_text_ahead_of_code(format_: str) -> None:
    """Text that was left out parts words of one line, and puts no blank ahead of the first line of code."""
    written = writers.create(format_).write(selection_of("<p>one</p><p>other</p><pre>two\n  more</pre>", "one", "two"))
    assert "two\n  more" in written
    assert " two" not in written


def test_double_rules() -> None:
    """Of rules between which nothing was selected one is left."""
    html = "<div><p>one</p><hr><p>other</p><hr><img src=a><hr><p>two</p><hr><p>three</p></div>"
    written = writers.create("markdown").write(selection_of(html, "one", "two", "three"))
    assert written.split("\n\n") == ["one", "---", "![](https://mill.example/a)", "---", "two", "---", "three"]


def test_paragraphs() -> None:
    """A paragraph ends where a block begins or ends, at a rule and at two line breaks, and not at inline elements."""
    selection = selection_of("<p>a <b>b</b> <x-y>c</x-y><div>d</div>e<br>f<br><br>g<hr>h", *"abcdefgh")
    outline = outline_of(selection)
    texts = [text.strip() for text in outline.texts if text.strip()]
    by_paragraph = dict(
        zip(texts, outline.atoms.paragraph[outline.atoms.source < len(outline.runs)].tolist(), strict=True)
    )
    assert by_paragraph == {"a": 0, "b": 0, "c": 0, "d": 1, "e": 2, "f": 2, "g": 3, "h": 5}


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>one<span>other</span>two", "one two"),
        ("<p>one<span hidden>other</span>two", "onetwo"),
        ("<p>one<span style=display:none>other</span> two", "one two"),
    ],
)
def test_gaps(html: str, expected: str) -> None:
    """Visible text that was left out leaves a blank, hidden text leaves nothing."""
    for name in ("text", "markdown"):
        assert writers.create(name).write(selection_of(html, "one", "two")) == expected


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_leaks(name: str) -> None:
    """Neither text nor pictures nor links of what is not selected are in any format."""
    html = "<div><p>one</p><p>secret <a href=/secret>secret</a><img src=/secret.png alt=secret></p><p>two</p></div>"
    assert "secret" not in writers.create(name).write(selection_of(html, "one", "two"))


def test_page_is_left_unchanged() -> None:
    """Writers read a page and change nothing of it."""
    selection = selection_of("<p>a\x01b <a href=#n>1</a><p id=n>c", "a", "1", "c")
    before = list(selection.page.text)
    first = [writers.create(name).write(selection) for name in writers.FORMATS]
    assert list(selection.page.text) == before
    assert [writers.create(name).write(selection) for name in writers.FORMATS] == first


def test_rows_within_rows() -> None:
    """Which rows are inside of others is told for all at once."""
    rows, end = np.array([1, 2, 3, 7]), np.array([6, 5, 4, 9])
    assert outermost(rows, end).tolist() == [True, False, False, True]
    name, most = np.zeros(len(rows), dtype=np.uint8), np.array([2], dtype=np.uint8)
    assert not_too_deep(np.arange(len(rows)), most, name, rows, end) == [0, 1, 3]
    assert inside(np.array([1, 3, 6, 8]), np.array([1, 7]), np.array([6, 9])).tolist() == [False, True, False, True]
