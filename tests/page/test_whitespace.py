"""Collapsed lengths of many texts at once, against collapsing each of them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.page import whitespace
from thresher.page.whitespace import collapse, collapsed_lengths, solid

#: Letters, and white space of all kinds: ASCII, Latin-1, beyond, and signs that look like it and are none.
ALPHABET = "ab\t\n\r\f\v \x1c\x85\xa0\u1680\u2003\u2028\u202f\u205f\u3000\u200b\ufeffä漢😀\ud800"
TEXTS = st.lists(st.text(ALPHABET, max_size=12), max_size=8)


@given(TEXTS)
def test_lengths_are_those_of_collapsed_texts(texts):
    """A length is that of the collapsed text, whatever the script and the kind of white space."""
    assert collapsed_lengths(texts).tolist() == [len(collapse(text)) for text in texts]


@given(TEXTS, st.integers(1, 7))
def test_portions_do_not_show(texts, portion):
    """Texts taken in portions, even in the middle of a word, have the same lengths."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whitespace, "PORTION", portion)
        assert collapsed_lengths(texts).tolist() == [len(collapse(text)) for text in texts]


@given(st.text())
def test_solid_is_what_is_no_white_space(text):
    """Every character that Python calls white space is none of ours, and no other."""
    assert solid(text).tolist() == [int(not char.isspace()) for char in text]


@given(st.text(ALPHABET), st.integers(1, 7))
def test_collapsing_in_portions(text, portion):
    """A long text is collapsed in portions as it is in one go, with words longer than a portion too."""
    expected = " ".join(text.split())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whitespace, "PORTION", portion)
        assert collapse(text) == expected


@given(st.text(ALPHABET))
def test_collapsed_text_stays(text):
    """What is collapsed has no white space at its ends and none twice, and collapsing again changes nothing."""
    found = collapse(text)
    assert found == found.strip() and not any(a.isspace() and b.isspace() for a, b in pairwise(found))
    assert collapse(found) == found


def test_one_long_text():
    """A text longer than a portion is measured like any other."""
    text = " wheat  and\nchaff " * (whitespace.PORTION // 10)
    assert collapsed_lengths(["a b", text, " "]).tolist() == [3, len(" ".join(text.split())), 0]
    assert collapse(text) == " ".join(text.split())
