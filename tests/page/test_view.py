"""Views: what a cleaning leaves, with rows and runs that lead back to the page."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.page import Cleaning, Page
from thresher.page.columns import depths, parents
from thresher.page.hidden import Cause
from thresher.page.reduced import reduced
from thresher.page.view import compact

HTML = """<head><title>Oats</title><style>.gone {display: none}</style></head>
<form><div><p>One <b>bold</b></p><fieldset><p hidden>Two</p><p class=gone>Three</p></fieldset></div></form>
<noscript><p>Four</p></noscript><p aria-hidden=true>Five</p><script>six</script><p>© 2026 Mill Ltd</p>"""


@pytest.fixture
def page():
    return Page.from_html(HTML)


def words(page):
    return " ".join("".join(page.text).split())


@pytest.mark.parametrize(
    ("cleaning", "text"),
    [
        (Cleaning(), "One bold Five© 2026 Mill Ltd"),
        (Cleaning(statements=True), "One bold Five"),
        (Cleaning(hidden=Cause.NONE), "One boldTwoThree FourFive© 2026 Mill Ltd"),
        (Cleaning(hidden=Cause.ARIA), "One boldTwoThree Four© 2026 Mill Ltd"),
        (Cleaning(hidden=Cause.ATTRIBUTE), "One boldThree FourFive© 2026 Mill Ltd"),
        (Cleaning(drop=("form",), hidden=Cause.NOSCRIPT), "Oats Five© 2026 Mill Ltd"),
        (Cleaning(drop=("head", "p")), ""),
    ],
)
def test_cleaning(page, cleaning, text):
    """Names, causes of hiddenness and statements say what goes; nothing else does."""
    assert words(page.view(cleaning)) == text


def test_unwrapped_elements_leave_their_content(page):
    """What was in an unwrapped element belongs to the element around it."""
    view = page.view(Cleaning(unwrap=("form", "fieldset", "b")))
    assert not {"form", "fieldset", "b"} & set(view.tag)
    bold = view.text.index("bold")
    assert view.tag[view.host[bold]] == "p"
    assert view.tag[view.parent[view.host[bold]]] == "div"
    assert view.tag[view.parent[view.tag.index("div")]] == "body"


def test_rows_and_runs_lead_back(page):
    """Each row and run of a view is one of the page; masks and attributes follow them."""
    view = page.view(Cleaning(unwrap=("form",)))
    assert [page.tag[row] for row in view.rows] == view.tag
    assert [page.text[run] for run in view.runs] == view.text
    assert (view.length == page.length[view.runs]).all() and (view.words == page.words[view.runs]).all()
    chosen = view.length > 3
    assert [page.text[run] for run in np.flatnonzero(view.in_origin(chosen))] == ["bold", "Five", "© 2026 Mill Ltd"]
    aria = view.attribute("aria-hidden").index("true")
    assert view.attributes(aria) == {"aria-hidden": "true"}
    assert view.hidden[aria] == Cause.ARIA
    assert view.select("[hidden],[aria-hidden]").tolist() == [aria]


@pytest.mark.parametrize("name", ["code", "parent", "end", "host", "at", "rows", "runs", "length", "words", "hidden"])
def test_columns_are_read_only(page, name):
    """A view that many share cannot be changed by any of them."""
    with pytest.raises(ValueError, match="read-only"):
        getattr(page.view(Cleaning()), name)[:1] = 0


def test_view_of_a_view(page):
    """A view of a view leads back to the page itself."""
    view = page.view(Cleaning()).view(Cleaning(drop=("b",)))
    assert view.origin is page
    assert [page.text[run] for run in view.runs] == view.text
    assert "bold" not in view.text


def test_body_and_root_stay():
    """A body that is hidden, or named among what goes, is there all the same."""
    page = Page.from_html("<html hidden><body style='display:none'><p>Rye</p>")
    assert page.view(Cleaning(drop=("head", "body", "html"))).text == ["Rye"]


def test_pickled_view(page):
    """A view can be sent to another process."""
    view = pickle.loads(pickle.dumps(page.view(Cleaning())))  # noqa: S301 - our own
    assert view.tag == page.view(Cleaning()).tag
    assert view.attributes(view.tag.index("p")) == {}


@pytest.mark.parametrize("name", ["video", "audio", "canvas"])
def test_fallbacks_are_no_text(name):
    """A player stays, without the words for browsers that cannot play."""
    page = Page.from_html(f"<p>Rye</p><{name}>Your browser <b>cannot</b> play this.</{name}><p>Oats</p>")
    view = page.view(Cleaning())
    assert view.text == ["Rye", "Oats"]
    assert name in view.tag


@pytest.mark.parametrize(("mark", "text"), [("", ["Rye"]), (" shadowrootmode=open", ["Oats", "Rye"])])
def test_templates(mark, text):
    """A template is no text, unless it declares itself the inside of a component."""
    assert Page.from_html(f"<x-a><template{mark}><p>Oats</p></template></x-a><p>Rye").view(Cleaning()).text == text


@given(st.data())
def test_compact_is_a_tree(draw):
    """Whatever rows go, the rest is a tree: its parents are those left that are nearest, and runs stay in order."""
    page = Page.from_html("<div>a<p>b<b>c<i>d</i></b>e</p><ul><li>f<li><a>g</a>h</ul></div>i<p>j")
    kept = np.array([True, *draw.draw(st.lists(st.booleans(), min_size=len(page.tag) - 1, max_size=len(page.tag) - 1))])
    runs = np.array(draw.draw(st.lists(st.booleans(), min_size=len(page.text), max_size=len(page.text))))
    view = compact(page, kept, runs)
    assert view.tag == [tag for tag, stays in zip(page.tag, kept, strict=True) if stays]
    assert view.parent.tolist() == parents(depths(view.end)).tolist()
    for run, original in enumerate(view.runs.tolist()):
        row = int(page.host[original])
        while not kept[row]:
            row = int(page.parent[row])
        assert view.rows[view.host[run]] == row
    assert ((view.host < view.at) & (view.at <= view.end[view.host])).all()


def test_reduced_to_cuts():
    """A page reduced to parts of its runs counts only these parts, at their old places."""
    page = Page.from_html("<p>Wheat and chaff</p><p>Chaff</p>")
    view = reduced(page, np.array([True, False]), np.array([[0, 0, 5], [0, 10, 12]]))
    assert view.text == ["Wheat     ch   "]
    assert (view.length.tolist(), view.words.tolist()) == ([8], [2])
