"""`Page`: its two tables, what is computed from them, and that nothing ever changes them."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from thresher.page import Cleaning, Page, View
from thresher.page.hidden import Cause

HTML = """<!doctype html><html lang=en><head><title>On oats</title></head><body>
<nav><a href=/>Home</a></nav>
<article><h1>Oats</h1><p>They <b>feed</b> <i>horses</i>.</p><img src=o.png></article></body></html>"""

#: Columns of elements and of runs.
ELEMENT_COLUMNS = ("code", "parent", "end", "depth", "own", "chars", "first_run", "run_stop", "inline")
RUN_COLUMNS = ("host", "at", "length", "words")


@pytest.fixture
def page():
    return Page.from_html(HTML)


def row_of(page, name):
    return page.tag.index(name)


def test_elements_are_in_document_order(page):
    """Each element is a row, ahead of the elements in it; attributes of the parser's own making are none."""
    assert page.tag == "html head title body nav a article h1 p b i img".split()
    assert [page.tag[parent] if parent >= 0 else None for parent in page.parent] == [
        None, "html", "head", "html", "body", "nav", "body", "article", "article", "p", "p", "article",
    ]  # fmt: skip


def test_runs_keep_their_white_space(page):
    """A run between two inline elements is kept though it is a blank, so that words do not glue."""
    paragraph = row_of(page, "p")
    runs = page.text[page.first_run[paragraph] : page.run_stop[paragraph]]
    assert runs == ["They ", "feed", " ", "horses", "."]


@pytest.mark.parametrize("name", [*ELEMENT_COLUMNS, "heading", "media", "hidden", "block", *RUN_COLUMNS])
def test_columns_are_parallel_and_read_only(page, name):
    """A column has a row for each element or run, and refuses to be changed."""
    column = getattr(page, name)
    assert len(column) == len(page.text if name in RUN_COLUMNS else page.tag)
    with pytest.raises(ValueError, match="read-only"):
        column[0] = 1


def test_page_is_frozen(page):
    """No attribute of a page can be set."""
    with pytest.raises(AttributeError):
        page.text = []


def test_counts(page):
    """Characters and run ranges are those of the subtree."""
    paragraph = row_of(page, "p")
    assert page.own[paragraph] == len("They") + len(".")
    assert page.chars[paragraph] == len("They") + len("feed") + len("horses") + len(".")
    assert page.first_run[row_of(page, "img")] == page.run_stop[row_of(page, "img")]
    assert page.chars[0] == page.length.sum() == page.chars[row_of(page, "head")] + page.chars[page.body]


def test_flags(page):
    """Headings, media and lines are told by their names."""
    assert [page.tag[row] for row in np.flatnonzero(page.heading)] == ["h1"]
    assert [page.tag[row] for row in np.flatnonzero(page.media)] == ["img"]
    assert [page.tag[row] for row in np.flatnonzero(page.inline)] == ["a", "b", "i", "img"]
    assert [page.tag[row] for row in page.block[page.inline]] == ["nav", "p", "p", "article"]


def test_script_text_is_no_text():
    """What stands in scripts and styles is code, in no run; it can be asked for."""
    page = Page.from_html("<script>let a</script><style>b{}</style><p>Rye")
    assert page.text == ["Rye"]
    assert [page.code_of(row_of(page, name)) for name in ("script", "style")] == ["let a", "b{}"]


def test_frame_text_is_no_text():
    """What browsers without frames would show is not text of the page, and its tags are none."""
    page = Page.from_html("<p>Rye<iframe src=x><p>No frames here</p></iframe>")
    assert page.text == ["Rye"]
    assert page.tag[3:] == ["p", "iframe"]


def test_attributes():
    """Attributes are as they were written, lists of tokens too; absent ones are told from empty ones."""
    page = Page.from_html("<p class=' a  b' hidden>x<p>")
    assert page.attributes(3) == {"class": " a  b", "hidden": ""}
    assert page.attribute("hidden") == [None, None, None, "", None]
    assert page.attribute("class")[3] == " a  b"


def test_select():
    """A selector finds rows in document order, those in templates too."""
    page = Page.from_html("<p id=a><b class=x>1</b><p><i class=x>2</i><template><u class=x>3</u></template>")
    assert [page.tag[row] for row in page.select("u,i.x,.x")] == ["b", "i", "u"]
    assert page.select("section").tolist() == []


@pytest.mark.parametrize(
    ("html", "body"), [("<p>x", "body"), ("", "body"), ("<frameset><frame></frameset>", "body"), ("<!-- -->", "body")]
)
def test_body(html, body):
    """There is always a row to start from."""
    page = Page.from_html(html)
    assert page.tag[page.body] == body


def test_bytes_keep_how_they_were_read():
    """The encoding and how it was found are kept; for text there is none."""
    page = Page.from_html("<p>Grütze".encode())
    assert (page.source.encoding, page.source.encoding_found, page.text) == ("utf-8", "utf-8", ["Grütze"])
    assert Page.from_html("<p>Grütze").source.encoding is None


def test_declared_encoding():
    """What the sender declared decides where the bytes do not."""
    assert Page.from_html("Привет, мир".encode("koi8-r"), encoding="koi8-r").text == ["Привет, мир"]


def test_pickled_page(page):
    """A pickled page is the same page, attributes included, and carries no parser's nodes."""
    page.view(Cleaning())
    data = pickle.dumps(page)
    assert b"turbohtml" not in data
    copy = pickle.loads(data)  # noqa: S301 - our own
    assert (copy.tag, copy.text, copy.url) == (page.tag, page.text, page.url)
    assert copy.attribute("href") == page.attribute("href")
    assert (copy.chars == page.chars).all()


def test_pickled_page_after_repair():
    """A page that was repaired is parsed anew from its source, and its rows still fit."""
    page = Page.from_html("<html><body><iframe src='x'/><p id=here>Rye and oats</p></body></html>")
    copy = pickle.loads(pickle.dumps(page))  # noqa: S301 - our own
    assert copy.repairs == ("self-closed-raw-text",)
    assert copy.attributes(copy.tag.index("p")) == {"id": "here"}


def test_view_is_made_once(page):
    """The same cleaning gives the same view."""
    assert page.view(Cleaning()) is page.view(Cleaning())
    assert page.view(Cleaning()) is not page.view(Cleaning(hidden=Cause.NONE))
    assert isinstance(page.view(Cleaning()), View)


def test_repr(page):
    """A page says how large it is."""
    assert repr(page) == "<Page: 12 elements, 10 runs, 30 characters>"
