"""Exports: every record with every fact, in order, readable by the usual programs."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime

import pytest
from lxml import etree

from thresher.errors import UnknownName
from thresher.store import Filter, StoredExtraction, StoredMedia
from thresher.store.export import EXPORTS, ROW_GROUP, parquet

FULL = StoredExtraction(
    "https://mill.example/rye?a&b",
    'Rye <is> "back" & well\x08.\n\n燕麦 🌾 ]]>',
    title="Rye",
    is_overview=False,
    confidence=0.5,
    authors=("Ada", "Bo"),
    metadata={"tags": ["rye", "oats"]},
    media=(StoredMedia("image", "https://mill.example/r.jpg", 'tall "rye"', "June", 600),),
    status=200,
    fetched_at=datetime(2026, 5, 3, 12, tzinfo=UTC),
)
BARE = StoredExtraction("https://mill.example/oats", "", outcome="empty")


@pytest.fixture
def exported(store):
    """A store with two records, as the bytes of a format."""
    store.put_many([FULL, BARE])

    def export(name, wanted=None):
        out = io.BytesIO()
        assert store.export(out, name, wanted or Filter()) == (1 if wanted else 2)
        return out.getvalue()

    return export


def test_json_lines(exported):
    """Each line is an object with every fact under its name."""
    first, second = map(json.loads, exported("jsonl").splitlines())
    assert (first["text"], first["authors"], first["metadata"]) == (FULL.text, ["Ada", "Bo"], {"tags": ["rye", "oats"]})
    assert first["media"][0]["width"] == 600 and first["fetched_at"] == "2026-05-03T12:00:00+00:00"
    assert first["content_hash"] == FULL.content_hash and first["id"] < second["id"]
    assert list(first) == list(second)


def test_xml(exported):
    """The XML is well-formed whatever the text has, with an element for each fact that is known."""
    first, second = etree.fromstring(exported("xml"))
    assert first.findtext("text") == FULL.text.replace("\x08", "")
    assert [author.text for author in first.findall("author")] == ["Ada", "Bo"]
    assert first.find("image").get("alt") == 'tall "rye"' and first.find("image").get("height") is None
    assert (first.findtext("is_overview"), second.find("is_overview")) == ("false", None)


def test_parquet(exported):
    """The columns of a Parquet file have the types of the facts."""
    from pyarrow import parquet as pq

    rows = pq.read_table(io.BytesIO(exported("parquet"))).to_pylist()
    assert (rows[0]["text"], rows[0]["fetched_at"], rows[0]["status"]) == (FULL.text, FULL.fetched_at, 200)
    assert rows[0]["media"][0]["width"] == 600 and json.loads(rows[0]["metadata"]) == FULL.metadata
    assert (rows[1]["is_overview"], rows[1]["authors"]) == (None, [])


def test_parquet_in_groups():
    """Many records make several groups of rows, and none make an empty file."""
    from pyarrow import parquet as pq

    out, empty = io.BytesIO(), io.BytesIO()
    assert parquet((BARE for _ in range(ROW_GROUP + 1)), out) == ROW_GROUP + 1
    assert pq.ParquetFile(out).num_row_groups == 2
    assert parquet([], empty) == 0 and pq.read_table(empty).num_rows == 0


@pytest.mark.parametrize("name", EXPORTS)
def test_only_what_is_wanted(exported, name):
    """Every format writes only what is wanted."""
    assert exported(name, Filter(outcome="empty"))


def test_unknown_format(store):
    """A format that is not there is named, with those that are."""
    with pytest.raises(UnknownName, match="export format 'yaml'"):
        store.export(io.BytesIO(), "yaml")
