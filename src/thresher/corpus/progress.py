"""The progress of a run: pages and bytes per second, errors, time left."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from thresher.corpus.pulse import Meter
from thresher.durations import clock


@dataclass
class Progress:
    """The total work, and the work done so far."""

    total: float  #: bytes of inputs
    done: float = 0.0  #: bytes of inputs that are done
    meter: Meter = field(default_factory=Meter)
    started: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Seconds since the start of the run."""
        return max(time.monotonic() - self.started, 1e-9)

    def __str__(self) -> str:
        """The progress as one line of text.

        >>> print(Progress(4e6, 1e6, Meter(500, 30_000_000, 2), started=time.monotonic() - 10))
        25 %, 500 pages, 50/s, 3.0 MB/s, 2 errors, 0:30 left
        """
        share = self.done / self.total if self.total else 1.0
        left = self.seconds * (1 - share) / share if share else 0.0
        rate, megabytes = self.meter.pages / self.seconds, self.meter.html / self.seconds / 1e6
        counts = f"{self.meter.pages} pages, {rate:.0f}/s, {megabytes:.1f} MB/s, {self.meter.errors} errors"
        return f"{share:.0%}, {counts}, {clock(left)} left".replace("%", " %", 1)
