"""The generated parts of the docs agree with the code, and are made from results as they should be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from thresher import algorithms
from thresher.errors import UnknownName, UsageError

ROOT = Path(__file__).parent.parent


RESULTS = {
    "made": {"thresher": "0.1.0", "python": "3.11", "machine": "Mill", "peers": {"goose3": "3.1"}},
    "metrics": ["words", "lcs", "text"],
    "sets": {
        name: {
            "pages": 9,
            "methods": {
                method: {
                    "peer": method == "goose3",
                    "pages": 9,
                    "errors": 0,
                    "empty": 0,
                    "milliseconds": 4.25,
                    "metrics": {
                        metric: {
                            "pages": 9,
                            "precision": 0.812345678,
                            "recall": 0.9,
                            "value": value,
                            "low": value - 0.02,
                            "high": value + 0.02,
                            "f1_of_means": 0.85,
                        }
                        for metric in ("words", "lcs", "text")
                    },
                    "by": {
                        grouping: {
                            group: {"pages": 5, "precision": 0.8, "recall": 0.9, "value": value, "low": 0, "high": 1}
                            for group in groups
                        }
                        for grouping, groups in (
                            ("kind", ("article", "forum")),
                            ("language", ("en", "de")),
                            ("body", ("single", "comments")),
                        )
                    },
                    "behind_best": None,
                }
                for method, value in (("cectd-ds", 0.8512), ("goose3", 0.7))
            },
        }
        for name in ("big9", "forum-posts")
    },
}


@pytest.fixture
def results(tmp_path, scripts):
    """Results that were taken over from a benchmark's summary."""
    figures = scripts("doc_parts.figures")
    (tmp_path / "summary.json").write_text(json.dumps(RESULTS))
    (tmp_path / "big9.jsonl").touch()
    (tmp_path / "forum-posts.jsonl").touch()
    (tmp_path / "weak.jsonl").touch()
    toml = (
        '[big9]\nfile = "big9.jsonl"\ngold = "human"\nheadline = true\n[weak]\nfile = "weak.jsonl"\ngold = "program"\n'
    )
    (tmp_path / "sets.toml").write_text(toml)
    figures.take_over(tmp_path / "summary.json", tmp_path, tmp_path / "results.json")
    return figures.read_results(tmp_path / "results.json")


def test_an_update_keeps_what_was_not_measured(tmp_path, results, scripts):
    """A run of some methods replaces their figures and leaves those of the others, if it saw the same pages."""
    figures = scripts("doc_parts.figures")
    run = json.loads(json.dumps(RESULTS))
    methods = run["sets"]["big9"]["methods"]
    del methods["goose3"]
    methods["cectd-ds"]["milliseconds"] = 1.5
    (tmp_path / "summary.json").write_text(json.dumps(run))
    figures.take_over(tmp_path / "summary.json", tmp_path, tmp_path / "results.json", update=True)
    found = figures.read_results(tmp_path / "results.json")["sets"]["big9"]["methods"]
    assert found["cectd-ds"]["milliseconds"] == 1.5
    assert found["goose3"] == results["sets"]["big9"]["methods"]["goose3"]
    run["sets"]["big9"]["pages"] = 8
    (tmp_path / "summary.json").write_text(json.dumps(run))
    with pytest.raises(UsageError, match="8 pages, and 9"):
        figures.take_over(tmp_path / "summary.json", tmp_path, tmp_path / "results.json", update=True)


def test_parameters_in_the_docs_are_those_of_the_code(scripts):
    """Parameter tables in the docs are up to date: scripts/make_docs.py."""
    made = scripts("make_docs").made_files("parameters")
    assert [path for path, text in made.items() if path.read_text(encoding="utf-8") != text] == []


def test_parts_of_the_docs_name_what_exists(scripts):
    """Every generated part in the docs names methods and parts that exist."""
    for page in (ROOT / "docs").rglob("*.md"):
        assert scripts("make_docs").filled(page.read_text(encoding="utf-8"), "parameters")


@pytest.mark.parametrize("name", algorithms.names())
def test_parameter_table(scripts, name):
    """Every parameter of every method is in its table."""
    table = scripts("doc_parts.methods").parameter_tables(name)
    assert all(f"`{each.name}`" in table for each in algorithms.base.parameters(algorithms.describe(name)))


def test_filling(scripts):
    """What stands between two comments is made anew, and made again it stays."""
    make_docs = scripts("make_docs")
    page = "A\n<!-- parameters: cectd-ds -->\nstale text\n<!-- /parameters -->\nB <!-- parameters: cetd-ds -->\n"
    once = make_docs.filled(page)
    assert "stale text" not in once
    assert once.startswith("A\n<!-- parameters: cectd-ds -->\n\n| parameter |")
    assert once.endswith("B <!-- parameters: cetd-ds -->\n")
    assert make_docs.filled(once) == once
    assert make_docs.filled(page, "measured") == page


def test_shared_parameters_share_a_table(scripts):
    """Variants of one method have one table; others have one each."""
    tables = scripts("doc_parts.methods").parameter_tables
    assert tables("cetd-ds, cectd-ds") == tables("cectd-ds")
    assert "`textsweeper`:" in tables("cetd-ds, textsweeper")


def test_results_are_taken_over(results):
    """Sets with human gold are kept, with fewer digits."""
    assert set(results["facts"]) == {"big9", "forum-posts"}
    assert results["sets"]["big9"]["methods"]["cectd-ds"]["metrics"]["words"]["precision"] == 0.8123


def test_results_need_to_know_the_data(tmp_path, scripts):
    """Which gold is human is known only from the data's own table."""
    (tmp_path / "summary.json").write_text(json.dumps(RESULTS))
    with pytest.raises(UsageError, match="--data"):
        scripts("doc_parts.figures").take_over(tmp_path / "summary.json", None, tmp_path / "results.json")


def test_measured_table(results, scripts):
    """A method's page shows its figures on every set, the best in bold."""
    table = scripts("doc_parts.methods").measured_table(results, "cectd-ds, goose3, unknown")
    assert "| big9 | 9 | **0.851 (0.81/0.90)** | 0.700 (0.81/0.90) |  |" in table
    assert scripts("doc_parts.methods").measured_table({"sets": {}}, "cectd-ds") == "Not measured yet."


def test_groups_of_a_training_without_kinds(scripts):
    """A set of which nobody told the kinds has one row, and pages whose language nobody told have a word for that."""
    figures = {name: {"pages": 9, "f1": 0.5} for name in ("rye", "rye/None", "language/None")}
    table = scripts("doc_parts.training").part({"word_f1": figures}, "groups")
    assert [line.split(" | ")[0] for line in table.splitlines()[2:]] == ["| rye", "| language/unknown"]


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("made", "Peers: goose3 3.1."),
        ("sets", "| big9 | 9 | article 5, forum 5 | en 5, de 5 | yes |"),
        ("overview", "| `cectd-ds` | **0.851 ±0.020** | **0.851 ±0.020** |"),
        ("overview", "| goose3 (peer) | 0.700 ±0.020 |"),
        ("kinds", "| `cectd-ds` | **0.851** | **0.851** |"),
        ("languages", "| method | en | de |"),
        ("bodies", "| `cectd-ds` | 90.0 / 20.0 |  | 90.0 / 20.0 |"),
        ("bodies", "| 96.71 / 3.40 |"),
        ("cetd", "| cectd-ds | 93.3 96.5 94.9 | 81.2 90.0 85.0 | 95.9 97.2 96.5 |  |"),
        ("contentex", "| `cectd-ds` | 81.2 | 90.0 |"),
        ("time", "| `cectd-ds` | 4.2 | 4.2 |"),
    ],
)
def test_parts_of_the_evaluation(results, scripts, part, expected):
    """Each part of the evaluation page shows the figures of the results."""
    papers = scripts("doc_parts.figures").read_papers(ROOT / "docs" / "papers.toml")
    evaluation = scripts("doc_parts.evaluation")
    assert expected in evaluation.part(results, papers, part)
    assert evaluation.part({"sets": {}}, papers, part) == "Not measured yet."


def test_unknown_part(results, scripts):
    """A part that does not exist is told."""
    with pytest.raises(UnknownName, match="overview"):
        scripts("doc_parts.evaluation").part(results, {}, "overviews")


def test_picture(scripts):
    """A picture shows kept blocks in green and is well-formed whatever the page says."""
    from xml.etree import ElementTree

    html = f"<nav><a>Home &amp; away</a></nav><p>{'Oats are sown in spring. ' * 9}</p>".encode()
    drawn = scripts("doc_parts.picture").decision("cectd-ds", html)
    root = ElementTree.fromstring(drawn)  # noqa: S314 - made by ourselves just now
    fills = [each.get("fill") for each in root.iter("{http://www.w3.org/2000/svg}rect")]
    assert fills == ["white", "#c8c8c8", "#2e8b57"]
