"""`why` and its command: one sentence of a page, found and explained."""

from __future__ import annotations

import json

import pytest

from thresher.cli.main import main
from thresher.cli.why import ABSENT
from thresher.errors import UsageError
from thresher.explain import why
from thresher.options import Options
from thresher.page import Page

STORY = "<p>Rye is a grass that is sown in autumn, and cut in the summer of the year after it.</p>" * 6
HTML = f"""<title>The mill</title><nav id=menu><a href=/>Home</a> <a href=/rye>Rye</a></nav>
<article><h1>On rye</h1>{STORY}<p>The miller’s <b>daugh</b>ter said: “Oats – or
nothing”, and went home.</p></article>
<p style="display:none">Chaff for machines</p>
<img src=a.png alt="A field of barley">
<script>let state = {{"lead": "Wheat in th\\u0065 script"}}</script><!-- a remark -->
<footer><a href=/>Home</a></footer>"""
DENSITY = Options(algorithm="cectd-ds")


def ask(sentence: str, options: Options = DENSITY, **more):
    return why(Page.from_html(HTML), sentence, options=options, **more)


@pytest.mark.parametrize(
    "sentence",
    ["The miller's daughter said", "THE MILLER’S   DAUGHTER", '"Oats - or nothing"', "oats –\n or nothing", "daughter"],
)
def test_spaces_case_and_quotes_do_not_matter(sentence):
    """A sentence is found however it is typed, across inline elements."""
    assert ask(sentence).occurrences[0].kept == 1


def test_what_decided_is_told():
    """The answer has label, selector, score and threshold, the elements around it, and what other methods do."""
    found = ask("Home", methods=["auto", "cuter"]).occurrences[0]
    assert (found.kept, found.label, found.path) == (0, "navigation", "body > nav")
    assert found.score_name == "composite text density" and found.score < found.threshold
    assert found.decided.startswith("the search stopped at nav#menu: its density 0 is below ")
    assert [each.name for each in found.around] == ["body", "nav#menu"]
    assert found.keepers == {"auto": 0, "cuter": 0}


def test_every_occurrence_is_told():
    """A sentence that stands in several places is answered for each of them."""
    answer = ask("home")
    assert [each.kept for each in answer.occurrences] == [0, 1, 0]
    assert answer.kept
    assert "[home]" in answer.occurrences[1].text


def test_hidden_text_is_told():
    """What no reader sees is found, with the cause."""
    found = ask("chaff for machines").occurrences[0]
    assert found.kept == 0
    assert found.decided == "no reader sees it: display: none or visibility: hidden, at p"


def test_a_title_is_no_text():
    """The page's title is told from its text."""
    assert ask("the mill", Options(algorithm="auto")).occurrences[0].decided == "no reader sees it: it is in <title>"


@pytest.mark.parametrize(
    ("sentence", "place"),
    [
        ("a field of barley", "in the attribute alt of <img>"),
        ("wheat in the script", "in <script>"),
        ("a remark", "in the source, in a comment or in markup that browsers drop"),
    ],
)
def test_what_is_no_text_is_told(sentence, place):
    """A sentence in an attribute, a script or a comment is said to be there."""
    answer = ask(sentence)
    assert answer.occurrences == [] and answer.elsewhere == place


def test_near_misses():
    """Where a sentence is nowhere, what is like it is told, the likest first."""
    answer = ask("Rye is a grass that was sown in spring")
    assert answer.occurrences == [] and answer.near[0].startswith("Rye is a grass that is sown in autumn")
    assert ask("quantum chromodynamics").near == []


def test_part_of_a_sentence():
    """A sentence that reaches over the edge of content is kept in part."""
    assert 0 < ask("after it. The miller's daughter said", Options(algorithm="bte")).occurrences[0].kept <= 1
    assert 0 < ask("Rye On rye Rye is a grass").occurrences[0].kept < 1


def test_an_empty_sentence_is_refused():
    """There must be something to look for."""
    with pytest.raises(UsageError, match="text to look for is empty"):
        ask(" \u200b ")


@pytest.fixture
def path(tmp_path):
    """The page as a file."""
    file = tmp_path / "page.html"
    file.write_text(HTML, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("sentence", "code", "words"),
    [
        ("sown in autumn", 0, "1 of 6:\nKept by auto: "),
        ("Chaff", 3, "other; no reader sees it: display: none"),
        ("A field of barley", ABSENT, "Not in the text of the page, but in the attribute alt of <img>."),
        ("Rye is some grass, sown in autumn", ABSENT, "Not on the page. Similar texts:\n  Rye is a grass"),
        ("zyx", ABSENT, "Not on the page.\n"),
        ("", 2, ""),
    ],
)
def test_the_command_and_its_exit_codes(path, capsys, sentence, code, words):
    """The exit code tells kept from dropped, dropped from absent, and all of them from a wrong call."""
    assert main(["why", path, sentence]) == code
    assert words in capsys.readouterr().out


def test_the_command_in_full(path, capsys):
    """The printed answer has a line for everything that is known."""
    main(["why", path, "Home", "-a", "cectd-ds", "--set", "lam=0.9", "--compare", "auto"])
    printed = capsys.readouterr().out
    for words in (
        "Dropped by cectd-ds (lam=0.9)",
        "label    navigation",
        "composite text density 0, threshold",
        "body > nav",
        "nav#menu (0)",
        "others   dropped by auto",
    ):
        assert words in printed


def test_the_command_as_json(path, capsys):
    """Scripts get the same as JSON."""
    assert main(["why", path, "sown in autumn", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["occurrences"][0]["kept"] == 1


def test_explain_writes_a_file(path, tmp_path, capsys):
    """``explain`` writes the report to a file and says so on stderr, or to stdout."""
    output = tmp_path / "report.html"
    assert main(["explain", path, "-o", str(output), "--compare", "cectd-ds"]) == 0
    assert output.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert str(output) in capsys.readouterr().err


def test_explain_refuses_what_it_does_not_know(path, capsys):
    """A wrong name is a wrong call, said before the page is read."""
    assert main(["explain", "nowhere.html", "-a", "cectd"]) == 2
    assert main(["explain", path, "--compare", "nobody"]) == 2
    assert "unknown algorithm" in capsys.readouterr().err
