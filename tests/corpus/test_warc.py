"""WARC files: pages and their places, spans that meet, damage that is stepped over and told."""

from __future__ import annotations

import gzip
import zlib

import pytest
from crawls import page_of, url_of, write_warc

from thresher.corpus import warc
from thresher.corpus.records import Log
from thresher.corpus.span_job import meet
from thresher.corpus.spans import Span

WHOLE = Span(0, None)
PAGES = [page_of(number) for number in range(30)]


def read(path, span=WHOLE):
    """The pages of a span, and the log."""
    log = Log()
    return list(warc.read(path, span, log)), log


@pytest.fixture(params=[True, False], ids=["packed", "plain"])
def crawl(request, tmp_path):
    """A WARC, and where its pages begin."""
    path = tmp_path / "a.warc"
    return path, write_warc(path, PAGES, gzip=request.param)


def test_pages_come_with_address_charset_and_place(crawl):
    """Each page is where the writer put it; what is no page is counted."""
    path, places = crawl
    records, log = read(path)
    assert [record.url for record in records] == [url_of(number) for number in range(30)]
    assert [record.offset for record in records] == places
    assert records[0].body == PAGES[0].encode()
    assert records[0].charset == "utf-8"
    assert records[0].id.startswith("<urn:uuid:")
    assert log.no_page == {"type image/png": 1, "HTTP status 404": 1}
    assert log.problems == []


def test_offset_and_length_cut_out_the_record(crawl):
    """The bytes from offset on, as many as length says, are a crawl with that page."""
    path, _ = crawl
    record = read(path)[0][7]
    part = path.with_name("part.warc")
    part.write_bytes(path.read_bytes()[record.offset : record.offset + record.length])
    assert [each.body for each in read(part)[0]] == [record.body]


@pytest.mark.parametrize("borders", [[5000], [1, 2, 3], [2500, 2501, 6000], range(0, 12000, 700)], ids=str)
def test_spans_share_the_pages_out(crawl, borders):
    """Wherever the borders are, each page is in one span, in order, and spans meet."""
    path, _ = crawl
    starts = [0, *(border for border in borders if 0 < border < path.stat().st_size)]
    spans = [Span(start, stop) for start, stop in zip(starts, [*starts[1:], None], strict=True)]
    read_spans = [read(path, span) for span in spans]
    assert [record.url for records, _ in read_spans for record in records] == [url_of(n) for n in range(30)]
    assert meet([vars(log) for _, log in read_spans])


def test_a_start_inside_of_a_page_does_not_deceive(tmp_path):
    """A page that quotes a record makes spans that do not meet; that is noticed."""
    quoted = b"\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\nContent-Length: 3\r\n\r\nRye\r\n\r\n"
    path = tmp_path / "a.warc"
    places = write_warc(path, [PAGES[0], PAGES[1].encode() + quoted * 9, PAGES[2]], gzip=False, extra=False)
    border = path.read_bytes().index(quoted) + 20
    logs = [read(path, span)[1] for span in (Span(0, border), Span(border, None))]
    assert logs[0].ended == places[2]
    assert not meet([vars(log) for log in logs])


def test_a_file_that_breaks_off_gives_what_it_has(crawl):
    """The page that is cut is given as far as it goes, and it is said where the file breaks off."""
    path, places = crawl
    path.write_bytes(path.read_bytes()[: places[20] + 200])
    records, log = read(path)
    assert len(records) in (20, 21)
    assert len(log.problems) == 1
    assert log.problems[0].startswith("the file is truncated")


def test_a_file_that_breaks_off_in_a_body_says_where(crawl):
    """The last bytes are missing: the place of the record that they belong to is told."""
    path, places = crawl
    path.write_bytes(path.read_bytes()[: places[21] - 20])
    assert read(path)[1].problems == [f"the file is truncated in the record at byte {places[20]}"]


def test_damage_is_stepped_over(crawl):
    """A page that cannot be unpacked, or whose length is wrong, costs itself; the pages behind it are read."""
    path, places = crawl
    whole = bytearray(path.read_bytes())
    if whole.startswith(b"\x1f\x8b"):
        whole[places[10] + 60 : places[10] + 90] = bytes(30)
    else:
        at = whole.index(b"Content-Length: ", places[10])
        whole[at + 16 : at + 17] = b"9"
    path.write_bytes(whole)
    records, log = read(path)
    found = {record.url for record in records}
    assert {url_of(number) for number in range(30) if number not in (10, 11)} <= found
    assert str(places[10]) in log.problems[0] or str(places[9]) in log.problems[0]


def test_a_file_packed_as_a_whole_is_read(tmp_path):
    """Not one gzip member a record, but one for all."""
    path = tmp_path / "a.warc"
    write_warc(path, PAGES, gzip=False)
    path.with_suffix(".gz").write_bytes(gzip.compress(path.read_bytes()))
    records, log = read(path.with_suffix(".gz"))
    assert (len(records), log.problems) == (30, [])


def test_a_body_that_cannot_be_unpacked_is_a_fault_of_the_page(tmp_path):
    """The server said gzip and sent something else: the record is there, and so is the next one."""
    path = tmp_path / "a.warc.gz"
    bodies = [zlib.compress(b"<p>Rye" * 99)[:40], gzip.compress(b"<p>Rye")]
    write_warc(path, bodies, extra=False, headers=(("Content-Encoding", "gzip"),))
    records, _ = read(path)
    assert len(records) == 2
    assert records[1].body == b"<p>Rye"
    assert records[0].fault or b"<p>" not in records[0].body


def test_bytes_without_any_record_are_told(tmp_path):
    """Something that is called a WARC and is none gives no pages, and says so."""
    path = tmp_path / "a.warc"
    path.write_bytes(b"Rye, oats and barley\n" * 100)
    records, log = read(path)
    assert records == []
    assert log.problems
