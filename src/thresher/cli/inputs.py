"""Pages named on a command line: files, URLs, and ``-`` for standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from thresher.errors import DecodeError, InputError
from thresher.fetch import fetch
from thresher.page import Page

STDIN = "-"


def is_url(name: str) -> bool:
    """Whether *name* is the address of a page on the web.

    >>> is_url("https://example.org/"), is_url("page.html")
    (True, False)
    """
    return name.lower().startswith(("http://", "https://"))


def read_page(name: str, url: str | None = None) -> Page:
    """The page of that name; *url* is its address where it is not fetched from there."""
    if is_url(name):
        fetched = fetch(name)
        return Page.from_html(fetched.body, url or fetched.url, encoding=fetched.charset)
    try:
        return Page.from_html(_read(name), url)
    except DecodeError as error:
        raise InputError(f"{name}: {error}") from error


def _read(name: str) -> bytes:
    """The bytes of a file or of standard input."""
    if name == STDIN:
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror or error}") from error
