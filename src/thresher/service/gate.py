"""`Gate`: admits a limited number of requests at a time, and refuses further ones immediately."""

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
        """Hold a place within the context; an error if there is none."""
        if self.inside >= self._places:
            raise busy(f"{self._places} {self._what} are already being processed or waiting")
        self.inside += 1
        try:
            yield
        finally:
            self.inside -= 1


def busy(why: str) -> HTTPException:
    """The error for a request that cannot be admitted."""
    return HTTPException(503, why, {"Retry-After": str(RETRY_AFTER)})
