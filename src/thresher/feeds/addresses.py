"""URLs of articles: when two of them are the same page, and which host serves them."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote, urlsplit

from thresher.errors import FetchError
from thresher.fetch.urls import DEFAULT_PORTS, web_parts

#: Parameters that track where a reader came from and do not change the page: campaigns, click ids, mailing sessions.
#: The names are those that their makers document.
_TRACKING = re.compile(
    r"(?:utm_\w+|mtm_\w+|pk_(?:campaign|kwd|source|medium|content)|fbclid|gclid|dclid|gclsrc|msclkid|yclid|twclid|igshid"
    r"|mc_[ce]id|_hsenc|_hsmi|mkt_tok|at_(?:medium|campaign|custom\d)|wt_mc|cmpid|ocid|ns_(?:campaign|mchannel|source))",
    re.IGNORECASE,
)
#: Characters that stay unescaped in the path of a URL.
_SAFE_IN_PATH = "/:@!$&'()*+,;=~-._"


def canonical(url: str) -> str:
    """The part that all URLs of the same page share: without scheme, fragment and tracking parameters.

    >>> canonical("HTTP://Mill.example:80/r%79e?utm_source=feed&id=7#top")
    '//mill.example/rye?id=7'
    """
    parts = urlsplit(url.strip())
    port = f":{parts.port}" if parts.port and parts.port != DEFAULT_PORTS.get(parts.scheme) else ""
    path = quote(unquote(parts.path or "/"), safe=_SAFE_IN_PATH)
    kept = [pair for pair in parts.query.split("&") if pair and not _TRACKING.fullmatch(pair.partition("=")[0])]
    return f"//{(parts.hostname or '').rstrip('.')}{port}{path}{'?' if kept else ''}{'&'.join(kept)}"


def is_web(url: str) -> bool:
    """Whether a URL is a web URL with a host.

    >>> is_web("https://mill.example/rye"), is_web("mailto:a@mill.example"), is_web("http://[broken")
    (True, False, False)
    """
    try:
        return bool(web_parts(url))
    except FetchError:
        return False


def host_of(url: str) -> str:
    """The host and port that serve a URL, as the key for polite request rates.

    >>> host_of("https://Mill.example/rye"), host_of("http://mill.example:8080/")
    ('mill.example', 'mill.example:8080')
    """
    parts = urlsplit(url)
    port = f":{parts.port}" if parts.port and parts.port not in DEFAULT_PORTS.values() else ""
    return f"{(parts.hostname or '').rstrip('.')}{port}"


def origin_of(url: str) -> str:
    """The origin of a URL, where its ``robots.txt`` is.

    >>> origin_of("https://mill.example/rye?id=7")
    'https://mill.example'
    """
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
