"""What holds for every system that the papers compare with, on pages that are empty, deep or odd."""

from __future__ import annotations

import time

import numpy as np
import pytest

from thresher.algorithms import create
from thresher.page import Page
from thresher.selection import Outcome

NAMES = (
    "bte dsc ccb accb tccb lqf fe kfe cetr cetr-tm cetr-km numwords density-rules density crunch".split()
)  # the checklist's CP-1 to CP-9
SOURCE_BASED = "bte dsc ccb accb tccb cetr cetr-tm cetr-km density".split()
ARTICLE = "<p>" + "Spelt was grown in the hills long before wheat came from the plains. " * 6
PAGE = "<ul>" + "<li><a href=/x>Menu</a>" * 30 + f"</ul><div>{ARTICLE * 5}</div><div>© Miller</div>"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("html", ["", " \n ", "<p></p><img src=a>", "<script>x()</script>", "<p> <b> </b>"])
def test_no_text_gives_nothing_and_a_reason(name, html):
    """A page without text is an empty selection with a reason, never an exception."""
    selection = create(name).select(Page.from_html(html))
    assert (selection.outcome, selection.runs.any()) == (Outcome.EMPTY, False)
    assert selection.reason


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("html", ["x", ".", "<p>…</p>", "麦", "<a href=/>x</a>", "a<b>b</b>c", "<p>1<p>2"])
def test_tiny_pages_do_not_fail(name, html):
    """One letter, one sign, one link: whatever is kept is text of the page."""
    page = Page.from_html(html)
    selection = create(name).select(page)
    assert len(selection.runs) == len(page.text)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "fe"])
def test_the_article_of_an_ordinary_page_is_kept(name):
    """Five paragraphs below a menu survive in most of their words."""
    text = " ".join(create(name).select(Page.from_html(PAGE)).texts())
    assert text.count("Spelt was grown") >= 20


@pytest.mark.parametrize("name", SOURCE_BASED)
@pytest.mark.parametrize("filter_", [1, 2, 3])
def test_link_filters_go_before_every_source_based_method(name, filter_):
    """`filter` is a parameter of each, and with links left out no menu is kept."""
    texts = create(name, {"filter": filter_}).select(Page.from_html(PAGE)).texts()
    assert any("Spelt" in text for text in texts)
    assert filter_ != 1 or "Menu" not in texts


@pytest.mark.parametrize("name", NAMES)
def test_deep_nesting_is_no_problem(name):
    """A page nested 20,000 deep is read without recursion."""
    page = Page.from_html("<div>" * 20_000 + ARTICLE)
    assert len(create(name).select(page).runs) == len(page.text)


@pytest.mark.parametrize("name", NAMES)
def test_time_grows_with_the_page_and_no_faster(name):
    """Eight times the page takes less than 40 times the CPU time; a quadratic method takes 64 times."""
    method = create(name)

    def seconds(times: int) -> float:
        pages = [Page.from_html(PAGE * times) for _ in range(4)]
        method.select(Page.from_html(PAGE))
        spent = []
        for page in pages:
            start = time.process_time()
            method.select(page)
            spent.append(time.process_time() - start)
        return min(spent)

    assert seconds(240) < 40 * seconds(30)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_page_always_gives_the_same_selection(name):
    """Clustering has fixed seeds: two runs agree to the bit."""
    first, second = (create(name).select(Page.from_html(PAGE)) for _ in range(2))
    assert np.array_equal(first.runs, second.runs)
    assert np.array_equal(first.cuts, second.cuts)
