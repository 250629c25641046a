"""A web page from its URL, with the standard library, within limits on size, time, redirects and addresses.

Each hop is resolved once, its addresses are vetted where private ones are not allowed, and the connection
goes to the address that was vetted: a name that points elsewhere a moment later gains nothing. Every wait
for the network ends at one deadline, however slowly a server drips.
"""

from __future__ import annotations

import contextlib
import functools
import http.client
import io
import ipaddress
import re
import socket
import ssl
import threading
import time
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from thresher.errors import FetchError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Sent with every request; no host and no person are behind it.
USER_AGENT = "thresher/0.1 (web content extractor)"

_HEADERS = {
    "User-Agent": USER_AGENT,
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
    "Accept-Language": "*",
    "Connection": "close",
}

#: The schemes of the web, and the ports that they mean.
DEFAULT_PORTS = {"http": 80, "https": 443}

#: Answers that send the reader elsewhere (RFC 9110, 15.4); the others of the 3xx do not name one place.
REDIRECTS = frozenset([301, 302, 303, 307, 308])

#: Media types with a text to extract: pages, feeds, data. No type at all is let through, `decode` will see.
_READABLE = re.compile(r"text/.+|application/(?:.+\+)?(?:xml|json)|application/xhtml\+xml")

_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([^\s"';]+)""", re.IGNORECASE)

#: Seconds for one address of a host before the next one is tried.
CONNECT_SECONDS = 10.0

#: Bytes that are read in one go.
CHUNK = 1 << 16

#: zlib's window for the headers of gzip and of zlib alike, and for deflate without any (what some servers send).
_WITH_HEADER, _BARE = 47, -15

#: First byte of gzip; low and largest high half of that of zlib (RFC 1952, RFC 1950).
_GZIP_START, _ZLIB_METHOD, _ZLIB_WINDOW = 0x1F, 8, 7

#: Addresses with an IPv4 address inside, which may be a private one: mapped, compatible, NAT64, 6to4, Teredo.
_WRAPPED = tuple(
    ipaddress.IPv6Network(network)
    for network in ("::ffff:0:0/96", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
)

#: What ``socket.getaddrinfo`` gives: family, type, protocol, name, and the address to connect to.
Address = tuple[int, int, int, str, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """How much one fetch may cost, and where it may go."""

    max_bytes: int = 20_000_000  #: of the body, on the wire and unpacked
    seconds: float = 30.0  #: for everything together, redirects included
    redirects: int = 10
    allow_private: bool = True  #: ``False``: only addresses of the public internet, at every hop


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page as it came."""

    url: str  #: the final one, after redirects
    body: bytes
    content_type: str  #: media type in lower case without parameters, "" if the server gave none
    charset: str | None  #: as the header said, for `decode`
    status: int
    hops: tuple[str, ...] = ()  #: the URLs before the final one


def fetch(url: str, limits: FetchLimits = FetchLimits()) -> Fetched:  # noqa: B008 - frozen
    """Get the page at *url*, following redirects.

    >>> fetch("file:///etc/passwd")
    Traceback (most recent call last):
    thresher.errors.FetchError: cannot fetch file:///etc/passwd: only http and https are fetched, not 'file'
    """
    deadline = Deadline(limits.seconds)
    hops: list[str] = []
    while len(hops) <= limits.redirects:
        with _sentences(url, limits), contextlib.closing(_connect(url, limits, deadline)) as sock:
            response = _ask(url, sock, deadline)
            if response.status not in REDIRECTS:
                return _received(url, response, limits, deadline, tuple(hops))
        hops.append(url)
        url = _next_url(url, response)
    raise FetchError(hops[0], f"more than {limits.redirects} redirects")


class Deadline:
    """A moment after which nothing is waited for any more."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds that are left; `TimeoutError` if none are."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


@contextlib.contextmanager
def _sentences(url: str, limits: FetchLimits) -> Iterator[None]:
    """Turn what the network throws into a `FetchError` that says what happened."""
    try:
        yield
    except TimeoutError as error:
        raise FetchError(url, f"timed out (at most {limits.seconds:g} s are waited)") from error
    except socket.gaierror as error:
        raise FetchError(url, "its host name cannot be resolved") from error
    except ConnectionRefusedError as error:
        raise FetchError(url, "the server refused the connection") from error
    except ssl.SSLCertVerificationError as error:
        raise FetchError(url, f"its certificate is not valid ({error.verify_message})") from error
    except http.client.IncompleteRead as error:
        raise FetchError(url, "the connection broke off within the page") from error
    except http.client.HTTPException as error:
        raise FetchError(url, f"the answer is not HTTP ({type(error).__name__})") from error
    except zlib.error as error:
        raise FetchError(url, "its compressed body is broken") from error
    except OSError as error:
        raise FetchError(url, f"the connection failed ({error.strerror or error})") from error


def _connect(url: str, limits: FetchLimits, deadline: Deadline) -> socket.socket:
    """Connect to the host of *url* at an address that was vetted."""
    parts = _parts(url)
    host = _host(url, parts)
    addresses = _resolve(host, _port(parts), deadline)
    if not limits.allow_private:
        _vet(url, addresses)
    sock = _first_that_answers(addresses, deadline)
    if parts.scheme == "http":
        return sock
    try:
        sock.settimeout(deadline.left())
        return _tls().wrap_socket(sock, server_hostname=host)
    except BaseException:
        sock.close()
        raise


def _parts(url: str) -> SplitResult:
    """Split *url*, which has to be one of the web."""
    try:
        parts = urlsplit(url.strip())
        _ = parts.port  # a bad one is found out only when it is asked for
    except ValueError as error:
        raise FetchError(url, f"it is not a URL ({error})") from error
    if parts.scheme not in DEFAULT_PORTS:
        raise FetchError(url, f"only http and https are fetched, not {parts.scheme!r}")
    if not parts.hostname:
        raise FetchError(url, "it has no host name")
    return parts


def _host(url: str, parts: SplitResult) -> str:
    """Host name in ASCII, as the network knows it.

    >>> _host("", urlsplit("http://Bücher.example/"))
    'xn--bcher-kva.example'
    """
    name = parts.hostname or ""
    if ":" in name:
        return name.partition("%")[0]
    try:
        return name.encode("idna").decode()
    except UnicodeError as error:
        raise FetchError(url, f"its host name is not valid ({name!r})") from error


def _port(parts: SplitResult) -> int:
    """Port of the URL, or that of its scheme."""
    return parts.port or DEFAULT_PORTS[parts.scheme]


def _resolve(host: str, port: int, deadline: Deadline) -> list[Address]:
    """Addresses of *host*; the resolver has a patience of its own, so it is left behind at the deadline."""
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


def _vet(url: str, addresses: Iterable[Address]) -> None:
    """Raise if any of the *addresses* is not one of the public internet."""
    for *_, target in addresses:
        if not is_public(target[0]):
            raise FetchError(url, f"its address {target[0]} is not on the public internet")


def is_public(address: str) -> bool:
    """Whether *address* is on the public internet, and is not another address in disguise.

    >>> [is_public(text) for text in ("93.184.215.14", "10.0.0.1", "127.0.0.1", "::ffff:93.184.215.14")]
    [True, False, False, False]
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if ip.is_multicast or ip.is_reserved or ip.is_unspecified or not ip.is_global:
        return False
    return not (isinstance(ip, ipaddress.IPv6Address) and (ip.is_site_local or any(ip in net for net in _WRAPPED)))


def _first_that_answers(addresses: list[Address], deadline: Deadline) -> socket.socket:
    """Connect to the first of the *addresses* that takes it."""
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
def _tls() -> ssl.SSLContext:
    """Certificates of the system, names checked; made once, since reading them takes its time."""
    return ssl.create_default_context()


class _Stream(io.RawIOBase):
    """A connected socket as `http.client` uses one, each wait for bytes bounded by what is left of the time."""

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


def _ask(url: str, sock: socket.socket, deadline: Deadline) -> http.client.HTTPResponse:
    """Send the request for *url* and read the head of the answer."""
    parts = _parts(url)
    connection = http.client.HTTPConnection(_host(url, parts), _port(parts))
    # The Host header leaves out the port that the scheme means.
    connection.default_port = DEFAULT_PORTS[parts.scheme]
    connection.sock = _Stream(sock, deadline)
    connection.request("GET", _target(parts), headers=_HEADERS)
    return connection.getresponse()


def _target(parts: SplitResult) -> str:
    """Path and query in ASCII; what is escaped already stays.

    >>> _target(urlsplit("http://a.example/a b/%C3%A9/ü?q=ä#here"))
    '/a%20b/%C3%A9/%C3%BC?q=%C3%A4'
    """
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?[]{}|^`")
    return f"{path}?{query}" if query else path


def _next_url(url: str, response: http.client.HTTPResponse) -> str:
    """URL to which the answer sends the reader."""
    place = response.getheader("Location")
    if not place:
        raise FetchError(url, f"HTTP {response.status} without a place to go to")
    # Servers send UTF-8 here, which http.client reads as Latin-1.
    place = place.strip().encode("latin-1", "replace").decode("utf-8", "replace")
    try:
        target = urljoin(url, place)
        scheme = urlsplit(target).scheme
    except ValueError as error:
        raise FetchError(url, f"it redirects to {place!r}, which is not a URL") from error
    if scheme not in DEFAULT_PORTS:
        raise FetchError(url, f"it redirects to {target!r}, which is not on the web")
    return target


def _received(
    url: str, response: http.client.HTTPResponse, limits: FetchLimits, deadline: Deadline, hops: tuple[str, ...]
) -> Fetched:
    """Page of an answer that is the last one."""
    if not 200 <= response.status < 300:
        raise FetchError(url, f"HTTP {response.status} {response.reason}".strip())
    header = response.getheader("Content-Type", "")
    content_type = header.partition(";")[0].strip().lower()
    if content_type and not _READABLE.fullmatch(content_type):
        raise FetchError(url, f"not a web page: content type {content_type}")
    charset = _CHARSET.search(header)
    body = _body(url, response, limits, deadline)
    return Fetched(url, body, content_type, charset[1] if charset else None, response.status, hops)


def _body(url: str, response: http.client.HTTPResponse, limits: FetchLimits, deadline: Deadline) -> bytes:
    """Body of the answer, unpacked, unless it is too large."""
    if (response.length or 0) > limits.max_bytes:
        raise _too_large(url, limits)
    chunks = _limited(url, _read(response, deadline), limits)
    coding = response.getheader("Content-Encoding", "identity").strip().lower()
    if coding in {"gzip", "x-gzip", "deflate"}:
        chunks = _limited(url, _inflated(chunks, limits.max_bytes, deadline), limits)
    elif coding not in {"identity", ""}:
        raise FetchError(url, f"its body is packed by {coding!r}, which was not asked for")
    return b"".join(chunks)


def _too_large(url: str, limits: FetchLimits) -> FetchError:
    """Error of a page beyond the limit."""
    return FetchError(url, f"it is larger than {limits.max_bytes:,} bytes")


def _limited(url: str, chunks: Iterable[bytes], limits: FetchLimits) -> Iterator[bytes]:
    """Pass *chunks* on until they are too many bytes."""
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > limits.max_bytes:
            raise _too_large(url, limits)
        yield chunk


def _read(response: http.client.HTTPResponse, deadline: Deadline) -> Iterator[bytes]:
    """Bytes of the body as they arrive."""
    while chunk := response.read1(CHUNK):
        deadline.left()
        yield chunk
    if response.length:
        raise http.client.IncompleteRead(b"", response.length)


def _inflated(chunks: Iterable[bytes], max_bytes: int, deadline: Deadline) -> Iterator[bytes]:
    """Unpacked *chunks*, no piece larger than *max_bytes* and one: a bomb goes off in the hands of `_limited`."""
    unpacker: zlib._Decompress | None = None
    for chunk in chunks:
        rest = chunk
        while rest:
            deadline.left()
            if unpacker is None or (unpacker.eof and rest[0] == _GZIP_START):
                unpacker = _unpacker(rest)
            elif unpacker.eof:
                return  # padding after the last member, which some servers send
            yield unpacker.decompress(rest, max_bytes + 1)
            rest = unpacker.unconsumed_tail or unpacker.unused_data
    if unpacker is not None and not unpacker.eof:
        raise http.client.IncompleteRead(b"")


def _unpacker(start: bytes) -> zlib._Decompress:
    """Unpacker for data that begin with *start*: gzip, zlib, or neither."""
    has_header = start[0] == _GZIP_START or (start[0] & 0x0F == _ZLIB_METHOD and start[0] >> 4 <= _ZLIB_WINDOW)
    return zlib.decompressobj(_WITH_HEADER if has_header else _BARE)
