"""Pages as XML, read one after the other: ``<pages><page><url/><title/><html/></page>...</pages>``.

Only one page is held in memory. Entities are never expanded: a document type that declares any is refused. A record
that is no XML is reported, and reading goes on at the next ``<page>``.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO
from xml.parsers import expat

from thresher.errors import InputError

#: Bytes that are read in one go.
CHUNK = 1 << 16
#: A page with more characters than this is not read.
MAX_CHARACTERS = 1 << 26
#: How often reading starts anew at the end of an input that swallowed records in a section that is never closed.
MAX_RESTARTS = 20

_FIELDS = ("url", "title", "html")
_PAGE = re.compile(rb"<page[\s/>]")
#: A search for the next page keeps this much of what it has seen: the start of a tag may be at the end of a chunk.
_TAG_BYTES = 6
#: What a parser reads first that begins in the middle of the input.
_ROOT = b"<pages>"


@dataclass(frozen=True)
class PageRecord:
    """One page of the input."""

    number: int  #: its place in the input, counted from 1
    html: str
    url: str | None = None
    title: str = ""


@dataclass(frozen=True)
class BrokenRecord:
    """A page of the input that could not be read, and why."""

    number: int
    reason: str


def read_pages(stream: BinaryIO) -> Iterator[PageRecord | BrokenRecord]:
    """The pages of an XML input, in order, those that cannot be read included.

    >>> import io
    >>> xml = b"<pages><page><html>&lt;p&gt;Rye</html></page><page>a & b</page><page><html/><url>u</url></page></pages>"
    >>> for record in read_pages(io.BytesIO(xml)):
    ...     print(record)
    PageRecord(number=1, html='<p>Rye', url=None, title='')
    BrokenRecord(number=2, reason='not well-formed (invalid token)')
    PageRecord(number=3, html='', url='u', title='')
    """
    reader = _Reader()
    while chunk := stream.read(CHUNK):
        yield from reader.feed(chunk)
    yield from reader.close()


class _Reader:
    """Feeds a parser, and starts another one at the next page when it fails."""

    def __init__(self) -> None:
        self.record = _RecordParser(None, 0)
        self.pending = bytearray()  #: what was read since the current page began
        self.offset = 0  #: where that is in the parser's input
        self.searching = False  #: whether the next page has still to be found

    def feed(self, chunk: bytes) -> Iterator[PageRecord | BrokenRecord]:
        """The records that are complete with another chunk of input."""
        self.pending += chunk
        yield from self._parse(self._from_next_page(0) if self.searching else chunk)

    def close(self) -> Iterator[PageRecord | BrokenRecord]:
        """The records that the end of the input completes."""
        for _ in range(MAX_RESTARTS):
            if self.searching:
                return
            record = self.record
            try:
                record.parse(b"", final=True)
            except expat.ExpatError as error:
                yield from record.take()
                record.refuse_if_no_page(error)
                was_open = record.is_open
                yield record.broken("the input ends inside of it" if was_open else "the input ends ahead of its end")
                # A section that is never closed has swallowed what follows: look for it behind the record's own start.
                yield from self._parse(self._from_next_page(1 if was_open else len(self.pending)))
            else:
                yield from record.take()
                return
        yield self.record.broken("too many records ahead of it are never closed")

    def _parse(self, data: bytes) -> Iterator[PageRecord | BrokenRecord]:
        """The records in some more input, going on after those that are broken."""
        while data:
            record = self.record
            try:
                record.parse(data)
            except (expat.ExpatError, _TooLongError) as error:
                yield from record.take()
                record.refuse_if_no_page(error)
                yield record.broken(_reason(error))
                failed_at = max(record.parser.ErrorByteIndex, record.start + 1)
                data = self._from_next_page(max(failed_at - self.offset, 0))
            else:
                yield from record.take()
                self._forget(record.start if record.is_open else record.parser.CurrentByteIndex)
                return

    def _forget(self, place: int) -> None:
        """Drop what lies ahead of a place in the parser's input."""
        if place > self.offset:
            del self.pending[: place - self.offset]
            self.offset = place

    def _from_next_page(self, place: int) -> bytes:
        """What is pending from the next page on that begins at or after a place, for a new parser; or nothing yet."""
        found = _PAGE.search(self.pending, place)
        self.searching = found is None
        del self.pending[: found.start() if found else max(place, len(self.pending) - _TAG_BYTES)]
        if not found:
            return b""
        self.record = _RecordParser(self.record.encoding, self.record.number)
        self.record.parse(_ROOT)
        self.offset = len(_ROOT)
        return bytes(self.pending)


class _TooLongError(Exception):
    """A page is longer than we hold in memory."""


class _RecordParser:
    """A parser that collects the fields of pages."""

    def __init__(self, encoding: str | None, number: int) -> None:
        self.encoding = encoding  #: what the input declares, for the parsers that follow
        self.number = number  #: of the page that is or was open last
        self.start = 0  #: where that page begins
        self.is_open = False
        self._done: deque[PageRecord | BrokenRecord] = deque()
        self._path: list[str] = []
        self._fields: dict[str, list[str]] = {}
        self._size = 0
        self._fault = ""
        self.parser = expat.ParserCreate(encoding)
        self.parser.buffer_text = True
        self.parser.XmlDeclHandler = self._on_declaration
        self.parser.EntityDeclHandler = self._on_entity
        self.parser.SkippedEntityHandler = self._on_skipped
        self.parser.StartElementHandler = self._on_start
        self.parser.EndElementHandler = self._on_end
        self.parser.CharacterDataHandler = self._on_text

    def parse(self, data: bytes, *, final: bool = False) -> None:
        """Read some more input."""
        try:
            self.parser.Parse(data, final)
        except (LookupError, ValueError) as error:
            # Of encodings that it does not know itself, expat takes those only that have one byte a character.
            raise InputError(
                f"the encoding {self.encoding!r} that the input declares cannot be read: {error}"
            ) from error

    def take(self) -> Iterator[PageRecord | BrokenRecord]:
        """The records that are complete."""
        while self._done:
            yield self._done.popleft()

    def broken(self, reason: str) -> BrokenRecord:
        """The report that the page that is open, or the one that should follow, cannot be read."""
        if not self.is_open:
            self.number += 1
        return BrokenRecord(self.number, reason)

    def refuse_if_no_page(self, error: Exception) -> None:
        """Refuse an input in which something is wrong before the first page."""
        if self.number == 0:
            raise InputError(f"not the XML of pages that is expected here: {_reason(error)}") from error

    def _on_declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        self.encoding = encoding

    def _on_entity(self, name: str, *_declaration: object) -> None:
        raise InputError(f"the document type of the input declares the entity {name!r}; entities are not expanded here")

    def _on_skipped(self, name: str, _is_parameter: bool) -> None:
        self._fault = self._fault or f"it refers to the entity {name!r}, which is not declared"

    def _on_start(self, name: str, _attributes: dict[str, str]) -> None:
        if not self.number and not self._path and name not in ("pages", "page"):
            raise InputError(f"not the XML of pages that is expected here: it begins with <{name}>")
        self._path.append(name)
        if not self.is_open and name == "page":
            self.is_open, self.start = True, self.parser.CurrentByteIndex
            self.number += 1
            self._fields, self._size, self._fault = {}, 0, ""
            self._path = ["page"]
        elif self.is_open and len(self._path) == 2 and name in _FIELDS:
            self._fields.setdefault(name, [])
        elif self.is_open and self._field() in _FIELDS:
            self._fault = self._fault or f"its <{self._field()}> holds elements; escape it or put it into CDATA"

    def _on_text(self, text: str) -> None:
        if self.is_open and self._field() in _FIELDS:
            self._fields[self._field()].append(text)
            self._size += len(text)
            if self._size > MAX_CHARACTERS:
                raise _TooLongError(f"it is longer than {MAX_CHARACTERS} characters")

    def _on_end(self, _name: str) -> None:
        if self._path:
            self._path.pop()
        if self.is_open and not self._path:
            self.is_open = False
            self._done.append(self._finished())

    def _field(self) -> str:
        """The field of the page that is open."""
        return self._path[1] if len(self._path) > 1 else ""

    def _finished(self) -> PageRecord | BrokenRecord:
        """The page that was just closed."""
        fault = self._fault or ("" if "html" in self._fields else "it has no <html>")
        if fault:
            return BrokenRecord(self.number, fault)
        html, url, title = ("".join(self._fields.get(name, ())) for name in ("html", "url", "title"))
        return PageRecord(self.number, html, url.strip() or None, " ".join(title.split()))


def _reason(error: Exception) -> str:
    """What was wrong, without a place, which is that of a part of the input only."""
    return expat.errors.messages[error.code] if isinstance(error, expat.ExpatError) else str(error)
