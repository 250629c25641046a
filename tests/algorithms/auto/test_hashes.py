"""Words as numbers: equal words are equal wherever they stand, every known word is found, and strings agree."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from thresher import Page
from thresher.algorithms.auto.features import look
from thresher.algorithms.auto.hashes import PERIOD, Slots, hashes, hashes_of
from thresher.algorithms.auto.hints import hints
from thresher.algorithms.auto.kinds import HintTable
from thresher.algorithms.auto.names import words_of
from thresher.algorithms.auto.page_kinds import KINDS
from thresher.page.words import code_points

ARTICLE = (Path(__file__).parents[3] / "examples" / "article.html").read_text("utf-8")


@pytest.mark.parametrize("before", [0, 7, PERIOD - 12, PERIOD + 1, 5 * PERIOD])
def test_print_does_not_depend_on_the_place(before):
    """A word has the same hash wherever in a text it stands, in whatever case."""
    text = "-" * before + "BARLEY Žito"
    found = hashes(code_points(text), np.array([before, before + 7]), np.array([before + 6, before + 11]))
    assert found.tolist() == hashes_of(["barley", "žito"]).tolist()


def test_every_known_word_is_found():
    """A table of many words has the value of each, and none for words that it does not know."""
    words = [f"word{number}" for number in range(20_000)]
    values = np.arange(1, 20_001)
    slots = Slots(hashes_of(words), values.tolist())
    assert slots.of(hashes_of(words)).tolist() == values.tolist()
    assert not slots.of(hashes_of(f"other{number}" for number in range(20_000))).any()


def test_hints_are_known_by_print_as_by_string():
    """The hints of a page that its hashes find are those that its strings find."""
    page = Page.from_html(ARTICLE, "https://mill.example/news/2024/opening-of-the-mill")
    found = hints(page, look(page))
    strings = sorted(found.strings())
    table = HintTable({hint: line for line, hint in enumerate(strings)}, np.zeros((len(strings), len(KINDS))))
    assert table.lines_of(found).tolist() == list(range(len(strings))) == table.lines(strings).tolist()
    few = HintTable({hint: line for line, hint in enumerate(strings[::3])}, np.zeros((len(strings), len(KINDS))))
    assert few.lines_of(found).tolist() == list(range(len(strings[::3])))


def test_words_of_names_belong_to_their_name():
    """Names are cut at marks, digits and capitals; a name without letters has no words and leaves the next its own."""
    words = words_of(["postBody", "", "col-12 x_y", "7", "Über-uns"])
    assert words.of_each(words.strings()) == [["post", "body"], [], ["col", "x", "y"], [], ["über", "uns"]]
