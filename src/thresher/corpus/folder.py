"""Pages that are files in a folder and its subfolders."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from thresher.corpus.records import MAX_PAGE_BYTES, Log, Record
from thresher.corpus.spans import Span, even_spans

#: File name endings of pages.
ENDINGS = frozenset([".html", ".htm", ".xhtml", ".shtml"])
#: Number of files in a span.
SPAN_FILES = 2000


@lru_cache(maxsize=8)
def pages(folder: Path) -> tuple[Path, ...]:
    """The files that are pages, sorted by name."""
    return tuple(sorted(file for file in folder.rglob("*") if file.suffix.lower() in ENDINGS and file.is_file()))


def spans(folder: Path) -> list[Span]:
    """The spans, with a fixed number of files each."""
    return even_spans(len(pages(folder)), SPAN_FILES)


def read(folder: Path, span: Span, log: Log) -> Iterator[Record]:
    """The pages in the files of a span."""
    for offset, file in enumerate(pages(folder)[span.start : span.stop], start=span.start):
        try:
            with file.open("rb") as opened:
                body = opened.read(MAX_PAGE_BYTES + 1)
        except OSError as error:
            log.problems.append(f"{file}: {error.strerror}")
            continue
        yield Record(body, id=file.relative_to(folder).as_posix(), offset=offset, length=len(body))
