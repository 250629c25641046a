"""From stretches of the source to runs and cuts: words stay whole, nothing is chosen that was not meant."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.algorithms.source_based import SourceMethod, select_characters, select_stretches
from thresher.errors import BadParameter
from thresher.page import Cleaning, Page
from thresher.page.source import source_view


def chosen(html: str, first: str, last: str, **options: bool) -> list[str]:
    """What is selected from the stretch that begins where *first* and ends where *last* stands in the source."""
    source = source_view(Page.from_html(html).view(Cleaning()))
    start, stop = source.text.index(first), source.text.index(last) + len(last)
    return select_stretches(source, np.array([start]), np.array([stop]), **options).texts()


@pytest.mark.parametrize(
    ("first", "last", "texts"),
    [
        ("eat an", "ba", ["Wheat and barley."]),
        ("eat an", "an", ["Wheat and"]),
        ("Wheat", "</p>", ["Wheat and barley."]),
        ("<p>", "Wh", ["Wheat"]),
        ("and", "and", ["and"]),
        ("ley.</p>", "ley.</p>", ["barley."]),
        ("<body>", "<p>", [""]),
    ],
)
def test_words_cut_at_an_edge_are_whole(first, last, texts):
    """A stretch grows to the words at its edges, and no further."""
    assert chosen("<p>Wheat and barley.", first, last) == texts


def test_words_do_not_grow_over_tags():
    """A word ends where its run ends."""
    assert chosen("<p>ab<b>cdef</b>gh", "de", "de") == ["", "cdef", ""]


def test_unspaced_scripts_are_cut_anywhere():
    """Each Chinese character is a word of its own, so a stretch of them stays as it was chosen."""
    assert chosen("<p>小麦和大麦都是谷物", "和", "大麦") == ["和大麦"]


def test_without_words_the_cut_is_exact():
    """Methods that choose characters get these characters."""
    assert chosen("<p>Wheat and barley.", "eat", "bar", whole_words=False) == ["eat and bar"]


def test_only_white_space_is_not_chosen():
    """A stretch that has only blanks of a run leaves the run out; a page without a choice says so."""
    source = source_view(Page.from_html("<p> Wheat").view(Cleaning()))
    selection = select_characters(source, np.array([0]), np.array([1]))
    assert not selection.runs.any()
    assert selection.reason


def test_whole_runs_need_no_cuts():
    """Runs that are covered from end to end are selected without cuts."""
    source = source_view(Page.from_html("<p>Wheat</p><p>and rye</p>").view(Cleaning()))
    selection = select_stretches(source, np.array([0]), np.array([len(source.text)]))
    assert selection.runs.tolist() == [True, True]
    assert len(selection.cuts) == 0


TEXTS = st.lists(st.text(alphabet="ab \n", max_size=8), min_size=1, max_size=5)


@given(TEXTS, st.sets(st.integers(0, 40), max_size=12))
def test_stretches_are_what_they_say(texts, places):
    """Characters chosen one by one are the characters of the stretches, but for blank pieces of runs."""
    source = source_view(Page.from_html("".join(f"<p>{text}</p>" for text in texts)).view(Cleaning()))
    edges = np.array(sorted(place for place in places if place <= len(source.characters)), dtype=np.int64)
    starts, stops = edges[: len(edges) // 2 * 2 : 2], edges[1::2]
    selected = select_characters(source, starts, stops, whole_words=False).texts()
    wanted = "".join(source.characters[start:stop] for start, stop in zip(starts, stops, strict=True))
    assert "".join("".join(selected).split()) == "".join(wanted.split())


@given(TEXTS, st.sets(st.integers(0, 40), max_size=12))
def test_every_chosen_word_is_whole(texts, places):
    """Whatever the stretches are, each word of the selection is a word of the page."""
    source = source_view(Page.from_html("".join(f"<p>{text}</p>" for text in texts)).view(Cleaning()))
    edges = np.array(sorted(place for place in places if place <= len(source.characters)), dtype=np.int64)
    starts, stops = edges[: len(edges) // 2 * 2 : 2], edges[1::2]
    page_words = {word for text in texts for word in text.split()}
    for text in select_characters(source, starts, stops).texts():
        assert set(text.split()) <= page_words


def test_score_is_that_of_the_page():
    """Scores of a view's elements become scores of the page's, with nothing where the view has no element."""
    source = source_view(Page.from_html("<p>Wheat").view(Cleaning()))
    scores = np.arange(len(source.view.tag), dtype=np.float64)
    selection = select_stretches(source, np.array([0]), np.array([len(source.text)]), score=scores, threshold=0.5)
    assert selection.score is not None
    assert np.isnan(selection.score).sum() == len(selection.page.tag) - len(scores)
    assert selection.threshold == 0.5


def test_filter_is_a_parameter_of_every_source_method():
    """A method that is based on source takes a filter, and refuses one that does not exist in a sentence."""

    @dataclass(frozen=True)
    class Everything(SourceMethod):
        pass

    page = Page.from_html("<p>See <a href=x>there</a>")
    assert Everything(filter=1).source(page).text == "<html><body><p>See </p></body></html>"
    with pytest.raises(BadParameter, match=r"filter=4 is not allowed: it must be one of 0, 1, 2, 3, tags"):
        Everything(filter=4)
