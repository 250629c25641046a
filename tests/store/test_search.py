"""Searching: what is found, in which order, what is shown of it, and that no input is an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.store import Store, StoredExtraction
from thresher.store.search import SNIPPET, read_query, snippet
from thresher.store.words import placed_words, words

TEXTS = {
    "rye": "Winter rye is sown in autumn. The miller's café opens at ten, and Müller bakes.",
    "oats": "Oats are sown in spring, not in winter.",
    "mai": "燕麦在春天播种，夏末收割。カラスムギを蒔く。",
    "hindi": "हिन्दी में राई की रोटी",
    "thai": "ข้าวไรย์ปลูกในฤดูใบไม้ร่วง",
    "russian": "Рожь сеют осенью, ёлка стоит.",
    "arabic": "يُزرع الشيلم في الخريف",
}

#: What somebody types, and the records that it finds.
QUERIES = [
    ("rye", "rye"),
    ("RYE", "rye"),
    ("winter", "rye oats"),
    ("winter rye", "rye"),
    ("winter -rye", "oats"),
    ('"sown in"', "rye oats"),
    ('"in sown"', ""),
    ('"winter rye" -"in spring"', "rye"),
    ('winter -"in spring"', "rye"),
    ('"sown in', "rye oats"),
    ("mil*", "rye"),
    ("mil", ""),
    ('"sown in sp"*', "oats"),
    ("winter -oa*", "rye"),
    ("cafe", "rye"),
    ("MÜLLER", "rye"),
    ("muller", "rye"),
    ("mu\u0308ller", "rye"),
    ("miller's", "rye"),
    ("春天", "mai"),
    ("天春", ""),
    ("カラスムギ", "mai"),
    ("हिन्दी", "hindi"),
    ("रोटी", "hindi"),
    ("ฤดู", "thai"),
    ("рожь", "russian"),
    ("елка", "russian"),
    ("الشيلم", "arabic"),
    ("-rye", ""),
    ("", ""),
]

#: What is a command, a mistake or an attack in one of the two languages of queries.
HOSTILE = [
    *"""
    " ' "" * ** - -- ( ) (((( AND OR NOT NEAR( NEAR(rye,5) title:rye nonsense:rye ^rye {title}:rye rye:* !rye <->
    rye\\ \\ ';-- % _ %s %(id)s :id {} {id} 🌾 ½ a*b*c* 1e309 0x10 a_b ]]> <script> $1 $$ ?
    """.split(),
    *("AND AND", "- -", "rye AND", "rye + oats", "NEAR(rye oats, 5)", "rye & | ! oats", "rye <-> oats", "' OR 1=1 --"),
    *("rye\x00oats", "\x00", "\ud800", "rye \udfff", "\u200f", "\n\t\r"),
    *("x" * 100_000, "rye " * 10_000, f'"{"rye " * 5_000}"', "-" * 5_000, "-rye " * 500, "*" * 5_000),
    *('"a" ' * 3_000, "é" * 3_000, "燕" * 5_000),
]


@pytest.fixture
def filled(store):
    """A store with texts in several scripts."""
    store.put_many(StoredExtraction(f"https://mill.example/{name}", text) for name, text in TEXTS.items())
    return store


def names(found):
    return {each.record.url.rpartition("/")[2] for each in found}


def test_queries(filled):
    """Words, phrases, beginnings and exclusions find the same in both databases, in every script."""
    assert {text: names(filled.search(text)) for text, _ in QUERIES} == {
        text: {*hits.split()} for text, hits in QUERIES
    }


def test_hostile_input(filled):
    """Whatever is typed is a query, never an error, and takes nothing away."""
    for text in HOSTILE:
        assert len(filled.search(text)) <= len(TEXTS)
    assert filled.count() == len(TEXTS)


@given(
    text=st.text(alphabet=st.one_of(st.characters(), st.sampled_from("\"'*-()&|!:<>^{}\\ \x00aryeи燕")), max_size=60)
)
def test_any_input(text):
    """No text at all is an error."""
    with Store.open("sqlite://") as store:
        store.put_many([StoredExtraction("https://mill.example/", TEXTS["rye"])])
        store.search(text)


def test_title_counts_more(store):
    """A word of the title counts more than the same word in the text."""
    store.put_many(
        [
            StoredExtraction("https://mill.example/text", "Barley grows where rye does.", title="Grain"),
            StoredExtraction("https://mill.example/title", "It grows where rye does.", title="Barley"),
        ]
    )
    assert [each.record.url.rpartition("/")[2] for each in store.search("barley")] == ["title", "text"]


def test_long_text(store):
    """A text with more words than an index of PostgreSQL holds is kept, and found by its beginning."""
    text = "first " + " ".join(f"𠀀{number:x}麦" for number in range(100_000))
    store.put_many([StoredExtraction("https://mill.example/", text)])
    assert store.search("first") and store.get("https://mill.example/").text == text


class TestSnippet:
    """What is shown of a text."""

    @pytest.mark.parametrize(
        ("text", "query", "expected"),
        [
            ("Rye is back.", "rye", "[Rye] is back."),
            ("The MÜLLER's café, ﬁne.", "muller fine cafe", "The [MÜLLER]'s [café], [ﬁne]."),
            ("燕麦在春天播种", "春天", "燕麦在[春天]播种"),
            ("rye rye rye", '"rye rye"', "[rye rye rye]"),
            ("A ryegrass, a rye", "rye*", "A [ryegrass], a [rye]"),
            ("half ½ loaf", "2", "half [½] loaf"),
            ("one\n\n two", "two", "one [two]"),
            ("nothing of it", "rye", "nothing of it"),
            ("", "rye", ""),
        ],
    )
    def test_marks(self, text, query, expected):
        """What was searched for is marked as it is written in the text."""
        assert snippet(text, read_query(query)).marked("[", "]") == expected

    def test_the_best_piece(self):
        """The piece is shown that has the most of the query, between dots."""
        text = "rye " + "straw " * 200 + "winter rye and oats " + "straw " * 200
        shown = snippet(text, read_query("rye oats winter")).marked("[", "]")
        assert "[winter] [rye] and [oats]" in shown
        assert shown.startswith("… ") and shown.endswith(" …") and len(shown) < SNIPPET + 30

    @given(text=st.text(), query=st.text())
    def test_any_text(self, text, query):
        """The marks of any text are in order and within it."""
        shown = snippet(text, read_query(query))
        flat = [place for mark in shown.marks for place in mark]
        assert flat == sorted(flat) and all(0 <= place <= len(shown.text) for place in flat)

    def test_long_text(self):
        """A long text in a script without blanks is cut as well."""
        assert len(snippet("燕" * 10_000 + "麦", read_query("麦")).text) < SNIPPET


@given(
    pieces=st.lists(
        st.sampled_from([*" .,-'_½燕カ", "Rye", "MÜLLER", "straße", "ﬁne", "ёлка", "हिन्दी", "ข้าว", "e\u0301"])
    )
)
def test_placed_words_are_the_words(pieces):
    """The words with their places are the words that are indexed."""
    text = "".join(pieces)
    assert [word for word, _, _ in placed_words(text)] == words(text).split()
