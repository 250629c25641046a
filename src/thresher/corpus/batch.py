"""`extract_batch`: one Arrow batch in, one out; any engine that supports Arrow can call it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from thresher.corpus.inputs import Columns
from thresher.corpus.keep import Keep
from thresher.corpus.records import Record
from thresher.corpus.rows import RowMaker, batch_of
from thresher.corpus.table import record_of
from thresher.errors import UsageError
from thresher.options import DEFAULTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from thresher.options import Options

#: Reason for an input row without HTML: it still produces a row, so that rows stay aligned.
NO_PAGE = Record(b"")


def extract_batch(
    batch: pa.RecordBatch | pa.Table,
    *,
    options: Options = DEFAULTS,
    keep: Keep = Keep(),  # noqa: B008 - it never changes
    columns: Columns = Columns(),  # noqa: B008 - it never changes
) -> pa.RecordBatch:
    """The rows (`SCHEMA`) for a batch with a column ``html`` and optionally ``url`` and ``id``, in the same order.

    >>> story = "<p>Oats feed horses, and have done so for as long as people plough.</p>" * 4
    >>> rows = extract_batch(pa.record_batch({"html": [story, None], "id": [7, 8]}))
    >>> rows.column("record_id").to_pylist(), rows.column("outcome").to_pylist()
    (['7', '8'], ['content', 'empty'])
    """
    if columns.html not in batch.schema.names:
        raise UsageError(f"the batch has no column {columns.html!r}; it has {', '.join(batch.schema.names)}")
    maker = RowMaker(options, keep)
    return batch_of([maker.row(record) for record in _records(batch, columns)])


def _records(batch: pa.RecordBatch | pa.Table, columns: Columns) -> Iterator[Record]:
    names = {part: name for part, name in columns.names.items() if name in batch.schema.names}
    for offset, values in enumerate(batch.select(list(names.values())).to_pylist()):
        values = values | {columns.html: values[columns.html] or ""}  # noqa: PLW2901 - the row with a page in it
        yield record_of(values, names, offset) or NO_PAGE
