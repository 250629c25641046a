"""Bodies of responses as they arrive: decompressed, and within a maximum size."""

from __future__ import annotations

import http.client
import zlib
from collections.abc import Iterator

from thresher.errors import FetchError
from thresher.fetch.limits import Deadline

#: The ``Accept-Encoding`` of a request: what can be decompressed here.
CODINGS = "gzip, deflate"

#: zlib's window for the headers of gzip and of zlib alike, and for deflate without any (what some servers send).
_WITH_HEADER, _BARE = 47, -15

#: First byte of gzip; low and largest high half of that of zlib (RFC 1952, RFC 1950).
_GZIP_START, _ZLIB_METHOD, _ZLIB_WINDOW = 0x1F, 8, 7


class Body:
    """The body of a response as it arrives, decompressed and at most *max_bytes*; *announced* is its declared length.

    >>> body = Body("http://a.example/", "identity", max_bytes=9)
    >>> body.add(b"Oats", Deadline(1))
    >>> body.whole()
    b'Oats'
    """

    def __init__(self, url: str, coding: str, max_bytes: int, announced: int | None = None) -> None:
        self._url, self._max_bytes = url, max_bytes
        self._within(announced or 0)
        coding = coding.strip().lower()
        if coding not in {"gzip", "x-gzip", "deflate", "identity", ""}:
            raise FetchError(url, f"its body is compressed with {coding!r}, which was not requested")
        self._unpacker = Unpacker(max_bytes) if coding not in {"identity", ""} else None
        self._arrived = self._size = 0
        self._pieces: list[bytes] = []

    def add(self, chunk: bytes, deadline: Deadline) -> None:
        """Add a chunk that has arrived."""
        self._arrived = self._within(self._arrived + len(chunk))
        for piece in self._unpacker.unpack(chunk, deadline) if self._unpacker else [chunk]:
            self._size = self._within(self._size + len(piece))
            self._pieces.append(piece)

    def _within(self, size: int) -> int:
        if size > self._max_bytes:
            raise FetchError(self._url, f"it is larger than {self._max_bytes:,} bytes")
        return size

    def whole(self) -> bytes:
        """The whole body; an error if it is incomplete."""
        if self._unpacker:
            self._unpacker.finish()
        return b"".join(self._pieces)


class Unpacker:
    """Decompresses gzip, zlib and raw deflate in pieces of at most *max_bytes* + 1, so that a bomb is noticed."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._stream: zlib._Decompress | None = None

    def unpack(self, chunk: bytes, deadline: Deadline) -> Iterator[bytes]:
        """The decompressed pieces of a *chunk*."""
        rest = chunk
        while rest:
            deadline.left()
            if self._stream is None or (self._stream.eof and rest[0] == _GZIP_START):
                self._stream = _unpacker(rest)
            elif self._stream.eof:
                return  # padding after the last member, which some servers send
            yield self._stream.decompress(rest, self._max_bytes + 1)
            rest = self._stream.unconsumed_tail or self._stream.unused_data

    def finish(self) -> None:
        """Raise if something is missing."""
        if self._stream is not None and not self._stream.eof:
            raise http.client.IncompleteRead(b"")


def _unpacker(start: bytes) -> zlib._Decompress:
    """A decompressor for data that begin with *start*: gzip, zlib, or neither."""
    has_header = start[0] == _GZIP_START or (start[0] & 0x0F == _ZLIB_METHOD and start[0] >> 4 <= _ZLIB_WINDOW)
    return zlib.decompressobj(_WITH_HEADER if has_header else _BARE)
