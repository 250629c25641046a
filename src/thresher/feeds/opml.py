"""OPML, the format in which feed readers exchange their subscriptions: reading and writing it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from thresher.errors import InputError
from thresher.feeds.addresses import is_web
from thresher.feeds.xml_repair import repaired
from thresher.page.decode import decode


def read_opml(body: bytes) -> list[tuple[str, str]]:
    """URL and title of each feed in an outline, without folders and duplicates.

    >>> read_opml(b'<opml><body><outline text="Mills"><outline text="A & B" xmlUrl="http://a.example/"/></outline>')
    [('http://a.example/', 'A & B')]
    """
    found: dict[str, str] = {}
    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = lambda name, attributes: found.update(_feeds_of(name, attributes))
    text = repaired(decode(body).text.lstrip("\ufeff \t\r\n"))
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        # A truncated outline is used as far as it goes.
        if not found:
            raise InputError(f"not a valid OPML outline: {expat.errors.messages[error.code]}") from error
    if not found:
        raise InputError("there are no feeds in the outline")
    return [*found.items()]


def _feeds_of(name: str, attributes: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The feed of an element, if it has one; attribute names may be in upper or lower case."""
    values = {key.lower(): value.strip() for key, value in attributes.items()}
    url = values.get("xmlurl", "")
    if name.lower() == "outline" and is_web(url):
        yield url, " ".join((values.get("title") or values.get("text") or "").split())


def write_opml(feeds: Iterable[tuple[str, str]]) -> str:
    """An outline of feeds, each with URL and title.

    >>> read_opml(write_opml([("http://a.example/?b&c", "A & B")]).encode())
    [('http://a.example/?b&c', 'A & B')]
    """
    rows = (f'<outline type="rss" text={quoteattr(title or url)} xmlUrl={quoteattr(url)}/>' for url, title in feeds)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<opml version="2.0"><head/><body>', *rows, "</body></opml>"]
    return "\n".join(lines)
