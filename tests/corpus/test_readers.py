"""Readers of tables, JSON lines, ARC and folders; which inputs are found, and what they are called."""

from __future__ import annotations

import gzip
import json
import lzma

import pyarrow as pa
import pytest
from crawls import page_of, url_of, write_warc
from pyarrow import parquet

from thresher.corpus import folder, inputs, jsonlines, spans
from thresher.corpus.inputs import Columns, find_shards, kind_of
from thresher.corpus.records import Log
from thresher.errors import UsageError

ROWS = [{"html": page_of(number), "url": url_of(number), "id": number} for number in range(12)]
LINES = "".join(json.dumps(row) + "\n" for row in ROWS).encode()
COLUMNS = Columns()
PACKED = {
    "": lambda data: data,
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".zst": lambda data: pa.compress(data, codec="zstd", asbytes=True),
}


def read(path, columns=COLUMNS):
    """All pages of an input, span by span, and the logs."""
    (shard,) = find_shards([path], path / "none")
    logs = [Log() for _ in shard.spans()]
    pages = [page for span, log in zip(shard.spans(), logs, strict=True) for page in shard.records(span, log, columns)]
    return pages, logs


@pytest.mark.parametrize("ending", PACKED)
def test_json_lines_packed_or_not(tmp_path, ending):
    """Pages come with address, name and the place of their line."""
    path = tmp_path / f"pages.jsonl{ending}"
    path.write_bytes(PACKED[ending](LINES))
    pages, _ = read(path)
    assert [page.url for page in pages] == [row["url"] for row in ROWS]
    assert [page.id for page in pages] == [str(number) for number in range(12)]
    assert LINES[pages[5].offset :].startswith(b'{"html"')
    assert json.loads(LINES[pages[5].offset :][: pages[5].length])["id"] == 5


@pytest.mark.parametrize("size", [50, 700, 1500, len(LINES) // 2, 10**9])
def test_json_lines_in_spans(tmp_path, monkeypatch, size):
    """Each line is in one span, wherever the borders are."""
    monkeypatch.setattr(spans, "SPAN_BYTES", size)
    path = tmp_path / "pages.jsonl"
    path.write_bytes(LINES)
    assert [page.id for page in read(path)[0]] == [str(number) for number in range(12)]


def test_bad_lines_are_told_and_the_rest_goes_on(tmp_path):
    """No JSON, no object, no HTML: two problems and one line without a page."""
    path = tmp_path / "pages.jsonl"
    path.write_bytes(b'{"html": "<p>Rye"}\nrye\n[1]\n{"url": "x"}\n\n{"html": "<p>Oats"}')
    pages, (log,) = read(path)
    assert [page.body for page in pages] == ["<p>Rye", "<p>Oats"]
    assert log.problems == ["the line at byte 19 is not a JSON object", "the line at byte 23 is not a JSON object"]
    assert log.no_page == {"line without HTML": 1}


@pytest.mark.parametrize("size", [60, 10**9], ids=["spans", "one"])
@pytest.mark.parametrize("end", [b"\n", b""], ids=["amid-others", "last"])
def test_a_line_without_end_is_not_kept_in_memory(tmp_path, monkeypatch, end, size):
    """A line that is longer than any page is told and passed over, wherever the borders of spans are."""
    monkeypatch.setattr(jsonlines, "MAX_LINE_BYTES", 40)
    monkeypatch.setattr(spans, "SPAN_BYTES", size)
    path = tmp_path / "pages.jsonl"
    path.write_bytes(b'{"html": "<p>Rye"}\n' + b"a" * 200 + end + b'{"html": "<p>Oats"}\n' * bool(end))
    pages, logs = read(path)
    assert [page.body for page in pages] == ["<p>Rye", *["<p>Oats"] * bool(end)]
    assert [problem for log in logs for problem in log.problems] == ["the line at byte 19 is longer than 40 bytes"]


def test_a_packed_file_that_breaks_off_gives_what_it_has(tmp_path):
    """The pages ahead of the break, and a sentence."""
    path = tmp_path / "pages.jsonl.gz"
    path.write_bytes(gzip.compress(LINES, compresslevel=0)[:5000])
    pages, (log,) = read(path)
    assert 0 < len(pages) < 12
    assert "cannot be read beyond byte" in log.problems[0]


def test_parquet_row_groups_are_spans(tmp_path, monkeypatch):
    """Pages of other column names, as text or bytes, with their rows; rows without HTML are counted."""
    monkeypatch.setattr("thresher.corpus.table.SPAN_BYTES", 1)
    path = tmp_path / "pages.parquet"
    bodies = [row["html"].encode() for row in ROWS[:11]]
    parquet.write_table(
        pa.table({"body": [*bodies, None], "link": [row["url"] for row in ROWS]}), path, row_group_size=5
    )
    pages, logs = read(path, Columns("body", "link"))
    assert [page.offset for page in pages] == list(range(11))
    assert pages[10].url == ROWS[10]["url"]
    assert pages[0].body == bodies[0]
    assert len(logs) == 3
    assert logs[2].no_page == {"row without HTML": 1}


def test_a_table_without_the_column_names_those_it_has(tmp_path):
    """The problem is a sentence that helps."""
    path = tmp_path / "pages.parquet"
    parquet.write_table(pa.table({"body": ["<p>Rye"]}), path)
    assert read(path)[1][0].problems == ["pages.parquet has no column 'html'; it has body"]
    path.write_bytes(path.read_bytes()[:60])
    assert "cannot be read" in read(path)[1][0].problems[0]


def write_arc(path, lengths):
    """An ARC file of pages that tell a length that many bytes off their own."""
    about = b"1 0 Rye\nURL IP-address Archive-date Content-type Archive-length\n"
    head = b"filedesc://a.arc 0.0.0.0 20260101000000 text/plain %d\n%b\n" % (len(about), about)
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=koi8-r\r\n\r\n<p>Rye"
    record = b"http://rye.example/ 192.0.2.1 20260101000000 text/html %d\n%b\n"
    path.write_bytes(head + b"".join(record % (len(body) + off, body) for off in lengths))
    return path


def test_arc(tmp_path):
    """The form before WARC: pages and their places, until the file breaks off."""
    path = write_arc(tmp_path / "a.arc", [0, 0])
    pages, (log,) = read(path)
    assert [page.body for page in pages] == [b"<p>Rye"] * 2
    assert pages[0].charset == "koi8-r"
    assert path.read_bytes()[pages[1].offset :].startswith(b"http://rye.example/")
    assert log.problems == []


def test_arc_with_wrong_lengths(tmp_path, capfd):
    """Records that end elsewhere than they say are counted as a problem of the file; nothing else is printed."""
    pages, (log,) = read(write_arc(tmp_path / "a.arc", [-2, 0]))
    assert [page.body for page in pages] == [b"<p>R", b"<p>Rye"]
    assert log.problems == ["1 records have a wrong length in their header"]
    assert capfd.readouterr() == ("", "")


def test_a_folder_of_pages_is_one_shard(tmp_path, monkeypatch):
    """Files of pages in the order of their names, in spans; other files are left alone."""
    monkeypatch.setattr(folder, "SPAN_FILES", 3)
    pages = tmp_path / "site"
    (pages / "sub").mkdir(parents=True)
    for number in range(7):
        (pages / ("sub" if number % 2 else ".") / f"{number}.html").write_text(page_of(number))
    (pages / "notes.txt").write_text("rye")
    records, logs = read(pages)
    assert [record.id for record in records] == [
        "0.html",
        "2.html",
        "4.html",
        "6.html",
        "sub/1.html",
        "sub/3.html",
        "sub/5.html",
    ]
    assert len(logs) == 2


def test_kinds_are_told_by_content(tmp_path):
    """A name may say nothing, or be wrong."""
    write_warc(tmp_path / "a.bin", [page_of(1)])
    (tmp_path / "b.txt").write_bytes(gzip.compress(LINES))
    (tmp_path / "c.txt").write_text("Rye and oats")
    parquet.write_table(pa.table({"html": ["<p>Rye"]}), tmp_path / "d")
    assert [kind_of(tmp_path / name) for name in ("a.bin", "b.txt", "c.txt", "d")] == ["warc", "jsonl", None, "parquet"]


def test_names_of_shards(crawl, tmp_path):
    """Shards of a folder are named by their place in it; hidden files and the output are no input."""
    (crawl / "more").mkdir()
    write_warc(crawl / "more" / "a.warc.gz", [page_of(1)])
    write_warc(crawl / "_c.warc.gz", [page_of(1)])
    (crawl / "out").mkdir()
    parquet.write_table(pa.table({"html": ["<p>Rye"]}), crawl / "out" / "a.parquet")
    (crawl / "page.html").write_text(page_of(1))
    shards = find_shards([crawl], crawl / "out")
    assert [(shard.name, shard.kind) for shard in shards] == [
        ("a.warc.gz", "warc"),
        ("b.warc.gz", "warc"),
        ("crawl", "folder"),
        ("more/a.warc.gz", "warc"),
    ]


def test_inputs_that_cannot_be_used_are_refused(crawl, tmp_path):
    """A missing file, a file of no kind, two files with the same output."""
    (tmp_path / "notes.txt").write_text("rye")
    (crawl / "more").mkdir()
    write_warc(crawl / "more" / "a.warc.gz", [page_of(1)])
    for given, sentence in (
        ([tmp_path / "none"], "no such file"),
        ([tmp_path / "notes.txt"], "is not a WARC, ARC"),
        ([crawl / "a.warc.gz", crawl / "more" / "a.warc.gz"], "the same output"),
    ):
        with pytest.raises(UsageError, match=sentence):
            find_shards(given, tmp_path / "out")
    assert len(find_shards([crawl / "a.warc.gz", crawl / "a.warc.gz"], tmp_path / "out")) == 1


def test_every_reader_says_how_it_divides(crawl):
    """The table of readers is complete."""
    assert set(inputs.STARTS.values()) | {"folder"} == set(inputs.READERS)
