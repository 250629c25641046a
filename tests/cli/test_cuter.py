"""``thresher cuter``: XML in, XML out, one page at a time, whatever the input holds."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from lxml import etree

import thresher
from thresher.algorithms.cuter.stream import MAX_RESTARTS, BrokenRecord, PageRecord, read_pages
from thresher.cli import main
from thresher.errors import InputError

SCHEMA = etree.XMLSchema(etree.parse(Path(thresher.__file__).parent / "writers" / "cuter.xsd"))
STORY = "<title>Page title</title><h1>Rye</h1>" + "<p>" + "Rye grows on poor soil, they say. " * 8
LINKS = "<ul>" + "<li><a href=/x>More</a>" * 3 + "</ul>"


def page(html: str = STORY, *, url: str = "https://a.example/1", title: str = "Rye") -> str:
    return f"<page><url>{url}</url><title>{title}</title><html>{escape(html)}</html></page>"


def pages(*records: str) -> bytes:
    return f"<?xml version='1.0' encoding='utf-8'?><pages>{''.join(records)}</pages>".encode()


def records(data: bytes) -> list[PageRecord | BrokenRecord]:
    return list(read_pages(io.BytesIO(data)))


def run(data: bytes, monkeypatch, capfdbinary, *words: str) -> tuple[int, bytes, str]:
    """Exit code, output and messages of the command."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    code = main(["cuter", *words])
    out, err = capfdbinary.readouterr()
    return code, out, err.decode()


def test_pages_become_articles(monkeypatch, capfdbinary):
    """Every page becomes an article, in order, in a valid document with the feed's titles."""
    data = pages(page(title="First &amp; best"), page(url="https://a.example/2", title=""))
    SCHEMA.assertValid(etree.fromstring(data))
    code, out, err = run(data, monkeypatch, capfdbinary)
    document = etree.fromstring(out)
    SCHEMA.assertValid(document)
    assert (code, err) == (0, "")
    assert [each.get("url") for each in document] == ["https://a.example/1", "https://a.example/2"]
    assert [each.findtext("title") for each in document] == ["First & best", "Page title"]
    assert all(each.findtext("body/p").startswith("Rye grows") for each in document)


def test_broken_pages_are_reported_and_the_rest_goes_on(monkeypatch, capfdbinary):
    """A record that is no XML, or has no page, is named on stderr; the others are written; the exit code tells."""
    data = pages(page(), "<page><html>a & b</html></page>", "<page><url>u</url></page>", page())
    code, out, err = run(data, monkeypatch, capfdbinary)
    assert code == 1
    assert len(etree.fromstring(out)) == 2
    assert "page 2 is skipped: not well-formed" in err
    assert "page 3 is skipped: it has no <html>" in err


def test_nothing_found_has_its_exit_code(monkeypatch, capfdbinary):
    """Pages without an article are articles with a reason, and the exit code says that nothing was found."""
    code, out, _ = run(pages(page(LINKS)), monkeypatch, capfdbinary)
    assert code == 3
    assert etree.fromstring(out)[0].get("reason").startswith("links only")


def test_all_bodies_can_be_asked_for(monkeypatch, capfdbinary):
    """``--bodies all`` writes every body of a page."""
    two = "".join(f"<article><h2>{n}</h2>" + f"<p>{n} {'grows on poor soil. ' * 9}" * 2 + "</article>" for n in "ab")
    _, out, _ = run(pages(page(two)), monkeypatch, capfdbinary, "--bodies", "all")
    assert len(etree.fromstring(out)[0].findall("body")) == 2


def test_a_file_is_read(tmp_path, monkeypatch, capfdbinary):
    """The input may be named; a file that is not there is an error of one sentence."""
    path = tmp_path / "pages.xml"
    path.write_bytes(pages(page()))
    code, out, _ = run(b"", monkeypatch, capfdbinary, str(path))
    assert (code, len(etree.fromstring(out))) == (0, 1)
    code, out, err = run(b"", monkeypatch, capfdbinary, str(tmp_path / "none.xml"))
    assert (code, out) == (1, b"")
    assert err.startswith("thresher: cannot read ")


LAUGHS = (
    b"""<!DOCTYPE pages [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><pages><page><html>&b;</html></page></pages>"""
)
OUTSIDE = b"""<!DOCTYPE pages [<!ENTITY x SYSTEM "file:///etc/passwd">]><pages><page><html>&x;</html></page></pages>"""


@pytest.mark.parametrize("data", [LAUGHS, OUTSIDE], ids=["laughs", "outside"])
def test_entity_declarations_are_refused(data: bytes, monkeypatch, capfdbinary):
    """An input that declares entities is refused as a whole, before anything is written."""
    code, out, err = run(data, monkeypatch, capfdbinary)
    assert (code, out) == (1, b"")
    assert "entities are not expanded" in err


@pytest.mark.parametrize("data", [b"", b"hello", b"<rss/>", b"\xff\xfe\x00"], ids=["empty", "text", "feed", "bytes"])
def test_other_inputs_are_refused(data: bytes):
    """What is no XML of pages at all is refused."""
    with pytest.raises(InputError, match="not the XML of pages"):
        records(data)


def test_a_document_type_without_entities_is_fine():
    """A document type as such does no harm, nothing is fetched, and an entity of it is not silently lost."""
    head = b"<!DOCTYPE pages SYSTEM 'http://a.invalid/pages.dtd'>"
    assert records(head + b"<pages><page><html>x</html></page></pages>") == [PageRecord(1, "x")]
    (broken,) = records(head + b"<pages><page><html>&nbsp;</html></page></pages>")
    assert isinstance(broken, BrokenRecord)
    assert "'nbsp'" in broken.reason


@pytest.mark.parametrize(
    ("record", "html"),
    [
        ("<page><html>&lt;p&gt;a &amp;amp; b</html></page>", "<p>a &amp; b"),
        ("<page><html><![CDATA[<p>a</p>]]></html></page>", "<p>a</p>"),
        ("<page><html/></page>", ""),
        ("<page><html>x</html><date>today</date></page>", "x"),
        ("<page>\n <title>t</title>\n <html>x</html>\n</page>", "x"),
    ],
    ids=["escaped", "cdata", "empty", "more", "spaced"],
)
def test_html_of_a_record(record: str, html: str):
    """HTML is text, escaped or in CDATA; other elements of a record do not matter."""
    (found,) = records(pages(record))
    assert isinstance(found, PageRecord)
    assert found.html == html


def test_markup_that_is_not_escaped_is_named():
    """A record whose HTML is elements says what to do about it."""
    (broken,) = records(pages("<page><html><p>x</p></html></page>"))
    assert broken == BrokenRecord(1, "its <html> holds elements; escape it or put it into CDATA")


def test_one_page_may_stand_alone():
    """A single page needs no list around it."""
    assert records(b"<page><html>x</html><url> u </url></page>") == [PageRecord(1, "x", "u")]


def test_the_declared_encoding_holds_after_a_broken_record():
    """A parser that starts anew reads the rest in the encoding that the input declares."""
    data = "<?xml version='1.0' encoding='iso-8859-1'?><pages><page>&</page><page><html>Mühle</html></page></pages>"
    assert records(data.encode("latin-1"))[1] == PageRecord(2, "Mühle")


def test_a_section_that_is_never_closed_swallows_nothing():
    """Records behind an unclosed CDATA section are found, up to a bound on how often that is tried."""
    unclosed = "<page><html><![CDATA[x</html></page>"
    found = records(pages(unclosed, page(), page()))
    assert [type(each) for each in found] == [BrokenRecord, PageRecord, PageRecord]
    assert len(records(pages(*[unclosed] * 200))) == MAX_RESTARTS + 1


@pytest.mark.parametrize("cut", range(7, 80, 9))
def test_an_input_that_ends_early(cut: int):
    """Wherever an input is cut off, complete records are read and the end is reported."""
    data = b"<pages><page><html>one</html></page><page><html>two</html></page></pages>"
    found = records(data[:-1][:cut]) if cut > 13 else [BrokenRecord(1, "")]
    complete = data[:cut].count(b"</page>")
    assert sum(isinstance(each, PageRecord) for each in found) == complete
    assert isinstance(found[-1], BrokenRecord)


def test_many_broken_records_in_one_chunk():
    """Thousands of broken records need no recursion, and those between are read."""
    found = records(pages(*["<page>&</page>", "<page><html>x</html></page>"] * 3000))
    assert [type(each) for each in found] == [BrokenRecord, PageRecord] * 3000
    assert [each.number for each in found] == list(range(1, 6001))


class Endless:
    """An input of as many equal records as asked for, made while it is read."""

    def __init__(self, count: int, record: bytes) -> None:
        self.parts = iter([b"<pages>", *[record] * count, b"</pages>"])
        self.rest = b""
        self.most = 0

    def read(self, size: int) -> bytes:
        while len(self.rest) < size and (part := next(self.parts, None)) is not None:
            self.rest += part
        chunk, self.rest = self.rest[:size], self.rest[size:]
        return chunk


def test_memory_holds_one_page():
    """Twenty-five times the input needs no more memory."""
    script = """
import resource, sys
sys.path.insert(0, {tests!r})
from test_cuter import Endless
from thresher.algorithms.cuter.stream import read_pages
record = b"<page><html>" + b"x" * 100_000 + b"</html></page>"
list(zip(read_pages(Endless(20, record)), range(20)))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
count = sum(1 for _ in read_pages(Endless(500, record)))
print(count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    source = Path(thresher.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", script.format(tests=str(Path(__file__).parent))],
        env={"PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=True,
    )
    count, grown = map(int, done.stdout.split())
    assert count == 500
    assert grown < 20_000  # kilobytes; the input has 50,000


def test_too_long_a_page_is_left_out(monkeypatch):
    """A page beyond the limit is reported, and the next one is read."""
    monkeypatch.setattr("thresher.algorithms.cuter.stream.MAX_CHARACTERS", 1000)
    found = records(pages(page("x" * 5000), page("y")))
    assert [type(each) for each in found] == [BrokenRecord, PageRecord]
    assert found[0].reason == "it is longer than 1000 characters"
