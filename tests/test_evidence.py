"""Evidence: every block knows where it stands, what it is and what decided."""

from __future__ import annotations

import json

import pytest

from thresher import Page, Selection, extract
from thresher.page.spans import readable
from thresher.page.whitespace import collapse

STORY = "Rye is sown in autumn and cut in the summer of the next year. " * 4
HTML = f"""<html lang=en><head><title>On rye</title></head><body><nav><a href=/>Home</a> <a href=/b>Barley</a></nav>
<article><h1>Rye</h1><p>{STORY}</p><p>{STORY}&amp; <a href=/c>more</a></p></article><p hidden>Masked</p></body>"""


@pytest.fixture(scope="module")
def extraction():
    return extract(HTML, algorithm="cectd-ds")


def test_blocks_and_evidence_agree(extraction):
    """Evidence is of the same blocks, and says the same of them."""
    for block, evidence in zip(extraction.blocks, extraction.evidence, strict=True):
        assert {name: getattr(evidence, name) for name in vars(block)} == vars(block)


def test_places(extraction):
    """Paths lead to the block's element, and its span in the source reads like it."""
    page = extraction.page
    for block in extraction.evidence:
        assert page.select(block.css).tolist() == [block.row]
        assert page.tree.document.xpath(block.xpath) == [page.tree.elements[block.row]]
        assert collapse(readable(HTML[slice(*block.span)])) == block.text
        assert HTML[slice(*block.element)].startswith(f"<{block.tag}")


def test_what_decided(extraction):
    """Hidden and structural blocks say so; others tell the measure and the threshold."""
    decided = {block.text[:6]: block.decided for block in extraction.evidence}
    assert decided["On rye"] == "never text: title"
    assert decided["Masked"] == "hidden: attribute"
    threshold = f"threshold {extraction.selection.threshold:.4g}"
    assert all(decided[text].endswith(threshold) for text in ("Home B", "Rye is"))
    assert decided["Rye is"].startswith(extraction.selection.score_name)


@pytest.mark.parametrize("name", ["auto", "bte", "cetr", "cuter", "textsweeper", "vote(1, bte, cectd-ds)"])
def test_every_method_has_evidence(name):
    """Each block of each method's result tells what decided."""
    evidence = extract(HTML, algorithm=name).evidence
    assert any(block.kept for block in evidence)
    assert all(block.decided for block in evidence)


def test_a_cut_is_told():
    """A block of which a part was selected says so."""
    page = Page.from_html("<p>Wheat and chaff</p><p>Chaff</p>")

    class First:
        def select(self, page):
            import numpy as np

            return Selection(page, np.array([True, False]), np.array([[0, 0, 5]]))

    decided = [block.decided for block in extract(page, algorithm=First()).evidence]
    assert decided == ["selected by the method; cut inside", "left out by the method"]


def test_nothing_found():
    """Where nothing was found, the reason is what decided."""
    extraction = extract("<p>x</p>", algorithm="cectd-ds")
    assert [block.decided for block in extraction.evidence if not extraction.text] in (
        [], [extraction.reason],
    )  # fmt: skip


def test_json(extraction):
    """JSON carries sources and blocks where they are asked for, and only there."""
    assert not {"blocks", "metadata"} & set(json.loads(extraction.json()))
    found = json.loads(extraction.json(evidence=True))
    assert len(found["blocks"]) == len(extraction.blocks)
    keys = {"text", "tag", "label", "kept", "score", "row", "css", "xpath", "span", "element", "hidden", "decided"}
    assert set(found["blocks"][0]) == keys
    assert found["metadata"]["title"] == {
        "value": "Rye", "source": "h1", "alternatives": [{"value": "On rye", "source": "title"}],
    }  # fmt: skip


def test_deep_pages_are_answered():
    """Text at every one of ten thousand levels has evidence in reasonable time."""
    html = "<div>x" * 10_000
    assert len(extract(html, algorithm="cectd-ds").evidence) == 10_000
