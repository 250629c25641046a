"""Feeds, outlines of them, and the rules of sites for robots."""

from __future__ import annotations

import json
import random

from .markup import attributes
from .values import an_object, value
from .words import VALUES, WORDS

FEED_TAGS = (
    "item entry title link guid id pubDate updated published dc:date author name uri dc:creator description summary "
    "content content:encoded category enclosure media:content ttl sy:updatePeriod skipHours hour image url"
).split()
FEED_TEXTS = (
    "Mon, 32 Foo 2024 25:61:00 +9999", "2024-03-05T10:00:00Z", "Tue, 05 Mar 2024 10:00:00 GMT", "0", "99999999999999",
    "-1", "hourly", "<![CDATA[<b>Rye</b> & oats]]>", "<![CDATA[", "&lt;b&gt;Rye", "&amp;amp;", "&nbsp;", "&x;", "a & b",
    "https://mill.example/rye", "/rye?a=1&b", "http://[", "\x0b", "&#0;", "&#xD800;", "قمح", "小麦", "\ud800", *WORDS,
)  # fmt: skip
FEED_STARTS = (
    '<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel>', "<rss><channel>", "<channel>", "\n\n<RSS>",
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://mill.example/a/">', "<atom:feed>", "<rdf:RDF>",
    '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]><rss><channel><title>&b;</title>',
    '<!DOCTYPE rss SYSTEM "file:///etc/passwd"><rss><channel>', '<?xml version="1.0" encoding="utf-7"?><rss>', "",
    '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel><title>&x;</title>', "<html>",
)  # fmt: skip


def feed(chance: random.Random) -> bytes:
    """A feed in XML or JSON."""
    if chance.random() < 0.2:
        return json.dumps(
            {"version": "https://jsonfeed.org/version/1.1", "items": [value(chance)]} | an_object(chance)
        ).encode()
    opened: list[str] = []
    written = [chance.choice(FEED_STARTS)]
    for _ in range(chance.randint(1, 40)):
        name = chance.choice(FEED_TAGS)
        step = chance.random()
        if step < 0.5:
            written.append(f"<{name}>{chance.choice(FEED_TEXTS)}</{name}>")
        elif step < 0.75:
            opened.append(chance.choice(("item", "entry", name)))
            written.append(f"<{opened[-1]}{attributes(chance) if step < 0.6 else ''}>")
        elif opened and step < 0.95:
            written.append(f"</{opened.pop()}>")
        else:
            written.append(
                chance.choice((f'<link href="{chance.choice(VALUES)}" rel="{chance.choice(VALUES)}"/>', "</x>"))
            )
    written += [f"</{name}>" for name in reversed(opened)] if chance.random() < 0.7 else []
    return "".join(written).encode("utf-8", "surrogatepass")


def outline(chance: random.Random) -> bytes:
    """An outline of feeds."""
    row = '<outline text="{}" xmlUrl="{}" type=rss>'
    rows = (row.format(chance.choice(WORDS), chance.choice(VALUES)) for _ in range(chance.randint(0, 6)))
    ends = ("</outline>" * chance.randint(0, 6), "</body></opml>", "")
    return (chance.choice((*FEED_STARTS, "<opml><body>")) + "".join(rows) + chance.choice(ends)).encode(
        "utf-8", "replace"
    )


ROBOT_PARTS = (
    "User-agent: *", "User-agent: thresher", "Disallow: /", "Allow: /rye*$", "Crawl-delay: 1e999", "Crawl-delay: -1",
    "Crawl-delay: nan", "Request-rate: 1/10m", "Request-rate: 0/0", "Request-rate: 9/x", "Disallow: /%zz%ff",
    "Disallow: " + "*a" * 30, "# x", ":", "Allow", "\x00", "小麦: x", "Visit-time: 9999-0000", "Sitemap: [",
)  # fmt: skip


def robots(chance: random.Random) -> bytes:
    """The rules of a site for robots."""
    return chance.choice(("\n", "\r\n", "\r")).join(chance.choices(ROBOT_PARTS, k=chance.randint(0, 12))).encode()
