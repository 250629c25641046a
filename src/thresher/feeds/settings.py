"""`Settings`: all settings of a run, in one frozen object."""

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

#: A function that resolves host names, like ``socket.getaddrinfo``.
Resolver = Callable[..., Sequence[Any]]


@dataclass(frozen=True)
class Settings:
    """The settings of a run.

    >>> Settings(contact="https://mill.example/bot").user_agent
    'thresher/0.1.0 (feed reader; +https://mill.example/bot)'
    """

    allow_private: bool = False  #: reach addresses that are not on the public internet: intranets, tests
    contact: str = ""  #: a URL or address of the operator, for the sites that are visited
    delay: float = 1.0  #: seconds between requests to a host with a ``robots.txt`` that gives no delay
    per_host: int = 1  #: simultaneous requests to a host
    requests: int = 64  #: simultaneous requests to all hosts, including those with responses that are being read
    hosts: int = 200  #: hosts that are processed at the same time
    limits: FetchLimits = field(default_factory=lambda: FetchLimits(max_bytes=10_000_000, seconds=30, redirects=5))
    """The maximum cost of a page."""
    attempts: int = 8  #: attempts before a page that cannot be fetched is given up
    first_retry: timedelta = FIRST_RETRY  #: delay before the first retry; it is multiplied by four for each further one
    patience: float = 60.0  #: seconds that a run waits for retries, unless it watches
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)  #: processes that extract
    page_seconds: float = 20.0  #: for one page in a worker
    page_memory: int = 2_000_000_000  #: bytes that a worker may use beyond those at its start
    algorithm: str = DEFAULT
    resolve: Resolver = field(default=socket.getaddrinfo, repr=False)

    @property
    def user_agent(self) -> str:
        """The ``User-Agent`` of every request."""
        from thresher import __version__

        return f"{PRODUCT}/{__version__} (feed reader{f'; +{self.contact}' if self.contact else ''})"

    @property
    def headers(self) -> dict[str, str]:
        """The headers of every request."""
        return {"User-Agent": self.user_agent, "Accept-Encoding": CODINGS, "Accept-Language": "*"}


#: Our name in ``robots.txt``.
PRODUCT = "thresher"
