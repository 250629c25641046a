"""Readers of labelled pages, and what they make of broken ones."""

from __future__ import annotations

import gzip
import json
import lzma

import pytest

from thresher.errors import InputError
from thresher.evaluate.datasets import LabelledPage, Problems, read

PAGE = {"id": "1", "html": "<p>Oats", "gold_text": "Oats"}


def pages_of(path):
    problems = Problems()
    return list(read([path], problems)), problems


def write_lines(path, *records):
    body = "\n".join(record if isinstance(record, str) else json.dumps(record) for record in records).encode()
    pack = {".xz": lzma.compress, ".gz": gzip.compress}.get(path.suffix, bytes)
    path.write_bytes(pack(body))
    return path


@pytest.mark.parametrize("name", ["mill.jsonl", "mill.jsonl.xz", "mill.jsonl.gz"])
def test_json_lines(tmp_path, name):
    """A file of JSON lines gives its pages with all that is known of them."""
    facts = {"url": "https://www.mill.example/a", "page_type": "forum", "lang": "de", "author": "Ada", "date": "2020"}
    more = {"posts": [{"text": "Hi", "user": "Bo", "datetime": "1 May"}], "gold_comments": "no"}
    pages, problems = pages_of(write_lines(tmp_path / name, {**PAGE, **facts, **more}))
    (page,) = pages
    assert not len(problems)
    assert (page.set, page.id, page.gold, page.kind, page.language) == ("mill", "1", "Oats", "forum", "de")
    assert (page.site, page.author, page.date, page.comments) == ("mill.example", "Ada", "2020", "no")
    assert (page.posts[0].text, page.posts[0].user, page.posts[0].date) == ("Hi", "Bo", "1 May")


def test_broken_lines_are_counted_and_the_rest_goes_on(tmp_path):
    """A broken line, a missing gold and a duplicate id are told with file and line; other pages are read."""
    path = write_lines(
        tmp_path / "mill.jsonl",
        PAGE,
        '{"id": "2", "html": ',
        {"id": "3", "html": "<p>x"},
        "",
        {**PAGE, "html": "<p>again"},
        {"id": "5", "gold_text": "no page"},
        {"id": "6", "html": 5, "gold_text": ""},
        "[1, 2]",
        {"id": "8", "html": "<p>y", "gold_text": ""},
        {"id": "9", "html": "<p>y", "gold_text": "y", "posts": [{"user": "no text"}]},
    )
    pages, problems = pages_of(path)
    assert [page.id for page in pages] == ["1", "8"]
    assert [problem.line for problem in problems] == [2, 3, 5, 6, 7, 8, 10]
    assert all(problem.file == path for problem in problems)
    told = [str(problem) for problem in problems]
    assert told[0].startswith(f"{path}:2: not a labelled page")
    assert "'3' has no gold text" in told[1]
    assert "'1' occurs before, in mill.jsonl:1" in told[2]
    assert "'html' is missing" in told[3]


def test_a_file_that_breaks_off(tmp_path):
    """Of a compressed file that is cut short, the pages ahead of the cut are read and the cut is told."""
    path = tmp_path / "mill.jsonl.gz"
    lines = b"".join(
        json.dumps({**PAGE, "id": str(n), "html": f"{n * n * 7919}" * 50}).encode() + b"\n" for n in range(900)
    )
    body = gzip.compress(lines)
    path.write_bytes(body[: len(body) // 2])
    pages, problems = pages_of(path)
    assert len(pages) > 10
    assert "cannot be read further" in str(problems.found[-1])


def test_invalid_bytes_in_a_line(tmp_path):
    """A line that is no UTF-8 is one broken line."""
    path = tmp_path / "mill.jsonl"
    path.write_bytes(b'{"id": "\xff\xfe"}\n' + json.dumps(PAGE).encode())
    pages, problems = pages_of(path)
    assert len(pages) == len(problems) == 1


def test_sets_toml_names_sets_and_spares_labels(tmp_path):
    """A set of labels needs no gold text, and a set is called what sets.toml calls it."""
    (tmp_path / "sets.toml").write_text('[kinds]\nfile = "k.jsonl"\ngold = "labels"\ntrainable = true\n')
    pages, problems = pages_of(write_lines(tmp_path / "k.jsonl", {"id": "1", "html": "<p>x", "page_type": "home"}))
    assert not len(problems)
    assert (pages[0].set, pages[0].gold, pages[0].kind) == ("kinds", None, "home")


def test_broken_sets_toml(tmp_path):
    """A table of sets that cannot be read is one clear error."""
    (tmp_path / "sets.toml").write_text("[[")
    with pytest.raises(InputError, match="not a table of data sets"):
        pages_of(write_lines(tmp_path / "k.jsonl", PAGE))


def test_folder_of_sets(tmp_path):
    """A folder with JSON lines gives the pages of all its files."""
    write_lines(tmp_path / "a.jsonl", PAGE)
    write_lines(tmp_path / "b.jsonl.xz", PAGE)
    pages, problems = pages_of(tmp_path)
    assert [page.set for page in pages] == ["a", "b"]
    assert not len(problems)


def test_own_folder(tmp_path):
    """Pages beside gold text, in folders of folders, with facts where there are some."""
    (tmp_path / "rtl").mkdir()
    (tmp_path / "rtl" / "one.html").write_text("<p>Oats")
    (tmp_path / "rtl" / "one.txt").write_text("Oats")
    (tmp_path / "rtl" / "one.json").write_text('{"kind": "article", "language": "fa"}')
    (tmp_path / "two.htm").write_bytes("<meta charset=latin-1><p>Häcksel".encode("latin-1"))
    (tmp_path / "two.txt").write_text("Häcksel", encoding="utf-8")
    (tmp_path / "two.json").write_text("{broken")
    (tmp_path / "three.html").write_text("<p>no gold")
    (tmp_path / "four.txt").write_text("no page")
    pages, problems = pages_of(tmp_path)
    assert [(page.id, page.gold, page.kind, page.language) for page in pages] == [
        ("rtl/one", "Oats", "article", "fa"),
        ("two", "Häcksel", None, None),
    ]
    assert "Häcksel" in pages[1].html
    assert sorted(problem.file.name for problem in problems) == ["four.txt", "three.html", "two.json"]


@pytest.mark.parametrize(
    ("pages_in", "golds_in", "gold_name"),
    [("input", "GoldStandard", "7.txt"), ("en_original", "en_cleaned", "7-cleaned.txt")],
)
def test_cleaneval(tmp_path, pages_in, golds_in, gold_name):
    """CleanEval's folders give text without marks, the marked text beside it, and the address."""
    for name in (pages_in, golds_in):
        (tmp_path / name).mkdir()
    (tmp_path / pages_in / "7.html").write_text("<h1>Oats</h1>")
    (tmp_path / pages_in / "8.html").write_text("<p>no gold")
    (tmp_path / golds_in / gold_name).write_text("URL: http://mill.example/7\n<h>Oats &amp; rye\n\n<p>They\n grow.\n")
    (page,), problems = pages_of(tmp_path)
    assert page.gold == "Oats & rye\nThey\n grow."
    assert page.structure == "<h>Oats & rye\n\n<p>They\n grow."
    assert page.url == "http://mill.example/7"
    assert [problem.file.name for problem in problems] == ["8.html"]


def test_article_extraction_benchmark(tmp_path):
    """AEB's folder: one file of gold, compressed pages."""
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "abc.html.gz").write_bytes(gzip.compress(b"<p>Oats"))
    (tmp_path / "html" / "bad.html.gz").write_bytes(b"no gzip")
    truth = {
        "abc": {"articleBody": "Oats", "url": "http://a.example"},
        "gone": {"articleBody": ""},
        "none": {},
        "bad": {"articleBody": "x"},
    }
    (tmp_path / "html" / "none.html.gz").write_bytes(gzip.compress(b""))
    (tmp_path / "ground-truth.json").write_text(json.dumps(truth))
    (page,), problems = pages_of(tmp_path)
    assert (page.id, page.gold, page.html, page.kind) == ("abc", "Oats", "<p>Oats", "article")
    assert len(problems) == 3


def test_wcxb(tmp_path):
    """WCXB's folders: a file of gold per page, parts named dev and test."""
    part = tmp_path / "dev"
    (part / "html").mkdir(parents=True)
    (part / "ground-truth").mkdir()
    (part / "html" / "0001.html.gz").write_bytes(gzip.compress(b"<p>Oats"))
    record = {
        "url": "http://a.example/x",
        "_internal": {"page_type": {"primary": "product"}},
        "ground_truth": {"main_content": "Oats", "title": "T", "publish_date": "2025-01-02"},
    }
    (part / "ground-truth" / "0001.json").write_text(json.dumps(record))
    (part / "ground-truth" / "0002.json").write_text('{"ground_truth": {"main_content": "x"}}')
    (part / "ground-truth" / "0003.json").write_text("{\n\nbroken")
    (page,), problems = pages_of(tmp_path)
    assert (page.set, page.kind, page.title, page.date) == ("wcxb-dev", "product", "T", "2025-01-02")
    assert [(problem.file.name, problem.line) for problem in problems] == [("0002.json", None), ("0003.json", 3)]


@pytest.mark.parametrize("name", ["nowhere.jsonl", "nowhere"])
def test_missing_data(tmp_path, name):
    """Data that is not there is one clear error."""
    with pytest.raises(InputError, match="no such data"):
        pages_of(tmp_path / name)


def test_a_file_of_another_kind(tmp_path):
    """A file that is no data set is one clear error."""
    (tmp_path / "notes.doc").write_text("x")
    with pytest.raises(InputError, match="not a data set"):
        pages_of(tmp_path / "notes.doc")


def test_site_of_a_page_without_address():
    """A page without an address has no site, unless its host is told."""
    page = LabelledPage("s", "1", "", "")
    assert page.site is None
    assert LabelledPage("s", "1", "", "", host="www.mill.example").site == "mill.example"
