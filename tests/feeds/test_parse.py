"""Feeds in every format, as they should be written and as they are."""

from __future__ import annotations

import json
import time
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.feeds.entries import Feed, NotAFeed
from thresher.feeds.parse import parse

ITEM = "<item><title>Rye</title><link>http://mill.example/rye</link></item>"
RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'

#: Name and text of feeds that have one entry, "Rye" at http://mill.example/rye.
FEEDS = {
    "rss 0.90": f'<rdf:RDF {RDF} xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel/>{ITEM}</rdf:RDF>',
    "rss 0.91": f'<!DOCTYPE rss PUBLIC "x" "http://dtd.example/r"><rss version="0.91"><channel>{ITEM}</channel></rss>',
    "rss 0.92": f'<rss version="0.92"><channel>{ITEM}</channel></rss>',
    "rss 1.0": f'<rdf:RDF {RDF} xmlns="http://purl.org/rss/1.0/"><channel/>{ITEM}</rdf:RDF>',
    "rss 2.0": f'<?xml version="1.0"?><rss version="2.0"><channel>{ITEM}</channel></rss>',
    "atom 0.3": '<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title>Rye</title>'
    '<link rel="alternate" href="http://mill.example/rye"/><id>7</id></entry></feed>',
    "atom 1.0": '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Rye</title>'
    '<link rel="self" href="http://mill.example/self"/><link href="http://mill.example/rye"/><id>7</id></entry></feed>',
    "atom without a namespace": '<feed><entry><title>Rye</title><link href="http://mill.example/rye"/></entry></feed>',
    "atom with a base": '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://mill.example/"><entry>'
    '<title>Rye</title><link href="rye"/><id>7</id></entry></feed>',
    "json feed": json.dumps({"items": [{"id": 1, "url": "http://mill.example/rye", "title": "Rye"}]}),
    "upper case": "<RSS><CHANNEL><ITEM><TITLE>Rye</TITLE><LINK>http://mill.example/rye</LINK></ITEM></CHANNEL></RSS>",
    "breaks off": f"<rss><channel>{ITEM.removesuffix('</item>')}",
    "warnings first": f"\n<br />\n<b>Warning</b>: no oats in <b>/x.php</b>\n<rss><channel>{ITEM}</channel></rss>",
    "items outside": f"<rss><channel><title>Mill</title></channel>{ITEM}</rss>",
    "bad nesting": f"<rss><channel><title>The <b>Mill</title>{ITEM}</channel></rss>",
    "control characters": f"<rss><channel>\x00\x01{ITEM}</channel></rss>",
    "only a guid": "<rss><channel><item><title>Rye</title><guid>http://mill.example/rye</guid></item></channel></rss>",
    "relative": "<rss><channel><item><title>Rye</title><link>/rye</link></item></channel></rss>",
    "escaped title": "<rss><channel><item><title>&lt;b&gt;Rye&lt;/b&gt;</title><link> /rye </link></item>",
}


@pytest.mark.parametrize("name", FEEDS)
def test_formats(name):
    """Every format gives title and address of its entry."""
    feed = parse(FEEDS[name].encode(), "http://mill.example/feed")
    assert isinstance(feed, Feed)
    assert [(entry.title, entry.url) for entry in feed.entries] == [("Rye", "http://mill.example/rye")]
    assert all(entry.id for entry in feed.entries)


def test_entries_tell_author_and_date():
    """Author and date are those of the entry, the date in UTC."""
    item = "<link>/r</link><author>Ada &amp; Bo</author><pubDate>Mon, 05 Jan 2026 10:00:00 +0100</pubDate>"
    [entry] = parse(f"<rss><channel><item>{item}</item></channel></rss>".encode(), "http://mill.example/").entries
    assert (entry.author, entry.published) == ("Ada & Bo", "2026-01-05T09:00:00+00:00")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1", "windows-1252"])
def test_encodings(encoding):
    """Titles are right in any encoding that is declared or shows."""
    text = (
        f'<?xml version="1.0" encoding="{encoding}"?><rss><channel><title>Mühle für Käse</title>{ITEM}</channel></rss>'
    )
    assert parse(text.encode(encoding)).title == "Mühle für Käse"


def test_cyrillic_declared_by_the_server():
    """The server's word counts where the feed says nothing."""
    text = f"<rss><channel><title>Мельница у реки и хлеб из ржаной муки</title>{ITEM}</channel></rss>"
    assert parse(text.encode("koi8-r"), charset="koi8-r").title == "Мельница у реки и хлеб из ржаной муки"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "it is empty"),
        (b"  \n", "it is empty"),
        (b"<!doctype html><html><p>Rye", "it is a web page"),
        (b"<urlset><url/></urlset>", "begins with <urlset>"),
        (b'{"a": 1}', "no list of items"),
        (b'{"items": [', "not valid JSON"),
        (b"\x89PNG\r\n\x1a\n" + bytes(99), "a PNG picture"),
        (b"http://127.0.0.1:1/feed", "neither XML nor JSON"),
        (b"/etc/passwd", "neither XML nor JSON"),
    ],
)
def test_what_is_no_feed_says_what_it_is(body, reason):
    """There is a reason, and neither an address nor a file name is ever followed."""
    found = parse(body)
    assert isinstance(found, NotAFeed) and reason in found.reason


def test_entities_of_the_document_are_never_expanded():
    """A bomb of entities and a file of the machine stay what they are: text that refers to them."""
    bomb = '<!ENTITY a "lol">' + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 1000}">' for a, b in zip("abcd", "bcde", strict=True)
    )
    file = '<!ENTITY f SYSTEM "file:///etc/passwd">'
    item = "<item><title>&e;&f;&eacute;</title><link>/r</link></item>"
    feed = parse(f"<!DOCTYPE rss [{bomb}{file}]><rss><channel>{item}</channel></rss>".encode(), "http://mill.example/")
    assert feed.entries[0].title == "&e;&f;é"


def test_named_characters_of_html():
    """What XML does not know and HTML does is read as HTML would, and an ampersand alone is one."""
    item = "<item><title>Caf&eacute;&nbsp;&amp; Bar & Mill</title><link>/r?a=1&b=2</link></item>"
    [entry] = parse(f"<rss><channel>{item}</channel></rss>".encode(), "http://mill.example/").entries
    assert (entry.title, entry.url) == ("Café & Bar & Mill", "http://mill.example/r?a=1&b=2")


def test_odd_values_in_json_cost_only_themselves():
    """One bad author or item does not cost the feed."""
    items = [{"id": "a", "url": "/a", "authors": ["?"]}, 7, {"id": None, "url": ["x"]}, {"id": "b", "url": "/b"}]
    feed = parse(json.dumps({"items": items}).encode(), "http://mill.example/")
    assert [entry.url for entry in feed.entries] == ["http://mill.example/a", "", "http://mill.example/b"]


def test_ttl_is_told():
    """The interval that a feed asks for is that of its channel, not of an entry."""
    head = "<rss><channel><ttl>90</ttl><item><ttl>5</ttl><link>/r</link></item></channel></rss>"
    assert parse(head.encode()).every == timedelta(minutes=90)


def test_long_feeds_take_time_in_proportion():
    """Ten times the entries take at most thirty times the time, broken ones included."""

    def seconds(count):
        body = ("<rss><channel><![CDATA[" + ITEM * count).encode()
        begun = time.process_time()
        parse(body)
        return time.process_time() - begun

    # The quickest of several: what else the process has to tidy up is not meant.
    few, many = (min(seconds(count) for _ in range(4)) for count in (300, 3000))
    assert many < 30 * max(few, 0.01)


@given(st.binary(max_size=300) | st.text('<>&;!-[]{}":/rs item link', max_size=300).map(str.encode))
def test_any_bytes_have_an_answer(body):
    """Whatever comes, it is a feed or a reason."""
    assert isinstance(parse(b"<rss><channel><item>" + body), Feed | NotAFeed)
    assert isinstance(parse(body), Feed | NotAFeed)
