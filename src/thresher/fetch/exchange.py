"""One request over a connection and its response; every wait for bytes ends at the deadline."""

from __future__ import annotations

import http.client
import io
import socket
from collections.abc import Iterator
from typing import Any

from thresher.fetch.bodies import CODINGS
from thresher.fetch.limits import Deadline
from thresher.fetch.urls import DEFAULT_PORTS, host_name, port_of, request_target, web_parts

#: Sent with every request.
USER_AGENT = "thresher/0.1 (web content extractor)"

_HEADERS = {
    "User-Agent": USER_AGENT,
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5",
    "Accept-Encoding": CODINGS,
    "Accept-Language": "*",
    "Connection": "close",
}

#: Bytes that are read at a time.
CHUNK = 1 << 16


class _Stream(io.RawIOBase):
    """A connected socket in the form that `http.client` uses; every wait for bytes is limited by the time left."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock, self._deadline = sock, deadline

    def sendall(self, data: bytes) -> None:
        self._sock.settimeout(self._deadline.left())
        self._sock.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self, CHUNK)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._sock.settimeout(self._deadline.left())
        return self._sock.recv_into(buffer)

    def close(self) -> None:
        """Do nothing: a connection of `http.client` closes its socket before the body is read."""


def request(url: str, sock: socket.socket, deadline: Deadline) -> http.client.HTTPResponse:
    """Send the request for *url* and read the header of the response."""
    parts = web_parts(url)
    connection = http.client.HTTPConnection(host_name(url, parts), port_of(parts))
    # The Host header leaves out the default port of the scheme.
    connection.default_port = DEFAULT_PORTS[parts.scheme]
    connection.sock = _Stream(sock, deadline)
    connection.request("GET", request_target(parts), headers=_HEADERS)
    return connection.getresponse()


def chunks(response: http.client.HTTPResponse, deadline: Deadline) -> Iterator[bytes]:
    """Bytes of the body as they arrive."""
    while chunk := response.read1(CHUNK):
        deadline.left()
        yield chunk
    if response.length:
        raise http.client.IncompleteRead(b"", response.length)
