"""A `Gate` for each host: how many requests at the same time, how far apart, and when not at all."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

#: Seconds that a request waits at a gate; what would wait longer is put off instead, so that nothing piles up.
MAX_WAIT = 30.0
#: Hosts that are remembered; beyond, those that may be asked again are forgotten.
MAX_GATES = 10_000


class ClosedError(Exception):
    """A host that is not to be asked for some while."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds  #: from now
        super().__init__(f"the host is not asked for another {seconds:.0f} s")


class Gate:
    """The way to one host.

    Requests begin at least *delay* seconds after the one before has begun, and after it has ended.
    """

    def __init__(self, delay: float, per_host: int) -> None:
        self.delay = delay
        self._slots = asyncio.Semaphore(per_host)
        self._turn = asyncio.Lock()
        # A run that was ended a moment ago may just have asked, so the first request waits as well.
        self._last = time.monotonic()
        self._closed_until = 0.0

    @asynccontextmanager
    async def passing(self) -> AsyncIterator[None]:
        """Wait for a turn, and be the one whose turn it is."""
        async with self._slots:
            async with self._turn:
                await self._wait()
                self._last = time.monotonic()
            try:
                yield
            finally:
                self._last = time.monotonic()

    def close(self, seconds: float) -> None:
        """Let nobody pass for so long."""
        self._closed_until = max(self._closed_until, time.monotonic() + seconds)

    @property
    def is_open(self) -> bool:
        """Whether somebody who comes now passes at once."""
        return not self._slots.locked() and self._seconds() <= 0

    def _seconds(self) -> float:
        """How long it is until the next request; what is asked for between two may have changed since the last."""
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
