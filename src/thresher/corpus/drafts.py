"""Drafts: the rows of an unfinished span, so that a kill loses a few pages at most.

A draft is a sequence of frames, each consisting of the length of an Arrow stream and the stream. Every attempt writes a
file of its own, which begins with the complete frames of the longest earlier attempt; when the span is done it gets
its final name. Two attempts that do not know of each other do no harm: they produce the same rows, and the last rename
wins.
"""

from __future__ import annotations

import os
import shutil
import struct
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Self

import pyarrow as pa

from thresher.corpus.rows import Row, batch_of

#: The most rows in a frame, which is what is lost when a worker is killed.
FRAME_ROWS = 100
#: A frame is also full when it has this many characters of text.
FRAME_CHARACTERS = 4_000_000
_LENGTH = struct.Struct("<Q")


class Draft:
    """A draft that is being written, as a context manager that closes its file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._attempt = path.with_name(f"{path.name}.{uuid.uuid4().hex}")
        earlier = max(_attempts(path), key=_size, default=None)
        self._file = self._attempt.open("w+b")
        if earlier:
            _copy_whole_frames(earlier, self._file)
        self.rows = sum(len(batch) for batch in _frames(self._file))  #: number of rows on disk
        self._waiting: list[Row] = []
        self._characters = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, row: Row) -> None:
        """Add a row."""
        self._waiting.append(row)
        self._characters += len(row.get("text") or "") + len(row.get("markdown") or "")
        if len(self._waiting) >= FRAME_ROWS or self._characters >= FRAME_CHARACTERS:
            self.flush()

    def flush(self) -> None:
        """Write the rows added so far."""
        if self._waiting:
            stream = _stream(batch_of(self._waiting))
            self._file.write(_LENGTH.pack(len(stream)))
            self._file.write(stream)
            self._file.flush()
            self.rows += len(self._waiting)
            self._waiting, self._characters = [], 0

    def finish(self) -> None:
        """Give it its final name, and delete other attempts."""
        self.flush()
        self._file.close()
        self._attempt.replace(self.path)
        discard_attempts(self.path)


def read_draft(path: Path) -> Iterator[pa.RecordBatch]:
    """The batches of a finished draft."""
    with path.open("rb") as file:
        yield from _frames(file)


def discard_attempts(path: Path) -> None:
    """Delete the files of attempts at a draft."""
    for attempt in _attempts(path):
        attempt.unlink(missing_ok=True)


def _attempts(path: Path) -> list[Path]:
    return [each for each in path.parent.glob(f"{path.name}.*") if each.suffix != ".json"]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:  # deleted by an attempt that has finished
        return -1


def _stream(batch: pa.RecordBatch) -> bytes:
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with pa.ipc.new_stream(sink, batch.schema, options=options) as writer:
        writer.write_batch(batch)
    return bytes(sink.getvalue())


def _frames(file: BinaryIO) -> Iterator[pa.RecordBatch]:
    """The batches in a file, which is positioned after the last one; an incomplete frame is ignored."""
    file.seek(0)
    while len(head := file.read(_LENGTH.size)) == _LENGTH.size:
        stream = file.read(_LENGTH.unpack(head)[0])
        with pa.ipc.open_stream(stream) as reader:
            yield from reader


def _copy_whole_frames(earlier: Path, file: BinaryIO) -> None:
    try:
        with earlier.open("rb") as source:
            shutil.copyfileobj(source, file)
    except FileNotFoundError:
        return
    file.truncate(_whole_bytes(file))
    file.seek(0, os.SEEK_END)


def _whole_bytes(file: BinaryIO) -> int:
    """The number of bytes that complete frames take in a file."""
    size, place = file.seek(0, os.SEEK_END), 0
    while place + _LENGTH.size <= size:
        file.seek(place)
        end = place + _LENGTH.size + int(_LENGTH.unpack(file.read(_LENGTH.size))[0])
        if end > size:
            break
        place = end
    return place
