"""What is put into a store comes back, once, whatever it is and however often it is put there."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import select

from thresher import Options, extract
from thresher.algorithms.cetd import CetdDs
from thresher.store import Filter, StoredExtraction, StoredMedia, Written, stored
from thresher.store.schema import EXTRACTIONS, MEDIA
from thresher.store.store import BATCH

FULL = StoredExtraction(
    url="https://mill.example/rye?a=1&b=%20",
    text="Rye is back.\n\nBread too.",
    markdown="# Rye\n\nRye is **back**.",
    title="Rye is back",
    outcome="overview",
    reason="many links",
    kind="listing",
    is_overview=True,
    confidence=0.25,
    authors=("Ada Müller", "Bo Ek"),
    published="2026-05-01",
    modified="2026-05-02T10:00:00+02:00",
    language="de-AT",
    canonical_url="https://mill.example/rye",
    metadata={"site": "The Mill", "tags": ["rye", "bread"], "counts": {"words": 5, "share": 0.5, "none": None}},
    media=(
        StoredMedia("image", "https://mill.example/b.jpg", "Tall rye", "Rye in June", 640, 480, 12),
        StoredMedia("video", "https://mill.example/a.mp4"),
    ),
    algorithm="cectd-ds",
    parameters={"lam": 0.9, "threshold": None},
    version="9.9.9",
    encoding="utf-8",
    source_hash="ab" * 32,
    status=200,
    final_url="https://mill.example/rye",
    fetched_at=datetime(2026, 5, 3, 12, 30, 1, 250_000, tzinfo=UTC),
    content_type="text/html",
    etag='W/"abc"',
    last_modified="Sun, 03 May 2026 12:00:00 GMT",
)


class TestRoundTrip:
    """Nothing is lost on the way in and out."""

    def test_every_fact(self, store):
        """A record with every fact comes back as it was, with a number and two moments."""
        assert all(getattr(FULL, each.name) != each.default for each in fields(FULL) if each.name not in GIVEN)
        store.put_many([FULL])
        found = store.get(FULL.url)
        assert replace(found, id=None, stored_at=None, seen_at=None) == FULL
        assert found.id and found.stored_at == found.seen_at and found.stored_at.tzinfo is UTC

    def test_few_facts(self, store, record):
        """A record that knows nothing but address and text comes back as it was."""
        bare = StoredExtraction("https://mill.example/", "")
        store.put_many([bare])
        assert replace(store.get(bare.url), id=None, stored_at=None, seen_at=None) == bare

    def test_extraction(self, store):
        """An extraction is kept with its text, how it was made, and its media."""
        story = "<p>Rye is sown in autumn and cut in the summer of the next year.</p>" * 8
        head = "<html lang=en><title>Rye</title><link rel=canonical href=/r><meta name=author content='Ada Müller'>"
        head += "<meta property=article:published_time content=2026-05-01><meta name=keywords content='rye, bread'>"
        html = f"{head}<article>{story}<img src=/rye.jpg width=600 height=400 alt=Rye></article>"
        address = "https://mill.example/rye"
        options = Options(algorithm="cectd-ds", parameters={"lam": 0.5}, links=False)
        extraction = extract(html.encode(), address, options=options)
        store.put_many([stored(extraction)])
        found = store.get(address)
        assert (found.text, found.markdown) == (extraction.text, extraction.markdown)
        assert (found.title, found.authors, found.language, found.encoding) == ("Rye", ("Ada Müller",), "en", "utf-8")
        assert (found.published, found.canonical_url) == ("2026-05-01", "https://mill.example/r")
        assert found.metadata["tags"] == ["rye", "bread"]
        assert found.algorithm == "cectd-ds" and found.parameters.items() >= {"lam": 0.5, "links": False}.items()
        assert [item.url for item in found.media] == ["https://mill.example/rye.jpg"]

    def test_own_method(self, store):
        """A method that is no name is kept as it writes itself."""
        store.put_many([stored(extract("<p>Rye.", "https://mill.example/", algorithm=CetdDs(lam=0.7)))])
        kept = store.get("https://mill.example/")
        assert kept.algorithm.startswith("CetdDs(lam=0.7") and kept.parameters["lam"] == 0.7

    @pytest.mark.parametrize(
        "text",
        [
            "NUL \x00 in it",
            "half \ud800 of a pair",
            "🌾 𠮷 \u200f\ufeff\x07\r\n",
            "a" * 3_000_000,
            "'; DROP TABLE x; --",
        ],
        ids=["nul", "surrogate", "odd", "long", "sql"],
    )
    def test_any_text(self, store, record, text):
        """Any text is kept in every field; what no database takes is replaced, and is the same record the next time."""
        odd = record(text=text, title=text[:99], authors=(text[:99],), metadata={text[:99]: text[:99]}, etag=text[:99])
        odd = replace(odd, url=f"https://mill.example/{text[:99]}", media=(StoredMedia("image", text[:99]),))
        assert store.put_many([odd]) == Written(new=1)
        assert store.put_many([odd]) == Written(known=1)
        kept = store.get(odd.url)
        expected = text.replace("\x00", "\ufffd").replace("\ud800", "\ufffd")
        assert (kept.text, kept.title, kept.authors) == (expected, expected[:99], (expected[:99],))
        assert kept.metadata == {expected[:99]: expected[:99]} and kept.content_hash == odd.content_hash
        assert store.has(odd.url) and store.known([odd.url]) == {odd.url}

    def test_odd_numbers(self, store, record):
        """Numbers that JSON does not have are kept as nothing."""
        store.put_many([record(confidence=float("nan"), metadata={"share": float("inf"), "big": 2**70})])
        kept = store.get("https://mill.example/rye")
        assert (kept.confidence, kept.metadata) == (None, {"share": None, "big": 2**70})

    def test_long_address(self, store, record):
        """An address that is longer than an index takes is kept and found."""
        long = record("x" * 100_000)
        store.put_many([long, record()])
        assert store.has(long.url) and not store.has(long.url + "y") and store.get(long.url).text

    @pytest.mark.parametrize("zone", [None, timezone(timedelta(hours=5.5))])
    def test_moments(self, store, record, zone):
        """A moment is kept in UTC, to the microsecond; one without a zone is taken for UTC."""
        moment = datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=zone)
        store.put_many([record(fetched_at=moment)])
        kept = store.get("https://mill.example/rye").fetched_at
        assert kept == moment.replace(tzinfo=zone or UTC) and kept.tzinfo is UTC


GIVEN = ("id", "stored_at", "seen_at", "duplicate_of")


class TestAgain:
    """The same record is kept once."""

    def test_the_same(self, store, record):
        """The same record again changes nothing but when it was seen."""
        assert store.put_many([FULL]) == Written(new=1, known=0)
        first = store.get(FULL.url)
        assert store.put_many([FULL]) == Written(new=0, known=1)
        second = store.get(FULL.url)
        assert replace(second, seen_at=None) == replace(first, seen_at=None)
        assert second.seen_at > first.seen_at and store.count() == 1

    def test_twice_in_a_batch(self, store, record):
        """Of the same record twice in a batch the last is kept."""
        assert store.put_many([record(title="Old"), record(title="New")]) == Written(new=1)
        assert [each.title for each in store.each()] == ["New"]

    def test_other_facts(self, store, record):
        """What is known better the second time replaces what was known; so do the media."""
        store.put_many([record(media=(StoredMedia("image", "a"), StoredMedia("image", "b")), title="Oats")])
        store.put_many([record(media=(StoredMedia("image", "c"),), title="Rye", kind="article")])
        kept = store.get("https://mill.example/rye")
        assert (kept.title, kept.kind, [item.url for item in kept.media]) == ("Rye", "article", ["c"])
        assert not store.search("oats") and len(store.search("rye")) == 1

    def test_other_content(self, store, record):
        """Other content of an address is another record; the one that was seen last is the newest."""
        old, new = record(text="Rye."), record(text="Rye!")
        store.put_many([old])
        store.put_many([new])
        assert store.get(old.url).text == "Rye!" and store.count() == 2
        store.put_many([old])
        assert [each.text for each in store.versions(old.url)] == ["Rye.", "Rye!"]
        assert store.has(old.url, old.content_hash) and not store.has(old.url, record(text="x").content_hash)

    def test_same_content_elsewhere(self, store, record):
        """The same content at another address is another record, and may be marked as a repetition of the first."""
        store.put_many([record("a")])
        first = store.get("https://mill.example/a")
        copy = record("b", duplicate_of=first.id)
        assert copy.content_hash == first.content_hash
        store.put_many([copy])
        store.put_many([replace(copy, duplicate_of=None)])
        assert store.get(copy.url).duplicate_of == first.id

    def test_parts_go_with_the_whole(self, store, record):
        """A record that is deleted takes its media and its words with it; its repetitions stay."""
        store.put_many([FULL])
        number = store.get(FULL.url).id
        store.put_many([record("copy", duplicate_of=number)])
        with store.writing() as connection:
            connection.execute(EXTRACTIONS.delete().where(EXTRACTIONS.c.id == number))
        with store.reading() as connection:
            assert connection.execute(select(MEDIA)).all() == []
        assert not store.search("bread") and store.get("https://mill.example/copy").duplicate_of is None


class TestBatches:
    """Many records at once."""

    def test_more_than_a_batch(self, store, record):
        """Records of several batches, from an iterator, are all kept and all read back, in order."""
        total = BATCH * 2 + 7
        assert store.put_many(record(str(number)) for number in range(total)) == Written(new=total)
        assert [each.url.rpartition("/")[2] for each in store.each()] == [str(number) for number in range(total)]
        assert len(store.known(f"https://mill.example/{number}" for number in range(total + 5))) == total

    def test_nothing(self, store):
        """Nothing is put, nothing is found."""
        assert store.put_many([]) == Written()
        assert (store.count(), store.list(), store.known([]), store.get("x"), store.get(7)) == (
            0,
            [],
            set(),
            None,
            None,
        )

    def test_own_transaction(self, store, record):
        """Records are kept together with what else a caller's transaction writes, or not at all."""
        with store.writing() as connection:
            numbers = store.put(connection, [record("a"), record("b")])
        assert {key: store.get(number).key for key, number in numbers.items()} == {key: key for key in numbers}
        with pytest.raises(RuntimeError), store.writing() as connection:
            store.put(connection, [record("c")])
            raise RuntimeError
        assert store.count() == len(numbers) == 2

    def test_error_in_the_middle(self, store, record):
        """An error among the records leaves the batches before it, and none of its own."""

        def records():
            yield from (record(str(number)) for number in range(BATCH + 10))
            raise RuntimeError("the page has gone")

        with pytest.raises(RuntimeError, match="gone"):
            store.put_many(records())
        assert store.count() == BATCH


class TestFilter:
    """Only what is wanted."""

    @pytest.fixture(autouse=True)
    def records(self, store, record):
        """Records of several outcomes, kinds and languages."""
        store.put_many(
            [
                record("a", outcome="content", kind="article", language="de-AT"),
                record("b", outcome="content", kind="forum", language="DE"),
                record("c", outcome="empty", language="den"),
                record("d", outcome="content", kind="article", language="en_US"),
            ]
        )

    @pytest.mark.parametrize(
        ("wanted", "expected"),
        [
            (Filter(), "abcd"),
            (Filter(outcome="content"), "abd"),
            (Filter(outcome="content", kind="article"), "ad"),
            (Filter(language="de"), "ab"),
            (Filter(language="en-us"), "d"),
            (Filter(language="d%"), ""),
            (Filter(since=datetime(2020, 1, 1, tzinfo=UTC)), "abcd"),
            (Filter(since=datetime(2999, 1, 1, tzinfo=UTC)), ""),
        ],
        ids=str,
    )
    def test_wanted(self, store, wanted, expected):
        """Listing, counting, reading and searching give the records with the facts that are asked for."""
        assert "".join(each.url[-1] for each in store.each(wanted)) == expected
        assert "".join(each.url[-1] for each in store.list(wanted)) == expected[::-1]
        assert store.count(wanted) == len(expected)
        assert sorted(found.record.url[-1] for found in store.search("sown", wanted)) == [*expected]

    def test_limit(self, store):
        """No more are listed and found than asked for, the newest first."""
        assert [each.url[-1] for each in store.list(limit=2)] == ["d", "c"]
        assert len(store.search("sown", limit=3)) == 3
