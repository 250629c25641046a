"""Kernels: the compiled twin of each gives the answers of its definition, and errors instead of crashes."""

from __future__ import annotations

import doctest
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

import thresher.algorithms.cetd  # a kernel is in the table once its module is there
import thresher.algorithms.contentex
import thresher.media
import thresher.metadata.sources
import thresher.page.source
import thresher.page.tricks
import thresher.writers.text  # noqa: F401
from thresher.media.pictures import size
from thresher.media.sources import is_real
from thresher.page import Page
from thresher.page.kernels import KERNELS
from thresher.page.parse import CODE_TEXT, CODES, NODE_KINDS
from thresher.page.tags import VOID
from thresher.page.telling import Telling

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/source.html"))
#: Pieces of text that white space, line breaks and what nobody sees may come in.
PIECES = st.lists(st.text("ab \n\t|é\u3000\u200b\u202e漢\U0001f600\U000e0041\xa0\x1c", max_size=8), max_size=6)
UNESCAPED = ("script", "style", "iframe", "xmp", "noembed", "noframes", "plaintext")
MARKUP = (
    "<p>",
    "<P a='>' b=\"<\">",
    "<!-- <b> -- -->",
    "<!-->",
    "<script x>",
    "</script>",
    "<style>",
    "</style>",
    "<scripty>",
)
MARKUP += (
    "a>b",
    "<",
    "<i>é漢</i>",
    "<svg><Foo/></svg>",
    "<xmp><u>",
    "</xmp>",
    "<scripty>",
    "</p>",
    "<iframe>",
    "</iframe>",
)
DECLARATIONS = (
    *(
        ".a{",
        "#b{",
        "/*",
        "*/",
        ", .é_c-1",
        "{",
        "}",
        ";",
        ":",
        ": ",
        "é漢",
        "display:none",
        "display: none",
        "display:  none",
        "overflow:hidden",
    ),
    *("visibility:hidden", "left:-9999px", "top:-9999px", "clip: rect(0 0", "clip:rect(1px", "rect(0", "x:inset(50%)"),
)
CSS = st.lists(st.sampled_from(DECLARATIONS)).map("".join)


@pytest.fixture(autouse=True)
def _twins(missing):
    if not all(kernel.twin for kernel in KERNELS.values()):
        missing("the compiled kernels: a C compiler, then scripts/setup")


@st.composite
def tables(draw):
    """The ends of a tree's rows, with a column of numbers and one of flags."""
    depth = [0]
    for _ in range(draw(st.integers(0, 30))):
        depth.append(draw(st.integers(1, depth[-1] + 1)))
    end = [
        next((row for row in range(at + 1, len(depth)) if depth[row] <= depth[at]), len(depth))
        for at in range(len(depth))
    ]
    numbers = draw(st.lists(st.integers(-5, 5), min_size=len(depth), max_size=len(depth)))
    return np.array(depth), np.array(end), np.array(numbers), np.array(numbers) > 0


def same(name, *inputs):
    """Both ways of a kernel answer alike: the same numbers, of the same kind."""
    definition, twin = KERNELS[name]
    expected, found = definition(*inputs), twin(*inputs)
    for ours, theirs in zip(expected, found, strict=True) if isinstance(expected, tuple) else [(expected, found)]:
        if isinstance(ours, np.ndarray):
            np.testing.assert_array_equal(theirs, ours, strict=True)
        else:
            assert theirs == ours


@pytest.mark.parametrize("name", KERNELS)
def test_examples_hold_for_twins(name):
    """What the docstring of a kernel shows is what its twin does."""
    definition, twin = KERNELS[name]
    names = {**definition.__globals__, name: twin}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for test in doctest.DocTestFinder().find(definition, name, globs=names):
        assert runner.run(test).failed == 0


@given(tables())
def test_trees(table):
    """Sums, marks and neighbours of trees."""
    depth, end, numbers, flags = table
    parent, host = KERNELS["parents"].definition(depth), np.abs(numbers) % len(end)
    for column in (numbers, flags, numbers / 7, numbers[::-1]):
        same("prefix", column)
        same("subtree_sum", column, end)
        same("child_sum", column, parent)
    same("nesting", flags, end)
    same("mark_subtrees", flags, end)
    same("mark_subtrees", np.flatnonzero(flags), end)
    same("subtree_argmax", numbers, end)
    same("depths", end)
    same("parents", depth)
    codes = (numbers + 5).astype(np.uint8)
    same("rows_having", codes, 5)
    same("rows_having", codes[:0], 5)
    kinds = [np.arange(256) % step == 1 for step in (3, 5, 7)]
    same("set_aside", codes, end, np.abs(numbers).astype(np.uint8), 5, *kinds)
    same("with_short_text", codes, numbers, flags, 4, int(codes[0]) if len(codes) else 0)
    same("link_counts", np.abs(numbers), flags, end)
    same("link_words", np.abs(numbers), host, flags, parent, end)
    links, score = flags & (parent >= 0), np.abs(numbers) / 5
    for ignored in (np.zeros(len(end), dtype=bool), (numbers % 3 > 1) & (parent >= 0)):
        same("grown_tables", score, links, ignored, parent, end, 0, 0.5)
    same("path_numbers", np.flatnonzero(flags), np.abs(numbers), parent, 4)
    same("standing", np.abs(numbers).astype(np.uint8) * 11, end, np.flatnonzero(flags))
    same("inherited", np.abs(numbers).astype(np.uint8), end)
    texts, item = [f"t{number}" for number in numbers.tolist()], numbers // 2
    same("assembled", texts, item, np.abs(numbers), numbers[::-1] // 3, {1: 7})
    same("stretches", flags, np.maximum(numbers[::-1], 0))
    same("nearest", flags, end)
    same("nearest", flags, end, np.flatnonzero(~flags))


@given(tables(), st.data())
def test_views(table, draw):
    """What is left of a table without some rows and runs."""
    depth, end, numbers, _ = table
    left = numbers > -3
    left[0] = True
    host = np.array(sorted(draw.draw(st.lists(st.integers(0, len(end) - 1)))), dtype=np.int64)
    same("boundaries", numbers > 1, numbers < -1, end, host, host + 1)
    same("sum_by_row", host, host - 3, len(end))
    same("word_weights", host % 9, host % 4 > 0, host, numbers > 3, end, 20.0)
    same("run_bounds", host, host + 1, end)
    block = KERNELS["nearest"].definition(numbers % 2 == 0, end).clip(0)
    same("block_columns", block, numbers % 2 != 0, host, host + 1, host % 3)
    same("compacted", left, host % 3 > 0, KERNELS["parents"].definition(depth), end, host, host + 1)


@given(st.text("012 \t-/.:h年月前今昨天_(dec agovil", max_size=14))
def test_times(text):
    """The quick look for times."""
    same("may_be_time", text, frozenset({"dec", "ago", "vor", "il"}))


@given(st.lists(st.sampled_from(MARKUP)).map("".join))
def test_start_tags(html):
    """The start tags of what a parser has written."""
    same("start_tags_in", turbohtml.parse(html).root.html, UNESCAPED)


@given(PIECES)
def test_texts(pieces):
    """Lengths, collapsed text, and the look for what nobody sees."""
    same("collapsed_lengths", pieces)
    same("collapse", "".join(pieces))
    half = len(pieces) // 2
    same("collapse_stretches", pieces, [0, half], [half, len(pieces)], "|")
    same("have_unseen", pieces)
    same("count_words", pieces)
    same("showing", pieces, bytes(code in b"b\xe9" for code in range(256)))
    same("picked", pieces, np.arange(len(pieces)) % 3 > 0)
    same("vocabulary", "".join(pieces))
    same("squashed", "".join(pieces))
    lengths = np.array([len(piece.strip()) for piece in pieces], dtype=np.int64)
    for chars in (3, 99):
        same("beginning", pieces, lengths, np.arange(len(pieces)) % 3 > 0, chars)
    same("words_among", pieces, frozenset({"ab", "b", "aé", "é", "漢", "a\U0001f600"}))
    same("has_word", "".join(pieces), frozenset({"ab", "bb"}))
    same("has_part", "".join(pieces), ("ab", "bé", "漢字"))
    for most in (0, 3, 99):
        same("ends_with_part", "/".join(pieces), ("ab", "bé", "漢字"), most)
        same("ends_with_part", "".join(pieces), ("ab", "bé", "漢字"), most)
    same("telling_texts", pieces, ("ab", "ba"))
    same("telling_texts", ["xAB", "\u212aab", "BA\u0130", "a"], ("ab", "ba", "ka"))
    same("holding", pieces, ("ab", "a b", "漢", "\U0001f600|", "\U000e0041"))


@given(st.lists(st.sampled_from(("1", "20", "2025", "٤", ".", "/", "-", " ", "\n", "'", "’", "年", "May"))))
def test_likely_dates(pieces):
    """Whether a text may hold a date, in one piece or in several."""
    same("may_hold_date", "".join(pieces))
    half = len(pieces) // 2
    stretches = np.array([0, half]), np.array([half, len(pieces)]), np.array([half, len(pieces) - half])
    for most in (2, len(pieces)):
        same("stretches_with_dates", pieces, *stretches, most)


@given(
    st.lists(st.sampled_from(("a.jpg", "b", " ", ", ", ",", "1x", "2.5x", "320w", "w", "1.", "\n", "٤w"))).map("".join)
)
def test_sets_of_pictures(candidates):
    """The largest picture of a set."""
    same("largest", candidates)


#: JSON as JSON-LD has it, and as it has it not.
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.sampled_from((" a  b ", "#a", "x:b/")),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(("@id", "@type", "@graph", "@value", "name", "s:name", "no")), inner, max_size=4
        )
    ),
)


@given(JSON)
def test_things(value):
    """Things of JSON-LD, whatever a page has for it."""
    for limits in ((9, 99, 99), (2, 3, 2)):
        same("json_things", value, frozenset({"@id", "@type", "name"}), limits)


@given(st.text("adn_-9 é麦"))
def test_ranks(text):
    """The lowest rank of the words that a name has, with and without edges of words."""
    whole, first, last = (Telling("ad", rank, *edges) for rank, edges in enumerate(((1, 1), (1, 0), (0, 1)), 1))
    same("first_rank", text, (whole, Telling("dna", 0), first, last))


@given(CSS)
def test_style_sheets(css):
    """Where a style sheet hides something, and the names of the rules there."""
    same("hiding_places", css)
    for places in KERNELS["hiding_places"].definition(css):
        same("names_of_rules", css, places)


@given(tables(), st.integers(0, 255), st.data())
def test_cleaning(table, causes, data):
    """What a cleaning leaves of elements and runs."""
    _, end, _, mask = table
    rows = st.lists(st.integers(0, len(end) - 1), max_size=3)
    columns = (data.draw(st.binary(min_size=size, max_size=size)) for size in (len(end), len(end), 256))
    code, hidden, roles = (np.frombuffer(column, dtype=np.uint8) for column in columns)
    host = np.flatnonzero(mask)
    same("cleaned", roles % 8, causes, code, hidden, end, host, data.draw(rows), data.draw(rows))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_trees_of_pages(path):
    """The columns of whole pages."""
    root = turbohtml.parse(path.read_text(encoding="latin-1"), allow_declarative_shadow_roots=False).root
    same("flatten", root, NODE_KINDS, CODES, CODE_TEXT)
    page = Page.from_html(path.read_bytes())
    elements, rows = page.tree.elements, list(range(len(page.tag)))
    same("contents", elements, page.rows_of("meta").tolist(), page.body, 9)
    same("telling_rows", elements, rows, "class", ("na", "caption", "ti"))
    words = (Telling("na", 2, begins=True), Telling("ti", 1, ends=True))
    same("ranked_rows", elements, rows, page.end, ("class", "id", "name"), words)
    same("attributes_at", elements, rows[::-1], "class")
    same("rows_among", elements[::3], elements)
    same("given_values", elements, elements[::3], ("class", "href"))
    own = ((("data-src", "src"), str.strip), (("srcset", "class"), KERNELS["largest"].definition))
    same("attributes_of_pictures", elements, rows, own, is_real, size)
    kinds = (page.code % 5).astype(np.uint8)
    for limits in ((3, 12, 100), (4, 2, 3)):
        same("caption_rows", elements, kinds, page.parent, page.end, rows, page.body, ("na", "ti"), limits)
    same("source_tokens", page.tag, page.tag, page.text, page.end, page.host, page.at, VOID[page.code])


def test_templates_are_flattened():
    """What is inside of a template hangs below it, however templates and comments are mixed."""
    html = "<template><p>a<template>b</template></p>c</template><!-- d --><p>e<script>f</script><svg><g/></svg>"
    root = turbohtml.parse(html * 3, allow_declarative_shadow_roots=False).root
    same("flatten", root, NODE_KINDS, CODES, CODE_TEXT)


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("subtree_sum", ([1, 2], [9, 9])),
        ("subtree_sum", ([1, 2], [-1, 2])),
        ("subtree_sum", ([1], [2, 2])),
        ("child_sum", ([1, 2], [-1, 7])),
        ("nesting", ([True, True], [2, 5])),
        ("sum_by_row", ([0, 2], [1, 1], 2)),
        ("boundaries", ([True], [True], [1], [1], [1])),
        ("boundaries", ([True], [True], [1], [0], [2])),
        ("mark_subtrees", ([5], [2, 2])),
        ("mark_subtrees", ([True, True, True], [2, 2])),
        ("subtree_argmax", ([1, 2], [2, 7])),
        ("subtree_argmax", ([1, 2], [0, 0])),
        ("depths", ([5, 5],)),
        ("run_bounds", ([2], [1], [1, 2])),
        ("run_bounds", ([0], [1, 1], [1, 2])),
        ("block_columns", ([0], [False], [1], [1], [1])),
        ("block_columns", ([0], [False], [0], [2], [1])),
        ("set_aside", ([True], [1, 2], [False], 1, [False] * 256, [False] * 256, [False] * 256)),
        ("set_aside", ([True], [1], [False], 1, [False], [False] * 256, [False] * 256)),
        ("with_short_text", ([True], [1, 2], [False], 4, 1)),
        ("nearest", ([True], [2, 2])),
    ],
)
def test_rows_outside_of_a_table_are_errors(name, inputs):
    """A twin never reads or writes outside of its columns."""
    with pytest.raises(IndexError):
        KERNELS[name].twin(*(np.array(each) if isinstance(each, list) else each for each in inputs))


@pytest.mark.parametrize("rows", [[9], [-1]])
def test_elements_that_are_not_there_are_errors(rows):
    """A twin never takes an element, or the end of its subtree, from outside of a table."""
    page = Page.from_html("<p class=menu>")
    elements = page.tree.elements
    for inputs in ((elements, rows, page.end), (elements, [3], page.end[:3])):
        with pytest.raises(IndexError):
            KERNELS["ranked_rows"].twin(*inputs, ("class",), (Telling("menu", 1),))


STEPS = (
    "https://a.example",
    "http://",
    "/",
    "//b",
    "/.",
    "?c",
    "?",
    "#",
    ";",
    "[",
    "]",
    "é",
    "漢",
    "\u3000",
    "\x1f",
    "d",
)


@given(st.lists(st.sampled_from(STEPS), max_size=5).map("".join), st.sampled_from(("", "https://o.example")))
def test_addresses(url, site):
    """Addresses that are whole, that lack their site, and others."""
    same("plain_address", url, site)


#: Extracts the pages that are named and writes every format of each.
SCRIPT = """
import json, sys, thresher
from thresher.page import Page
from thresher.page.kernels import KERNELS
sources = [open(path, "rb").read() for path in sys.argv[1:]]
pages = [thresher.extract(html, algorithm=name) for html in sources for name in ("auto", "cectd-ds")]
print(json.dumps([any(kernel.twin for kernel in KERNELS.values()), [[p.text, p.markdown, p.html] for p in pages]]))
"""


def test_pages_come_out_alike_without_twins():
    """Who has no compiler gets the same texts."""
    command = [sys.executable, "-c", SCRIPT, *map(str, PAGES[::4])]
    environments = ({**os.environ, "THRESHER_PURE": ""}, {**os.environ, "THRESHER_PURE": "1"})
    answers = [subprocess.run(command, env=env, check=True, capture_output=True, timeout=300) for env in environments]
    (compiled, texts), (pure, same_texts) = (json.loads(answer.stdout) for answer in answers)
    assert compiled and not pure
    assert texts == same_texts and any(map(any, texts))
