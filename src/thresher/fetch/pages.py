"""A page from its URL: hop by hop, to the final response and its body."""

from __future__ import annotations

import contextlib
import http.client
from dataclasses import dataclass

from thresher.errors import FetchError
from thresher.fetch.bodies import Body
from thresher.fetch.connecting import connect
from thresher.fetch.exchange import chunks, request
from thresher.fetch.failures import sentences
from thresher.fetch.limits import USUAL, Deadline, FetchLimits
from thresher.fetch.media_types import READABLE, media_type
from thresher.fetch.urls import REDIRECTS, next_url


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page as it was received."""

    url: str  #: the final one, after redirects
    body: bytes
    content_type: str  #: media type in lower case, without parameters; "" if the server gave none
    charset: str | None  #: as given in the header, for `decode`
    status: int
    hops: tuple[str, ...] = ()  #: the URLs before the final one


def fetch(url: str, limits: FetchLimits = USUAL) -> Fetched:
    """The page at *url*, after following redirects.

    >>> fetch("file:///etc/passwd")
    Traceback (most recent call last):
    thresher.errors.FetchError: cannot fetch file:///etc/passwd: only http and https are fetched, not 'file'
    """
    deadline = Deadline(limits.seconds)
    hops: list[str] = []
    while len(hops) <= limits.redirects:
        with sentences(url, limits), contextlib.closing(connect(url, limits, deadline)) as sock:
            response = request(url, sock, deadline)
            if response.status not in REDIRECTS:
                return _received(url, response, limits, deadline, tuple(hops))
        hops.append(url)
        url = next_url(url, response.status, response.getheader("Location"))
    raise FetchError(hops[0], f"more than {limits.redirects} redirects")


def _received(
    url: str, response: http.client.HTTPResponse, limits: FetchLimits, deadline: Deadline, hops: tuple[str, ...]
) -> Fetched:
    """The page of the final response."""
    if not 200 <= response.status < 300:
        raise FetchError(url, f"HTTP {response.status} {response.reason}".strip())
    content_type, charset = media_type(response.getheader("Content-Type", ""))
    if content_type and not READABLE.fullmatch(content_type):
        raise FetchError(url, f"not a web page: content type {content_type}")
    body = _body(url, response, limits, deadline)
    return Fetched(url, body, content_type, charset, response.status, hops)


def _body(url: str, response: http.client.HTTPResponse, limits: FetchLimits, deadline: Deadline) -> bytes:
    """The decompressed body of the response, unless it is too large."""
    body = Body(url, response.getheader("Content-Encoding", ""), limits.max_bytes, response.length)
    for chunk in chunks(response, deadline):
        body.add(chunk, deadline)
    return body.whole()
