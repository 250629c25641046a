"""What readers yield: a `Record` for each page, and a `Log` of what was not a page and of what could not be read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

#: Larger pages are recorded and not looked at; the largest that Common Crawl keeps have 5 MB.
MAX_PAGE_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class Record:
    """A page as it stands in a crawl."""

    body: bytes | str
    url: str | None = None
    charset: str | None = None  #: what its server declared
    id: str | None = None  #: the crawl's own name for it
    offset: int = 0  #: where it begins in its input: a byte, a row or a place in the list of files
    length: int | None = None  #: bytes that it takes there, where that is known
    fault: str = ""  #: why its body could not be read, a sentence

    @property
    def is_too_large(self) -> bool:
        """Whether its body is beyond what is looked at."""
        return len(self.body) > MAX_PAGE_BYTES


@dataclass
class Log:
    """What a reader met besides pages."""

    no_page: Counter[str] = field(default_factory=Counter)  #: records that are no pages, by reason
    problems: list[str] = field(default_factory=list)  #: what could not be read, sentences
    began: int | None = None  #: where the first record of the stretch was found
    ended: int | None = None  #: where the record after the last one begins
