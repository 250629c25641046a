"""`extract_batch` by itself; what engines do with it is in test_engines.py."""

from __future__ import annotations

import pyarrow as pa
import pytest
from crawls import page_of

from thresher import Options, corpus
from thresher.corpus import SCHEMA, extract_batch
from thresher.corpus.inputs import Columns
from thresher.corpus.keep import Keep
from thresher.errors import MissingExtra, UsageError

FAST = Options(algorithm="cectd-ds")


def fast(batch):
    """What users write: the function with their options."""
    return extract_batch(batch, options=FAST)


def test_rows_are_in_the_order_of_the_batch():
    """As many rows, with address and name, of the promised schema; rows without HTML are there, too."""
    batch = pa.record_batch({"html": [page_of(0), None, page_of(2).encode().decode()], "id": ["a", "b", "c"]})
    rows = fast(batch)
    assert rows.schema == SCHEMA
    assert rows.column("record_id").to_pylist() == ["a", "b", "c"]
    assert rows.column("outcome").to_pylist() == ["content", "empty", "content"]


def test_bytes_tables_rules_and_other_columns():
    """HTML may be bytes, the batch a table, columns may have other names, and rules hold."""
    table = pa.table({"body": [page_of(0).encode(), b"%PDF-1.7"]})
    rows = extract_batch(table, keep=Keep(languages=("de",)), columns=Columns(html="body"))
    assert rows.column("reason").to_pylist()[0] == "lang=en"
    assert rows.column("outcome").to_pylist() == ["left-out", "unreadable"]


def test_a_batch_without_html_is_refused():
    """The sentence names the columns that it has."""
    with pytest.raises(UsageError, match="it has page"):
        extract_batch(pa.record_batch({"page": ["<p>Rye"]}))


def test_a_missing_part_is_told_in_a_sentence(monkeypatch):
    """Without pyarrow, the extra is named; what does not exist is said as Python says it."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"working on corpora needs pyarrow: pip install 'thresher\[corpus\]'"):
        _ = corpus.SCHEMA
    with pytest.raises(AttributeError):
        _ = corpus.nothing
