"""Stretches of Markdown and the blocks that they come from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from thresher import writers
from thresher.algorithms import create
from thresher.explain.markdown_places import markdown_places
from thresher.page import Page
from thresher.selection import Selection

PAGES = sorted((Path(__file__).parent.parent / "pages").glob("*/source.html"))
MARKDOWN = writers.create("markdown")


def everything(html: str) -> Selection:
    page = Page.from_html(html)
    return Selection(page, np.ones(len(page.text), dtype=bool))


@pytest.mark.parametrize("method", ["auto", "danag"])
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_stretches_are_the_markdown(path, method):
    """Put together, the stretches are what the writer writes, to the character, cuts inside of runs included."""
    selection = create(method).select(Page.from_html(path.read_bytes()))
    places = markdown_places(MARKDOWN, selection)
    assert "".join(text for _, text in places) == MARKDOWN.write(selection)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_stretches_come_from_kept_blocks(path):
    """Every stretch names a block that was kept, and its words are from there."""
    page = Page.from_html(path.read_bytes())
    selection = create("auto").select(page)
    kept = page.blocks.total(selection.runs) > 0
    for block, text in markdown_places(MARKDOWN, selection):
        words = [word for word in text.split() if word.isalpha()]
        if block >= 0 and words:
            assert kept[block]
            # Pictures within a line bring words of their own, so it is enough that most are at home.
            assert sum(word in page.blocks.text(block) for word in words) * 2 >= len(words)


def test_cells_of_one_line_are_told_apart():
    """Blocks that the writer puts on one line begin where their words do."""
    table = "<table><tr><th>Grain</th><th>Price</th></tr><tr><td>Rye</td><td>Twelve</td></tr></table>"
    places = markdown_places(MARKDOWN, everything(table))
    assert [block for block, _ in places] == [0, 1, -1, 2, 3]  # the line below the head is nobody's
    assert places[1][1].startswith("Price")


def test_lines_tell_where_signs_changed_what_is_written():
    """Where a sign changes how the writer writes a line, the other lines keep their places."""
    html = "<p>Rye is a grass.</p><p>12) Oats</p><p>Barley is one, too.</p>"
    places = markdown_places(MARKDOWN, everything(html))
    assert "".join(text for _, text in places) == MARKDOWN.write(everything(html))
    assert {0, 2} <= {block for block, _ in places}


def test_a_page_that_uses_the_signs_itself():
    """Private characters of a page stay in its Markdown."""
    html = "<p>Rye \U000f0000 is \U000f0001 a grass.</p><p>Oats as well.</p>"
    assert "".join(text for _, text in markdown_places(MARKDOWN, everything(html))) == MARKDOWN.write(everything(html))


def test_nothing_kept_is_no_stretch():
    """An empty selection has no Markdown."""
    assert markdown_places(MARKDOWN, Selection.nothing(Page.from_html("<p>Rye"), "none")) == []
