"""`Beat`: a few numbers in shared memory, by which the owner of a worker sees how far it is.

Watching costs a worker no more than a few stores in memory for each page.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from multiprocessing import get_context

#: Places of the numbers.
_PLACE, _COUNT, _PAGES, _BYTES, _ERRORS, _SHARE = range(6)
#: The place of a worker that has not begun with its job.
STARTING = -(1 << 62)
#: The share of a job that is done is kept in parts of this.
_WHOLE = 1_000_000


@dataclass(frozen=True)
class Meter:
    """How much was done."""

    pages: int = 0
    html: int = 0  #: bytes of pages
    errors: int = 0

    def __add__(self, other: Meter) -> Meter:
        return Meter(self.pages + other.pages, self.html + other.html, self.errors + other.errors)


class Beat:
    """Where a worker is, and how much it has done since the beginning of the run."""

    def __init__(self) -> None:
        self._numbers = get_context("spawn").RawArray("q", 6)

    # The worker's side.

    def begin(self) -> None:
        """A new job begins."""
        self._owner = os.getppid()
        self.reading(0)

    def reading(self, number: int, share: float = 0.0) -> None:
        """The page of that number is being read; that share of the job is behind it."""
        self._numbers[_PLACE] = ~number
        self._numbers[_SHARE] = int(share * _WHOLE)
        self._numbers[_COUNT] += 1

    def working(self, number: int) -> None:
        """The page of that number is being worked on."""
        self._numbers[_PLACE] = number
        self._numbers[_COUNT] += 1
        if os.getppid() != self._owner:
            # The owner was killed, and somebody else may have begun with the same job.
            os._exit(1)

    def done(self, size: int, *, is_error: bool = False) -> None:
        """A page of so many bytes is done."""
        self._numbers[_PAGES] += 1
        self._numbers[_BYTES] += size
        self._numbers[_ERRORS] += is_error

    # The owner's side.

    def clear(self) -> None:
        """A job is about to be given."""
        self._numbers[_PLACE], self._numbers[_SHARE] = STARTING, 0

    @property
    def place(self) -> int:
        """Number of the page at work; ``~number`` while it is being read; `STARTING`."""
        return int(self._numbers[_PLACE])

    @property
    def count(self) -> int:
        """Changes with every step."""
        return int(self._numbers[_COUNT])

    @property
    def share(self) -> float:
        """How much of the job is done, 0 to 1."""
        return float(self._numbers[_SHARE] / _WHOLE)

    @property
    def meter(self) -> Meter:
        """How much was done."""
        return Meter(*self._numbers[_PAGES : _ERRORS + 1])
