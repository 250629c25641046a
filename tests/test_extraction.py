"""`extract` and `Extraction`: from a page to every view of what was found."""

from __future__ import annotations

import io
import json
import pickle
from dataclasses import FrozenInstanceError
from pathlib import Path

import numpy as np
import pytest
import yaml

from thresher import Options, Page, Selection, extract
from thresher.errors import BadParameter, DecodeError, UnknownName, UsageError
from thresher.writers import FORMATS

STORY = "Rye is sown in autumn and cut in the summer of the next year. " * 4
HTML = f"""<html lang=en><head><title>On rye</title></head><body><nav><a href=/>Home</a> <a href=/b>Barley</a></nav>
<article><h1>Rye</h1><p>{STORY}</p><p>{STORY}<a href=/c>more</a></p></article></body></html>"""


class Nothing:
    """A method of somebody else that finds nothing."""

    def select(self, page):
        return Selection.nothing(page, "I never do")


@pytest.fixture(scope="module")
def extraction():
    return extract(HTML, "https://example.org/rye", algorithm="cectd-ds")


def test_views(extraction):
    """Title, language, address, outcome, and the text without the menu."""
    assert (extraction.title, extraction.language, extraction.page.url) == ("Rye", "en", "https://example.org/rye")
    assert (extraction.outcome.value, extraction.reason, extraction.encoding) == ("content", "", None)
    assert extraction.text == f"Rye\n\n{STORY.strip()}\n\n{STORY}more"


def test_blocks(extraction):
    """Every block of the page is there in order, with what was decided about it."""
    found = [(block.tag, block.kept, block.label) for block in extraction.blocks]
    assert found == [
        ("title", False, "other"), ("nav", False, "navigation"),
        ("h1", True, "heading"), ("p", True, "content"), ("p", True, "content"),
    ]  # fmt: skip
    assert extraction.blocks[0].score is None
    assert extraction.blocks[3].score > extraction.blocks[1].score >= 0
    assert extraction.page.tag[extraction.blocks[3].row] == "p"


def test_json(extraction):
    """The JSON is an object of plain values, with options of the writer passed on."""
    found = json.loads(extraction.json(indent=1))
    assert found["title"] == "Rye" and found["text"] == extraction.text
    assert {"url", "language", "outcome", "reason", "kind", "is_overview", "encoding", "repairs"} <= set(found)


@pytest.mark.parametrize("name", FORMATS)
def test_formats(extraction, name):
    """Every format of the table writes the story, and an empty page too."""
    assert "Rye is sown in autumn" in extraction.written(name)
    assert isinstance(extract("").written(name), str)


def test_unknown_format(extraction):
    """A format that is not in the table is refused."""
    with pytest.raises(UnknownName, match="unknown format 'txt'"):
        extraction.written("txt")


@pytest.mark.parametrize("html", [HTML, HTML.encode(), Page.from_html(HTML)], ids=["text", "bytes", "page"])
def test_inputs(html):
    """Text, bytes and a page that is there already give the same."""
    assert extract(html).text.startswith("Rye is sown")


def test_encoding_of_bytes():
    """The encoding of bytes is told."""
    assert extract("<p>Müsli und Grütze".encode("utf-16")).encoding == "utf-16le"


def test_bytes_that_are_no_page():
    """Bytes of a picture are an error that says so."""
    with pytest.raises(DecodeError, match="a PNG picture"):
        extract(b"\x89PNG\r\n\x1a\n" + bytes(100))


def test_fields_override_options():
    """Fields beat options, and options are left as they were."""
    options = Options(algorithm="cetd-ds", parameters={"lam": 0})
    assert "Home" in extract(HTML, options=options).text
    assert "Home" not in extract(HTML, options=options, parameters={}).text
    assert extract(HTML, options=options, algorithm="cectd-ds").options.algorithm == "cectd-ds"
    assert options.algorithm == "cetd-ds"


def test_policies_are_options():
    """What gold sets and people disagree about is asked for by options of its own."""
    assert extract(HTML, headline=True).text.startswith("Rye\n")
    assert Options(favor="recall", parameters={"favor": "precision"}).method.favor == "precision"


def test_policies_that_a_method_does_not_know():
    """A policy that the method has nothing to do with is refused, and so is one for a method that is there already."""
    with pytest.raises(UnknownName, match="unknown parameter 'favor'"):
        extract(HTML, algorithm="bte", favor="recall")
    with pytest.raises(UsageError, match="favor: parameters can only be given for a method that is named"):
        extract(HTML, algorithm=Nothing(), favor="recall")


def test_front_matter():
    """Facts stand ahead of the Markdown as YAML, exactly if they are asked for."""
    url = "https://example.org/rye"
    markdown = extract(HTML, url, front_matter=True).markdown
    head, body = markdown.removeprefix("---\n").split("\n---\n\n")
    assert yaml.safe_load(head) == {"title": "Rye", "url": url, "language": "en", "kind": "article"}
    assert body == extract(HTML, url).markdown


def test_a_method_of_your_own():
    """Any object that selects is a method."""
    extraction = extract(HTML, algorithm=Nothing())
    assert (extraction.text, extraction.reason, extraction.outcome.value) == ("", "I never do", "empty")
    assert repr(extraction) == "<Extraction: empty, 0 characters, 'Rye'>"


@pytest.mark.parametrize("algorithm", ["nonsense", ""])
def test_unknown_algorithm(algorithm):
    """A method that is not in the table is refused before anything is done."""
    with pytest.raises(UnknownName):
        extract(HTML, algorithm=algorithm)


@pytest.mark.parametrize("html", ["", " ", "<p></p>", "<script>x</script>", "<p>\u3000</p>", b"", b"\xef\xbb\xbf"])
def test_empty_pages(html):
    """Nothing found is an empty text with an outcome and a reason, in every view."""
    extraction = extract(html)
    assert (extraction.text, extraction.markdown, extraction.outcome.value) == ("", "", "empty")
    assert extraction.reason == "the page has no text"
    assert list(extraction.blocks) == [] and extraction.title == ""
    assert json.loads(extraction.json())["text"] == ""


def test_options_are_frozen():
    """Options are made once, and do not share their parameters."""
    options = Options()
    with pytest.raises(FrozenInstanceError):
        options.links = False
    with pytest.raises(TypeError):
        options.parameters["lam"] = 1


def test_cuts_count_in_blocks():
    """A block of which a part is selected is kept."""
    page = Page.from_html("<p>Wheat and chaff</p><p>Chaff</p>")

    class First:
        def select(self, page):
            return Selection(page, np.array([True, False]), np.array([[0, 0, 5]]))

    extraction = extract(page, algorithm=First())
    assert extraction.text == "Wheat"
    assert [block.kept for block in extraction.blocks] == [True, False]


@pytest.mark.parametrize("given", [None, 7, Path("page.html"), io.StringIO("<p>Rye")])
@pytest.mark.parametrize("limits", [{}, {"max_nodes": 9}])
def test_what_is_no_page(given, limits):
    """What is neither text nor bytes is told as what it is, whether there are limits or not."""
    with pytest.raises(TypeError, match=f"not {type(given).__name__}; of a file, its read_bytes"):
        extract(given, **limits)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_of_any_kind(kind):
    """Bytes are decoded, in whatever they are held."""
    source = f"<meta charset=windows-1252><article>{'<p>Die Mühle mahlt den Roggen wieder, und alle freuen sich.' * 5}"
    assert extract(kind(source.encode("cp1252"))).text.startswith("Die Mühle")


def test_unknown_option():
    """An option that is not there is told with the one that was meant."""
    with pytest.raises(UnknownName, match="unknown option 'link'; did you mean 'links'"):
        extract("<p>Rye", link=False)


@pytest.mark.parametrize("asked", [{"algorithm": None}, {"time_limit": "2"}, {"max_nodes": 0}])
def test_bad_options(asked):
    """An option of a wrong kind is told when it is given, not when it is needed."""
    with pytest.raises(BadParameter, match=f"{next(iter(asked))}=.* is not allowed"):
        extract("<p>Rye", **asked)


def test_pickled():
    """An extraction can be sent to another process, with its options, before and after it was read."""
    asked = extract(HTML, algorithm="cectd-ds", parameters={"lam": 0.9}, links=False)
    unread = pickle.loads(pickle.dumps(asked))  # noqa: S301 - of our own
    assert unread.markdown == asked.markdown != ""
    assert pickle.loads(pickle.dumps(asked)).markdown == asked.markdown  # noqa: S301
    assert unread.options == asked.options and unread.options.method == asked.options.method
