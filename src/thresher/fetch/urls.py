"""The parts of URLs that requests need: host, port and request target, and the target of a redirect."""

from __future__ import annotations

from urllib.parse import SplitResult, quote, urljoin, urlsplit

from thresher.errors import FetchError

#: The schemes of the web and their default ports.
DEFAULT_PORTS = {"http": 80, "https": 443}

#: Status codes of redirects (RFC 9110, 15.4); the other 3xx codes do not name a single target.
REDIRECTS = frozenset([301, 302, 303, 307, 308])


def web_parts(url: str) -> SplitResult:
    """The parts of *url*, which must be an http or https URL."""
    try:
        parts = urlsplit(url.strip())
        _ = parts.port  # an invalid port raises an error only when it is read
    except ValueError as error:
        raise FetchError(url, f"it is not a URL ({error})") from error
    if not parts.scheme:
        raise FetchError(url, "it does not begin with http:// or https://")
    if parts.scheme not in DEFAULT_PORTS:
        raise FetchError(url, f"only http and https are fetched, not {parts.scheme!r}")
    if not parts.hostname:
        raise FetchError(url, "it has no host name")
    return parts


def host_name(url: str, parts: SplitResult) -> str:
    """Host name in ASCII, as used on the network.

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


def request_target(parts: SplitResult) -> str:
    """Path and query in ASCII; existing escapes are kept.

    >>> request_target(urlsplit("http://a.example/a b/%C3%A9/ü?q=ä#here"))
    '/a%20b/%C3%A9/%C3%BC?q=%C3%A4'
    """
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?[]{}|^`")
    return f"{path}?{query}" if query else path


def next_url(url: str, status: int, location: str | None) -> str:
    """The target of a redirect from *url*; *location* is its header, with each byte as a character.

    >>> next_url("https://a.example/b/c", 302, "../d")
    'https://a.example/d'
    """
    if not location:
        raise FetchError(url, f"HTTP {status} without a Location header")
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
