"""Pages named on a command line: files, URLs, and ``-`` for standard input."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from thresher.errors import DecodeError, InputError
from thresher.fetch import Fetched, fetch
from thresher.page import Page

STDIN = "-"

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def is_url(name: str) -> bool:
    """Whether *name* is a URL rather than a file; for URLs that are not on the web, the fetcher raises an error.

    >>> is_url("https://example.org/"), is_url("ftp://example.org/"), is_url("page.html")
    (True, True, False)
    """
    return _ADDRESS.match(name) is not None


def read_page(name: str, url: str | None = None) -> Page:
    """The named page; *url* is its URL if it is not fetched."""
    return read_input(name, url).page


@dataclass(frozen=True)
class Input:
    """A page, and the server's response if it was fetched."""

    page: Page
    fetched: Fetched | None = None


def read_input(name: str, url: str | None = None) -> Input:
    """The named page, with the server's response if it was fetched; *url* is its URL if it was not."""
    if is_url(name):
        fetched = fetch(name)
        return Input(Page.from_html(fetched.body, url or fetched.url, encoding=fetched.charset), fetched)
    try:
        return Input(Page.from_html(read_bytes(name), url))
    except DecodeError as error:
        raise InputError(f"{name}: {error}") from error


def read_bytes(name: str) -> bytes:
    """The bytes of a file or of standard input."""
    if name == STDIN:
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except IsADirectoryError as error:
        raise InputError(f"cannot read {name}: it is a folder; give its pages, or use thresher corpus") from error
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror or error}") from error
