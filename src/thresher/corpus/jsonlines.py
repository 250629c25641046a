"""Pages in a field of JSON lines, compressed or not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from thresher.corpus.packing import UNPACK_ERRORS, is_packed, open_unpacked
from thresher.corpus.records import MAX_PAGE_BYTES, Log, Record
from thresher.corpus.spans import Span, byte_spans
from thresher.corpus.table import record_of

if TYPE_CHECKING:
    from thresher.corpus.inputs import Columns

#: A longer line is not read: JSON needs at most six bytes for a byte of a page; compressed lines can be of any length.
MAX_LINE_BYTES = 8 * MAX_PAGE_BYTES


def spans(path: Path) -> list[Span]:
    """The spans of a file; a compressed file is a single one."""
    return [Span(0, None)] if is_packed(path) else byte_spans(path)


def read(path: Path, span: Span, log: Log, columns: Columns) -> Iterator[Record]:
    """The pages of the lines that begin in a span."""
    offset = span.start
    try:
        with open_unpacked(path) as file:
            for offset, line in _lines(file, span):
                record = _record(line, offset, log, columns)
                if record:
                    yield record
    except UNPACK_ERRORS as error:
        log.problems.append(f"cannot be read beyond byte {offset}: {error}")


def _lines(file: BinaryIO, span: Span) -> Iterator[tuple[int, bytes]]:
    """Non-empty lines, each with the offset where it begins."""
    offset = 0
    if span.start:
        # A line across the border belongs to the previous span, unless it begins right at the border.
        file.seek(span.start - 1)
        offset = span.start - 1 + _rest_of_line(file)
    while not span.is_past(offset) and (line := file.readline(MAX_LINE_BYTES + 1)):
        if line.strip():
            yield offset, line
        offset += len(line)
        if len(line) > MAX_LINE_BYTES and not line.endswith(b"\n"):
            offset += _rest_of_line(file)


def _rest_of_line(file: BinaryIO) -> int:
    """The number of bytes up to the next line, which are skipped."""
    size = 0
    while part := file.readline(MAX_LINE_BYTES):
        size += len(part)
        if part.endswith(b"\n"):
            break
    return size


def _record(line: bytes, offset: int, log: Log, columns: Columns) -> Record | None:
    if len(line) > MAX_LINE_BYTES:
        log.problems.append(f"the line at byte {offset} is longer than {MAX_LINE_BYTES:,} bytes")
        return None
    try:
        values: Any = json.loads(line)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        log.problems.append(f"the line at byte {offset} is not a JSON object")
        return None
    record = record_of(values, columns.names, offset, len(line))
    if record is None:
        log.no_page["line without HTML"] += 1
    return record
