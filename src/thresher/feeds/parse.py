"""A `Feed` from its bytes: RSS 0.9 to 2.0, Atom, JSON Feed; broken feeds are read as far as possible.

Text is decoded like that of pages (`page.decode`) and repaired (`xml_repair`). fastfeedparser reads it; if it finds
fewer entries than the text has, feedparser, which is far slower and more tolerant, reads it as well.
Neither ever sees a document type, an entity of the document's own, or a URL that it might fetch.
"""

from __future__ import annotations

import calendar
import io
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urljoin

from thresher.errors import DecodeError, MissingExtra
from thresher.feeds.entries import Entry, Feed, NotAFeed, moment, plain
from thresher.feeds.entry_dates import with_usual_dates
from thresher.feeds.intervals import stated_interval
from thresher.feeds.json_feed import parse_json
from thresher.feeds.xml_repair import repaired
from thresher.page.decode import decode

try:
    import fastfeedparser  # type: ignore[import-untyped]
    import feedparser  # type: ignore[import-untyped]
except ImportError as error:
    raise MissingExtra("fastfeedparser and feedparser", "feeds", "reading feeds") from error

#: Elements that begin feeds, in any case and with any prefix.
_ROOT = re.compile(r"<(?:\w+:)?(?:rss|rdf|feed|channel)\b", re.IGNORECASE)
_ENTRY = re.compile(r"<(?:\w+:)?(?:item|entry)[\s>]", re.IGNORECASE)
_FIRST_ELEMENT = re.compile(r"<([a-zA-Z][\w:.-]*)")
#: How far into a text a feed may begin: servers put warnings and blank lines before it.
_HEAD = 1 << 14
#: Errors that parsers raise for unexpected input: a space in the name of a namespace, a number with too many digits.
_PARSER_ERRORS = (ValueError, TypeError, AttributeError, LookupError, OverflowError)


def parse(body: bytes, url: str = "", charset: str | None = None) -> Feed | NotAFeed:
    """The feed in *body*, which came from *url*; *charset* is the encoding declared by the server.

    >>> parse(b"<rss><channel><title>Mill</title><item><link>/rye</link></item></channel></rss>", "https://a.example/")
    Feed(title='Mill', site='', entries=(Entry(id='/rye', url='https://a.example/rye', ...),), every=None, format='rss')
    >>> parse(b"<!doctype html><p>Rye")
    NotAFeed(reason='it is a web page')
    """
    try:
        text = decode(body, charset).text.lstrip("\ufeff \t\r\n")
    except DecodeError as error:
        return NotAFeed(str(error))
    if not text:
        return NotAFeed("it is empty")
    feed = parse_json(text) if text.startswith("{") else _parse_xml(repaired(text))
    return feed if isinstance(feed, NotAFeed) else _absolute(feed, url)


def _parse_xml(text: str) -> Feed | NotAFeed:
    root = _ROOT.search(text, 0, _HEAD)
    if not root:
        return NotAFeed(_what_it_is(text))
    text = with_usual_dates(text[root.start() :])
    fast = _read_fast(text)
    expected = len(_ENTRY.findall(text))
    if fast is not None and _linked(fast) >= expected and not _has_base(fast, text):
        return _finished(fast, text, root[0])
    slow = _read_slow(text)
    best = max([each for each in (slow, fast) if each], key=_linked, default=None)
    if best is None:
        return NotAFeed(f"it begins like a feed (<{root[0][1:]}>), but contains none")
    return _finished(best, text, root[0])


def _finished(feed: Feed, text: str, root: str) -> Feed:
    """The feed with the facts that its text gives apart from the entries."""
    head = _ENTRY.split(text, maxsplit=1)[0]
    return replace(feed, every=stated_interval(head), format=_format(root))


def _format(root: str) -> str:
    """The format of a feed, from the start of its root element.

    >>> _format("<rdf:RDF"), _format("<atom:feed")
    ('rss', 'atom')
    """
    return "atom" if root.lower().endswith("feed") else "rss"


def _what_it_is(text: str) -> str:
    """A sentence that says what a text is if it is not a feed.

    >>> _what_it_is("<urlset><url/></urlset>"), _what_it_is("Rye")
    ('it is XML, but not a feed: it begins with <urlset>', 'it is neither XML nor JSON')
    """
    first = _FIRST_ELEMENT.search(text, 0, _HEAD)
    if not first:
        return "it is neither XML nor JSON"
    if first[1].lower() in {"html", "head", "body", "title", "meta", "p", "div"}:
        return "it is a web page"
    return f"it is XML, but not a feed: it begins with <{first[1]}>"


def _read_fast(text: str) -> Feed | None:
    """The feed as read by fastfeedparser; ``None`` if it finds none."""
    try:
        # As bytes, since a string that is a URL would be fetched.
        found = fastfeedparser.parse(text.encode(), include_content=False, include_media=False, include_tags=False)
    except _PARSER_ERRORS:
        return None
    return _feed(found, lambda entry: moment(entry.get("published") or entry.get("updated")))


def _read_slow(text: str) -> Feed | None:
    """The feed as read by feedparser; ``None`` if it finds none."""
    try:
        # As a stream, since a string might be a URL or a file name.
        found = feedparser.parse(io.BytesIO(text.encode()), resolve_relative_uris=True, sanitize_html=False)
    except _PARSER_ERRORS:
        return None
    return _feed(found, _date_of_slow) if found.entries or found.get("version") else None


def _date_of_slow(entry: dict[str, Any]) -> str:
    """The date of an entry, which feedparser gives as a tuple in UTC."""
    # If there is no date of an update, feedparser returns the date of publication instead, with a warning.
    dates = [entry[name] for name in ("published_parsed", "updated_parsed") if name in entry]
    parts = next(filter(None, dates), None)
    try:
        return datetime.fromtimestamp(calendar.timegm(parts), UTC).isoformat() if parts else ""
    except (ValueError, OverflowError):
        return ""


def _feed(found: dict[str, Any], date_of: Callable[[dict[str, Any]], str]) -> Feed:
    info = found["feed"]
    return Feed(
        title=plain(info.get("title")),
        site=info.get("link") or "",
        entries=tuple(_entry(entry, date_of(entry)) for entry in found["entries"]),
    )


def _entry(entry: dict[str, Any], published: str) -> Entry:
    url = _address(entry)
    return Entry(
        id=str(entry.get("id") or url),
        url=url,
        title=plain(entry.get("title")),
        author=plain(entry.get("author")),
        published=published,
    )


def _address(entry: dict[str, Any]) -> str:
    """The URL of an entry; Atom has other links as well, and any of them may come first.

    >>> _address({"link": "/self", "links": [{"rel": "self", "href": "/self"}, {"rel": "alternate", "href": "/rye"}]})
    '/rye'
    """
    links = [link for link in entry.get("links") or [] if (link.get("rel") or "alternate") == "alternate"]
    found = next((link["href"] for link in links if link.get("href")), entry.get("link"))
    return (found or "").strip()


def _linked(feed: Feed) -> int:
    """The number of entries with a URL."""
    return sum(bool(entry.url) for entry in feed.entries)


def _has_base(feed: Feed, text: str) -> bool:
    """Whether entries have URLs relative to a base given in the feed, which only feedparser supports."""
    return "xml:base" in text and any("://" not in entry.url for entry in feed.entries)


def _absolute(feed: Feed, url: str) -> Feed:
    """The feed with all URLs made absolute."""
    base = _joined(url, feed.site) if feed.site else url
    entries = tuple(replace(entry, url=_joined(base, entry.url) if entry.url else "") for entry in feed.entries)
    return replace(feed, site=base if feed.site else "", entries=entries)


def _joined(base: str, url: str) -> str:
    """*url* resolved against *base*; empty if it is not a URL."""
    try:
        return urljoin(base, url)
    except ValueError:
        return ""
