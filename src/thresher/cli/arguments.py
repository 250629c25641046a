"""Arguments that several commands share: numbers, and the parameters of methods."""

from __future__ import annotations

import argparse
import contextlib
import math
from collections.abc import Callable
from typing import Any, TypeVar

from thresher.errors import UsageError
from thresher.options import POLICIES, assignment

Number = TypeVar("Number", int, float)


def count(text: str) -> int:
    """A whole number of at least 1.

    >>> count("3")
    3
    """
    return _read(text, int, lambda number: number >= 1, "a whole number of at least 1")


def whole(text: str) -> int:
    """A whole number of at least 0.

    >>> whole("0")
    0
    """
    return _read(text, int, lambda number: number >= 0, "a whole number of at least 0")


def share(text: str) -> float:
    """A number from 0 to 1.

    >>> share("0.8")
    0.8
    """
    return _read(text, float, lambda number: 0 <= number <= 1, "a number from 0 to 1")


def positive(text: str) -> float:
    """A finite number above 0.

    >>> positive("0.5")
    0.5
    """
    return _read(text, float, lambda number: 0 < number < math.inf, "a number above 0")


def not_negative(text: str) -> float:
    """A number of at least 0.

    >>> not_negative("0.5")
    0.5
    """
    return _read(text, float, lambda number: number >= 0, "a number of at least 0")


def _read(text: str, read: Callable[[str], Number], fits: Callable[[Number], bool], meaning: str) -> Number:
    """The number in a text; an error that says what it must be if it does not fit."""
    with contextlib.suppress(ValueError):
        if fits(number := read(text)):
            return number
    raise argparse.ArgumentTypeError(f"must be {meaning}, not {text!r}")


def add_policy_arguments(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add the arguments for the common parameters of methods."""
    parser.add_argument("--favor", choices=["precision", "balanced", "recall"], help="prefer purer text, or more of it")
    parser.add_argument(
        "--headline",
        action=argparse.BooleanOptionalAction,
        help="include the headline above the text, or leave it out (default: included where it names things on offer)",
    )
    for name, meaning in (
        ("captions", "include captions of pictures"),
        ("comments", "include readers' comments below an article"),
    ):
        parser.add_argument(f"--{name}", action="store_const", const=True, help=meaning)
    parser.add_argument("--no-quotes", dest="quotes", action="store_const", const=False, help="leave out quoted text")


def policies(arguments: argparse.Namespace) -> dict[str, Any]:
    """The options given by those arguments."""
    return {name: getattr(arguments, name) for name in POLICIES}


def parameters(texts: list[str]) -> dict[str, str]:
    """The names and values of all ``--set NAME=VALUE``.

    >>> parameters(["lam=0.5"])
    {'lam': '0.5'}
    """
    try:
        return dict(map(assignment, texts))
    except UsageError as error:
        raise UsageError(f"--{error}") from None
