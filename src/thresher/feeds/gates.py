"""A `Gate` for each host limits how many requests run at the same time, how far apart they are, and when none may."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

#: Seconds that a request may wait at a gate; one that would wait longer is postponed, so that nothing piles up.
MAX_WAIT = 30.0
#: Number of hosts that are remembered; beyond that, hosts that may be contacted again are forgotten.
MAX_GATES = 10_000


class ClosedError(Exception):
    """A host that must not be contacted for a while."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds  #: from now
        super().__init__(f"no request to the host for another {seconds:.0f} s")


class Gate:
    """Admits requests to one host.

    Requests begin at least *delay* seconds after the previous one has begun, and after it has ended.
    """

    def __init__(self, delay: float, per_host: int) -> None:
        self.delay = delay
        self._slots = asyncio.Semaphore(per_host)
        self._turn = asyncio.Lock()
        # A previous run may have sent a request a moment ago, so the first request waits as well.
        self._last = time.monotonic()
        self._closed_until = 0.0

    @asynccontextmanager
    async def passing(self) -> AsyncIterator[None]:
        """Wait for a turn, and hold it within the context."""
        async with self._slots:
            async with self._turn:
                await self._wait()
                self._last = time.monotonic()
            try:
                yield
            finally:
                self._last = time.monotonic()

    def close(self, seconds: float) -> None:
        """Admit no request for that many seconds."""
        self._closed_until = max(self._closed_until, time.monotonic() + seconds)

    @property
    def is_open(self) -> bool:
        """Whether a request would be admitted immediately."""
        return not self._slots.locked() and self._seconds() <= 0

    def _seconds(self) -> float:
        """Seconds until the next request; the delay may have changed since the last one."""
        return max(self._closed_until, self._last + self.delay) - time.monotonic()

    async def _wait(self) -> None:
        while (seconds := self._seconds()) > 0:
            if seconds > MAX_WAIT:
                raise ClosedError(seconds)
            await asyncio.sleep(seconds)


class Gates:
    """The gates of all hosts."""

    def __init__(self, delay: float, per_host: int) -> None:
        self._delay, self._per_host = delay, per_host
        self._gates: dict[str, Gate] = {}

    def to(self, host: str) -> Gate:
        """The gate of a host."""
        if host not in self._gates:
            self._forget()
            self._gates[host] = Gate(self._delay, self._per_host)
        return self._gates[host]

    def _forget(self) -> None:
        if len(self._gates) >= MAX_GATES:
            self._gates = {host: gate for host, gate in self._gates.items() if not gate.is_open}
