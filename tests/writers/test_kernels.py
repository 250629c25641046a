"""Kernels of writers: whatever a writer asks of a twin, its definition gives the same answer, and no twin crashes."""

from __future__ import annotations

import sys
from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher import Page, Selection, writers
from thresher.page.kernels import KERNELS
from thresher.writers import lead
from thresher.writers.columns import Columns
from thresher.writers.content import Limits

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/source.html"))
FORMATS = ("text", "markdown", "html", "xml")
for _name in FORMATS:
    writers.create(_name)  # a kernel is in the table once its module is there
#: The kernels of this package.
OURS = [name for name, kernel in KERNELS.items() if kernel.definition.__module__.startswith("thresher.writers.")]
TEXTS = st.lists(st.text("ab \n\t|/é\u3000漢\U0001f600\xa0\x1c", max_size=6), min_size=1, max_size=8)


@pytest.fixture(autouse=True)
def _twins(missing):
    if not all(KERNELS[name].twin for name in OURS):
        missing("the compiled kernels: a C compiler, then scripts/setup")


def same(name, *inputs, **options):
    """Both ways of a kernel answer alike, and leave the same behind in what they were given."""
    definition, twin = KERNELS[name]
    ours, theirs = deepcopy(inputs), deepcopy(inputs)
    expected, found = definition(*ours, **options), twin(*theirs, **options)
    for one, other in zip(*map(as_columns, (expected, found)), strict=True):
        if isinstance(one, np.ndarray):
            np.testing.assert_array_equal(other, one, strict=True)
        else:
            assert other == one
    for one, other in zip(ours, theirs, strict=True):
        # Copies of the parser's elements are others.
        assert not isinstance(one, list) or not all(isinstance(each, str) for each in one) or one == other
    return twin(*inputs, **options)


def as_columns(answer):
    """An answer as a tuple of columns."""
    return answer if isinstance(answer, tuple) else (answer,)


@pytest.fixture
def compared(monkeypatch):
    """The names of the kernels that were asked since, each time both ways."""
    asked = set()
    for name in OURS:

        def both(*inputs, name=name, **options):
            asked.add(name)
            return same(name, *inputs, **options)

        for module in [module for key, module in sys.modules.items() if key.startswith("thresher.")]:
            if vars(module).get(name) is KERNELS[name].twin:
                monkeypatch.setattr(module, name, both)
    return asked


def selections(page, seed):
    """All of a page, and some of it at random."""
    chance = np.random.default_rng(seed).random(len(page.text))
    yield Selection(page, np.ones(len(page.text), dtype=bool))
    yield Selection(page, chance < 0.5)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_pages(path, compared):
    """Whatever is written of our own pages."""
    page = Page.from_html(path.read_bytes(), "https://mill.example/a/")
    for selection in selections(page, len(page.text)):
        for name in FORMATS:
            writers.create(name).write(selection)
    assert {"content_columns", "outline_columns", "woven", "blocks_around", "assembled"} <= compared


def test_every_kernel_is_asked(compared):
    """Our pages leave no kernel of this package out."""
    for path in PAGES[::3]:
        page = Page.from_html(path.read_bytes(), "https://mill.example/a/")
        for selection in selections(page, 1):
            for name in FORMATS:
                writers.create(name).write(selection)
    assert set(OURS) == compared


@given(TEXTS, st.data())
def test_weaving(texts, draw):
    """Signs and white space of any text, in paragraphs of any length, some without anything."""
    # An atom has more than white space; runs that have none stand behind them here.
    texts = [text if text.strip() else f"{text}a" for text in texts]
    numbers = st.integers(0, len(texts) - 1)
    blanks = ["", " ", "\n\u3000"]
    thread = draw.draw(st.lists(st.integers(0, len(texts) + len(blanks) - 1), max_size=12))
    stops = sorted(draw.draw(st.lists(st.integers(0, len(thread)), max_size=4)))
    opens = np.array([True, *draw.draw(st.lists(st.booleans(), min_size=len(texts) - 1, max_size=len(texts) - 1))])
    last = np.arange(len(texts))[::-1].copy()
    last = np.maximum(last, np.arange(len(texts)))
    signs = draw.draw(st.lists(st.tuples(numbers, st.sampled_from("<[ "), st.booleans()), max_size=6))
    columns = [number for number, _, _ in signs], [sign for _, sign, _ in signs], [">" for _ in signs]
    runs = draw.draw(st.integers(0, len(texts)))
    once = [once for _, _, once in signs]
    atoms = np.arange(len(texts)), last, np.arange(len(texts)), opens
    same("woven", texts + blanks, (*columns, once), atoms, runs, *map(np.array, (thread or NONE, stops or NONE)), "|")


@given(st.lists(st.text("\\`*_<&][!~$^(:;#ab/ \n\té\u3000", max_size=8), max_size=5), st.booleans(), st.booleans())
def test_escaping(texts, formulas, strikes):
    """All that Markdown may read a meaning into, within runs and across their edges."""
    definition, twin = KERNELS["escape_runs"]
    assert twin(texts, formulas=formulas, strikes=strikes) == definition(texts, formulas=formulas, strikes=strikes)


@given(st.text("\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x11!ab_.: é漢\U0001f600\u3000"))
def test_marks(text):
    """Marks beside each other, and around anything."""
    same("settle", [text, "rye"], [0])


PAIRS = ["\x01a\x02", "\x01b:\x02", "\x03c\x04", "\x07d\x08](e)\x08", "\x07\x08](e)\x08", " ", "(", "\x02", "!", "\x0e"]


@given(st.lists(st.sampled_from(PAIRS)).map("".join))
def test_pairs_of_marks(text):
    """Marks in pairs, as they mostly come."""
    same("settle", ["oats", text], [1])


@given(st.lists(st.text("#1a|é漢", max_size=4), max_size=5))
def test_signs_at_the_beginning(texts):
    """Signs that texts begin with, in any writing."""
    same("beginning_with", texts, "#1")


@given(st.lists(st.text("[a]é漢", max_size=4), min_size=1, max_size=5), st.data())
def test_signs_in_stretches(texts, draw):
    """Signs in some texts behind each other, or in none."""
    place = st.integers(0, len(texts))
    stretches = draw.draw(st.lists(st.tuples(place, place)))
    same("stretches_with", texts, "[]", *(np.array([each[edge] for each in stretches], int) for edge in (0, 1)))


@given(st.lists(st.text("(&a)é漢", max_size=4), max_size=5))
def test_enclosed(texts):
    """Texts that are mended, and others."""
    same("enclosed", texts, "<", "漢>", "&(", str.upper)


STARTS = [
    "#",
    "1",
    "٣",
    "123456789",
    ".",
    ")",
    ">",
    "-",
    "+",
    "*",
    "=",
    "|",
    ":",
    "~",
    " ",
    "\n",
    "a",
    "é",
    "漢",
    "\x0e",
]


@given(st.lists(st.lists(st.sampled_from(STARTS), max_size=8).map("".join), max_size=3))
def test_escaped_starts(texts):
    """Whatever Markdown may read a meaning into where lines begin."""
    same("escape_starts", texts, "\x0e", "  \n")


STEPS = ("https://a.example", "http://", "/", "//b", "/..", "?c", "d", "é", "漢", " ", '"', "")


@given(st.lists(st.lists(st.sampled_from(STEPS), max_size=4).map("".join)), st.sampled_from(("", "https://o.example")))
def test_addresses(addresses, origin):
    """Addresses that are whole, that begin at the root of their site, and others."""
    same("plain_addresses", addresses, origin, ' "<')


@given(st.lists(st.text("&<>\"'a;é漢", max_size=5), max_size=5), st.booleans())
def test_markup(texts, quotes):
    """Signs that mean something between tags, and in attributes."""
    same("escape_markup", texts, quotes)


@given(st.lists(st.text(":aZ09 &<~\t\x7fé漢", max_size=6), max_size=5))
def test_words_of_pictures(texts):
    """Letters, blanks, and what is no plain word."""
    same("plain_words", texts)


@given(st.lists(st.text("\x00\x08\t\x0e\x0f\x10\x12a\xa0é漢\U0001f600", max_size=40), max_size=5))
def test_marks_of_writers(texts):
    """Characters that writers use as marks, and their neighbours."""
    same("have_marks", texts)


TAGS = ("<a>", "</a>", "<a b=''>", "<ab>", "</ab>", "</>", "a", "é", "漢", "<", ">", "/")


@given(st.lists(st.lists(st.sampled_from(TAGS), max_size=6).map("".join), max_size=4))
def test_hollow_elements(texts):
    """Tags that are closed at once, or nearly so."""
    same("hollow", texts)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1)), min_size=1, max_size=9), st.data())
def test_levels(nodes, draw):
    """Elements within each other, of one name or of two."""
    depths = [min(depth, number) for number, (depth, _) in enumerate(nodes)]
    after = range(1, len(nodes) + 1)
    ends = [
        next((row for row in after[number:] if row == len(nodes) or depths[row] <= depth), 0)
        for number, depth in enumerate(depths)
    ]
    numbers = sorted(draw.draw(st.sets(st.integers(0, len(nodes) - 1))))
    names, most = np.array([name for _, name in nodes], dtype=np.uint8), np.array([1, 2], dtype=np.uint8)
    same("not_too_deep", np.array(numbers or NONE), most, names, np.arange(len(nodes)), np.array(ends))


@given(st.sets(st.integers(0, 12)), st.sets(st.integers(0, 12)), st.data())
def test_apart(rows, others, draw):
    """Elements inside and around others, and each other."""
    size = st.integers(1, 5)
    starts, outer = sorted(rows), sorted(others)
    ends = [start + draw.draw(size) for start in starts]
    # Others are not inside each other.
    outer_ends = [min([start + draw.draw(size), *outer[place + 1 :]]) for place, start in enumerate(outer)]
    same("apart_from", *(np.array(column, int) for column in (starts, ends, outer, outer_ends)))


ZERO, ONE, FLAG, NONE = [0], [1], [True], np.zeros(0, dtype=np.int64)
NAME = np.zeros(1, dtype=np.uint8)
NAMES, KINDS, SHOWN = np.zeros(256, dtype=bool), np.zeros(256, dtype=np.uint8), np.ones(256, dtype=np.uint8)
CELLS = np.full(256, 8, dtype=np.uint8)
LIMITS = Limits(steps_to_text=1, steps_to_frame=1)


def table(**others):
    """The columns of a page of one element and one run, but for some others."""
    usual = {"parent": ZERO, "end": ONE, "host": ZERO, "at": ONE, "length": ONE}
    return Columns(NAME, NAME, **{name: np.array(column) for name, column in (usual | others).items()})


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("rows_named", (FLAG, NAME)),
        ("outermost", (ONE, [1, 2])),
        ("inside", (ONE, ZERO, NONE)),
        ("apart_from", (ONE, [1, 2], NONE, NONE)),
        ("apart_from", (ONE, ONE, ZERO, NONE)),
        ("not_too_deep", ([3], NAME, NAME, ZERO, ONE)),
        ("not_too_deep", (ZERO, NAME, NAME + 9, ZERO, ONE)),
        ("not_too_deep", (ZERO, NAME, NAME, ZERO, [1, 1])),
        ("gaps_in_lines", (table(), [0, 2], NAMES, 1)),
        ("gaps_in_lines", (table(at=[0, 0, 9], host=[0, 0, 0]), [0, 2], NAMES, 1)),
        ("gaps_in_lines", (table(at=[0, 0, 0], host=[0, 9, 0]), [0, 2], NAMES, 1)),
        ("gaps_in_lines", (table(at=[0, 0, 0], host=[0, 0, 0]), [0, 2], FLAG, 1)),
        ("content_shares", ([3], ZERO, ZERO, ZERO, 0, 1)),
        ("content_shares", (ZERO, ZERO, ZERO, [5], 0, 1)),
        ("content_columns", (table(host=[7]), FLAG, 0, SHOWN, LIMITS)),
        ("content_columns", (table(end=[9]), FLAG, 0, SHOWN, LIMITS)),
        ("content_columns", (table(parent=[9]), FLAG, 0, SHOWN, LIMITS)),
        ("content_columns", (table(length=[1, 1]), FLAG, 0, SHOWN, LIMITS)),
        ("content_columns", (table(), FLAG, 0, NAME, LIMITS)),
        ("lead_rows", (table(), [3], NONE, KINDS, lead.Limits())),
        ("lead_rows", (table(), NONE, NONE, KINDS, lead.Limits())),
        ("lead_rows", (table(at=[9]), ZERO, NONE, KINDS, lead.Limits())),
        ("lead_rows", (table(), ZERO, NONE, NAME, lead.Limits())),
        ("outline_columns", (table(), FLAG, [3], ONE, NONE, KINDS)),
        ("outline_columns", (table(), FLAG, ZERO, ONE, [4], KINDS)),
        ("outline_columns", (table(at=[1, 1], host=[0, 0], length=[1, 0]), [True, True], [0, 0], ONE, NONE, KINDS)),
        ("outline_columns", (table(host=[7]), FLAG, ZERO, ONE, NONE, KINDS)),
        ("outline_columns", (table(at=[7]), FLAG, ZERO, ONE, NONE, KINDS)),
        ("outline_columns", (table(end=[9]), FLAG, ZERO, ONE, NONE, KINDS)),
        ("outline_columns", (table(parent=[9]), FLAG, ZERO, ZERO, NONE, CELLS)),
        ("outline_columns", (table(), FLAG, ZERO, ONE, NONE, NAME)),
        ("outline_columns", (table(), FLAG, ZERO, [1, 1], NONE, KINDS)),
    ],
)
def test_rows_outside_of_a_table_are_errors(name, inputs):
    """A twin never reads or writes outside of its columns."""
    with pytest.raises(IndexError):
        KERNELS[name].twin(*(np.array(each) if isinstance(each, list) else each for each in inputs))


SIGNS_OF_NONE = ([], [], [], [])


def atom(last=ZERO, source=ZERO):
    """What weaving is told about one element and its atom."""
    return tuple(map(np.array, (ZERO, last, source, FLAG)))


ATOM = atom()


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("woven", (["a"], SIGNS_OF_NONE, ATOM, 1, np.array([1]), np.array([1]), "|")),
        ("woven", (["a"], SIGNS_OF_NONE, ATOM, 1, np.array([0]), np.array([2]), "|")),
        ("woven", (["a"], SIGNS_OF_NONE, ATOM, 1, np.array([0]), np.array([-1]), "|")),
        ("woven", (["a"], ([3], ["<"], [">"], [True]), ATOM, 1, NONE, NONE, "|")),
        ("woven", (["a"], ([0], ["<"], [">"], [True]), atom(last=[4]), 1, NONE, NONE, "|")),
        ("woven", (["a"], ([0], ["<"], [">"], [True]), atom(source=[5]), 1, NONE, NONE, "|")),
        ("woven", (["a"], SIGNS_OF_NONE[:3], ATOM, 1, NONE, NONE, "|")),
        ("woven", (["a"], SIGNS_OF_NONE, ATOM[:3], 1, NONE, NONE, "|")),
        ("settle", (["a"], [1])),
        ("stretches_with", (["a"], "#", ZERO, [2])),
        ("stretches_with", (["a"], "#", [-1], ONE)),
        ("told_by", ([], [0], ("lang",))),
        ("told_by", ([], [-1], ("lang",))),
    ],
)
def test_texts_that_are_not_there_are_errors(name, inputs):
    """A twin never takes a text or an element from outside of its list."""
    with pytest.raises(IndexError):
        KERNELS[name].twin(*inputs)


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("beginning_with", ([None], "#")),
        ("stretches_with", ([None], "#", ZERO, ONE)),
        ("enclosed", ([None], "", "", "#", str)),
        ("escape_starts", ([None], "|", "")),
        ("plain_addresses", ([None], "", "")),
        ("have_marks", ([None],)),
        ("plain_words", ([None],)),
        ("hollow", ([None],)),
    ],
)
def test_what_is_no_text_is_an_error(name, inputs):
    """A twin never looks into what is no text."""
    with pytest.raises(TypeError):
        KERNELS[name].twin(*inputs)
