"""Metrics agree with their definitions on hand-made cases (section D of the specification)."""

from __future__ import annotations

import builtins
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import MissingExtra, UnknownName
from thresher.evaluate import metrics
from thresher.evaluate.metrics import METRICS, Score, bags, sequences, structure
from thresher.evaluate.tokens import tokens

CLOSE = 1e-9


def close(found: Score, precision, recall, value):
    assert found.precision == (None if precision is None else pytest.approx(precision, abs=CLOSE))
    assert found.recall == (None if recall is None else pytest.approx(recall, abs=CLOSE))
    assert found.value == pytest.approx(value, abs=CLOSE)


@pytest.mark.parametrize(
    ("name", "extracted", "gold", "precision", "recall", "value"),
    [
        ("lcs", "a b c d", "b c e", 1 / 2, 2 / 3, 4 / 7),
        ("cleaneval", "a b c d", "b c e", 1 / 2, 2 / 3, 2 / 5),
        ("lcs", "c b", "b c", 1 / 2, 1 / 2, 1 / 2),
        ("words", "c b", "b c", 1, 1, 1),
        ("words", "a a b", "a b b b", 2 / 3, 2 / 4, 4 / 7),
        ("words", "Wheat, RYE", "wheat rye oats", 1, 2 / 3, 4 / 5),
        ("words", "小麦 rye", "小麦 oats", 1 / 2, 1 / 2, 1 / 2),
        ("lcs", "小麦和燕麦", "小麦燕麦", 4 / 5, 1, 8 / 9),
        ("cleaneval", "小麦和燕麦", "小麦燕麦", 4 / 5, 1, 4 / 5),
        ("shingles", "a b c d e", "a b c d f", 1 / 2, 1 / 2, 1 / 2),
        ("shingles", "a b c", "a b c", 1, 1, 1),
        ("shingles", "a b c", "a b d", 0, 0, 0),
        ("shingles", "A b c d", "a b c d", 0, 0, 0),
        ("shingles", "a b c d a b c d", "a b c d", 1 / 5, 1, 1 / 3),
        ("text", "oats rye", "rye barley", 3 / 7, 3 / 9, 3 / 8),
        ("cuter", "abcd  ef", "abxd ef", 6 / 7, 6 / 7, 6 / 7),
        ("structure", "<h>a\n<p>b c", "<h>a\n<l>b c", 4 / 5, 4 / 5, 4 / 6),
    ],
)
def test_worked_example(name, extracted, gold, precision, recall, value):
    """A metric gives what its definition gives when worked out by hand."""
    close(METRICS[name].score(extracted, gold), precision, recall, value)


def test_cuter_figures():
    """110 characters extracted, 100 of them useful, 105 in the article: accuracy 100/105, noise 10/110."""
    score = METRICS["cuter"].score("a" * 100 + "b" * 10, "a" * 100 + "c" * 5)
    assert score.recall == pytest.approx(100 / 105, abs=CLOSE)
    assert 1 - score.precision == pytest.approx(10 / 110, abs=CLOSE)


@pytest.mark.parametrize("name", [name for name in METRICS if name != "shingles"])
def test_edges(name):
    """Both sides empty is 1, one of them empty 0."""
    score = METRICS[name].score
    close(score("", ""), 1, 1, 1)
    close(score("oats", ""), 0, 0, 0)
    close(score("", "oats"), 0, 0, 0)


def test_edges_of_shingles():
    """AEB leaves a page without an answer out of the precision, and one without gold out of the recall."""
    close(bags.shingle_bag("", "oats"), None, 0, 0)
    close(bags.shingle_bag("oats", ""), 0, None, 0)
    close(bags.shingle_bag("", ""), None, None, 1)


TEXTS = st.text(alphabet="ab 麦ก.\n", max_size=40)


@given(TEXTS, TEXTS)
def test_values_lie_between_0_and_1(extracted, gold):
    """No text makes a figure that is no share."""
    for metric in METRICS.values():
        score = metric.score(extracted, gold)
        for figure in (score.precision, score.recall, score.value):
            assert figure is None or 0 <= figure <= 1


@given(TEXTS)
def test_the_gold_text_itself_is_right(text):
    """The gold text scores 1 by every metric."""
    assert all(metric.score(text, text).value == 1 for metric in METRICS.values())


@given(TEXTS, TEXTS)
def test_bags_are_more_lenient_than_sequences(extracted, gold):
    """Order costs by LCS and not by bags of the same tokens."""
    loose = len(set(tokens(extracted)) & set(tokens(gold)))
    common = sequences.lcs_length(tokens(extracted), tokens(gold))
    bag = sum(min(tokens(extracted).count(token), tokens(gold).count(token)) for token in set(tokens(gold)))
    assert common <= bag
    assert loose <= bag


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Oats and rye", ["oats", "and", "rye"]),
        ("漢字カナABC", ["漢", "字", "カ", "ナ", "abc"]),
        ("ภาษา", ["ภ", "า", "ษ", "า"]),
        ("한국어 말", ["한국어", "말"]),
        ("𠀀x", ["𠀀", "x"]),
        ("", []),
    ],
)
def test_tokens(text, expected):
    """Words are tokens, and so are characters of scripts without blanks."""
    assert list(tokens(text)) == expected


def test_segments_without_marks():
    """Text without a mark is one paragraph."""
    assert structure.segments("Oats\n\n<h>Rye") == [("p", "Oats"), ("h", "Rye")]


def test_unknown_metric():
    """A metric that does not exist is named, with a close one."""
    with pytest.raises(UnknownName, match="did you mean 'words'"):
        metrics.metric("word")


def test_lcs_without_rapidfuzz(monkeypatch):
    """Without rapidfuzz, LCS metrics say what to install."""
    given_import = builtins.__import__

    def refuse(name, *rest, **named):
        if name.startswith("rapidfuzz"):
            raise ImportError(name)
        return given_import(name, *rest, **named)

    monkeypatch.delitem(sys.modules, "rapidfuzz.distance", raising=False)
    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(MissingExtra, match=r"thresher\[bench\]"):
        sequences.lcs("a", "b")
