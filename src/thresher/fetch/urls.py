"""URLs as the network knows them: host, port and target of a request, and where a redirect leads."""

from __future__ import annotations

from urllib.parse import SplitResult, quote, urljoin, urlsplit

from thresher.errors import FetchError

#: The schemes of the web, and the ports that they mean.
DEFAULT_PORTS = {"http": 80, "https": 443}

#: Answers that send the reader elsewhere (RFC 9110, 15.4); the others of the 3xx do not name one place.
REDIRECTS = frozenset([301, 302, 303, 307, 308])


def web_parts(url: str) -> SplitResult:
    """Split *url*, which has to be one of the web."""
    try:
        parts = urlsplit(url.strip())
        _ = parts.port  # a bad one is found out only when it is asked for
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
