"""Pages of a WARC file, compressed or not; damaged records are skipped and reported."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Generator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from thresher.corpus.records import MAX_PAGE_BYTES, Log, Record
from thresher.corpus.spans import Span, byte_spans

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

#: Media types of pages.
HTML_TYPES = frozenset(["text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"])
GZIP_START = b"\x1f\x8b\x08"
#: A possible start of a record: that of a gzip member, or the first line of a header after an empty line.
_START = re.compile(rb"\x1f\x8b\x08|(?<=\n)WARC/[01]\.\d+\r?\n")
#: Bytes searched at a time, and bytes of a record's header that are examined.
WINDOW, HEAD = 1 << 20, 1 << 14
_LENGTH = re.compile(rb"^content-length:\s*(\d+)", re.IGNORECASE | re.MULTILINE)
_HEADER_END = re.compile(rb"\r?\n\r?\n")


def spans(path: Path) -> list[Span]:
    """The spans of a file; a compression in which record starts cannot be found makes it a single one."""
    with path.open("rb") as file:
        start = file.read(len(GZIP_START))
    return byte_spans(path) if start in (GZIP_START, b"WAR") else [Span(0, None)]


def read(path: Path, span: Span, log: Log) -> Iterator[Record]:
    """The pages whose records begin in a span."""
    with path.open("rb") as file:
        begin = find_record(file, span.start) if span.start else 0
        while begin is not None and not span.is_past(begin):
            log.began = begin if log.began is None else log.began
            last = yield from _read_on(file, begin, span, log)
            # After the damage, reading continues with the next record that can be found.
            begin = find_record(file, last + 1) if last is not None else None


def _read_on(file: BinaryIO, begin: int, span: Span, log: Log) -> Generator[Record, None, int | None]:
    """The pages from an offset on; returns the offset of the damaged record, if there is one."""
    from fastwarc.warc import ArchiveIterator

    file.seek(begin)
    place, waiting = begin, None
    try:
        for record in ArchiveIterator(file, parse_http=True, auto_decode="all"):
            if waiting:
                yield _ending_at(waiting, record.stream_pos)
                waiting = None
            place = record.stream_pos
            if span.is_past(place):
                log.ended = place
                return None
            waiting = _page(record, log)
    except OSError as error:
        if waiting:
            yield waiting
        log.problems.append(f"damaged at or after byte {place}: {error}")
        return place
    if waiting:
        yield waiting
    if problem := _why_not_whole(file, place):
        log.problems.append(problem)
    return None


def _ending_at(record: Record, end: int) -> Record:
    """The record with its length; offsets in files that are compressed as a whole mean nothing."""
    return replace(record, length=end - record.offset) if end > record.offset else record


def _page(record: WarcRecord, log: Log) -> Record | None:
    """The page of a record; a record that is not a page is counted by its reason."""
    reason = _why_no_page(record)
    if reason:
        log.no_page[reason] += 1
        return None
    url = (record.headers.get("WARC-Target-URI") or "").strip("<> ") or None
    body, fault = _body(record)
    return Record(body, url, record.http_charset, record.record_id, record.stream_pos, fault=fault)


def _why_no_page(record: WarcRecord) -> str:
    kind = str(record.record_type)
    if kind not in ("response", "resource"):
        return f"{kind} record"
    status = record.http_headers.status_code if record.http_headers else None
    if status is not None and not 200 <= status < 300:
        return f"HTTP status {status}"
    return no_html(_type(record))


def _type(record: WarcRecord) -> str | None:
    """The media type of a page without parameters, as given by the server or for a resource."""
    if record.is_http_parsed:
        return record.http_content_type
    declared: str | None = record.headers.get("Content-Type")
    return declared


def no_html(content_type: str | None) -> str:
    """Why a type is not that of a page; empty if it is, or if none is declared: `decode` will find out.

    >>> no_html("image/png"), no_html("Text/HTML; charset=utf-8"), no_html(None)
    ('type image/png', '', '')
    """
    name = (content_type or "").partition(";")[0].strip().lower()
    return f"type {name[:60]}" if name and name not in HTML_TYPES else ""


def _body(record: Any) -> tuple[bytes, str]:
    """The body of a record, or why there is none; one byte more than allowed shows that it is too large."""
    try:
        return record.reader.read(MAX_PAGE_BYTES + 1), ""
    except (OSError, ValueError) as error:
        return b"", f"its body cannot be decompressed: {error}"


def find_record(file: BinaryIO, position: int) -> int | None:
    """The offset of the first record at or after a position."""
    while True:
        file.seek(max(position - 1, 0))
        window = file.read(WINDOW)
        for found in _START.finditer(window, min(position, 1)):
            start = max(position - 1, 0) + found.start()
            if is_record(_head(file, start)):
                return start
        if len(window) < WINDOW:
            return None
        position += WINDOW - HEAD


def _head(file: BinaryIO, start: int) -> bytes:
    """The first decompressed bytes from an offset."""
    file.seek(start)
    head = file.read(HEAD)
    if not head.startswith(GZIP_START):
        return head
    try:
        return zlib.decompressobj(wbits=31).decompress(head, HEAD)
    except zlib.error:
        return b""


def is_record(head: bytes) -> bool:
    r"""Whether bytes are the header of a record.

    >>> is_record(b"WARC/1.0\r\nWARC-Type: response\r\n\r\n"), is_record(b"WARC/1.0 is a format")
    (True, False)
    """
    header = _HEADER_END.split(head, maxsplit=1)[0]
    return header.startswith(b"WARC/") and b"\nwarc-type:" in header.lower()


def _why_not_whole(file: BinaryIO, last: int) -> str:
    """What is wrong with the end of a file, given the offset of its last record; empty if nothing is.

    Nothing is known about files that are compressed as a whole, since records have no offsets in them.
    """
    if not is_record(_head(file, last)):
        return ""
    end = _end_of_record(file, last)
    if end is None:
        return f"the file is truncated in the record at byte {last}"
    file.seek(end)
    rest = file.read(HEAD).strip(b"\r\n\0 ")
    return f"the file is truncated after byte {end}" if rest else ""


def _end_of_record(file: BinaryIO, start: int) -> int | None:
    """The end of the record that begins at an offset; ``None`` if the file ends before."""
    head = _head(file, start)
    file.seek(start)
    if file.read(len(GZIP_START)) == GZIP_START:
        return _end_of_member(file, start)
    header = _HEADER_END.search(head)
    length = _LENGTH.search(head, 0, header.end()) if header else None
    end = start + header.end() + int(length[1]) if header and length else start
    return end if end <= file.seek(0, os.SEEK_END) else None


def _end_of_member(file: BinaryIO, start: int) -> int | None:
    """The end of the gzip member that begins at an offset; ``None`` if the file ends before."""
    file.seek(start)
    unpacker = zlib.decompressobj(wbits=31)
    while not unpacker.eof and (packed := file.read(WINDOW)):
        while packed and not unpacker.eof:
            unpacker.decompress(packed, WINDOW)
            packed = unpacker.unconsumed_tail
    return file.tell() - len(unpacker.unused_data) if unpacker.eof else None
