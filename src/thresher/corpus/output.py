"""The files of a corpus: writing each format, completely or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa

from thresher.corpus.rows import SCHEMA
from thresher.files import whole_file

#: A function that writes batches to a path.
Writer: TypeAlias = Callable[[Path, Iterable[pa.RecordBatch]], None]
#: Bytes of rows in memory that form a row group of a Parquet file.
ROW_GROUP_BYTES = 32_000_000


def write_parquet(path: Path, batches: Iterable[pa.RecordBatch]) -> None:
    """Write rows as Parquet, compressed with zstd."""
    from pyarrow import parquet

    with parquet.ParquetWriter(path, SCHEMA, compression="zstd") as writer:
        for group in _grouped(batches):
            writer.write_table(group, row_group_size=max(len(group), 1))


def _grouped(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(each.nbytes for each in waiting) >= ROW_GROUP_BYTES:
            yield pa.Table.from_batches(waiting, SCHEMA)
            waiting = []
    yield pa.Table.from_batches(waiting, SCHEMA)


def write_json_lines(path: Path, batches: Iterable[pa.RecordBatch]) -> None:
    """Write rows as JSON lines."""
    with path.open("w", encoding="utf-8") as file:
        for batch in batches:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in batch.to_pylist())


WRITERS: dict[str, Writer] = {"parquet": write_parquet, "jsonl": write_json_lines}


def read_rows(path: Path, columns: list[str] | None = None) -> Iterator[pa.RecordBatch]:
    """The rows in a file of a corpus, in batches."""
    if path.suffix == ".parquet":
        from pyarrow import parquet

        with parquet.ParquetFile(path) as file:
            yield from file.iter_batches(columns=columns)
        return
    with path.open(encoding="utf-8") as lines:
        for some in _some(lines, 1000):
            batch = pa.RecordBatch.from_pylist([json.loads(line) for line in some], schema=SCHEMA)
            yield batch.select(columns) if columns else batch


def _some(lines: Iterable[str], count: int) -> Iterator[list[str]]:
    from itertools import islice

    waiting = iter(lines)
    while some := list(islice(waiting, count)):
        yield some


@contextmanager
def put(path: Path) -> Iterator[Path]:
    """A temporary path to write to; the file is flushed to disk before it is renamed to *path*."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as draft:
        yield draft
        with draft.open("rb") as file:
            os.fsync(file.fileno())


def put_json(path: Path, value: object) -> None:
    """Write a value as JSON, completely or not at all."""
    with put(path) as draft:
        draft.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", errors="replace")
