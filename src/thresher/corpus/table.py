"""Pages in a column of a Parquet file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thresher.corpus.records import Log, Record
from thresher.corpus.spans import SPAN_BYTES, Span
from thresher.errors import InputError

if TYPE_CHECKING:
    from thresher.corpus.inputs import Columns

#: Rows that are held in memory at a time.
BATCH_ROWS = 64


def spans(path: Path) -> list[Span]:
    """Spans of row groups, as many as make up its bytes; a file that cannot be opened is one span."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        facts = parquet.read_metadata(path)
    except (pa.ArrowException, OSError):
        return [Span(0, None)]
    starts, size = [0], 0
    for number in range(facts.num_row_groups):
        if size >= SPAN_BYTES:
            starts, size = [*starts, number], 0
        size += facts.row_group(number).total_byte_size
    return [Span(start, stop) for start, stop in zip(starts, [*starts[1:], None], strict=True)]


def read(path: Path, span: Span, log: Log, columns: Columns) -> Iterator[Record]:
    """The pages in the row groups of a span."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(path) as file:
            groups = range(file.num_row_groups)[span.start : span.stop]
            row = sum(file.metadata.row_group(number).num_rows for number in range(span.start))
            names = columns.present_in(file.schema_arrow.names, path)
            for batch in file.iter_batches(BATCH_ROWS, row_groups=list(groups), columns=list(names.values())):
                yield from _records(batch, names, row, log)
                row += len(batch)
    except (pa.ArrowException, OSError) as error:
        log.problems.append(f"cannot be read: {' '.join(str(error).split())}")
    except InputError as error:
        log.problems.append(str(error))


def _records(batch: Any, names: dict[str, str], row: int, log: Log) -> Iterator[Record]:
    for offset, values in enumerate(batch.to_pylist(), start=row):
        record = record_of(values, names, offset)
        if record:
            yield record
        else:
            log.no_page["row without HTML"] += 1


def record_of(values: dict[str, Any], names: dict[str, str], offset: int, length: int | None = None) -> Record | None:
    """The record of a row; ``None`` if it has no HTML.

    >>> record_of({"page": "<p>Rye", "id": 7}, {"html": "page", "id": "id"}, 3)
    Record(body='<p>Rye', url=None, charset=None, id='7', offset=3, length=None, fault='')
    """
    body, url, name = (values.get(names.get(part, "")) for part in ("html", "url", "id"))
    if not isinstance(body, str | bytes):
        return None
    return Record(body, None if url is None else str(url), None, None if name is None else str(name), offset, length)
