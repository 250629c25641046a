"""STORE: results in a database. SQLite by default, PostgreSQL by URL; written in batches, never twice, searchable.

    from thresher import extract
    from thresher.store import Store, stored

    with Store.open("sqlite:///results.db") as store:       # created if it does not exist; or postgresql://...
        store.put_many(stored(extract(html, url)) for url, html in pages)
        store.has("https://mill.example/rye"), store.known(urls)
        store.get("https://mill.example/rye").text
        for found in store.search('rye "winter rye" bak* -wheat'):
            print(found.record.title, found.snippet.marked("[", "]"))

A record is identified by its URL and its content: storing the same again updates it, different content at the same URL
is another record. Each batch is a transaction, so a program that is killed leaves complete batches behind, and its next
run adds the rest.

Another part of the program can keep tables of its own in the same database: it passes its numbered steps to
``store.add_part(Part("feeds", (Step("feeds", ("CREATE TABLE feed (id {id}, ...)",)),)))`` and then works on the
connections of ``store.reading()`` and ``store.writing()``, each of which is a transaction.
"""

from __future__ import annotations

from thresher.errors import MissingExtra

try:
    import sqlalchemy as _sqlalchemy  # noqa: F401 - only checks that it is installed
except ImportError:
    raise MissingExtra("sqlalchemy", "store", "keeping results in a database") from None

from thresher.store.filter import Filter
from thresher.store.migrations import Part, Step
from thresher.store.record import StoredExtraction, StoredMedia, stored
from thresher.store.search import Found
from thresher.store.store import Store, Written

__all__ = ["Filter", "Found", "Part", "Step", "Store", "StoredExtraction", "StoredMedia", "Written", "stored"]
