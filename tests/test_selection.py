"""`Selection`: what was decided, in terms of the page."""

from __future__ import annotations

import numpy as np
import pytest

from thresher.labels import Label
from thresher.page import Cleaning, Page
from thresher.selection import Outcome, Selection

HTML = "<nav><a href=/>Home</a></nav><p>Wheat <b>and</b> chaff</p><p hidden>Gone</p>"


@pytest.fixture
def page():
    return Page.from_html(HTML)


def test_nothing(page):
    """An empty selection has an outcome and a reason, and a flag for each run."""
    selection = Selection.nothing(page, "no text here", Outcome.TOO_SHORT)
    assert (selection.outcome, selection.reason) == (Outcome.TOO_SHORT, "no text here")
    assert selection.runs.tolist() == [False] * 5
    assert selection.texts() == [""] * 5


def test_of_view(page):
    """Runs and scores of a view become those of the page; rows that the method did not see have no score."""
    view = page.view(Cleaning())
    selection = Selection.of_view(
        view, view.words == 1, score=view.chars.astype(float), score_name="size", threshold=3.0
    )
    assert [text for text in selection.texts() if text] == ["Home", "Wheat ", "and", " chaff"]
    assert selection.page is page
    assert (selection.outcome, selection.reason, selection.score_name) == (Outcome.CONTENT, "", "size")
    hidden = page.tag.index("p", page.tag.index("b"))
    assert np.isnan(selection.score[hidden]) and selection.score[page.tag.index("nav")] == 4


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("<p>Rye", "no block passed the method's threshold"),
        ("<p> </p> <p hidden>x</p>x", "no block passed"),
        (" ", "the page has no text"),
    ],
)
def test_of_view_without_text(html, reason):
    """A selection of nothing, or of nothing but blanks, is empty, and says whether there was text at all."""
    view = Page.from_html(html).view(Cleaning())
    selection = Selection.of_view(view, view.length == 0)
    assert not selection.runs.any()
    assert selection.outcome is Outcome.EMPTY
    assert reason in selection.reason


def test_cuts(page):
    """Of a run that is cut, the stretches are selected, parted by a blank; cuts of other runs do not count."""
    runs = np.array([False, True, False, True, False])
    selection = Selection(page, runs, np.array([[0, 0, 2], [1, 0, 2], [1, 4, 5]]))
    assert selection.texts() == ["", "Wh t", "", " chaff", ""]


def test_labels(page):
    """Labels are made from the page and what was selected, or are the method's own."""
    selection = Selection(page, np.array([False, True, True, True, False]))
    assert selection.label(page.tag.index("p")) is Label.CONTENT
    assert selection.label(page.tag.index("nav")) is Label.NAVIGATION
    own = np.full(len(page.tag), Label.NOTICE, dtype=np.uint8)
    assert Selection(page, selection.runs, given_labels=own).label(3) is Label.NOTICE


def test_outcomes_are_words():
    """Outcomes are written as they are read."""
    assert [str(outcome) for outcome in Outcome] == ["content", "overview", "too-short", "js-shell", "empty"]
