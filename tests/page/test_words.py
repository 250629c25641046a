"""Words in any script, against a pattern that finds them one by one."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.page.words import UNSPACED, code_points, count_words

_ALONE = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSPACED) + "\U00020000-\U0003ffff"
#: A word as the specification has it: one character of a script without blanks, or as many others as stand together.
WORD = re.compile(rf"(?=\w)[{_ALONE}]|[^\W{_ALONE}]+")
#: The letters above 16 bits that are not Han are no letters to us.
LOW = st.characters(max_codepoint=0xFFFF)


@given(st.lists(st.text(LOW)))
def test_words_are_those_of_the_pattern(texts):
    """The words of all texts at once are those that a search finds in each."""
    assert count_words(texts).tolist() == [len(WORD.findall(text)) for text in texts]


@given(st.lists(st.text("aß9_ -.漢かคﾊ가א\u0301\U00020000😀\ud800\n")))
def test_words_of_mixed_scripts(texts):
    """Scripts, digits, signs, marks and characters of any size within one text are told apart."""
    assert count_words(texts).tolist() == [len(WORD.findall(text)) for text in texts]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("don't stop", 3),
        ("小麦很好", 4),
        ("ข้าว", 3),  # the tone mark is no letter
        ("パン屋さん", 5),
        ("밀과 보리", 2),
        ("שיבולת שועל", 2),
        ("snake_case x2", 2),
        ("…", 0),
    ],
)
def test_words_of_a_script(text, words):
    """Han, Kana and Thai count by the character, all others by the stretch of letters."""
    assert count_words([text]).tolist() == [words]


def test_words_do_not_run_together():
    """The last word of one text and the first of the next are two, and empty texts have none."""
    assert count_words(["oats", "rye", "", "rye"]).tolist() == [1, 1, 0, 1]
    assert count_words([]).tolist() == []


@given(st.text())
def test_code_points(text):
    """Every character has its number, a lone half of a pair as well."""
    assert code_points(text).tolist() == [ord(char) for char in text]
