"""What one fetch may cost, and the moment at which it ends."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """How much one fetch may cost, and where it may go."""

    max_bytes: int = 20_000_000  #: of the body, on the wire and unpacked
    seconds: float = 30.0  #: for everything together, redirects included
    redirects: int = 10
    allow_private: bool = True  #: ``False``: only addresses of the public internet, at every hop


#: What holds where nobody says otherwise.
USUAL = FetchLimits()


class Deadline:
    """A moment after which nothing is waited for any more."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds that are left; `TimeoutError` if none are."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left
