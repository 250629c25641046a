"""Ensembles: what several methods decide together, and how they are written."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from thresher import extract
from thresher.algorithms import create
from thresher.algorithms.baselines.lqf import Lqf
from thresher.algorithms.cetd import CectdDs
from thresher.algorithms.ensemble import Intersection, Serial, Union, Vote, Weighted
from thresher.errors import BadExpression, BadParameter, UsageError
from thresher.page import Page, View
from thresher.selection import Outcome, Selection

PAGE = Page.from_html("<p>one two<p>three four<p>five six<p>seven eight")


@dataclass(frozen=True)
class Fixed:
    """A method that keeps what it is told to: words by their place, or parts of them as cuts."""

    runs: tuple[int, ...]
    cuts: tuple[tuple[int, int, int], ...] = ()

    def select(self, page: Page) -> Selection:
        mask = np.zeros(len(page.text), dtype=bool)
        mask[list(self.runs)] = True
        return Selection(page, mask, cuts=np.array(self.cuts, dtype=np.int64).reshape(-1, 3))


def texts(method) -> list[str]:
    return [text for text in method.select(PAGE).texts() if text]


A, B, C = Fixed((0, 1)), Fixed((1, 2)), Fixed((1, 3))


@pytest.mark.parametrize(
    ("method", "runs"),
    [
        (Union((A, B)), [0, 1, 2]),
        (Intersection((A, B)), [1]),
        (Vote((A, B, C), needed=1), [0, 1, 2, 3]),
        (Vote((A, B, C), needed=2), [1]),
        (Weighted((A, B), (1, 2), 0.5), [1, 2]),
        (Weighted((A, B), (1, 2), 0.7), [1]),
        (Weighted((A, B), (1, 2), 0), [0, 1, 2]),
        (Weighted((A, B, C), (0.1, 0.2, 0.3), 0.5), [1, 3]),
        (Union((Intersection((A, B)), C)), [1, 3]),
    ],
)
def test_runs_are_combined_by_their_weights(method, runs):
    """Union, intersection, votes and weights, nested ones too, over the masks of runs."""
    assert np.flatnonzero(method.select(PAGE).runs).tolist() == runs


CUT_A, CUT_B = Fixed((0, 1), ((0, 0, 3),)), Fixed((0, 1), ((0, 2, 7), (1, 0, 5)))


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        (Union((CUT_A, CUT_B)), ["one two", "three four"]),
        (Intersection((CUT_A, CUT_B)), ["e", "three"]),
        (Union((CUT_A, Fixed((2,)))), ["one", "three four", "five six"]),
        (Intersection((CUT_A, Fixed((2,)))), []),
        (Vote((CUT_A, CUT_B, Fixed((0,))), needed=2), ["one two", "three"]),
        (Intersection((CUT_A, Fixed((0,), ((0, 4, 7),)))), []),
    ],
)
def test_cuts_are_combined_to_the_character(method, expected):
    """Where methods cut inside of runs, stretches are united and intersected."""
    assert texts(method) == expected


def test_touching_stretches_become_one():
    """Two halves of a run, from two methods, are one stretch."""
    union = Union((Fixed((0,), ((0, 0, 3),)), Fixed((0,), ((0, 3, 7),)))).select(PAGE)
    assert union.cuts.tolist() == [[0, 0, 7]]


def test_serial_shows_the_second_method_only_what_the_first_kept():
    """The view that the second method gets has the kept elements and no others."""

    class Spy:
        def select(self, page: Page) -> Selection:
            self.seen = page
            return Selection(page, np.ones(len(page.text), dtype=bool))

    spy = Spy()
    selection = Serial((Fixed((1, 2), ((1, 6, 10),)), spy)).select(PAGE)
    assert isinstance(spy.seen, View)
    assert spy.seen.text == ["      four", "five six"]
    assert spy.seen.tag.count("p") == 2
    assert [text for text in selection.texts() if text] == ["four", "five six"]
    assert selection.page is PAGE


def test_serial_of_serials_is_one_row():
    """The order of brackets makes no difference."""
    left = Serial((Serial((Fixed((0, 1, 2)), Lqf())), CectdDs()))
    right = Serial((Fixed((0, 1, 2)), Serial((Lqf(), CectdDs()))))
    assert np.array_equal(left.select(PAGE).runs, right.select(PAGE).runs)


def test_serial_stops_when_nothing_is_left():
    """A first method that keeps nothing decides."""
    selection = Serial((Fixed(()), CectdDs())).select(PAGE)
    assert not selection.runs.any()


def test_nothing_in_common_has_a_reason():
    """Methods that agree on no text make an empty selection that says so."""
    selection = Intersection((Fixed((0,)), Fixed((1,)))).select(PAGE)
    assert (selection.outcome, bool(selection.reason)) == (Outcome.EMPTY, True)


@pytest.mark.parametrize("name", ["union(lqf, fe)", "serial(lqf, cectd-ds)", "vote(2, bte, cetr, ccb)"])
def test_an_empty_page_is_empty_for_ensembles_too(name):
    """No text, no content, a reason."""
    extraction = extract("", algorithm=name)
    assert (extraction.outcome, extraction.text) == (Outcome.EMPTY, "")
    assert extraction.reason


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("union(lqf, fe)", "Union(members=(Lqf(quota=0.5, spared=0.5), FeatureExtractor()))"),
        (" union ( lqf,fe ) ", "Union(members=(Lqf(quota=0.5, spared=0.5), FeatureExtractor()))"),
        ("vote(1, lqf)", "Vote(members=(Lqf(quota=0.5, spared=0.5),), needed=1)"),
        (
            "weighted(0.5, lqf=1, fe=2.5)",
            "Weighted(members=(Lqf(quota=0.5, spared=0.5), FeatureExtractor()), weights=(1.0, 2.5), ",
        ),
        (
            "serial(lqf[quota=0.25], union(fe, lqf))",
            "Serial(members=(Lqf(quota=0.25, spared=0.5), Union(members=(Feature",
        ),
        ("weighted(1, union(lqf, fe)=3)", "Weighted(members=(Union("),
        ("lqf[quota=0.75]", "Lqf(quota=0.75, spared=0.5)"),
        ("lqf[]", "Lqf(quota=0.5, spared=0.5)"),
    ],
)
def test_expressions_make_methods(expression, expected):
    """What is written is what is made."""
    assert repr(create(expression)).startswith(expected)


@pytest.mark.parametrize(
    ("expression", "place"),
    [
        ("union(lqf, )", 11),
        ("union()", 6),
        ("union(lqf", 9),
        ("union(lqf))", 10),
        ("union(lqf fe)", 10),
        ("union(lqf, feee)", 11),
        ("onion(lqf, fe)", 0),
        ("vote(lqf, fe)", 5),
        ("vote(1.5, lqf)", 5),
        ("vote(3, lqf, fe)", 0),
        ("union(2, lqf)", 6),
        ("union(lqf=2, fe)", 6),
        ("weighted(0.5, lqf=x)", 18),
        ("weighted(7, lqf)", 0),
        ("weighted(0.5, lqf=-1)", 0),
        ("union(lqf[quota=9], fe)", 6),
        ("union(lqf[quoat=1], fe)", 6),
        ("union(lqf[quota], fe)", 15),
        ("union(lqf[quota=1, fe)", 21),
        ("serial(" * 30 + "lqf" + ")" * 30, 140),
    ],
)
def test_a_malformed_expression_is_answered_with_a_caret(expression, place):
    """The message shows the expression and, under it, the place."""
    with pytest.raises(BadExpression) as caught:
        create(expression)
    shown, caret = str(caught.value).splitlines()[-2:]
    assert shown == f"    {expression}"
    assert caret.index("^") - 4 == place == caught.value.place


def test_parameters_beside_an_expression_are_refused():
    """It would not be clear whose they are."""
    with pytest.raises(UsageError, match="give them to its methods"):
        create("union(lqf, fe)", {"quota": 0.3})


@pytest.mark.parametrize(
    "make",
    [lambda: Union(()), lambda: Vote((A,), needed=2), lambda: Weighted((A, B), (1,)), lambda: Weighted((A,), (0,))],
)
def test_impossible_ensembles_are_refused(make):
    """No members, more votes than members, weights that are missing or all 0."""
    with pytest.raises(BadParameter):
        make()
