"""Kernels of `auto`: the compiled twin of each gives the answers of its definition, and errors instead of crashes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.algorithms.auto import names, prints
from thresher.algorithms.auto.characters import characters, sort_table
from thresher.algorithms.auto.model import load
from thresher.algorithms.auto.trees import PORTION
from thresher.page import Page
from thresher.page.kernels import KERNELS
from thresher.page.words import code_points

OURS = (
    *("counted_characters", "grouped", "stretch_prints", "numbers_in", "extremes", "name_words", "numbered_names"),
    *("forest_scores", "half_sums"),
)
PAGES = sorted((Path(__file__).parents[2] / "pages").glob("*/source.html"))
#: Texts of one and of several bytes a character, with all that parts words.
TEXTS = st.lists(st.text("aB1 .,-_\n|éÉ漢。\U0001f600\xa0", max_size=12), max_size=6)


@pytest.fixture(autouse=True)
def _twins(missing):
    if not all(KERNELS[name].twin for name in OURS):
        missing("the compiled kernels: a C compiler, then scripts/setup")


def same(name, *inputs):
    """Both ways of a kernel answer alike: the same numbers, of the same kind."""
    expected, found = KERNELS[name].definition(*inputs), KERNELS[name].twin(*inputs)
    for ours, theirs in zip(expected, found, strict=True) if isinstance(expected, tuple) else [(expected, found)]:
        if isinstance(ours, np.ndarray):
            np.testing.assert_array_equal(theirs, ours, strict=True)
        else:
            assert theirs == ours


@given(TEXTS)
def test_characters_and_words_of_texts(texts):
    """Sorts of characters, words, and words of names."""
    text = "\n" + "\n".join(texts) + "\n"
    sizes = np.array([len(each) + 1 for each in texts], dtype=np.int64)
    codes = code_points(text if texts else "\n")
    same("counted_characters", codes, sizes, sort_table(), 2)
    same("name_words", codes, sort_table())


@given(TEXTS, st.integers(2, 7))
def test_prints_of_texts(texts, period):
    """Prints of words, also where the powers begin anew."""
    found = characters(texts)
    base, inverse = (prints._powers(number)[:period] for number in (prints.BASE, prints.INVERSE))
    same("stretch_prints", found.codes, found.word_start, found.word_stop, prints._letters(), base, inverse)


@given(st.lists(st.integers(0, 40), unique=True), st.lists(st.integers(0, 60)))
def test_numbers_of_prints(known, asked):
    """Prints that are known have their number, others none."""
    slots = prints.Slots(np.array(known, dtype=np.uint32) * np.uint32(0x01000193), range(1, len(known) + 1))
    same("numbers_in", slots.slots, np.array(asked, dtype=np.uint32) * np.uint32(0x01000193), slots.shift)


@given(st.lists(st.lists(st.integers(-9, 9), max_size=4), min_size=1))
def test_extremes_of_texts(texts):
    """The greatest and the least value of each text, of which some have no words."""
    values = np.array([[*(value for text in texts for value in text), 0]] * 2, dtype=np.float32)
    values[1] *= -2
    same("extremes", values, np.array([0, *map(len, texts)]).cumsum())


@pytest.mark.parametrize("path", PAGES[::4], ids=lambda path: path.parent.name)
def test_names_of_pages(path):
    """The names of all elements of whole pages."""
    page = Page.from_html(path.read_bytes())
    rows = np.arange(len(page.tag))
    same("numbered_names", page.tree.elements, rows, page.tags_below > 0)
    assert names.numbered_names(page.tree.elements, rows[:0], rows[:0] > 0)[2] == []


@given(st.integers(1, 6), st.data())
def test_sums_of_what_is_held(size, draw):
    """Sums over the elements ahead of each, whatever holds text, links, pictures and blocks."""
    rows, flags = st.lists(st.integers(0, size - 1), max_size=9), st.lists(st.booleans(), min_size=size, max_size=size)
    host, blocks = (np.array(draw.draw(rows), dtype=np.int64) for _ in range(2))
    same("half_sums", host, host * 1.5, host + 3, *(np.array(draw.draw(flags)) for _ in range(3)), blocks)


@pytest.mark.parametrize("rows", [0, 1, PORTION + 3])
def test_scores_of_forests(rows):
    """All forests of the model, for no row, for one, and for more than the definition looks at in one go."""
    model = load()
    for forest in (model.judges.forest, model.kinds.forest, model.quality):
        columns = np.random.default_rng(5).standard_normal((int(forest.feature.max()) + 1, rows)).astype(np.float32)
        same("forest_scores", columns, forest.feature, forest.threshold, forest.mask, forest.value, forest.output)


BYTE, PRINT = np.zeros(3, dtype=np.uint8), np.zeros(3, dtype=np.uint32)
ONE = np.ones((1, 1), dtype=np.float32)


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("counted_characters", (BYTE, np.array([9]), BYTE, 1)),
        ("counted_characters", (BYTE, np.array([-5]), BYTE, 1)),
        ("counted_characters", (BYTE, np.array([2]), BYTE[:0], 1)),
        ("grouped", (np.zeros((2, 2), dtype=np.int32), np.array([0, 3]), 2)),
        ("name_words", (BYTE, BYTE[:0])),
        ("stretch_prints", (BYTE, np.array([1]), np.array([9]), PRINT, PRINT, PRINT)),
        ("stretch_prints", (BYTE, np.array([-1]), np.array([1]), PRINT, PRINT, PRINT)),
        ("stretch_prints", (BYTE, np.array([0]), np.array([1]), PRINT, PRINT, PRINT[:1])),
        ("numbers_in", (np.zeros((2, 2), dtype=np.uint32), PRINT, 3)),
        ("extremes", (np.zeros((1, 2), dtype=np.float32), np.array([0, 5]))),
        ("numbered_names", ([], np.array([0]), np.array([False]))),
        ("half_sums", (np.array([1]), np.ones(1), np.array([1]), *[np.array([True])] * 3, np.array([0]))),
        ("half_sums", (np.array([0]), np.ones(1), np.array([1]), *[np.array([True])] * 3, np.array([-1]))),
        ("forest_scores", (ONE, np.array([[1]]), ONE, ONE.astype(np.uint32), ONE, np.array([0]))),
        ("forest_scores", (ONE, np.array([[0]]), ONE, ONE.astype(np.uint32), ONE, np.array([-1]))),
        ("forest_scores", (ONE, np.array([[0, 0]]), ONE, ONE.astype(np.uint32), ONE, np.array([0]))),
    ],
)
def test_places_outside_of_a_table_are_errors(name, inputs):
    """A twin never reads or writes outside of its columns."""
    with pytest.raises(IndexError):
        KERNELS[name].twin(*inputs)
