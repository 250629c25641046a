"""Pages of an ARC file, the format of crawls before WARC."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from thresher.corpus.records import MAX_PAGE_BYTES, Log, Record
from thresher.corpus.spans import Span
from thresher.corpus.warc import no_html
from thresher.fetch.media_types import media_type


def spans(_path: Path) -> list[Span]:
    """One span, because the start of a record is known only from the record before it."""
    return [Span(0, None)]


def read(path: Path, _span: Span, log: Log) -> Iterator[Record]:
    """The pages of a file, as far as it can be read."""
    from warcio.archiveiterator import ArchiveIterator
    from warcio.exceptions import ArchiveLoadFailed

    # The library warns of spaces in URLs, which do no harm here.
    logging.getLogger("warcio").setLevel(logging.ERROR)
    with path.open("rb") as file:
        records = ArchiveIterator(file, arc2warc=True)
        records.INC_RECORD = ""  # otherwise it prints what is reported at the end
        try:
            for record in records:
                page = _page(record, records.offset, log)
                if page:
                    # Asking for the length reads to the end of the record.
                    yield replace(page, length=records.get_record_length())
        except (ArchiveLoadFailed, OSError, OverflowError, ValueError) as error:
            log.problems.append(f"cannot be read beyond byte {records.offset}: {' '.join(str(error).split())}")
        if records.err_count:
            log.problems.append(f"{records.err_count} records have a wrong length in their header")


def _page(record: Any, offset: int, log: Log) -> Record | None:
    """The page of a record; a record that is not a page is counted by its reason."""
    reason = _why_no_page(record)
    if reason:
        log.no_page[reason] += 1
        return None
    url = record.rec_headers.get_header("WARC-Target-URI")
    charset = media_type(_header(record, "Content-Type") or "")[1]
    return Record(record.content_stream().read(MAX_PAGE_BYTES + 1), url, charset, offset=offset)


def _why_no_page(record: Any) -> str:
    if record.rec_type != "response":
        return f"{record.rec_type} record"
    if record.http_headers is None:
        return "record without HTTP"
    status = record.http_headers.get_statuscode() or "missing"
    return f"HTTP status {status}" if not status.startswith("2") else no_html(_header(record, "Content-Type"))


def _header(record: Any, name: str) -> str | None:
    value: str | None = record.http_headers.get_header(name)
    return value
