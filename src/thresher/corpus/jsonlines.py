"""Pages in a field of JSON lines, packed or not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from thresher.corpus.packing import UNPACK_ERRORS, is_packed, open_unpacked
from thresher.corpus.records import Log, Record
from thresher.corpus.spans import Span, byte_spans
from thresher.corpus.table import record_of

if TYPE_CHECKING:
    from thresher.corpus.inputs import Columns


def spans(path: Path) -> list[Span]:
    """The stretches of a file; one that is packed makes one."""
    return [Span(0, None)] if is_packed(path) else byte_spans(path)


def read(path: Path, span: Span, log: Log, columns: Columns) -> Iterator[Record]:
    """The pages of the lines that begin in a stretch."""
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
    """Lines that are not empty, each with the place where it begins."""
    offset = 0
    if span.start:
        # The line that is cut by the border belongs to the stretch before, unless it begins right there.
        file.seek(span.start - 1)
        offset = span.start - 1 + len(file.readline())
    for line in file:
        if span.is_past(offset):
            return
        if line.strip():
            yield offset, line
        offset += len(line)


def _record(line: bytes, offset: int, log: Log, columns: Columns) -> Record | None:
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
