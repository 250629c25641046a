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

from thresher.errors import FetchError, PrivateHost

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
READABLE = re.compile(r"text/.+|application/(?:.+\+)?(?:xml|json)|application/xhtml\+xml")

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


def fetch(url: str, limits: FetchLimits = FetchLimits()) -> Fetched:
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
        url = next_url(url, response.status, response.getheader("Location"))
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
    except (OSError, http.client.HTTPException, zlib.error) as error:
        raise FetchError(url, sentence(error, limits)) from error


def sentence(error: Exception, limits: FetchLimits) -> str:
    """What happened, where the network threw an error.

    >>> sentence(TimeoutError(), FetchLimits(seconds=3)), sentence(zlib.error("-3"), FetchLimits())
    ('timed out (at most 3 s are waited)', 'its compressed body is broken')
    """
    if isinstance(error, TimeoutError):
        return f"timed out (at most {limits.seconds:g} s are waited)"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not valid ({error.verify_message})"
    if known := next((text for kind, text in _SENTENCES.items() if isinstance(error, kind)), None):
        return known
    if isinstance(error, http.client.HTTPException):
        return f"the answer is not HTTP ({type(error).__name__})"
    return f"the connection failed ({getattr(error, 'strerror', None) or str(error) or type(error).__name__})"


#: Errors that need no more words.
_SENTENCES: dict[type[Exception], str] = {
    socket.gaierror: "its host name cannot be resolved",
    ConnectionRefusedError: "the server refused the connection",
    http.client.IncompleteRead: "the connection broke off within the page",
    zlib.error: "its compressed body is broken",
}


def _connect(url: str, limits: FetchLimits, deadline: Deadline) -> socket.socket:
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
        return _tls().wrap_socket(sock, server_hostname=host)
    except BaseException:
        sock.close()
        raise


def web_parts(url: str) -> SplitResult:
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


def host_name(url: str, parts: SplitResult) -> str:
    """Host name in ASCII, as the network knows it.

    >>> host_name("", urlsplit("http://Bücher.example/"))
    'xn--bcher-kva.example'
    """
    name = parts.hostname or ""
    if ":" in name:
        return name.partition("%")[0]
    try:
        return name.encode("idna").decode()
    except UnicodeError as error:
        raise FetchError(url, f"its host name is not valid ({name!r})") from error


def port_of(parts: SplitResult) -> int:
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


def vet(url: str, addresses: Iterable[Address]) -> None:
    """Raise if any of the *addresses* is not one of the public internet."""
    for *_, target in addresses:
        if not is_public(target[0]):
            raise PrivateHost(url, target[0])


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
    parts = web_parts(url)
    connection = http.client.HTTPConnection(host_name(url, parts), port_of(parts))
    # The Host header leaves out the port that the scheme means.
    connection.default_port = DEFAULT_PORTS[parts.scheme]
    connection.sock = _Stream(sock, deadline)
    connection.request("GET", request_target(parts), headers=_HEADERS)
    return connection.getresponse()


def request_target(parts: SplitResult) -> str:
    """Path and query in ASCII; what is escaped already stays.

    >>> request_target(urlsplit("http://a.example/a b/%C3%A9/ü?q=ä#here"))
    '/a%20b/%C3%A9/%C3%BC?q=%C3%A4'
    """
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?[]{}|^`")
    return f"{path}?{query}" if query else path


def next_url(url: str, status: int, location: str | None) -> str:
    """URL to which the answer to *url* sends the reader; *location* is its header, each byte a character.

    >>> next_url("https://a.example/b/c", 302, "../d")
    'https://a.example/d'
    """
    if not location:
        raise FetchError(url, f"HTTP {status} without a place to go to")
    # Servers send UTF-8 here, which http.client reads as Latin-1.
    place = location.strip().encode("latin-1", "replace").decode("utf-8", "replace")
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
    content_type, charset = media_type(response.getheader("Content-Type", ""))
    if content_type and not READABLE.fullmatch(content_type):
        raise FetchError(url, f"not a web page: content type {content_type}")
    body = _body(url, response, limits, deadline)
    return Fetched(url, body, content_type, charset, response.status, hops)


def media_type(header: str) -> tuple[str, str | None]:
    """Media type and charset of a ``Content-Type``.

    >>> media_type('Text/HTML; Charset="utf-8"')
    ('text/html', 'utf-8')
    """
    charset = _CHARSET.search(header)
    return header.partition(";")[0].strip().lower(), charset[1] if charset else None


def _body(url: str, response: http.client.HTTPResponse, limits: FetchLimits, deadline: Deadline) -> bytes:
    """Body of the answer, unpacked, unless it is too large."""
    if (response.length or 0) > limits.max_bytes:
        raise too_large(url, limits.max_bytes)
    coding = response.getheader("Content-Encoding", "")
    body = Body(url, coding, limits.max_bytes)
    for chunk in _read(response, deadline):
        body.add(chunk, deadline)
    return body.whole()


class Body:
    """The body of an answer as it arrives: unpacked, and never more of it than *max_bytes*.

    >>> body = Body("http://a.example/", "identity", max_bytes=9)
    >>> body.add(b"Oats", Deadline(1))
    >>> body.whole()
    b'Oats'
    """

    def __init__(self, url: str, coding: str, max_bytes: int) -> None:
        coding = coding.strip().lower()
        if coding not in {"gzip", "x-gzip", "deflate", "identity", ""}:
            raise FetchError(url, f"its body is packed by {coding!r}, which was not asked for")
        self._url, self._max_bytes = url, max_bytes
        self._unpacker = Unpacker(max_bytes) if coding not in {"identity", ""} else None
        self._arrived = self._size = 0
        self._pieces: list[bytes] = []

    def add(self, chunk: bytes, deadline: Deadline) -> None:
        """Take what has arrived."""
        self._arrived = self._within(self._arrived + len(chunk))
        for piece in self._unpacker.unpack(chunk, deadline) if self._unpacker else [chunk]:
            self._size = self._within(self._size + len(piece))
            self._pieces.append(piece)

    def _within(self, size: int) -> int:
        if size > self._max_bytes:
            raise too_large(self._url, self._max_bytes)
        return size

    def whole(self) -> bytes:
        """All of it, which has to be complete."""
        if self._unpacker:
            self._unpacker.finish()
        return b"".join(self._pieces)


def too_large(url: str, max_bytes: int) -> FetchError:
    """Error of a page beyond the limit."""
    return FetchError(url, f"it is larger than {max_bytes:,} bytes")


def _read(response: http.client.HTTPResponse, deadline: Deadline) -> Iterator[bytes]:
    """Bytes of the body as they arrive."""
    while chunk := response.read1(CHUNK):
        deadline.left()
        yield chunk
    if response.length:
        raise http.client.IncompleteRead(b"", response.length)


class Unpacker:
    """Unpacks gzip, zlib and bare deflate, no piece larger than *max_bytes* and one: a bomb is noticed."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._stream: zlib._Decompress | None = None

    def unpack(self, chunk: bytes, deadline: Deadline) -> Iterator[bytes]:
        """What is in a *chunk*."""
        rest = chunk
        while rest:
            deadline.left()
            if self._stream is None or (self._stream.eof and rest[0] == _GZIP_START):
                self._stream = _unpacker(rest)
            elif self._stream.eof:
                return  # padding after the last member, which some servers send
            yield self._stream.decompress(rest, self._max_bytes + 1)
            rest = self._stream.unconsumed_tail or self._stream.unused_data

    def finish(self) -> None:
        """Raise if something is missing."""
        if self._stream is not None and not self._stream.eof:
            raise http.client.IncompleteRead(b"")


def _unpacker(start: bytes) -> zlib._Decompress:
    """Unpacker for data that begin with *start*: gzip, zlib, or neither."""
    has_header = start[0] == _GZIP_START or (start[0] & 0x0F == _ZLIB_METHOD and start[0] >> 4 <= _ZLIB_WINDOW)
    return zlib.decompressobj(_WITH_HEADER if has_header else _BARE)
