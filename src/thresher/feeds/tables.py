"""The tables for feeds, entries and pages, in addition to those of the store; `FEEDS` creates them.

feed       the followed feeds, and when each is fetched next
feed_entry each entry that was ever seen in a feed, by its identifier; its page, if it has a URL
feed_page  each page that an entry links to, once for all its URLs: its job or its outcome
feed_address  the URLs of pages after redirects
feed_host  hosts that asked to be left alone for a while; ``feed_robots`` has the rules of origins
feed_article, feed_band  CUTER's XML of stored articles, and the bands by which near-duplicates are found
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Integer, MetaData, Table, Text

from thresher.store import Part, Step
from thresher.store.schema import ROW, Moment

#: The states of a feed.
ACTIVE, RETIRED = "active", "retired"
#: The states of a page. Only pages in the first one are still to be fetched; each of the others comes with a reason.
WAITING, STORED, OVERVIEW, SEEN, EMPTY, FAILED = "waiting", "stored", "overview", "seen", "empty", "failed"

_FEED = """CREATE TABLE feed (
    id {id}, url TEXT NOT NULL, key TEXT NOT NULL UNIQUE, host TEXT NOT NULL, title TEXT NOT NULL, site TEXT NOT NULL,
    state TEXT NOT NULL, reason TEXT NOT NULL, failures INTEGER NOT NULL, etag TEXT, last_modified TEXT,
    seconds DOUBLE PRECISION NOT NULL, due_at {moment} NOT NULL, added_at {moment} NOT NULL,
    asked_at {moment}, read_at {moment}
)"""
_ENTRY = """CREATE TABLE feed_entry (
    feed {row} NOT NULL REFERENCES feed (id) ON DELETE CASCADE, key TEXT NOT NULL, page {row}, PRIMARY KEY (feed, key)
)"""
_PAGE = """CREATE TABLE feed_page (
    id {id}, url TEXT NOT NULL, key TEXT NOT NULL UNIQUE, host TEXT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL,
    failures INTEGER NOT NULL, due_at {moment} NOT NULL, title TEXT NOT NULL, author TEXT NOT NULL,
    published TEXT NOT NULL, found_at {moment} NOT NULL, done_at {moment},
    extraction {row} REFERENCES extraction (id) ON DELETE SET NULL
)"""
_ARTICLE = """CREATE TABLE feed_article (
    extraction {row} PRIMARY KEY REFERENCES extraction (id) ON DELETE CASCADE, cuter TEXT NOT NULL, signature TEXT
)"""
_BAND = """CREATE TABLE feed_band (
    band BIGINT NOT NULL, extraction {row} NOT NULL REFERENCES extraction (id) ON DELETE CASCADE,
    PRIMARY KEY (band, extraction)
)"""

#: The tables for feeds, as migration steps of the store.
FEEDS = Part(
    "feeds",
    (
        Step(
            "feeds, entries, pages, hosts, articles",
            (
                _FEED,
                "CREATE INDEX feed_due ON feed (state, due_at)",
                _ENTRY,
                _PAGE,
                # Only waiting pages are ever looked up, and they are few compared with finished ones.
                "CREATE INDEX feed_page_due ON feed_page (host, due_at) WHERE state = 'waiting'",
                "CREATE TABLE feed_address (key TEXT PRIMARY KEY, page {row} NOT NULL)",
                "CREATE TABLE feed_host (host TEXT PRIMARY KEY, free_at {moment} NOT NULL)",
                "CREATE TABLE feed_robots (origin TEXT PRIMARY KEY, rules TEXT NOT NULL, until {moment} NOT NULL)",
                _ARTICLE,
                _BAND,
            ),
        ),
    ),
)

_METADATA = MetaData()

FEED = Table(
    "feed",
    _METADATA,
    Column("id", ROW, primary_key=True),
    Column("url", Text),
    Column("key", Text),
    Column("host", Text),
    Column("title", Text),
    Column("site", Text),
    Column("state", Text),
    Column("reason", Text),
    Column("failures", Integer),
    Column("etag", Text),
    Column("last_modified", Text),
    Column("seconds", Float),
    Column("due_at", Moment),
    Column("added_at", Moment),
    Column("asked_at", Moment),
    Column("read_at", Moment),
)
ENTRY = Table(
    "feed_entry",
    _METADATA,
    Column("feed", ROW, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("page", ROW),
)
PAGE = Table(
    "feed_page",
    _METADATA,
    Column("id", ROW, primary_key=True),
    Column("url", Text),
    Column("key", Text),
    Column("host", Text),
    Column("state", Text),
    Column("reason", Text),
    Column("failures", Integer),
    Column("due_at", Moment),
    Column("title", Text),
    Column("author", Text),
    Column("published", Text),
    Column("found_at", Moment),
    Column("done_at", Moment),
    Column("extraction", ROW),
)
ADDRESS = Table("feed_address", _METADATA, Column("key", Text, primary_key=True), Column("page", ROW))
HOST = Table("feed_host", _METADATA, Column("host", Text, primary_key=True), Column("free_at", Moment))
ROBOTS = Table(
    "feed_robots", _METADATA, Column("origin", Text, primary_key=True), Column("rules", Text), Column("until", Moment)
)
ARTICLE = Table(
    "feed_article",
    _METADATA,
    Column("extraction", ROW, primary_key=True),
    Column("cuter", Text),
    Column("signature", Text),
)
BAND = Table(
    "feed_band", _METADATA, Column("band", BigInteger, primary_key=True), Column("extraction", ROW, primary_key=True)
)
