"""Summaries, tables, pictures and reports."""

from __future__ import annotations

import json

import pytest

from thresher import extract
from thresher.evaluate.body import body_of
from thresher.evaluate.faults import find_fault
from thresher.evaluate.metrics import Score
from thresher.evaluate.plots import draw_densities
from thresher.evaluate.report import group_table, overall_table, write_report
from thresher.evaluate.results import Facts, Row
from thresher.evaluate.summary import size_class, summarise
from thresher.page import Page

TEXT = "Oats are sown in spring and cut in late summer, when the straw is dry and the mill is ready. "
OTHER = "Subscribe to the letter of the mill and hear of every bargain before your neighbours ever will. "


def row(method, page, value, kind="article", *, peer=False, status="ok", seconds=0.01, **more):
    facts = Facts("mill", str(page), kind, "en", "mill.example", 1000 * page, "single")
    return Row(facts, method, peer, status, seconds, {"words": Score(value, value, value)}, **more)


@pytest.fixture
def rows():
    good = [row("bte", page, 0.9, "article" if page < 8 else "forum", fault="fine") for page in range(16)]
    bad = [row("lqf", page, 0.5, "article" if page < 8 else "forum", fault="too much") for page in range(15)]
    error = row("lqf", 15, 0.0, "forum", status="timeout", seconds=None, error="no answer", fault="timeout")
    peer = [row("goose3", page, 0.7, peer=True, missing="the | end") for page in range(16)]
    return [*good, *bad, error, *peer]


def test_summary(rows):
    """A summary ranks methods, counts errors, and says how clearly each is behind the best."""
    methods = summarise(rows, ["words"], ["kind"])["mill"]["methods"]
    assert list(methods) == ["bte", "goose3", "lqf"]
    assert methods["lqf"]["errors"] == 1
    assert methods["lqf"]["metrics"]["words"]["value"] == pytest.approx(7.5 / 16)
    assert methods["bte"]["behind_best"] is None
    assert methods["goose3"]["behind_best"]["clear"]
    assert methods["goose3"]["behind_best"]["difference"] == pytest.approx(-0.2)
    assert methods["bte"]["by"]["kind"]["forum"]["pages"] == 8
    assert methods["bte"]["milliseconds"] == 10


def test_summary_does_not_hang_on_the_order_of_rows(rows):
    """Rows that came in another order give the same figures."""
    assert summarise(rows, ["words"], ["kind"]) == summarise(rows[::-1], ["words"], ["kind"])


def test_tables(rows):
    """The best is in bold, overall and in each group."""
    methods = summarise(rows, ["words"], ["kind"])["mill"]["methods"]
    overall = overall_table(methods, "words").markdown()
    assert "| bte | 16 | **0.900** | **0.900** | **0.900** | 0.900 - 0.900 | **0.900** |" in overall
    assert "| goose3 (peer) | 16 | 0.700 |" in overall
    groups = group_table(methods, "kind").markdown()
    assert "| method | article (16) | forum (8) |" in groups
    assert "| bte | **0.900** | **0.900** |" in groups
    assert "| goose3 | 0.700 |  |" in groups


def test_report(tmp_path, rows):
    """A report has tables in both forms, pictures, the worst pages, and a summary for programs."""
    write_report(tmp_path, rows, ["words"], ["kind"])
    markdown, html = (tmp_path / "report.md").read_text(), (tmp_path / "report.html").read_text()
    for text in (markdown, html):
        assert "Worst pages of lqf" in text
        assert "timeout: no answer" in text
        assert "mill-by-kind.svg" in text
    assert "the \\| end" in markdown
    assert "<strong>0.900</strong>" in html
    for picture in ("mill-precision-recall.svg", "mill-time.svg", "mill-by-kind.svg"):
        assert (tmp_path / picture).read_text().startswith("<?xml")
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert summary["sets"]["mill"]["pages"] == 16


def test_html_report_escapes_pages(tmp_path):
    """What pages say cannot become markup of the report."""
    evil = row("bte", 1, 0.1, missing="<script>alert(1)</script>", fault="too little")
    write_report(tmp_path, [evil], ["words"], [], plots=False)
    assert "<script>" not in (tmp_path / "report.html").read_text()


def test_sweep(tmp_path):
    """A parameter with several values is drawn as a curve (CETD's figure 5)."""
    rows = [row(f"cectd-ds[lam={value}]", page, 0.5 + value / 4) for value in (0, 0.5, 1) for page in range(3)]
    write_report(tmp_path, rows, ["words"], [])
    assert (tmp_path / "mill-sweep-cectd-ds-lam.svg").is_file()
    assert "mill-sweep-cectd-ds-lam.svg" in (tmp_path / "report.md").read_text()


def test_densities(tmp_path):
    """The measure of each element is drawn for methods that measure elements (CETD's figures 3 and 4)."""
    page = Page.from_html(f"<ul>{'<li><a>Other</a>' * 9}</ul><p>{TEXT}<p>{TEXT}")
    selections = {name: extract(page, algorithm=name).selection for name in ("cetd-ds", "cectd-ds")}
    name = draw_densities(tmp_path, "a page", selections)
    drawn = (tmp_path / name).read_text()
    assert name == "a-page-densities.svg"
    assert drawn == (tmp_path / draw_densities(tmp_path, "a page", selections)).read_text()


@pytest.mark.parametrize(
    ("extracted", "gold", "what", "missing", "superfluous"),
    [
        (TEXT, TEXT, "fine", "", ""),
        ("", TEXT, "nothing", TEXT[:20], ""),
        ("", "", "fine", "", ""),
        (TEXT, "", "should be empty", "", TEXT[:20]),
        (OTHER + TEXT, TEXT, "too much", "", OTHER[:20]),
        (TEXT, TEXT + OTHER, "too little", OTHER[:20], ""),
        (TEXT * 6 + "The end is near.", TEXT * 6 + OTHER * 6, "too little", OTHER[:20], "The end is near"),
        (OTHER, TEXT, "too much and too little", TEXT[:20], OTHER[:20]),
    ],
)
def test_faults(extracted, gold, what, missing, superfluous):
    """A fault says what is wrong and shows the first words that tell."""
    found = find_fault(extracted, gold)
    assert found.what == what
    assert found.missing.startswith(missing)
    assert found.superfluous.startswith(superfluous)
    assert bool(found.missing) == bool(missing)
    assert bool(found.superfluous) == bool(superfluous)


@pytest.mark.parametrize(
    ("html", "comments", "body"),
    [
        (f"<h1>Oats</h1><p>{TEXT}<p>{TEXT}", None, "single"),
        (f"<h1>Oats</h1><p>{OTHER * 3}<p>{TEXT}<p>{TEXT}<p>{OTHER * 3}", None, "single"),
        (f"<p>{TEXT}<p>{OTHER * 3}<p>{TEXT}", None, "interrupted"),
        (f"<p>{TEXT}<p>By Ada<p>{TEXT}", None, "single"),
        (f"<p>{TEXT}<div id=comments><p>{OTHER * 3}</div>", None, "comments"),
        (f"<p>{TEXT}", "known", "comments"),
        ("<p>nothing of it", None, None),
        ("", None, None),
    ],
)
def test_body(html, comments, body):
    """A page's body is single, interrupted by other text, or followed by comments."""
    assert body_of(Page.from_html(html), "Oats " + TEXT, comments) == body


def test_sizes():
    """Page sizes fall into four classes."""
    assert [size_class(size) for size in (0, 30_001, 300_000, 300_001)] == [
        "up to 30 k",
        "30 k to 100 k",
        "100 k to 300 k",
        "over 300 k",
    ]
