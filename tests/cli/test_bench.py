"""``thresher bench`` and ``thresher annotate`` from the command line."""

from __future__ import annotations

import json

import pytest

from thresher.cli import main

OATS = "Oats are sown in spring and cut in late summer, when the straw is dry. " * 5
PAGE = f"<title>Oats</title><nav><a href=/>Home</a></nav><article><p>{OATS}</p></article>"


@pytest.fixture
def data(tmp_path):
    """Labelled pages with a broken line among them."""
    good = [json.dumps({"id": str(n), "html": PAGE, "gold_text": OATS, "page_type": "article"}) for n in range(5)]
    path = tmp_path / "mill.jsonl"
    path.write_text("\n".join([*good, "{broken"]))
    return path


def test_bench(data, tmp_path, capsys):
    """A run prints a table, tells what was wrong with the data, and writes rows and report."""
    out = tmp_path / "out"
    words = [
        "bench",
        str(data),
        "-a",
        "cectd-ds,cetd-ds",
        "--peers",
        "turbohtml",
        "--output",
        str(out),
        "--workers",
        "1",
    ]
    assert main([*words, "--metric", "words,lcs", "--sweep", "cectd-ds[lam=0,0.5,1]", "--by", "kind,size"]) == 0
    printed = capsys.readouterr()
    assert "| cectd-ds[lam=0.5] | 5 |" in printed.out
    assert "| turbohtml (peer) | 5 |" in printed.out
    assert "mill.jsonl:6: not a labelled page" in printed.err
    assert "30 new answers, 0 errors, 1 problem in" in printed.err
    assert len((out / "results.jsonl").read_text().splitlines()) == 30
    assert "0-densities.svg" in (out / "report.md").read_text()
    assert main([*words, "--no-plots"]) == 0
    assert "0 new answers" in capsys.readouterr().err
    assert "sweep" not in (out / "report.md").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-a", "cectd"], "unknown algorithm"),
        (["--metric", "blue"], "unknown metric"),
        (["--by", "colour"], "unknown grouping"),
        (["--peers", "trafilature"], "unknown peer"),
        (["--sweep", "cectd-ds:lam=1"], "--sweep takes"),
        (["-a", "none"], "nothing to compare"),
        (["--page", "77"], "no page '77'"),
    ],
)
def test_wrong_usage(data, tmp_path, capsys, words, message):
    """What cannot be done as asked is one sentence and exit code 2."""
    assert main(["bench", str(data), "--output", str(tmp_path / "out"), "--workers", "1", *words]) == 2
    assert message in capsys.readouterr().err


def test_data_without_gold(tmp_path, capsys):
    """Data without any gold text is refused."""
    (tmp_path / "a.html").write_text(PAGE)
    assert main(["bench", str(tmp_path), "--output", str(tmp_path / "out")]) == 2
    assert "no gold text: a.txt is missing" in capsys.readouterr().err


def test_fresh(data, tmp_path, capsys):
    """--fresh measures again."""
    words = ["bench", str(data), "--output", str(tmp_path / "out"), "--workers", "1", "--no-plots"]
    assert main(words) == 0
    assert main([*words, "--fresh"]) == 0
    assert capsys.readouterr().err.count("5 new answers") == 2


def test_annotate_and_bench(tmp_path, capsys):
    """What annotate writes can be edited, and bench reads it back."""
    page, gold = tmp_path / "page.html", tmp_path / "gold"
    page.write_text(PAGE)
    assert main(["annotate", str(page), "--output", str(gold), "--kind", "article"]) == 0
    assert capsys.readouterr().out.strip() == str(gold / "page.txt")
    assert (gold / "page.txt").read_text().startswith("Oats are sown")
    assert json.loads((gold / "page.json").read_text())["title"] == "Oats"
    (gold / "page.txt").write_text("Oats are sown in spring")
    assert main(["bench", str(gold), "--output", str(tmp_path / "out"), "--workers", "1", "--no-plots"]) == 0
    row = json.loads((tmp_path / "out" / "results.jsonl").read_text())
    assert (row["set"], row["page"], row["kind"], row["words_recall"]) == ("gold", "page", "article", 1)
    assert row["words_precision"] < 0.2


def test_annotate_keeps_edited_gold(tmp_path, capsys):
    """Gold text that is there is not overwritten unless asked, and bad pages do not stop the rest."""
    page, gold = tmp_path / "page.html", tmp_path / "gold"
    page.write_text(PAGE)
    assert main(["annotate", str(page), "--output", str(gold)]) == 0
    (gold / "page.txt").write_text("edited")
    other = tmp_path / "other.html"
    other.write_text(PAGE)
    assert main(["annotate", str(page), str(tmp_path / "none.html"), str(other), "--output", str(gold)]) == 1
    assert "2 of 3 pages failed" in capsys.readouterr().err
    assert (gold / "page.txt").read_text() == "edited"
    assert (gold / "other.txt").is_file()
    assert main(["annotate", str(page), "--output", str(gold), "--force"]) == 0
    assert (gold / "page.txt").read_text() != "edited"
