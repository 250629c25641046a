"""Pages that anybody can read: each folder has a page, the Markdown that it must give, and the demand that it guards.

``python tests/test_pages.py`` writes ``expected.md`` of all folders anew; read what changed before you commit it.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from thresher import Extraction, Page, Selection, extract
from thresher.page import Cleaning
from thresher.page.hidden import INVISIBLE, Cause
from thresher.quarantine import quarantined

PAGES = Path(__file__).parent / "pages"
CASES = sorted(folder.name for folder in PAGES.iterdir() if folder.is_dir())
FORMATS = ("text", "markdown", "html", "json", "xml", "tei", "csv")
#: At least this many folders are there, so that a wrong path does not pass for a passed test.
MIN_CASES = 60
#: What is to be seen, or can be opened; how a method sees a page is not the question here.
VISIBLE = Cleaning(hidden=INVISIBLE & ~Cause.COLLAPSED)


def facts_of(case: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((PAGES / case / "expected.json").read_text(encoding="utf-8"))
    return facts


def extraction_of(case: str) -> Extraction:
    """What a method of the case's own finds, or all that is to be seen in the page's main part."""
    facts, source = facts_of(case), (PAGES / case / "source.html").read_bytes()
    if "algorithm" in facts:
        return extract(source, facts["url"], algorithm=facts["algorithm"])
    page = Page.from_html(source, facts["url"])
    return Extraction(page, quarantined(main_part(page)))


def main_part(page: Page) -> Selection:
    """All that is to be seen in ``<main>``, or in ``<article>``."""
    view = page.view(VISIBLE)
    chosen = view.within("main") if view.is_tag("main").any() else view.within("article")
    return Selection.of_view(view, np.asarray(chosen[view.host]))


@pytest.mark.parametrize("case", CASES)
def test_page(case: str) -> None:
    """A page folder's source yields its expected Markdown."""
    expected = (PAGES / case / "expected.md").read_text(encoding="utf-8")
    assert extraction_of(case).markdown + "\n" == expected


@pytest.mark.parametrize("case", CASES)
def test_facts(case: str) -> None:
    """A page folder's source yields the title, the language and the outcome that its expected.json tells."""
    facts, extraction = facts_of(case), extraction_of(case)
    assert facts["guards"]
    assert extraction.title == facts["title"]
    assert extraction.language == facts["language"]
    assert extraction.outcome.value == facts["outcome"]
    assert list(extraction.page.repairs) == facts.get("repairs", [])


@pytest.mark.parametrize("case", CASES)
def test_round_trip(case: str, roundtrip: ModuleType) -> None:
    """A CommonMark parser reads a page's Markdown back to the structure that its XML has."""
    assert roundtrip.differences(extraction_of(case).selection) == []


@pytest.mark.parametrize("case", CASES)
def test_nothing_else(case: str) -> None:
    """What is not selected, such as the menu and the footer of each page, is in no format."""
    extraction = extraction_of(case)
    for name in FORMATS:
        assert "Imprint" not in extraction.written(name)


@pytest.mark.parametrize("case", [case for case in CASES if "hidden" in facts_of(case)])
def test_hidden_text(case: str) -> None:
    """What a reader cannot see is reported with its cause, and is in no format."""
    extraction = extraction_of(case)
    assert [[item.cause, item.text] for item in extraction.hidden] == facts_of(case)["hidden"]
    for _, text in facts_of(case)["hidden"]:
        assert text not in extraction.text


@pytest.mark.parametrize("case", [case for case in CASES if "metadata" in facts_of(case)])
def test_metadata(case: str) -> None:
    """The facts that a page folder names are found where it says."""
    found = extraction_of(case).metadata
    expected = facts_of(case)["metadata"]
    facts = {name: getattr(found, name) for name in expected}
    values = {name: list(fact.value) if isinstance(fact.value, tuple) else fact.value for name, fact in facts.items()}
    assert {name: [values[name], fact.source] for name, fact in facts.items()} == expected


@pytest.mark.parametrize("case", [case for case in CASES if "media" in facts_of(case)])
def test_media(case: str) -> None:
    """The media that a page folder names are found in that order, and no others."""
    found = extraction_of(case).media
    media = [[item.kind, item.url, item.alt, item.caption, item.width, item.height] for item in found]
    assert media == facts_of(case)["media"]


def test_number_of_pages() -> None:
    """There are enough page folders, and each has its three files."""
    assert len(CASES) >= MIN_CASES
    names = {"source.html", "expected.md", "expected.json"}
    assert [case for case in CASES if {file.name for file in (PAGES / case).iterdir()} != names] == []


@pytest.fixture(scope="session")
def roundtrip() -> ModuleType:
    """The benchmark that reads Markdown back."""
    path = Path(__file__).parents[1] / "benchmarks" / "roundtrip.py"
    spec = importlib.util.spec_from_file_location("roundtrip", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> int:
    """Write ``expected.md`` of all folders anew."""
    for case in CASES:
        (PAGES / case / "expected.md").write_text(extraction_of(case).markdown + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
