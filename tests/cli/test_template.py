"""``thresher template learn``."""

from __future__ import annotations

import json

import pytest

from thresher.cli.main import USAGE, main


@pytest.fixture
def pages(tmp_path):
    """Three pages of a site, as files."""
    paths = []
    for number, story in enumerate(("Rye is sown", "Oats are cut", "Wheat is sold")):
        path = tmp_path / f"{number}.html"
        path.write_text(f"<ul><li>Home<li>Market</ul><p>{story}", encoding="utf-8")
        paths.append(str(path))
    return paths


def test_learn_writes_a_template_and_says_so(pages, tmp_path, capsys):
    """The file is named on standard output, with what it holds."""
    output = tmp_path / "site.json"
    assert main(["template", "learn", *pages, "-o", str(output)]) == 0
    assert json.loads(output.read_text(encoding="utf-8"))["pages"] == 3
    assert capsys.readouterr().out.startswith(f"{output}: 3 pages, ")


def test_learning_goes_on_from_an_existing_file(pages, tmp_path):
    """One page at a time gives the same file as all at once."""
    bit_by_bit, at_once = tmp_path / "a.json", tmp_path / "b.json"
    for page in pages:
        main(["template", "learn", page, "-o", str(bit_by_bit)])
    main(["template", "learn", *pages, "-o", str(at_once)])
    assert bit_by_bit.read_bytes() == at_once.read_bytes()


def test_a_page_that_cannot_be_read_leaves_the_template_as_it_is(pages, tmp_path, capsys):
    """The error names the page, and nothing is written."""
    output = tmp_path / "site.json"
    assert main(["template", "learn", pages[0], str(tmp_path / "none.html"), "-o", str(output)]) == 1
    assert "none.html" in capsys.readouterr().err
    assert not output.exists()


def test_a_template_that_cannot_be_written(pages, tmp_path, capsys):
    """The error names the file that was asked for, and only it."""
    output = tmp_path / "missing" / "site.json"
    assert main(["template", "learn", *pages, "-o", str(output)]) == 1
    assert capsys.readouterr().err == f"thresher: cannot write the template {output}: No such file or directory\n"


def test_an_output_must_be_named(pages):
    """Without -o it is a question of usage."""
    assert main(["template", "learn", *pages]) == USAGE
