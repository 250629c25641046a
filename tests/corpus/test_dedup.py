"""Near-duplicates: the first of those that are alike stays, the others say of whom they are a copy."""

from __future__ import annotations

import json

import pytest
from crawls import page_of, write_warc

from thresher.corpus.dedup import Index
from thresher.corpus.run import Plan, run
from thresher.corpus.span_job import Settings
from thresher.options import Options

STORY = " ".join(f"The field {number} was sown with rye in the {number}th week." for number in range(30))


def test_a_changed_word_makes_no_new_text():
    """Likeness is a share of runs of words."""
    index = Index(0.8)
    assert index.seen("a", STORY) is None
    copy = index.seen("b", STORY.replace("field 7 ", "meadow 7 "))
    assert copy.of == "a"
    assert 0.8 < copy.likeness < 1
    assert index.seen("c", STORY[: len(STORY) // 2]) is None


def test_short_texts_are_left_alone():
    """Too few words to tell; and scripts without blanks count by characters."""
    index = Index(0.8)
    assert [index.seen(name, "All rights reserved") for name in "ab"] == [None, None]
    story = "".join(chr(0x4E00 + 37 * number) for number in range(90))
    assert index.seen("c", story) is None
    assert index.seen("d", story + "燕").of == "c"


@pytest.mark.parametrize("kind", ["parquet", "jsonl"])
def test_the_second_pass_takes_the_text_and_is_repeatable(tmp_path, kind):
    """Copies within and across shards lose their text, are counted, and a second pass changes nothing."""
    (tmp_path / "crawl").mkdir()
    write_warc(tmp_path / "crawl" / "a.warc.gz", [page_of(1), page_of(2), page_of(1)])
    write_warc(tmp_path / "crawl" / "b.warc.gz", [page_of(2), page_of(3)])
    settings = Settings(Options(algorithm="cectd-ds", parameters={}))
    plan = Plan((tmp_path / "crawl",), tmp_path / "out", kind, settings, workers=1, dedup=0.8)
    assert run(plan).outcomes == {"content": 3, "duplicate": 2}
    rows = _rows(tmp_path / "out", kind)
    assert [bool(row["text"]) for row in rows] == [True, True, False, False, True]
    assert rows[2]["reason"] == f"1.00 like {rows[0]['url']}"
    assert rows[2]["title"] == rows[0]["title"]
    assert run(plan).outcomes == {"content": 3, "duplicate": 2}
    assert _rows(tmp_path / "out", kind) == rows


def _rows(output, kind):
    if kind == "parquet":
        from pyarrow import dataset

        return dataset.dataset(output).to_table().to_pylist()
    return [json.loads(line) for file in sorted(output.glob("*.jsonl")) for line in file.read_text().splitlines()]
