"""What the address of a page tells about its kind: its words and its shape."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from urllib.parse import SplitResult, urlsplit

from thresher.page import Page

_WORD = re.compile(r"[a-z]{2,19}")
#: Words of addresses under which sites have threads [D].
_THREAD = re.compile(
    r"(?<![a-z])(?:forums?|threads?|topics?|discussions?|boards|community|viewtopic|showthread)(?![a-z])"
)
#: Words of a path that are looked at.
MAX_WORDS = 8
#: A last part with so many hyphens is the title of a text.
SLUG_HYPHENS = 3


def address_of(page: Page, head: Mapping[str, str]) -> str:
    """The address of a page: where it is from, or else what it says of itself; empty where it says nothing.

    >>> address_of(Page.from_html('<link rel=canonical href="https://mill.org/rye">'), {})
    'https://mill.org/rye'
    """
    return page.url or head.get("og:url") or _canonical(page) or ""


def _canonical(page: Page) -> str | None:
    rows = page.rows_of("link").tolist()
    return next((page.attribute_of(row, "href") for row in rows if page.attribute_of(row, "rel") == "canonical"), None)


def address_hints(url: str) -> Iterator[str]:
    """Words and shape of an address; of its host what stands ahead of the site's own name, as in ``forum.mill.org``.

    >>> sorted(address_hints("https://forum.mill.org/t/9?x=1"))
    ['host:forum', 'path:digits', 'path:level2', 'path:query']
    """
    parts = _parts(url)
    if parts is None:
        return
    yield from (f"host:{label}" for label in (parts.hostname or "").split(".")[:-2] if label != "www")
    path = _path(parts)
    yield f"path:level{min(path.count('/') + 1, 5) if path else 0}"
    if re.search(r"\d", path):
        yield "path:digits"
    if parts.query:
        yield "path:query"
    if path.rpartition("/")[2].count("-") >= SLUG_HYPHENS:
        yield "path:slug"
    yield from (f"path:{word}" for word in _WORD.findall(path)[:MAX_WORDS])


def address_shape(url: str) -> tuple[int, int, int]:
    """Characters of the path and of its last part, and hyphens of that; all below 0 where there is no address.

    Texts have long names and stand deep; lists of texts and things have short ones.

    >>> address_shape("https://mill.org/news/rye-is-cut"), address_shape("")
    ((15, 10, 2), (-1, -1, -1))
    """
    parts = _parts(url)
    if parts is None:
        return -1, -1, -1
    path = _path(parts)
    last = path.rpartition("/")[2]
    return len(path), len(last), last.count("-") + last.count("_")


def says_thread(url: str) -> bool:
    """Whether an address says that the page is a thread of a forum.

    >>> says_thread("https://community.mill.example/t/12"), says_thread("https://mill.example/forumla-rye")
    (True, False)
    """
    return _THREAD.search(url.lower()) is not None


@lru_cache(maxsize=16)
def _parts(url: str) -> SplitResult | None:
    """The parts of an address that has a host."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return parts if parts.hostname else None


def _path(parts: SplitResult) -> str:
    return parts.path.lower().strip("/")
