"""`Gate`: so many requests are let in at a time, and one more is refused at once instead of piling up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import HTTPException

#: Seconds after which a client that was refused may try again.
RETRY_AFTER = 1


class Gate:
    """Counts requests in and out.

    >>> gate = Gate(1, "pages")
    >>> with gate.passed():
    ...     gate.inside
    1
    """

    def __init__(self, places: int, what: str) -> None:
        self._places, self._what = places, what
        self.inside = 0

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Be inside for a while, or be refused."""
        if self.inside >= self._places:
            raise busy(f"{self._places} {self._what} are already being processed or waiting")
        self.inside += 1
        try:
            yield
        finally:
            self.inside -= 1


def busy(why: str) -> HTTPException:
    """The answer where there is no room."""
    return HTTPException(503, why, {"Retry-After": str(RETRY_AFTER)})
