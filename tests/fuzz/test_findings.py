"""What fuzzing has found, each made small: what should have come of it."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

from thresher import Options, Page, Selection, extract, writers
from thresher.algorithms.cuter.stream import read_pages
from thresher.corpus import arc, jsonlines
from thresher.corpus.inputs import Columns
from thresher.corpus.records import Log
from thresher.corpus.spans import Span
from thresher.dates import read_date
from thresher.errors import InputError
from thresher.explain import report, why
from thresher.feeds.entries import NotAFeed
from thresher.feeds.parse import parse
from thresher.feeds.xml_repair import repaired
from thresher.media import media
from thresher.media.sources import largest
from thresher.template.file import parse as parse_template
from thresher.text_repair import repair
from thresher.writers import FORMATS


def written(name, html):
    """All of a page in a format."""
    page = Page.from_html(html)
    return writers.create(name).write(Selection(page, np.ones(len(page.text), dtype=bool)))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h3>a<blockquote><h6>b</h6>c</blockquote></h3><p>d", "### a b c\n\nd\n"),
        ("<h3>a<blockquote><ul><li><h6>b</h6>c</ul></blockquote></h3><p>d", "### a b c\n\nd\n"),
        ("<h3>a<dl><dd><table><tr><th>b<th>c<tr><td>d<td>e</table></dl></h3><p>f", "### a b c d e\n\nf\n"),
    ],
)
def test_whatever_is_in_a_heading_is_its_line(html, expected):
    """Quotes, lists, tables and other headings in a heading neither end it nor stay open behind it."""
    assert written("markdown", html).strip() == expected.strip()


@pytest.mark.parametrize("name", FORMATS)
def test_half_a_character_in_the_name_of_an_attribute(name):
    """A picture with an attribute whose name is no Unicode is written like any other."""
    assert isinstance(written(name, "<p>Oats <img \ud800=x src=a.jpg alt=Rye data-src=b.jpg>"), str)


def test_an_encoding_of_many_bytes_is_refused():
    """The XML of pages may declare an encoding that the parser does not take; that is a clear error."""
    with pytest.raises(InputError, match="the encoding 'utf-7' that the input declares cannot be read"):
        list(
            read_pages(io.BytesIO(b'<?xml version="1.0" encoding="utf-7"?><pages><page><html>x</html></page></pages>'))
        )


def test_a_length_beyond_every_integer_is_told(tmp_path):
    """An ARC record that claims more bytes than a number of the machine can count is a problem of its file."""
    path, log = tmp_path / "x.arc", Log()
    head = b"1 0 Mill\nURL IP-address Archive-date Content-type Archive-length\n\n"
    row = b"http://mill.example/rye 1.2.3.4 20240305100000 text/html 100000000000000000000\n"
    told = len(head) - 1  # without the line between records
    start = b"filedesc://rye.arc 0.0.0.0 20240305100000 text/plain %d\n" % told
    path.write_bytes(start + head + row + b"HTTP/1.1 200 OK\r\n\r\n<p>Oats\n")
    assert list(arc.read(path, Span(0, None), log)) == []
    assert len(log.problems) == 1 and "integer" in log.problems[0]


def test_a_date_that_is_none_is_no_warning():
    """A feed with a date that cannot be read has an entry without a date, and nobody is warned of anything."""
    feed = parse(b"<rss><channel><item><title>Rye</title><pubDate>32 Foo</pubDate><enclosure/></item><item>")
    assert [entry.published for entry in feed.entries] == ["", ""]


@pytest.mark.parametrize(
    "body",
    [
        b'<rdf:RDF xmlns:rdf="http://a b" xmlns="http://purl.org/rss/1.0/"><item><title>Rye</title></item></rdf:RDF>',
        b"<rss><x><item><summary><![CDATA[</summary><creator>&#xD800;</creator>",
        b"<rss<e/<![CDATA[/<r>&#xD8999990;",
    ],
    ids=["space-in-a-namespace", "half-a-character-in-an-open-section", "a-character-beyond-every-integer"],
)
def test_a_feed_that_parsers_fail_at(body):
    """What makes a parser of others raise an error of its own is a feed without entries, or none."""
    found = parse(body)
    assert isinstance(found, NotAFeed) or len(found.entries) <= 1


def test_a_word_of_vowel_signs_is_no_hang():
    """A month in Hindi, over and over, is read in one way only: there is a date ahead of it, and none in it."""
    months = "मार्च" * 4000
    assert read_date(f"2024-03-05 {months}") == "2024-03-05"
    assert read_date(f"5 {months}") is None
    assert read_date("5 मार्च 2024", "hi") == "2024-03-05"


def test_a_template_of_endless_pages_is_refused():
    """A count that is no number of the machine is a clear error."""
    with pytest.raises(InputError, match="not a thresher template"):
        parse_template('{"format": "thresher-template", "version": 1, "pages": 1e999, "elements": []}')


@pytest.mark.parametrize("word", ["o" * 200_000, "oo-" * 60_000, "oo- " * 40_000], ids=["long", "hyphens", "broken"])
def test_a_page_of_one_word_is_repaired(word):
    """Words that were broken are looked for from where words begin, so that a long one is no hang."""
    assert repair(f"har-\nvest {word} x").startswith("harvest oo")


@pytest.mark.parametrize("sign", [".", "-", "1", "a,", ", "])
def test_candidates_of_signs(sign):
    """A set of pictures that is a run of signs is read in one go."""
    assert isinstance(largest(f"{sign * 100_000} x"), str)


@pytest.mark.parametrize("text", ["1" + " " * 100_000 + "x", "1" * 100_000 + "x"], ids=["blanks", "digits"])
def test_a_width_that_is_none(text):
    """The width of a picture is a number or none, whatever its length."""
    page = Page.from_html(f"<p>Oats are sown.</p><figure><img src=/a.jpg alt=Rye width='{text}'></figure><p>Rye too.")
    assert [item.width for item in media(Selection(page, np.ones(len(page.text), dtype=bool)))] == [None]


@pytest.mark.parametrize(
    "text",
    ["<?xml " * 60_000, "<rss>" + " \n" * 100_000, "<!DOCTYPE r [" + "<!--" * 60_000],
    ids=["declarations", "blanks", "comments"],
)
def test_repairs_of_what_is_never_closed(text):
    """XML that opens the same over and over is mended in one go."""
    assert len(repaired(text)) <= len(text)


def test_the_name_of_a_picture_of_many_digits():
    """A picture whose name begins like that of a placeholder, with digits that could be parted in many ways."""
    assert "lazy111" in written("markdown", f"<p>Oats <img src=/lazy{'1' * 34}.x alt=Rye>")


PROSE = "Rye is sown in the autumn and cut in the summer of the next year. " * 5


def test_the_name_of_a_state_that_begins_over_and_over():
    """A script with a name that could be that of its state at each of its signs is read in one go."""
    script = "<script>{} = 1</script>".format("__NUXT" * 100_000)
    assert extract(f"{script}<p>{PROSE}").text.startswith("Rye is sown")


@pytest.mark.parametrize("text", [" " * 200_000, f"{' ' * 200_000}5 Mai 2024{' ' * 200_000}"], ids=["none", "a-date"])
def test_a_date_amid_blanks(text):
    """White space around the date of an entry is no hang, and hides no date."""
    feed = parse(f"<rss><channel><item><title>Rye</title><pubDate>{text}</pubDate></item></channel></rss>".encode())
    assert [entry.published for entry in feed.entries] == ["2024-05-05T00:00:00+00:00" if text.strip() else ""]


def test_half_a_character_in_json():
    """What a page or a feed writes as JSON, cut within a character, can be written wherever it goes."""
    data = {
        "@type": "Article",
        "headline": "Rye \ud83d",
        "author": {"name": "Ada \udc00"},
        "articleBody": f"{PROSE}\ud83d",
    }
    found = extract(f'<script type="application/ld+json">{json.dumps(data)}</script>')
    facts = found.metadata.as_dict()
    assert "\ufffd" in found.text and found.text.encode() and json.dumps(facts, ensure_ascii=False).encode()
    feed = {"version": "https://jsonfeed.org/version/1.1", "items": [{"url": "/\ud800", "title": "Rye \ud83d"}]}
    (entry,) = parse(json.dumps(feed).encode()).entries
    assert (entry.url, entry.title) == ("/\ufffd", "Rye \ufffd")


def test_a_line_of_brackets_is_no_page(tmp_path):
    """A line of JSON that is too deep to be read is a problem of that line; the one behind it is read."""
    path, log = tmp_path / "x.jsonl", Log()
    path.write_text(f'{"[" * 1_000_000}\n{{"html": "<p>Oats"}}\n')
    records = list(jsonlines.read(path, Span(0, None), log, columns=Columns()))
    assert [record.body for record in records] == ["<p>Oats"] and len(log.problems) == 1


#: What a page may carry in a script, with nothing else to read.
CARRIED = [
    f'<script type="application/ld+json">{{"@type": "Article", "articleBody": "{PROSE}"}}</script><h1>Rye</h1><p>x<p>y',
    f'<p>x<p>y<script>window.__NUXT__ = {{"body": "{PROSE}"}}</script><p>z',
]


@pytest.mark.parametrize("html", CARRIED, ids=["structured-data", "state"])
@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("union(auto, bte)", True),
        ("intersection(bte, auto)", True),
        ("vote(2, auto, bte, auto)", True),
        ("serial(auto, bte)", True),
        ("serial(bte, auto)", False),
        ("union(bte, serial(auto, lqf))", True),
    ],
)
def test_content_of_scripts_among_methods(html, expression, found):
    """Methods that decide together decide about one page; what one of them has left out is not found again."""
    extracted = extract(html, algorithm=expression)
    assert ("cut in the summer" in extracted.text) is found
    assert extracted.written("json", evidence=True)


@pytest.mark.parametrize("html", CARRIED, ids=["structured-data", "state"])
@pytest.mark.parametrize("algorithm", ["auto", "bte"])
def test_content_of_scripts_is_explained(html, algorithm):
    """The report and the answer are about the page that the asked method chose from."""
    options = Options(algorithm=algorithm)
    assert ("cut in the summer" in report(html, options=options)) is (algorithm == "auto")
    answer = why(Page.from_html(html), "cut in the summer", options=options)
    assert [place.kept for place in answer.occurrences[:1]] == ([1.0] if algorithm == "auto" else [])
