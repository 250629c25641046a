"""Names and selectors of elements."""

from __future__ import annotations

from pathlib import Path

import pytest

from thresher.explain.elements import css_path, element_name
from thresher.page import Page

PAGES = sorted((Path(__file__).parent.parent / "pages").glob("*/source.html"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_a_selector_finds_its_element_and_no_other(path):
    """Each block's selector leads back to its row; into templates no selector reaches."""
    page = Page.from_html(path.read_bytes())
    for row in set(page.blocks.row[~page.within("template")[page.blocks.row]].tolist()):
        assert page.select(css_path(page, row)).tolist() == [row]


def test_strange_names_are_escaped():
    """Tags of other people's vocabularies are found as well."""
    page = Page.from_html("<o:p>Rye</o:p><o:p>Oats</o:p>")
    assert page.select(css_path(page, 4)).tolist() == [4]


def test_names_are_short():
    """A long class is cut."""
    assert element_name(Page.from_html(f"<p class={'x' * 99}>"), 3) == f"p.{'x' * 31}…"
