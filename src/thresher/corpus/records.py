"""The output of readers: a `Record` for each page, and a `Log` of records that are not pages and of read errors."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

#: Larger pages are recorded but not processed; the largest pages in Common Crawl have 5 MB.
MAX_PAGE_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class Record:
    """A page as it is stored in a crawl."""

    body: bytes | str
    url: str | None = None
    charset: str | None = None  #: as declared by its server
    id: str | None = None  #: its identifier in the crawl
    offset: int = 0  #: where it begins in its input: a byte, a row or a position in the list of files
    length: int | None = None  #: its length there in bytes, if known
    fault: str = ""  #: why its body could not be read, a sentence

    @property
    def is_too_large(self) -> bool:
        """Whether its body exceeds the maximum size."""
        return len(self.body) > MAX_PAGE_BYTES


@dataclass
class Log:
    """What a reader found apart from pages."""

    no_page: Counter[str] = field(default_factory=Counter)  #: records that are not pages, by reason
    problems: list[str] = field(default_factory=list)  #: what could not be read, as sentences
    began: int | None = None  #: offset of the first record of the span
    ended: int | None = None  #: offset of the record after the last one
