"""Parameters of methods: what they say of themselves is what is allowed."""

from __future__ import annotations

import math
from dataclasses import FrozenInstanceError, dataclass

import pytest

from thresher.algorithms.base import Algorithm, Method, allowed, parameter, parameters, read_parameters
from thresher.errors import BadParameter, UnknownName
from thresher.selection import Selection


@dataclass(frozen=True)
class Sieve(Method):
    """A method with a parameter of every kind."""

    mesh: float = parameter(0.5, "width [D]", at_least=0, at_most=1)
    speed: float = parameter(2.0, "speed [D]", at_most=9)
    turns: int = parameter(3, "turns [D]", at_least=1)
    shake: bool = parameter(False, "whether to shake [D]")
    name: str = parameter("brass", "what it is called [D]")
    shape: str = parameter("round", "shape [D]", choices=("round", "square"))
    grade: int = parameter(0, "grade [D]", choices=(0, 1, 2))
    gap: int | str = parameter(20, "gap [D]", at_least=0, also=("auto", None))
    other: int = 7  #: no parameter


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("mesh", -0.1, "a number from 0 to 1"),
        ("mesh", 1.1, "a number from 0 to 1"),
        ("mesh", math.nan, "a number from 0 to 1"),
        ("mesh", "wide", "a number from 0 to 1"),
        ("mesh", True, "a number from 0 to 1"),
        ("mesh", None, "a number from 0 to 1"),
        ("speed", 10**400, "a number of at most 9"),
        ("speed", -math.inf, "a number of at most 9"),
        ("turns", 0, "a whole number of at least 1"),
        ("turns", 2.5, "a whole number of at least 1"),
        ("turns", math.inf, "a whole number of at least 1"),
        ("shake", 2, "true or false"),
        ("shake", "maybe", "true or false"),
        ("name", 3, "text"),
        ("shape", "oval", "one of round, square"),
        ("shape", None, "one of round, square"),
        ("grade", 3, "one of 0, 1, 2"),
        ("gap", -1, "a whole number of at least 0 or auto or none"),
        ("gap", "wide", "a whole number of at least 0 or auto or none"),
    ],
)
def test_what_is_not_allowed(name, value, words):
    """A value outside of what is allowed is refused in one sentence that names it, when the method is made."""
    with pytest.raises(BadParameter) as refusal:
        Sieve(**{name: value})
    assert (refusal.value.name, refusal.value.allowed) == (name, words)
    assert str(refusal.value) == f"{name}={value!r} is not allowed: it must be {words}"


@pytest.mark.parametrize(
    ("name", "value"),
    [("mesh", 0), ("mesh", 1.0), ("turns", 1), ("shake", True), ("shape", "square"), ("gap", "auto"), ("gap", None)],
)
def test_what_is_allowed(name, value):
    """Limits themselves, choices and words are taken as they are."""
    assert getattr(Sieve(**{name: value}), name) == value


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("mesh", "1", 1),
        ("mesh", "0.25", 0.25),
        ("mesh", "2e-1", 0.2),
        ("turns", "4", 4),
        ("shake", "True", True),
        ("shake", "yes", True),
        ("shake", "off", False),
        ("name", "tin", "tin"),
        ("shape", "square", "square"),
        ("grade", "2", 2),
        ("gap", "auto", "auto"),
        ("gap", "none", None),
    ],
)
def test_reading_text(name, text, value):
    """Text from a command line becomes the value that is meant."""
    assert read_parameters(Sieve, {name: text}) == {name: value}
    assert getattr(Sieve(**read_parameters(Sieve, {name: text})), name) == value


@pytest.mark.parametrize("given", [{"mash": "1"}, {"mash": 1}, {"other": 3}])
def test_unknown_parameter(given):
    """A name that is no parameter is refused, with the nearest that is one."""
    with pytest.raises(UnknownName, match="unknown parameter"):
        read_parameters(Sieve, given)


def test_facts():
    """Parameters are listed in their order; other fields are none of them."""
    assert [each.name for each in parameters(Sieve)] == "mesh speed turns shake name shape grade gap".split()
    assert allowed(parameters(Sieve)[2]) == "a whole number of at least 1"


def test_methods_are_frozen():
    """A method cannot be changed once it was checked."""
    with pytest.raises(FrozenInstanceError):
        Sieve().mesh = 7


def test_any_object_that_selects_is_an_algorithm():
    """A method need not be one of ours, nor a dataclass; it then has no parameters to tell of."""

    class Everything:
        def select(self, page):
            return Selection(page, page.length > 0)

    assert isinstance(Everything(), Algorithm)
    assert parameters(Everything) == ()
    assert not isinstance(object(), Algorithm)


def test_base_selects_nothing():
    """A method that forgets to say how it selects says so."""
    with pytest.raises(NotImplementedError):
        Sieve().select(None)
