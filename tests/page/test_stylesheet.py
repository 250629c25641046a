"""The simple rules of style sheets that hide, against a slow reading of the same sheet."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.page.stylesheet import hiding_names

PIECES = [
    ".a",
    "#b",
    ".c d",
    ",",
    "{",
    "}",
    "display:none",
    "display: none",
    "visibility:hidden",
    "color:red",
    ";",
    "@media x",
    " ",
]


def naive(css):
    """The simple names of top-level rules that hide, brace by brace."""
    found, level, start, last = [], 0, 0, 0
    selectors = ""
    for place, char in enumerate(css):
        if char == "{":
            selectors = css[start:place] if level == 0 else ""
            level, last = level + 1, place
        elif char == "}":
            level -= 1
            last = -1
        elif char == ";" and level == 0:
            start = place + 1
        if char == "}":
            start = place + 1
        hides = any(css.startswith(phrase, place) for phrase in ("display:none", "display: none", "visibility:hidden"))
        if hides and last >= 0 and "{" in css[:place] and level == 1 and selectors:
            found += [name for name in map(str.strip, selectors.split(",")) if re.fullmatch(r"[.#]\w+", name)]
            selectors = ""
    return found


@st.composite
def sheets(draw):
    """Well-formed sheets: rules, some within a medium."""

    def rule():
        names = draw(st.lists(st.sampled_from([".a", "#b", ".c d", "e", ".f:hover"]), min_size=1, max_size=3))
        facts = draw(
            st.lists(st.sampled_from(["display:none", "visibility:hidden", "color:red", "display: none"]), max_size=3)
        )
        return ",".join(names) + "{" + ";".join(facts) + "}"

    parts = []
    for _ in range(draw(st.integers(0, 5))):
        inner = rule()
        parts.append(draw(st.sampled_from([inner, "@media print{" + inner + "}", "@import x;" + inner])))
    return "".join(parts)


@given(sheets())
def test_names_are_those_of_a_slow_reading(css):
    """Of every top-level rule that hides, the simple names are found."""
    assert hiding_names([css]).gone == sorted(set(naive(css)))


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_any_sheet_is_read(css):
    """A broken sheet gives names or none, never an error."""
    assert all(name[0] in ".#" for name in hiding_names([css]).gone)


@pytest.mark.parametrize(
    ("css", "names"),
    [
        (".a{display:none}", [".a"]),
        ("/* .z */ .a , #b-c{color:red;display:none}", [".a", "#b-c"]),
        (".a{color:red}.b{x:y}", []),
        ("@media print{.a{display:none}}.b{display:none}", [".b"]),
        ("@media print{.a{display:none}.c{display:none}}.b{display:none}", [".b"]),
        ("@charset 'x';.a{display:none}", [".a"]),
        (".a{display:none;visibility:hidden}.b{display:none}", [".a", ".b"]),
        ("display:none", []),
        (".a{", []),
        ("}}.a{display:none}", []),
        (".a.b{display:none}a{display:none}.1{display:none}", []),
    ],
)
def test_sheets(css, names):
    """Single classes and ids of rules for all readers count; comments do not."""
    assert hiding_names([css]).gone == sorted(names)


@pytest.mark.parametrize(
    "sheet_of",
    [
        lambda n: "a{" + "display:none;" * n + "}",
        lambda n: "display:none;" * n,
        lambda n: "".join(f".h{k}{{display:none}}" for k in range(n)),
        lambda n: "{" * n + "display:none" * n,
        lambda n: ".a{display:none" * n,
    ],
    ids=["one rule", "no rule", "many rules", "open", "never closed"],
)
def test_long_sheets_are_read_in_time(sheet_of):
    """A sheet of half a megabyte takes about as long for each character as a short one."""

    def seconds(css):
        start = time.process_time()
        hiding_names([css])
        return time.process_time() - start

    short, long = sheet_of(2_000), sheet_of(32_000)
    assert min(seconds(long) for _ in range(3)) < 16 * 3 * max(seconds(short) for _ in range(3)) + 0.02
