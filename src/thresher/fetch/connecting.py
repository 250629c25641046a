"""A connection to the host of a URL, at an address that was vetted."""

from __future__ import annotations

import functools
import socket
import ssl
import threading

from thresher.fetch.limits import Deadline, FetchLimits
from thresher.fetch.urls import host_name, port_of, web_parts
from thresher.fetch.vetting import Address, vet

#: Seconds for one address of a host before the next one is tried.
CONNECT_SECONDS = 10.0


def connect(url: str, limits: FetchLimits, deadline: Deadline) -> socket.socket:
    """Connect to the host of *url* at an address that was vetted."""
    parts = web_parts(url)
    host = host_name(url, parts)
    addresses = _resolve(host, port_of(parts), deadline)
    if not limits.allow_private:
        vet(url, addresses)
    sock = _first_that_answers(addresses, deadline)
    if parts.scheme == "http":
        return sock
    try:
        sock.settimeout(deadline.left())
        return tls().wrap_socket(sock, server_hostname=host)
    except BaseException:
        sock.close()
        raise


def _resolve(host: str, port: int, deadline: Deadline) -> list[Address]:
    """Addresses of *host*; the resolver has a timeout of its own, so it is abandoned at the deadline."""
    found: list[list[Address]] = []
    failed: list[Exception] = []

    def look_up() -> None:
        try:
            found.append([*socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)])
        except (OSError, UnicodeError) as error:
            failed.append(error)

    thread = threading.Thread(target=look_up, name="thresher-resolve", daemon=True)
    thread.start()
    thread.join(deadline.left())
    if failed:
        raise failed[0] if isinstance(failed[0], OSError) else socket.gaierror(str(failed[0]))
    if not found:
        raise TimeoutError
    return found[0]


def _first_that_answers(addresses: list[Address], deadline: Deadline) -> socket.socket:
    """Connect to the first of the *addresses* that accepts."""
    failure: OSError = socket.gaierror("no addresses")
    for family, kind, protocol, _, target in addresses:
        try:
            sock = socket.socket(family, kind, protocol)
        except OSError as error:
            failure = error
            continue
        try:
            sock.settimeout(min(deadline.left(), CONNECT_SECONDS))
            sock.connect(target)
        except OSError as error:
            sock.close()
            failure = error
        else:
            return sock
    raise failure


@functools.lru_cache(maxsize=1)
def tls() -> ssl.SSLContext:
    """TLS settings with the system's certificates and host name checks; created once, since loading them takes time."""
    return ssl.create_default_context()
