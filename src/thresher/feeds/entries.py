"""`Feed` and `Entry`: the contents of a feed in any format; `NotAFeed` says why something is not a feed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import unescape

from thresher.page.whitespace import collapse

_TAG = re.compile(r"<[a-zA-Z/!][^<>]*>")


@dataclass(frozen=True)
class Entry:
    """One entry of a feed."""

    id: str  #: identifies it in its feed: its own identifier, or else its URL
    url: str  #: absolute; empty if it has none
    title: str = ""  #: plain text
    author: str = ""
    published: str = ""  #: ISO 8601 in UTC


@dataclass(frozen=True)
class Feed:
    """A parsed feed."""

    title: str
    site: str  #: URL of its site, as given in the feed
    entries: tuple[Entry, ...]
    every: timedelta | None = None  #: the update interval that the feed states
    format: str = ""


@dataclass(frozen=True)
class NotAFeed:
    """Why something could not be read as a feed, as a sentence."""

    reason: str


def plain(markup: str | None) -> str:
    """The text of a title in a feed, which may be plain text or markup, often escaped once or twice.

    >>> plain("a <b>new</b> &amp;amp; better mill"), plain("1 < 2")
    ('a new & better mill', '1 < 2')
    """
    text = unescape(unescape(markup or ""))
    return collapse(_TAG.sub("", text))


def moment(text: str | None) -> str:
    """A date as ISO 8601 in UTC; empty if it is not a date.

    >>> moment("2026-01-02T03:04:05+01:00"), moment("yesterday")
    ('2026-01-02T02:04:05+00:00', '')
    """
    try:
        found = datetime.fromisoformat(text or "")
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
    except (ValueError, OverflowError):
        return ""
