"""Compressed files: recognising the compression by the first bytes, and reading the contents."""

from __future__ import annotations

import gzip
import lzma
import zlib
from pathlib import Path
from typing import BinaryIO, cast

#: The first bytes of compressed files, and pyarrow's name for the compression (it does not support xz).
MAGIC = {b"\x1f\x8b": "gzip", b"\xfd7zXZ": "xz", b"\x28\xb5\x2f\xfd": "zstd", b"\x04\x22\x4d\x18": "lz4"}
#: Errors that opening and reading a compressed file may raise.
UNPACK_ERRORS = (OSError, EOFError, ValueError, lzma.LZMAError, zlib.error)


def packing(path: Path) -> str | None:
    """Name of the compression of a file; ``None`` for a plain file."""
    with path.open("rb") as file:
        start = file.read(8)
    return next((name for magic, name in MAGIC.items() if start.startswith(magic)), None)


def is_packed(path: Path) -> bool:
    """Whether a file is compressed."""
    return packing(path) is not None


def open_unpacked(path: Path) -> BinaryIO:
    """The decompressed contents of a file."""
    name = packing(path)
    if name is None:
        return path.open("rb")
    if name == "gzip":
        return cast("BinaryIO", gzip.open(path, "rb"))
    if name == "xz":
        return cast("BinaryIO", lzma.open(path, "rb"))
    import io

    import pyarrow as pa

    return io.BufferedReader(pa.input_stream(str(path), compression=name))


def head(path: Path, size: int) -> bytes:
    """The first decompressed bytes of a file; none if it cannot be decompressed."""
    try:
        with open_unpacked(path) as file:
            return file.read(size)
    except UNPACK_ERRORS:
        return b""
