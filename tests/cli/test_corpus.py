"""``thresher corpus``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from thresher.cli.main import FAILURE, NOTHING_FOUND, USAGE, main

sys.path.insert(0, str(Path(__file__).parent.parent / "corpus"))
from crawls import page_of, write_warc


@pytest.fixture
def crawl(tmp_path):
    """A WARC of four pages, one of which is German."""
    folder = tmp_path / "crawl"
    folder.mkdir()
    pages = [page_of(number) for number in range(3)] + [page_of(3).replace("lang=en", "lang=de")]
    write_warc(folder / "a.warc.gz", pages)
    return folder


def test_a_crawl_becomes_rows_and_a_summary(crawl, tmp_path, capsys):
    """What came of it is on stdout, by outcome and reason; where it is, on stderr."""
    output = tmp_path / "out"
    words = ["corpus", str(crawl), str(output), "--format", "jsonl", "--workers", "1", "--keep", "lang=en"]
    assert main(words) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[0] == "4 pages from 1 input"
    counts = {line.strip().split("  ")[1]: int(line.split()[0]) for line in told.out.splitlines()[1:]}
    assert counts == {
        "content": 3,
        "left-out": 1,
        "left out: lang=de": 1,
        "not a page: type image/png": 1,
        "not a page: HTTP status 404": 1,
    }
    assert str(output) in told.err
    rows = [json.loads(line) for line in (output / "a.warc.gz.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["outcome"] for row in rows] == ["content"] * 3 + ["left-out"]
    summary = json.loads((output / "_summary.json").read_text())
    assert (summary["pages"], summary["left_out"], summary["algorithm"]) == (4, {"lang=de": 1}, "auto")


def test_nothing_found(crawl, tmp_path):
    """If no page gets text, the exit code says so; a method with parameters goes through."""
    words = ["corpus", str(crawl), str(tmp_path / "out"), "--workers", "1", "--keep", "kind=forum"]
    assert main([*words, "--algorithm", "cectd-ds", "--set", "lam=0.9", "--memory-limit", "3000"]) == NOTHING_FOUND
    assert json.loads((tmp_path / "out" / "_summary.json").read_text())["algorithm"] == "cectd-ds[lam=0.9]"


def test_a_damaged_crawl_is_told(crawl, tmp_path, capsys):
    """The shard and what is wrong with it, on stderr; what can be read is read."""
    whole = (crawl / "a.warc.gz").read_bytes()
    (crawl / "a.warc.gz").write_bytes(whole[: len(whole) // 2])
    assert main(["corpus", str(crawl), str(tmp_path / "out"), "--workers", "1", "-a", "cectd-ds"]) == 0
    assert "thresher: a.warc.gz: the file is truncated" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["none", "out"], "no such file or folder: none"),
        (["CRAWL", "out", "--keep", "colour=red"], "unknown rule 'colour'"),
        (["CRAWL", "out", "--algorithm", "no-such"], "unknown algorithm 'no-such'"),
        (["CRAWL", "out", "--set", "lam"], "--set takes NAME=VALUE"),
        (["CRAWL", "out", "--templates", "some"], "--templates: must be a whole number of at least 0, not 'some'"),
        (["CRAWL", "out", "--dedup", "80"], "--dedup: must be a number from 0 to 1, not '80'"),
        (["CRAWL", "out", "--min-confidence", "nan"], "--min-confidence: must be a number from 0 to 1, not 'nan'"),
    ],
)
def test_wrong_calls_are_refused_before_any_work(crawl, tmp_path, monkeypatch, capsys, words, sentence):
    """One sentence, the exit code of usage, and no output."""
    monkeypatch.chdir(tmp_path)
    assert main(["corpus", *(str(crawl) if word == "CRAWL" else word for word in words)]) == USAGE
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_without_pyarrow_a_sentence_names_the_extra(crawl, tmp_path, monkeypatch, capsys):
    """No traceback."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert main(["corpus", str(crawl), str(tmp_path / "out")]) == FAILURE
    assert "pip install 'thresher[corpus]'" in capsys.readouterr().err


def test_a_person_at_a_terminal_sees_how_far_it_is(crawl, tmp_path, monkeypatch, capsys):
    """Pages, speed, errors, time left; a log file sees nothing of it."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    main(["corpus", str(crawl), str(tmp_path / "out"), "--workers", "1", "-a", "cectd-ds"])
    assert "100 %, 4 pages," in capsys.readouterr().err
