"""`Settings`: how politely, how widely and how long feeds are run, in one frozen object."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from thresher.algorithms import DEFAULT
from thresher.feeds.intervals import FIRST_RETRY
from thresher.fetch import FetchLimits
from thresher.fetch.bodies import CODINGS

#: What resolves host names: as ``socket.getaddrinfo``.
Resolver = Callable[..., Sequence[Any]]


@dataclass(frozen=True)
class Settings:
    """Everything about a run that can be chosen.

    >>> Settings(contact="https://mill.example/bot").user_agent
    'thresher/0.1.0 (feed reader; +https://mill.example/bot)'
    """

    allow_private: bool = False  #: reach addresses that are not on the public internet: intranets, tests
    contact: str = ""  #: an address of whoever runs this, for those who are visited
    delay: float = 1.0  #: seconds between requests to a host whose ``robots.txt`` names none
    per_host: int = 1  #: requests to a host at the same time
    requests: int = 64  #: requests at the same time, to all hosts, those included whose answers are being read
    hosts: int = 200  #: hosts that are visited at the same time
    limits: FetchLimits = field(default_factory=lambda: FetchLimits(max_bytes=10_000_000, seconds=30, redirects=5))
    """What one page may cost."""
    attempts: int = 8  #: before a page that cannot be fetched is given up
    first_retry: timedelta = FIRST_RETRY  #: each following one comes after four times as long
    patience: float = 60.0  #: a run that does not watch waits so many seconds for what is tried again
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)  #: processes that extract
    page_seconds: float = 20.0  #: for one page in a worker
    page_memory: int = 2_000_000_000  #: bytes that a worker may take beyond its start
    algorithm: str = DEFAULT
    resolve: Resolver = field(default=socket.getaddrinfo, repr=False)

    @property
    def user_agent(self) -> str:
        """What every request says about who asks."""
        from thresher import __version__

        return f"{PRODUCT}/{__version__} (feed reader{f'; +{self.contact}' if self.contact else ''})"

    @property
    def headers(self) -> dict[str, str]:
        """What every request sends."""
        return {"User-Agent": self.user_agent, "Accept-Encoding": CODINGS, "Accept-Language": "*"}


#: The name by which ``robots.txt`` speaks to us.
PRODUCT = "thresher"
