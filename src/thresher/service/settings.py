"""`Settings`: where the service listens, who may use it, and within which limits."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass

from thresher.errors import UsageError

#: Host names that always mean this machine.
LOCAL_NAMES = frozenset(["localhost", "ip6-localhost"])


@dataclass(frozen=True)
class Settings:
    """The settings of a service; sizes in bytes, times in seconds.

    >>> Settings(host="0.0.0.0").check()
    Traceback (most recent call last):
    thresher.errors.UsageError: 0.0.0.0 can be reached from other machines: give --token or THRESHER_TOKEN
    """

    host: str = "127.0.0.1"
    port: int = 8000  #: 0: any free port
    token: str | None = None  #: the secret of clients; required if other machines can reach the service
    workers: int = os.cpu_count() or 1  #: processes that extract
    queue: int = 32  #: requests that may wait for a worker; more are refused at once
    batches: int = 2  #: batches at a time; more are refused at once
    seconds: float = 20.0  #: limit for each of: a body to arrive, a worker to be free, a page to be extracted
    max_body: int = 10_000_000  #: limit for one page
    max_batch: int = 200_000_000  #: limit for all lines of a batch
    memory: int = 1_000_000_000  #: limit for one page in its worker
    fetch: bool = False  #: whether clients may give URLs to fetch, on the public internet only
    fetches: int = 8  #: pages that are fetched at a time
    redirects: int = 5

    def check(self) -> None:
        """Raise an error if the service cannot run safely with these settings."""
        if not self.token and not is_loopback(self.host):
            raise UsageError(f"{self.host} can be reached from other machines: give --token or THRESHER_TOKEN")
        if self.token and not (self.token.isascii() and self.token.isprintable()):
            raise UsageError("the token has characters that cannot be sent in a header")
        if not 0 <= self.port < 1 << 16:
            raise UsageError(f"{self.port} is not a port: it must be 0 to 65535")
        if min(self.workers, self.seconds, self.max_body, self.memory) <= 0:
            raise UsageError("workers, time limit, size and memory must be above 0")
        if self.queue < 0:
            raise UsageError(f"the queue cannot hold {self.queue} requests: it must be 0 or more")


def is_loopback(host: str) -> bool:
    """Whether *host* is a loopback name or address, which only this machine can reach.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0"), is_loopback("mill.example")
    (True, True, False, False)
    """
    if host.lower() in LOCAL_NAMES:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
