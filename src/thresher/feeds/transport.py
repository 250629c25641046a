"""One asynchronous request and its response: the host is resolved once, and one of its vetted addresses is contacted.

Addresses, redirects and bodies are checked by `thresher.fetch`; aiohttp handles HTTP (with 20 simultaneous requests,
httpx took five times as much CPU time). Connections are kept open and reused, to the address that was vetted when they
were opened.
"""

from __future__ import annotations

import asyncio
import http.client
import re
import socket
import zlib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Self

from thresher.errors import ConnectionFailed, FetchError, MissingExtra
from thresher.feeds.settings import Resolver, Settings
from thresher.fetch.bodies import Body
from thresher.fetch.connecting import CONNECT_SECONDS, tls
from thresher.fetch.exchange import CHUNK
from thresher.fetch.failures import sentence
from thresher.fetch.limits import Deadline, FetchLimits
from thresher.fetch.media_types import media_type
from thresher.fetch.urls import host_name, port_of, request_target, web_parts
from thresher.fetch.vetting import vet

try:
    import aiohttp
    from aiohttp.abc import AbstractResolver, ResolveResult
    from yarl import URL
except ImportError as error:
    raise MissingExtra("aiohttp", "feeds", "following feeds") from error

#: Seconds that an idle connection is kept open.
IDLE_SECONDS = 15.0
#: Maximum bytes of one header; content security policies exceed aiohttp's own limit.
MAX_HEADER = 1 << 16
#: Host names that are resolved at the same time.
RESOLVER_THREADS = 16


@dataclass(frozen=True)
class Answer:
    """A server's response, with the body if it is a success."""

    url: str
    status: int
    headers: Mapping[str, str] = field(repr=False)  #: names are case-insensitive
    body: bytes = field(default=b"", repr=False)
    hops: tuple[str, ...] = ()  #: the URLs before the final one
    is_moved: bool = False  #: whether all redirects on the way were permanent

    @property
    def content_type(self) -> str:
        """Its media type, according to the server."""
        return media_type(self.headers.get("content-type", ""))[0]

    @property
    def charset(self) -> str | None:
        """Its encoding, according to the server."""
        return media_type(self.headers.get("content-type", ""))[1]


class Transport:
    """Connections to servers, as a context manager that closes them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def __aenter__(self) -> Self:
        settings = self._settings
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                resolver=_Vetted(settings.resolve, allow_private=settings.allow_private),
                use_dns_cache=False,
                limit=0,  # the client counts requests itself, without those that wait for a turn
                keepalive_timeout=IDLE_SECONDS,
                ssl=tls(),
            ),
            headers=settings.headers,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            max_field_size=MAX_HEADER,
            timeout=aiohttp.ClientTimeout(sock_connect=CONNECT_SECONDS),
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def request(
        self, url: str, limits: FetchLimits, types: re.Pattern[str], headers: Mapping[str, str] | None = None
    ) -> Answer:
        """The response to one request, possibly a redirect; *types* is a pattern for the media type of a success."""
        with _sentences(url, limits):
            async with (
                asyncio.timeout(limits.seconds),
                self._session.get(self._target(url), headers=headers, allow_redirects=False) as response,
            ):
                return await _received(Answer(url, response.status, response.headers), response, limits, types)

    def _target(self, url: str) -> URL:
        """The URL in the form that is requested; an IP address is vetted here, since it is not resolved."""
        parts = web_parts(url)
        host = host_name(url, parts)
        if not self._settings.allow_private and _is_number(host):
            vet(url, socket.getaddrinfo(host, port_of(parts), type=socket.SOCK_STREAM))
        shown = f"[{host}]" if ":" in host else host
        return URL(f"{parts.scheme}://{shown}:{port_of(parts)}{request_target(parts)}", encoded=True)


def _is_number(host: str) -> bool:
    """Whether a host is an IP address rather than a name.

    >>> _is_number("127.0.0.1"), _is_number("mill.example")
    (True, False)
    """
    try:
        return bool(socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST))
    except OSError:
        return False


async def _received(
    answer: Answer, response: aiohttp.ClientResponse, limits: FetchLimits, types: re.Pattern[str]
) -> Answer:
    """A response, with its body if it is a success."""
    if not 200 <= answer.status < 300:
        return answer
    if answer.content_type and not types.fullmatch(answer.content_type):
        raise FetchError(answer.url, f"unexpected content type {answer.content_type}")
    deadline = Deadline(limits.seconds)
    coding = answer.headers.get("content-encoding", "")
    body = Body(answer.url, coding, limits.max_bytes, response.content_length)
    async for chunk in response.content.iter_chunked(CHUNK):
        body.add(chunk, deadline)
    return Answer(answer.url, answer.status, answer.headers, body.whole())


@contextmanager
def _sentences(url: str, limits: FetchLimits) -> Iterator[None]:
    """Turn network errors into a `FetchError` that says what happened."""
    try:
        yield
    except aiohttp.ClientConnectorCertificateError as error:
        raise FetchError(url, f"its certificate is not valid ({error.certificate_error})") from error
    except (aiohttp.InvalidURL, ValueError) as error:
        raise FetchError(url, f"it cannot be requested ({error})") from error
    except zlib.error as error:
        raise FetchError(url, sentence(error, limits)) from error
    except aiohttp.ClientConnectorDNSError as error:
        raise ConnectionFailed(url, sentence(socket.gaierror(), limits)) from error
    except TimeoutError as error:
        raise ConnectionFailed(url, sentence(error, limits)) from error
    except aiohttp.ClientConnectorError as error:
        raise ConnectionFailed(url, f"no connection ({error.strerror or error.os_error})") from error
    except aiohttp.ClientPayloadError as error:
        raise ConnectionFailed(url, sentence(http.client.IncompleteRead(b""), limits)) from error
    except (aiohttp.ClientError, OSError, http.client.IncompleteRead) as error:
        raise ConnectionFailed(url, sentence(error, limits)) from error


class _Vetted(AbstractResolver):
    """Resolves host names to addresses that may be contacted."""

    def __init__(self, resolve: Resolver, *, allow_private: bool) -> None:
        self._resolve, self._allow_private = resolve, allow_private
        # Resolving can be slow, so it has threads of its own.
        self._threads = ThreadPoolExecutor(RESOLVER_THREADS, "thresher-resolve")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The addresses of a host, all of which must be public unless private ones are allowed."""
        look_up = partial(self._resolve, host, port, family=family, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(self._threads, look_up)
        if not self._allow_private:
            vet(host, found)
        return [
            ResolveResult(
                hostname=host, host=target[0], port=port, family=kind, proto=protocol, flags=socket.AI_NUMERICHOST
            )
            for kind, _, protocol, _, target in found
        ]

    async def close(self) -> None:
        """Close the threads without waiting for them."""
        self._threads.shutdown(wait=False, cancel_futures=True)
