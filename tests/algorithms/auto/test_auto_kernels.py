"""Kernels of `auto`: the compiled twin of each gives the answers of its definition, and errors instead of crashes."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.algorithms.auto import features, hashes, names, outline, side_by_side
from thresher.algorithms.auto.characters import Sort, sort_table
from thresher.algorithms.auto.features import look
from thresher.algorithms.auto.hints import LABEL_WORDS
from thresher.algorithms.auto.model import load
from thresher.algorithms.auto.outline import climbed
from thresher.algorithms.auto.trees import NOTHING, PORTION
from thresher.page import Page
from thresher.page.columns import parents
from thresher.page.kernels import KERNELS

OURS = (
    *("counted_texts", "name_words", "numbers_in", "text_worth", "label_hashes", "numbered_names", "forest_scores"),
    *(
        "lines_of_names",
        "known_lines",
        "hidden_layer",
        "judgement",
        "outlined",
        "climbed",
        "numbered",
        "shaped_chances",
        "runs_with_text",
        "repeated_blocks",
        "best_expected_f1",
        "without_holes",
        "copies",
        "own_text",
        "places",
        "repetition",
        "neighbours",
        "densities",
        "sums_of_words",
        "relations",
        "tallies",
        "counted_tags",
        "greatest_choice",
        "composite_densities",
    ),
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


@given(st.lists(TEXTS, max_size=4), st.integers(1, 3), st.integers(2, 7))
def test_characters_and_words_of_texts(groups, most, period):
    """Sorts of characters and first words of groups of texts, and words of names; also where powers begin anew."""
    texts, tables = [text for group in groups for text in group], tables_of_prints(period)
    first = np.array([0, *map(len, groups)]).cumsum()
    same("counted_texts", texts, first, sort_table(), *tables, most, 0.5)
    same("name_words", texts, sort_table(), *tables, 4 * most)


def tables_of_prints(period):
    """What hashes are made of, with powers that are used in turns of so many."""
    letters, base, inverse = hashes.hash_parts()
    return letters, base[:period], inverse[:period]


@given(st.lists(st.integers(0, 40), unique=True), st.lists(st.integers(0, 60)))
def test_numbers_of_prints(known, asked):
    """Hashes that are known have their number, others none."""
    slots = hashes.Slots(np.array(known, dtype=np.uint32) * np.uint32(0x01000193), range(1, len(known) + 1))
    same("numbers_in", slots.slots, np.array(asked, dtype=np.uint32) * np.uint32(0x01000193), slots.shift)


@given(st.lists(st.lists(st.integers(1, 40), max_size=10), min_size=1), st.integers(0, 40))
def test_worth_of_texts(texts, known):
    """What words of texts are worth, of which some have none and some none that is known."""
    words = np.array([word for text in texts for word in text], dtype=np.uint32) * np.uint32(0x01000193)
    slots = hashes.Slots(np.arange(1, known + 1, dtype=np.uint32) * np.uint32(0x01000193), range(1, known + 1))
    table = np.random.default_rng(known).standard_normal((known + 1, 3)).astype(np.float32)
    table[0] = 0
    first = np.array([0, *map(len, texts)]).cumsum()
    same("text_worth", words, first, slots.slots, slots.shift, table, np.array([0, 0.25, 0.7]))
    labels = np.flatnonzero(np.array([0 < len(text) <= LABEL_WORDS for text in texts]))
    same("label_hashes", words, first, labels)


@pytest.mark.parametrize("path", PAGES[::4], ids=lambda path: path.parent.name)
def test_names_of_pages(path):
    """The names of all elements of whole pages."""
    page = Page.from_html(path.read_bytes())
    rows = np.arange(len(page.tag))
    same("numbered_names", page.tree.elements, rows, page.end > rows + 1)
    assert names.numbered_names(page.tree.elements, rows[:0], rows[:0] > 0)[2] == []


@given(st.integers(1, 6), st.data())
def test_outline_of_trees(size, draw):
    """Elements that hold blocks, whatever holds text, links, pictures and blocks, and what is above each."""
    rows, flags = st.lists(st.integers(0, size - 1), max_size=9), st.lists(st.booleans(), min_size=size, max_size=size)
    depth = [0]
    for _ in range(size - 1):
        depth.append(draw.draw(st.integers(1, depth[-1] + 1)))
    parent = parents(np.array(depth))
    end = np.array(
        [next((row for row in range(top + 1, size) if depth[row] <= depth[top]), size) for top in range(size)]
    )
    host, blocks = (np.array(draw.draw(rows), dtype=np.int64) for _ in range(2))
    facts = [np.array(draw.draw(flags)) for _ in range(3)]
    same("outlined", host, host * 1.5, host + 3, *facts, blocks, parent, end, draw.draw(st.integers(0, size - 1)))
    same("climbed", host, np.maximum(parent, 0), 3)
    texts, starts = [str(row) for row in host], np.flatnonzero(host % 2)
    same("runs_with_text", texts, np.maximum(host - 2, 0), host, facts[0], starts)
    same("counted_around", np.arange(size) % 3 - 1, end, host, 2, 2)
    value = np.random.default_rng(size).integers(-9, 9, (2, size)).astype(np.float32)
    same("lines_of_names", value, climbed(host, np.maximum(parent, 0), 3), end, host, size // 3, 2, 5.0)


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), st.integers(0, 3), st.booleans()), min_size=1))
def test_choice_of_blocks(blocks):
    """Blocks judged by their shape, repeated ones, the best set, holes, and equal things with equal numbers."""
    chance, words, group, chosen = map(np.array, zip(*blocks, strict=True))
    alike("shaped_chances", chance * 99 - 50, words / 2, group, 0.7, -0.5)
    same("repeated_blocks", chance.round(1), group, words % 3)
    same("best_expected_f1", chance.round(2), np.maximum(words, 0.5), 2.0)
    same("without_holes", chosen, chance, 0.2)
    ours, theirs = (way(words * (1 << 40)) for way in KERNELS["numbered"])
    assert len(set(zip(ours.tolist(), theirs.tolist(), strict=True))) == len(set(ours.tolist())) == theirs.max() + 1


def alike(name, *inputs):
    """Both ways of a kernel answer alike, but for the last digit of a logarithm, and for which number a shape has."""
    expected, found = (way(*inputs) for way in KERNELS[name])
    pairs = zip(expected, found, strict=True) if isinstance(expected, tuple) else [(expected, found)]
    for ours, theirs in pairs:
        if isinstance(ours, np.ndarray) and ours.dtype == np.int64:
            assert len(set(zip(ours.tolist(), theirs.tolist(), strict=True))) == len(set(ours.tolist()))
        else:
            np.testing.assert_allclose(theirs, ours, rtol=1e-6)
            assert np.asarray(theirs).dtype == np.asarray(ours).dtype


@given(
    st.lists(st.tuples(st.integers(0, 80), st.integers(0, 80), st.integers(0, 2000), st.booleans()), min_size=1),
    st.integers(-1, 3),
)
def test_lines_of_features(blocks, title):
    """The text of blocks, their places, and the blocks around them, with and without a title."""
    words, links, length, flags = map(np.array, zip(*blocks, strict=True))
    words, share = words / 2, links / 80
    counts = np.random.default_rng(len(blocks)).integers(0, 5, (len(Sort), len(blocks)), dtype=np.int32)
    total = max(float(words.sum()), 1.0)
    alike("own_text", words, share, length, counts, links)
    alike("places", flags, min(title, len(blocks) - 1), words, total)
    alike("neighbours", words, share, flags)
    first = np.append(0, np.cumsum(links % 3))
    alike("copies", (np.arange(first[-1]) % 4).astype(np.uint32) * np.uint32(0x40000001), first)


@pytest.mark.parametrize("path", PAGES[::4], ids=lambda path: path.parent.name)
def test_lines_of_pages(path, monkeypatch):
    """Whatever is asked of the blocks of whole pages, of the elements around them and of the page."""
    asked = []
    for module, name in (
        *((features, name) for name in ("sums_of_words", "repetition", "densities", "relations", "tallies", "copies")),
        (features, "counted_tags"),
        (outline, "composite_densities"),
        (side_by_side, "greatest_choice"),
    ):
        monkeypatch.setattr(module, name, partial(noted, asked, name))
    look(Page.from_html(path.read_bytes()))
    for name, inputs in asked:
        alike(name, *inputs)


def noted(asked, name, *inputs):
    """What a kernel answers; that it was asked is noted."""
    asked.append((name, inputs))
    return KERNELS[name].twin(*inputs)


@pytest.mark.parametrize("rows", [0, 1, PORTION + 3])
def test_scores_of_forests(rows):
    """All forests of the model, for no row, for one, and for more than the definition looks at in one go."""
    model = load()
    for forest in (model.judges.forest, model.kinds.forest, model.quality):
        columns = np.random.default_rng(5).standard_normal((int(forest.feature.max()) + 1, rows)).astype(np.float32)
        parts = forest.feature, forest.threshold, forest.mask, forest.value, forest.output
        same("forest_scores", columns, NOTHING, *parts)
        same("forest_scores", columns[:-5], np.arange(-2, 3, dtype=np.float32), *parts)


@pytest.mark.parametrize("rows", [0, 1, 31, 32, 100])
@pytest.mark.parametrize("units", [1, 4, 7, 48])
def test_layers(rows, units):
    """What layers make of rows, whichever way the rows lie in memory, up to the rounding of sums."""
    drawn = partial(np.random.default_rng(rows).standard_normal, dtype=np.float32)
    columns, weights, bias = drawn((9, rows)) * 9, drawn((9, units)), drawn(units)
    inputs = np.full(rows, 0.1, dtype=np.float32), drawn(9), drawn(9), 6.0, weights, bias
    definition, twin = KERNELS["hidden_layer"]
    hidden, sums = definition(columns, *inputs)
    for each in (columns, np.asfortranarray(columns)):
        found, found_sums = twin(each, *inputs)
        np.testing.assert_allclose(found, hidden, rtol=1e-4, atol=1e-4, strict=True)
        np.testing.assert_allclose(found_sums, sums, rtol=1e-4, atol=1e-2, strict=True)
    inputs = drawn((units, 5)), drawn(5), drawn((5, 2))[:, 0], 0.5
    definition, twin = KERNELS["judgement"]
    np.testing.assert_allclose(twin(hidden, *inputs), definition(hidden, *inputs), rtol=1e-4, atol=1e-2, strict=True)


BYTE, PRINT, PAIR = np.zeros(3, dtype=np.uint8), np.zeros(3, dtype=np.uint32), np.ones((2, 2), dtype=np.uint32)
ONE, TWO = np.ones((1, 1), dtype=np.float32), np.ones((2, 1), dtype=np.float32)


def outline_of(host=0, block=0, parent=0, end=2, body=0):
    """What `outlined` is asked for two elements, one of which may be wrong."""
    flags = [np.array([False, False])] * 3
    columns = np.array([host]), np.ones(1), np.array([1]), *flags, np.array([block])
    return *columns, np.array([-1, parent]), np.array([2, end]), body


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("counted_texts", (["x"], np.array([0, 2]), BYTE, *[PRINT] * 3, 1, 0.5)),
        ("counted_texts", (["x"], np.array([0, 9, 1]), BYTE, *[PRINT] * 3, 1, 0.5)),
        ("counted_texts", (["x"], np.array([1, 1]), BYTE, *[PRINT] * 3, 1, 0.5)),
        ("counted_texts", (["x"], np.array([0, 1]), BYTE + 99, *[PRINT] * 3, 1, 0.5)),
        ("counted_texts", (["x"], np.array([0, 1]), BYTE[:0], *[PRINT] * 3, 1, 0.5)),
        ("name_words", (["x"], BYTE[:0], *[PRINT] * 3, 1)),
        ("name_words", (["x"], BYTE, PRINT, PRINT, PRINT[:1], 1)),
        ("numbers_in", (np.zeros((2, 2), dtype=np.uint32), PRINT, 3)),
        ("text_worth", (PRINT, np.array([0, 5]), PAIR, 31, ONE, np.ones(1))),
        ("text_worth", (PRINT, np.array([0, 3]), PAIR + 9, 3, ONE, np.ones(1))),
        ("text_worth", (PRINT, np.array([0, 3]), PAIR * np.array([[0, 1]], dtype=np.uint32), 31, ONE, np.ones(1))),
        ("label_hashes", (PRINT, np.array([0, 1]), np.array([1]))),
        ("label_hashes", (PRINT, np.array([0, 0]), np.array([0]))),
        ("numbered_names", ([], np.array([0]), np.array([False]))),
        ("outlined", outline_of(host=2)),
        ("outlined", outline_of(block=-1)),
        ("outlined", outline_of(parent=2)),
        ("outlined", outline_of(end=5)),
        ("outlined", outline_of(body=3)),
        ("climbed", (np.array([1]), np.array([0]), 2)),
        ("counted_around", (np.array([1]), np.array([1]), np.array([0]), 1, 3)),
        ("counted_around", (np.array([0]), np.array([1]), np.array([1]), 1, 3)),
        ("climbed", (np.array([0]), np.array([0]), 0)),
        ("lines_of_names", (TWO, np.array([[1]]), np.array([1]), np.array([0]), 0, 1, 1.0)),
        ("lines_of_names", (TWO, np.array([[0]]), np.array([2]), np.array([0]), 0, 1, 1.0)),
        ("lines_of_names", (TWO, np.array([[0]]), np.array([1]), np.array([-1]), 0, 1, 1.0)),
        ("hidden_layer", (ONE, ONE[0], ONE[0], ONE[0, :0], 1.0, ONE, ONE[0])),
        ("hidden_layer", (ONE, ONE[0], ONE[0], ONE[0], 1.0, TWO, ONE[0])),
        ("hidden_layer", (ONE, ONE[0, :0], ONE[0], ONE[0], 1.0, ONE, ONE[0])),
        ("judgement", (ONE, ONE, ONE[0, :0], ONE[0], 1.0)),
        ("known_lines", (1, [1], PRINT, PAIR, 31, PRINT, PAIR, 31)),
        ("known_lines", (0, [], PRINT + 1, PAIR, 31, PRINT, PAIR, 31)),
        ("known_lines", (0, [], PRINT, PAIR, 31, PRINT + 1, PAIR, 31)),
        ("known_lines", (1, [], PRINT, PAIR, 3, PRINT, PAIR, 31)),
        ("shaped_chances", (np.ones(2), np.ones(2), np.array([0, -1]), 1.0, 0.0)),
        ("shaped_chances", (np.ones(2), np.ones(1), np.array([0, 0]), 1.0, 0.0)),
        ("runs_with_text", (["a"], np.array([1]), np.array([1]), np.array([False]), np.array([0]))),
        ("runs_with_text", (["a"], np.array([1]), np.array([0]), np.array([False]), np.array([1]))),
        ("runs_with_text", (["a", "b"], np.array([1]), np.array([0]), np.array([False]), np.array([0]))),
        ("repeated_blocks", (np.ones(2), np.array([0]), np.array([0, 0]))),
        ("best_expected_f1", (np.ones(2), np.ones(1))),
        ("without_holes", (np.ones(2, dtype=bool), np.ones(1), 0.2)),
        ("forest_scores", (ONE, NOTHING, np.array([[1]]), ONE, ONE.astype(np.uint32), ONE, np.array([0]))),
        ("forest_scores", (ONE, NOTHING, np.array([[0]]), ONE, ONE.astype(np.uint32), ONE, np.array([-1]))),
        ("forest_scores", (ONE, NOTHING, np.array([[0, 0]]), ONE, ONE.astype(np.uint32), ONE, np.array([0]))),
        ("copies", (np.array([1], dtype=np.uint32), np.array([0, 2]))),
        ("own_text", (ONE[0], ONE[0], np.array([1]), np.zeros((len(Sort), 2), dtype=np.int32), np.array([1]))),
        ("places", (ONE[0] > 0, 1, ONE[0], 1.0)),
        ("neighbours", (ONE[0], np.ones(2), ONE[0] > 0)),
        ("sums_of_words", (ONE[0], ONE[0] > 0, np.array([0, 1]))),
        ("relations", (ONE[0], ONE[0], ONE[0], np.array([0]), np.array([1]), np.array([1]), 0)),
        ("relations", (ONE[0], ONE[0], ONE[0], np.array([1]), np.array([1]), np.array([0]), 0)),
        ("tallies", (ONE[0], np.ones(2), ONE[0] > 0, ONE[0] > 0, np.zeros(1, np.int32), ONE[0] > 0)),
        ("counted_tags", (np.array([1], dtype=np.uint8), np.ones((1, 1)))),
        ("greatest_choice", (np.array([1]), ONE[0], ONE[0])),
        ("composite_densities", (np.ones((9, 1)), np.array([0]), np.array([1]), 1)),
        ("composite_densities", (np.ones((9, 1)), np.array([1]), np.array([1]), 0)),
        ("repetition", (np.array([0]), np.array([1]), np.array([[0], [0]]), ONE[0], ONE[0], ONE[0], 1.0)),
        ("repetition", (np.array([0]), np.array([0]), np.array([[0], [1]]), ONE[0], ONE[0], ONE[0], 1.0)),
        (
            "densities",
            (np.ones((9, 1)), ONE[0], ONE[0], np.array([0]), np.array([0]), np.ones((4, 1), dtype=np.int64), 1.0),
        ),
    ],
)
def test_places_outside_of_a_table_are_errors(name, inputs):
    """A twin never reads or writes outside of its columns."""
    with pytest.raises(IndexError):
        KERNELS[name].twin(*inputs)
