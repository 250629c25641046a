"""`Beat`: a few numbers in shared memory that show the owner of a worker how far it is.

They cost a worker only a few memory writes for each page.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from multiprocessing import get_context

#: Indices of the numbers.
_PLACE, _COUNT, _PAGES, _BYTES, _ERRORS, _SHARE = range(6)
#: The place of a worker that has not started its job.
STARTING = -(1 << 62)
#: The unit in which the finished share of a job is stored.
_WHOLE = 1_000_000


@dataclass(frozen=True)
class Meter:
    """The amount of work done."""

    pages: int = 0
    html: int = 0  #: bytes of pages
    errors: int = 0

    def __add__(self, other: Meter) -> Meter:
        return Meter(self.pages + other.pages, self.html + other.html, self.errors + other.errors)


class Beat:
    """The current place of a worker, and how much it has done since the start of the run."""

    def __init__(self) -> None:
        self._numbers = get_context("spawn").RawArray("q", 6)

    # The worker's side.

    def begin(self) -> None:
        """Note the start of a new job."""
        self._owner = os.getppid()
        self.reading(0)

    def reading(self, number: int, share: float = 0.0) -> None:
        """Note that the page of that number is being read; *share* of the job lies before it."""
        self._numbers[_PLACE] = ~number
        self._numbers[_SHARE] = int(share * _WHOLE)
        self._numbers[_COUNT] += 1

    def working(self, number: int) -> None:
        """Note that the page of that number is being processed."""
        self._numbers[_PLACE] = number
        self._numbers[_COUNT] += 1
        if os.getppid() != self._owner:
            # The owner was killed, and another process may have started the same job.
            os._exit(1)

    def done(self, size: int, *, is_error: bool = False) -> None:
        """Note that a page of *size* bytes is done."""
        self._numbers[_PAGES] += 1
        self._numbers[_BYTES] += size
        self._numbers[_ERRORS] += is_error

    # The owner's side.

    def clear(self) -> None:
        """Reset it before a job is given."""
        self._numbers[_PLACE], self._numbers[_SHARE] = STARTING, 0

    @property
    def place(self) -> int:
        """Number of the current page; ``~number`` while it is being read; `STARTING` before the first one."""
        return int(self._numbers[_PLACE])

    @property
    def count(self) -> int:
        """A number that changes with every step."""
        return int(self._numbers[_COUNT])

    @property
    def share(self) -> float:
        """The share of the job that is done, 0 to 1."""
        return float(self._numbers[_SHARE] / _WHOLE)

    @property
    def meter(self) -> Meter:
        """The amount of work done."""
        return Meter(*self._numbers[_PAGES : _ERRORS + 1])
