"""Text that was decoded wrongly before it came to us: read again where all of it shows what it was, else left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher import extract
from thresher.page import Page
from thresher.page.misread import reread

ENGLISH = "“The mill’s wheel – it’s new – turns again,” said the miller."
POLISH = "Młyn znów miele żyto, a piekarz z wsi kupił dwa pierwsze worki."
CHINESE = "河边的磨坊又开始磨黑麦了，村里的面包师买了头两袋。"


@pytest.mark.parametrize("text", [ENGLISH, POLISH, CHINESE], ids=["english", "polish", "chinese"])
def test_utf8_that_was_read_as_latin_1(text):
    """What libraries do where a server names no encoding is undone, and told."""
    page = Page.from_html(f"<p>{text}</p>".encode().decode("latin-1"))
    assert page.text == [text]
    assert (page.source.encoding, page.source.encoding_found) == ("utf-8", "misread")


@pytest.mark.parametrize("text", ["The mill’s wheel – it’s new", "Müller’s rösti"])
def test_utf8_that_was_read_as_windows_1252(text):
    """What programs on Windows do with files is undone."""
    assert reread(text.encode().decode("cp1252")) == text


@pytest.mark.parametrize(
    "text",
    [
        "The mill",
        "Müllers Rösti",
        "Müller’s Rösti",
        POLISH,
        CHINESE,
        "It shows “donâ€™t” instead of “don’t”",
        "It shows Ã¤ instead of a letter",
        "AMANHÃ©",
        "€ 5",
        "Â",
    ],
)
def test_other_text_is_left_alone(text):
    """Text that is as it should be, and text about text that is not, stays what it is."""
    assert reread(text) is None
    assert Page.from_html(f"<p>{text}</p>").text == [text]


@given(st.text(st.characters(codec="utf-8")))
def test_any_text_comes_back(text):
    """Whatever else a page has, one dash is enough to know."""
    text = f"{text} –"
    assert reread(text.encode().decode("latin-1")) == text


def test_the_result_says_so():
    """An extraction names the encoding that the text had."""
    page = f"<article><p>{ENGLISH * 4}</p><p>{ENGLISH * 4}</p></article>".encode().decode("latin-1")
    found = extract(page)
    assert ENGLISH in found.text
    assert found.encoding == "utf-8"
