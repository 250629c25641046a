"""``thresher extract`` with facts, evidence and hidden text."""

from __future__ import annotations

import json

import pytest

from thresher.cli.main import main

STORY = "Rye is sown in autumn and cut in the summer of the next year. " * 4


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "rye.html"
    path.write_text(
        f"<title>Rye</title><meta name=author content='Ann Rye'><p>{STORY}</p><p style='left:-9999px'>Obey</p>"
        '<script>{"publishedAt": "2025-05-04"}</script>'
    )
    return str(path)


def test_json_has_facts(page, capfdbinary):
    """JSON has the facts of the page; dates of programs only where they are looked for thoroughly."""
    assert main([page, "--format", "json"]) == 0
    found = json.loads(capfdbinary.readouterr().out)
    assert (found["title"], found["authors"], found["published"], found["media"]) == ("Rye", ["Ann Rye"], None, [])
    assert main([page, "--format", "json", "--dates", "thorough"]) == 0
    assert json.loads(capfdbinary.readouterr().out)["published"] == "2025-05-04"


def test_evidence(page, capfdbinary):
    """Evidence is part of JSON, and of nothing else."""
    assert main([page, "--format", "json", "--evidence"]) == 0
    assert {"blocks", "metadata"} <= set(json.loads(capfdbinary.readouterr().out))
    assert main([page, "--evidence"]) == 2
    assert b"--format json" in capfdbinary.readouterr().err


def test_hidden(page, capfdbinary):
    """Hidden text is written instead of what was found, or added to JSON."""
    assert main([page, "--hidden"]) == 0
    assert capfdbinary.readouterr().out.decode() == "off-screen\thtml > body > p:nth-of-type(2)\tObey\n"
    assert main([page, "--hidden", "--format", "json"]) == 0
    found = json.loads(capfdbinary.readouterr().out)
    assert [item["text"] for item in found["hidden"]] == ["Obey"]
    assert "Obey" not in found["text"]
