"""``--store URL`` of ``thresher extract``: stores each result in a database and reports it."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self

from thresher.cli.inputs import STDIN, is_url
from thresher.cli.messages import even_unread, many, tell

if TYPE_CHECKING:
    from thresher.extraction import Extraction
    from thresher.fetch import Fetched


class Keeper:
    """Stores results, and counts them."""

    def __init__(self, url: str) -> None:
        from thresher.store import Store, Written

        self._store, self._written = Store.open(url), Written()

    def keep(self, extraction: Extraction, name: str, fetched: Fetched | None, *, print_line: bool) -> None:
        """Store the result for the named page, and print a line about it if *print_line*."""
        from thresher.cli.store import line_of
        from thresher.store import stored

        fetched_at = datetime.now(UTC) if fetched else None
        record = stored(extraction, address_of(name, extraction.page.url), fetched=fetched, fetched_at=fetched_at)
        written = self._store.put_many([record])
        self._written += written
        if print_line:
            with even_unread(sys.stdout):
                print(line_of(record, "new" if written.new else "known"), flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        found = f"{many(self._written.new, 'new result')}, {self._written.known:,} already known"
        tell(f"{self._store.url}: {found}")
        self._store.close()


def address_of(name: str, url: str | None) -> str | None:
    """The URL under which a page is stored: the requested one, the given one, or that of its file.

    >>> address_of("https://mill.example/r", "https://mill.example/rye"), address_of("/srv/rye.html", None)
    ('https://mill.example/r', 'file:///srv/rye.html')
    """
    if is_url(name):
        return name
    return url or (None if name == STDIN else Path(name).absolute().as_uri())
