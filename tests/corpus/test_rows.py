"""Rows: every record yields one, with its text or with the reason why not; rules choose who gets text."""

from __future__ import annotations

import pytest
from crawls import page_of

from thresher import Outcome, __version__
from thresher.corpus.keep import Keep
from thresher.corpus.records import MAX_PAGE_BYTES, Record
from thresher.corpus.rows import COLUMNS, OUTCOMES, SCHEMA, RowMaker, batch_of
from thresher.errors import UnknownName, UsageError
from thresher.options import Options

PAGE = page_of(3, '<meta property="article:published_time" content="2026-11-16T10:00:00Z">')


def test_a_row_has_all_that_is_promised():
    """Address, text, Markdown, facts, where the record is, and what made the row."""
    record = Record(PAGE.encode(), "https://field.example/3", "utf-8", "<urn:uuid:3>", 120, 340)
    row = RowMaker(source="a.warc.gz").row(record)
    assert list(batch_of([row]).schema.names) == [name for name, *_ in COLUMNS]
    assert row["text"].startswith("In year 22 the barley of field 3")
    assert row["markdown"].startswith("In year 22")
    assert (row["title"], row["date"][:10], row["language"]) == ("The barley of field 3", "2026-11-16", "en")
    assert (row["outcome"], row["encoding"]) == ("content", "utf-8")
    assert row["kind"] is not None
    assert row["is_overview"] is False
    assert 0 < row["confidence"] <= 1
    assert (row["record_id"], row["offset"], row["length"], row["source"]) == ("<urn:uuid:3>", 120, 340, "a.warc.gz")
    assert (row["algorithm"], row["version"]) == ("auto", __version__)


@pytest.mark.parametrize(
    ("record", "outcome"),
    [
        (Record(b""), "empty"),
        (Record(b"%PDF-1.7 rye"), "unreadable"),
        (Record(b"", fault="its body cannot be unpacked"), "unreadable"),
        (Record(bytes(MAX_PAGE_BYTES + 1)), "too-large"),
    ],
    ids=["empty", "pdf", "fault", "large"],
)
def test_pages_without_text_have_a_row_with_the_reason(record, outcome):
    """Whatever is wrong with a record."""
    row = RowMaker().row(record)
    assert row["outcome"] == outcome
    assert row["reason"]
    assert not row.get("text")


def test_an_error_of_ours_is_a_row(monkeypatch):
    """A fault on one page does not end a corpus."""
    monkeypatch.setattr("thresher.corpus.rows.extract", lambda *_, **__: 1 / 0)
    row = RowMaker().row(Record(PAGE))
    assert (row["outcome"], row["reason"]) == ("failed", "ZeroDivisionError: division by zero")


@pytest.mark.parametrize(
    ("rules", "confidence", "reason"),
    [
        (["kind=forum"], 0, "kind=article"),
        (["kind=article"], 0, ""),
        (["lang=de,fr"], 0, "lang=en"),
        (["lang=de", "lang=en"], 0, ""),
        ([], 1.0, "confidence<1"),
    ],
)
def test_rules_choose_who_gets_text(rules, confidence, reason):
    """A page that is left out keeps its facts, and its reason can be counted."""
    row = RowMaker(keep=Keep.of(rules, confidence)).row(Record(PAGE))
    assert row["outcome"] == ("left-out" if reason else "content")
    assert row["reason"] == reason
    assert ("text" in row) is not bool(reason)
    assert row["title"]


def test_a_method_that_tells_no_kind_leaves_out_what_has_none():
    """The reason says that it is unknown."""
    maker = RowMaker(Options(algorithm="cectd-ds"), Keep.of(["kind=article"]))
    assert maker.row(Record(PAGE))["reason"] == "kind=unknown"


@pytest.mark.parametrize("rule", ["article", "kind=", "colour=red", "kind=artcle"])
def test_rules_that_mean_nothing_are_refused(rule):
    """Before any page is read."""
    with pytest.raises((UsageError, UnknownName)):
        Keep.of([rule])


def test_half_characters_do_not_break_a_batch():
    """A lone surrogate, which no file can hold, becomes a question mark."""
    rows = batch_of([{"text": "rye \ud83d oats", "outcome": "content"}])
    assert rows.column("text").to_pylist() == ["rye ? oats"]


def test_outcomes_have_a_meaning_each():
    """None of ours is one of an extraction's."""
    assert not {each.value for each in Outcome} & set(OUTCOMES)
    assert "outcome" in SCHEMA.names
