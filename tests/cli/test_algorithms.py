"""``thresher algorithms``: the table of methods, and all about one of them."""

from __future__ import annotations

import json

import pytest

from thresher.algorithms import ALGORITHMS, DEFAULT, names
from thresher.algorithms.facts import method_facts
from thresher.cli import main


def test_table(capsys):
    """Every method has its line, and the default is marked."""
    assert main(["algorithms"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[2:].split()[0] for line in lines[: len(names())]] == names()
    assert [line.split()[1] for line in lines if line.startswith("*")] == [DEFAULT]
    assert all(len(line.split()) > 3 for line in lines[: len(names())])


def test_one_method(capsys):
    """A method is told with its paper and parameters: default, meaning, what is allowed."""
    assert main(["algorithms", "cectd-ds"]) == 0
    out = capsys.readouterr().out
    assert "Sun, Song, Liao" in out
    assert "--set lam=1.0\n" in out
    assert "a number of at least 0" in out and "one of body, td" in out


def test_json(capsys):
    """The same as JSON."""
    assert main(["algorithms", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert [each["name"] for each in facts] == names()
    assert all(each["summary"] for each in facts)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_facts(name):
    """Every method has a summary of one line, a paper unless it is ours alone, and parameters with meanings."""
    facts = method_facts(name)
    assert facts["summary"].endswith(".") and (facts["paper"] or name == "auto")
    assert all(each["meaning"] and each["allowed"] for each in facts["parameters"])
    json.dumps(facts)


def test_unknown_method(capsys):
    """A method that is not there is a wrong usage, with a suggestion."""
    assert main(["algorithms", "cectd"]) == 2
    assert "did you mean" in capsys.readouterr().err
