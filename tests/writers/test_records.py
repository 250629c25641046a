"""JSON and CSV: what is known about a page, with its text."""

from __future__ import annotations

import csv
import io
import json

import pytest

from thresher import Page, Selection, extract
from thresher.writers.csv import Csv
from thresher.writers.json import Json

HTML = "<html lang=en><title>Rye, oats</title><p>" + "Rye and oats are grasses. " * 9
FACTS = "title authors published modified site canonical description language tags licence image".split()
NAMES = ["url", *FACTS, "outcome", "reason", "kind", "is_overview", "confidence", "degraded", "encoding", "repairs"]


def test_json() -> None:
    """JSON has the facts, the text and the Markdown, as the extraction itself has them."""
    extraction = extract(HTML, "https://mill.example/")
    values = json.loads(Json().write(extraction.selection))
    assert list(values) == [*NAMES, "text", "markdown", "media"]
    assert values["text"] == extraction.text
    assert values["markdown"] == extraction.markdown
    assert values == json.loads(extraction.json()) == extraction.as_dict()


def test_json_options() -> None:
    """JSON is on one line unless it is indented, and its Markdown has no links if there are to be none."""
    selection = extract("<p><a href=/x>Rye</a> and " + "oats are grasses. " * 9).selection
    assert "\n" not in Json().write(selection)
    assert Json(indent=2).write(selection).startswith('{\n  "url"')
    assert "](" not in Json(links=False).write(selection)


def test_csv() -> None:
    """CSV has a header and a row, whatever is in the text."""
    extraction = extract(HTML.replace("grasses", 'gr"as,s\nes'), "https://mill.example/")
    header, row = csv.reader(io.StringIO(Csv().write(extraction.selection)))
    assert header == [*NAMES, "text"]
    assert dict(zip(header, row, strict=True))["text"] == extraction.text
    assert dict(zip(header, row, strict=True))["title"] == "Rye, oats"


def test_several_values_of_a_cell() -> None:
    """Several authors and tags stand in one cell of CSV, and are lists in JSON."""
    html = "<meta name=author content='Ann Rye, Bob Oats'><meta name=keywords content='rye, oats'>" + HTML
    selection = extract(html).selection
    _, row = csv.reader(io.StringIO(Csv().write(selection)))
    assert dict(zip(NAMES, row, strict=False))["authors"] == "Ann Rye; Bob Oats"
    assert dict(zip(NAMES, row, strict=False))["tags"] == "rye; oats"
    assert json.loads(Json().write(selection))["authors"] == ["Ann Rye", "Bob Oats"]


def test_media() -> None:
    """JSON has the media of what was found, with all that is known of each."""
    text = "<p>Rye and oats are grasses of the valley, and so is wheat. " * 4
    html = f"<article>{text}<figure><img src=/r.jpg width=640 alt=Rye><figcaption>Rye</figcaption></figure>{text}"
    (item,) = json.loads(Json().write(extract(html, "https://mill.example/").selection))["media"]
    assert {name: item[name] for name in ("kind", "url", "alt", "caption", "width", "height")} == {
        "kind": "image",
        "url": "https://mill.example/r.jpg",
        "alt": "Rye",
        "caption": "Rye",
        "width": 640,
        "height": None,
    }
    assert item["place"] > 0


@pytest.mark.parametrize("title", ['"Oats", he said', "a,b", "“Rye”", 'the 5" pan', " rye "])
def test_csv_cells_are_as_the_library_writes_them(title: str) -> None:
    """A cell has quotes where the library of the language would put them, and nowhere else."""
    page = Page.from_html("<p>Rye", url=title)
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([title, "next"])
    row = Csv(header=False).write(Selection.nothing(page, "no text"))
    assert row.startswith(out.getvalue().removesuffix("next\n"))


def test_csv_without_header() -> None:
    """Rows of several pages make one file if only the first has a header."""
    selection = extract(HTML).selection
    rows = list(csv.reader(io.StringIO(Csv().write(selection) + Csv(header=False).write(selection))))
    assert len(rows) == 3
    assert rows[1] == rows[2]


@pytest.mark.parametrize("writer", [Json(), Csv()])
def test_nothing_selected(writer: Json | Csv) -> None:
    """A page without content still says what came of it."""
    assert "no text here" in writer.write(Selection.nothing(Page.from_html(""), "no text here"))
