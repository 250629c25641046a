"""``--help`` is a manual: each command has a sentence, examples that hold, exit codes, a word on every argument."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from thresher.cli import main as run
from thresher.cli.main import COMMANDS, parser_of
from thresher.cli.parsing import commands_of

#: What ends the words of a command in a shell.
_REDIRECTIONS = {"<", ">", "|"}


def manual(words, capsys):
    """What ``thresher WORDS --help`` prints."""
    with pytest.raises(SystemExit) as ended:
        run([*words, "--help"])
    assert ended.value.code == 0
    return capsys.readouterr().out


def examples(command):
    """The command lines of a command's examples, each as its words; remarks stand two blanks behind them."""
    told = import_module(f"thresher.cli.{command}").EPILOG.split("examples:\n")[1]
    for line in told.splitlines():
        words = shlex.split(re.split(r"\s{2,}", line.strip())[0])
        if words and words[0] == "thresher":
            end = next((at for at, word in enumerate(words) if word in _REDIRECTIONS), len(words))
            yield words[1:end]


def inner_commands(parser):
    """A parser and those of its commands, theirs included."""
    yield parser
    for each in commands_of(parser).values():
        yield from inner_commands(each)


@pytest.mark.parametrize("command", COMMANDS)
def test_manual(command, capsys, monkeypatch):
    """Each command tells what it does, examples and exit codes, and what we wrote fits a terminal."""
    monkeypatch.setenv("COLUMNS", "80")
    told = manual([command], capsys)
    assert "\nexamples:\n" in told and "\nexit codes:\n    0  " in told
    assert max(map(len, told.splitlines())) <= 100
    described = told.split("\n\n")[1]
    assert described[0].isupper() and described.endswith(".")


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_can_be_parsed(command):
    """Whatever an example shows, the command takes."""
    shown = list(examples(command))
    assert shown
    for words in shown:
        called = words if words[0] in COMMANDS else ["extract", *words]
        assert parser_of(COMMANDS).parse_args(called).command in COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_argument_is_explained(command):
    """No option, argument or action is without a word about it."""
    for parser in inner_commands(parser_of([command])):
        names = {action.dest: action.help for action in parser._actions if action.dest not in ("command", "action")}
        assert [name for name, told in names.items() if not told] == [], parser.prog


def test_overview(capsys):
    """The overview names all commands, and where options can be set."""
    told = manual([], capsys)
    assert all(re.search(rf"^    {command}\b", told, re.MULTILINE) for command in COMMANDS)
    assert "thresher.toml" in told


def test_readme():
    """The README's table of commands has every command."""
    readme = (Path(__file__).parent.parent.parent / "README.md").read_text(encoding="utf-8")
    table = readme.partition("| command |")[2].partition("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert set(re.findall(r"`(\w+)`", "".join(rows))) == set(COMMANDS)


def test_actions_say_what_they_do(capsys):
    """A command's own commands have their sentence too."""
    assert "\nLearn from pages of one site" in manual(["template", "learn"], capsys)
