"""The limits of a fetch, and its deadline."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """The maximum cost of a fetch, and which addresses it may reach."""

    max_bytes: int = 20_000_000  #: of the body, both as sent and decompressed
    seconds: float = 30.0  #: for the whole fetch, including redirects
    redirects: int = 10
    allow_private: bool = True  #: ``False``: only public internet addresses, at every hop


#: The default limits.
USUAL = FetchLimits()


class Deadline:
    """The moment at which all waiting ends."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds that are left; `TimeoutError` if none are."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left
