"""The configuration file: it holds where the command line says nothing, and is checked as that is."""

from __future__ import annotations

import pytest

from thresher.cli import main

PAGE = "<nav><a href=/>Home</a></nav><article>" + "<p>Barley keeps well in a <a href=/b>dry barn</a>, they say.</p>" * 9


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    return str(path)


@pytest.fixture
def configured(tmp_path, monkeypatch):
    """Writes the configuration that holds."""

    def write(text):
        path = tmp_path / "config.toml"
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
        monkeypatch.setenv("THRESHER_CONFIG", str(path))
        return path

    return write


def test_options_of_a_command(configured, page, capsys):
    """A table's options hold for its command, flags and values alike, with and without the command's name."""
    configured('[extract]\nformat = "markdown"\nno-links = true\n')
    assert main(["extract", page]) == 0
    named = capsys.readouterr().out
    assert main([page]) == 0
    assert "dry barn" in named and "](" not in named
    assert capsys.readouterr().out == named


def test_the_command_line_wins(configured, page, capsys):
    """What is typed overrides the file."""
    configured('[extract]\nformat = "markdown"\n')
    assert main([page, "--format", "json"]) == 0
    assert capsys.readouterr().out.startswith("{")


def test_a_switch_of_the_file_can_be_undone(configured, page, capsys):
    """What belongs to Markdown alone, and is on in the file, is no obstacle to another format."""
    configured('[extract]\nformat = "markdown"\nfront-matter = true')
    assert main([str(page)]) == 0
    assert capsys.readouterr().out.startswith("---\n")
    assert main([str(page), "--format", "json", "--no-front-matter"]) == 0
    assert capsys.readouterr().out.startswith("{")


def test_a_list_gives_an_option_several_times(configured, page, capsys):
    """Options that may be repeated are lists."""
    configured('[extract]\nalgorithm = "cetd-ds"\nset = ["lam=0.5", "strict_paper=yes"]\n')
    assert main([page]) == 0
    assert "Barley" in capsys.readouterr().out


def test_other_commands_are_not_touched(configured, capsys):
    """A table holds for its own command only."""
    configured('[extract]\nformat = "markdown"\n')
    assert main(["algorithms"]) == 0
    assert "cectd-ds" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["thresher.toml", "home/thresher/config.toml"])
def test_usual_places(name, tmp_path, monkeypatch, page, capsys):
    """The file of the folder and the file of the user are found."""
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('[extract]\nformat = "json"\n', encoding="utf-8")
    monkeypatch.delenv("THRESHER_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    assert main([page]) == 0
    assert capsys.readouterr().out.startswith("{")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[extract", "is not valid TOML"),
        ("# \udcff", "is not TOML: it is not UTF-8"),
        ("[extrakt]", "did you mean 'extract'?"),
        ("extract = 1", "is not a table"),
        ('[extract]\nformt = "json"', "did you mean 'format'?"),
        ("[extract]\nno-links = 1", "true or false"),
    ],
)
def test_mistakes_are_named(text, complaint, configured, page, capsys):
    """A mistake in the file is one sentence and the exit code for usage."""
    configured(text)
    assert main([page]) == 2
    assert complaint in capsys.readouterr().err


def test_a_wrong_value_is_checked_as_typed(configured, page, capsys):
    """The command's own check of a value holds for the file, too."""
    configured('[extract]\nformat = "poem"')
    assert main([page]) == 2
    assert "invalid choice: 'poem'" in capsys.readouterr().err


def test_a_missing_file_that_was_named(monkeypatch, tmp_path, page, capsys):
    """A file that is named and not there is a mistake; an empty name means none."""
    monkeypatch.setenv("THRESHER_CONFIG", str(tmp_path / "none.toml"))
    assert main([page]) == 2
    assert "none.toml" in capsys.readouterr().err
    monkeypatch.setenv("THRESHER_CONFIG", "")
    assert main([page]) == 0


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_completion(shell, capsys):
    """Each shell gets a script that knows commands and options."""
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "annotate" in script and "--no-links" in script
