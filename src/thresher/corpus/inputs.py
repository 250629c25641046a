"""`Shard`: one input of a corpus - an archive, a table or a folder of pages - which produces one output."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from thresher.corpus import arc, folder, jsonlines, need, packing, table, warc
from thresher.corpus.records import Log, Record
from thresher.corpus.spans import Span
from thresher.errors import InputError, UsageError

#: Bytes at the start of a file by which its format is recognised.
SNIFFED = 16


@dataclass(frozen=True)
class Columns:
    """The names of the columns of tables and the fields of JSON lines."""

    html: str = "html"
    url: str = "url"
    id: str = "id"

    @property
    def names(self) -> dict[str, str]:
        """Their names, by content."""
        return {"html": self.html, "url": self.url, "id": self.id}

    def present_in(self, known: Sequence[str], path: Path) -> dict[str, str]:
        """The columns that a table has; an error if it has no HTML."""
        if self.html not in known:
            raise InputError(f"{path.name} has no column {self.html!r}; it has {', '.join(known)}")
        return {part: name for part, name in self.names.items() if name in known}


@dataclass(frozen=True)
class Reader:
    """How to divide and read one kind of shard."""

    spans: Callable[[Path], list[Span]]
    read: Callable[..., Iterator[Record]]
    has_columns: bool = False
    module: str = "pyarrow"  #: the module that it needs


READERS: dict[str, Reader] = {
    "warc": Reader(warc.spans, warc.read, module="fastwarc"),
    "arc": Reader(arc.spans, arc.read, module="warcio"),
    "parquet": Reader(table.spans, table.read, has_columns=True),
    "jsonl": Reader(jsonlines.spans, jsonlines.read, has_columns=True),
    "folder": Reader(folder.spans, folder.read),
}
#: The first bytes of each kind of file, when decompressed.
STARTS = {b"WARC/": "warc", b"filedesc:": "arc", b"PAR1": "parquet", b"{": "jsonl"}


@dataclass(frozen=True)
class Shard:
    """One input that produces one output."""

    path: Path
    kind: str  #: name of its reader
    name: str  #: name of its output, without the ending
    identity: str  #: changes when the input changes
    size: int  #: bytes

    def spans(self) -> list[Span]:
        """The spans into which it is divided."""
        return READERS[self.kind].spans(self.path)

    def share(self, span: Span, offset: int) -> float:
        """The approximate share of a span that is done at an offset in it; 0 if offsets are not bytes."""
        if self.kind in ("parquet", "folder"):
            return 0.0
        stop = self.size if span.stop is None else span.stop
        return min(1.0, max(0, offset - span.start) / max(stop - span.start, 1))

    def records(self, span: Span, log: Log, columns: Columns) -> Iterator[Record]:
        """The pages of a span."""
        reader = READERS[self.kind]
        read = partial(reader.read, columns=columns) if reader.has_columns else reader.read
        return read(self.path, span, log)


def kind_of(path: Path) -> str | None:
    """The kind of a file, by its first bytes or, if they cannot be decompressed, by its name."""
    start = packing.head(path, SNIFFED).lstrip(b"\xef\xbb\xbf \t\r\n")
    found = next((kind for sign, kind in STARTS.items() if start.startswith(sign)), None)
    named = next((kind for kind in READERS if f".{kind}" in path.suffixes), None)
    return found or (named if not start or named == "warc" else None)


def find_shards(inputs: Iterable[Path], output: Path) -> list[Shard]:
    """The shards in files and folders, sorted by name, except for files in *output*."""
    folder.pages.cache_clear()
    found = [shard for path in inputs for shard in (_in_folder(path) if path.is_dir() else [_of_file(path)])]
    shards = [shard for shard in found if output.resolve() not in shard.path.resolve().parents]
    by_name: dict[str, Shard] = {}
    for shard in shards:
        other = by_name.setdefault(shard.name, shard)
        if other.path.resolve() != shard.path.resolve():
            raise UsageError(
                f"{other.path} and {shard.path} would have the same output {shard.name!r}: pass a folder with both"
            )
    return [by_name[name] for name in sorted(by_name)]


def _of_file(path: Path) -> Shard:
    if not path.is_file():
        raise UsageError(f"no such file or folder: {path}")
    kind = kind_of(path)
    if kind is None:
        raise UsageError(f"{path} is not a WARC, ARC, Parquet or JSON lines file")
    return _shard(path, kind, path.name)


def _in_folder(path: Path) -> Iterator[Shard]:
    """The archives and tables in a folder, and its pages as one shard."""
    files = sorted(each for each in path.rglob("*") if each.is_file() and not _is_hidden(each.relative_to(path)))
    for file in files:
        kind = kind_of(file) if file.suffix.lower() not in folder.ENDINGS else None
        if kind:
            yield _shard(file, kind, file.relative_to(path).as_posix())
    if pages := folder.pages(path):
        listing = hashlib.sha256("\n".join(map(str, pages)).encode("utf-8", "replace")).hexdigest()
        yield Shard(path, "folder", path.resolve().name or "pages", listing, sum(page.stat().st_size for page in pages))


def _is_hidden(path: Path) -> bool:
    return any(part.startswith((".", "_")) for part in path.parts)


def _shard(path: Path, kind: str, name: str) -> Shard:
    need(READERS[kind].module, f"reading {kind.upper()} files")
    size = path.stat().st_size
    return Shard(path, kind, name, str(size), size)


def facts(shard: Shard) -> dict[str, Any]:
    """The facts about the input in a receipt."""
    return {"input": str(shard.path.resolve()), "identity": shard.identity, "bytes": shard.size}
