"""Expressions that combine methods, as they are written on a command line.

    union(A, B, ...)            what any of them keeps
    intersection(A, B, ...)     what all of them keep
    vote(2, A, B, C)            what at least two of them keep
    weighted(0.5, A=1, B=2)     what methods keep whose weights make up half of all weights
    serial(A, B)                what B keeps of what A keeps
    cectd-ds[lam=0.9]           a method with parameters

Each of A, B, C is a method or such an expression itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from thresher.algorithms.base import Algorithm
from thresher.algorithms.ensemble import Intersection, Serial, Union, Vote, Weighted
from thresher.algorithms.registry import create
from thresher.errors import BadExpression, UsageError

#: Expressions in expressions in expressions: deeper ones are refused.
MAX_DEPTH = 20

_WORD = re.compile(r"[^\s()\[\],=]+")
_SPACE = re.compile(r"\s*")


def read_expression(text: str, parameters: Mapping[str, Any] | None = None) -> Algorithm:
    """The method that an expression stands for.

    >>> read_expression("vote(1, lqf, cetd-ds[lam=0.8])")
    Vote(members=(Lqf(quota=0.5, ...), CetdDs(lam=0.8, ...)), needed=1)
    >>> read_expression("union(lqf, fee)")
    Traceback (most recent call last):
    thresher.errors.BadExpression: unknown algorithm 'fee'; did you mean 'fe'? ...
        union(lqf, fee)
                   ^
    """
    if parameters:
        raise UsageError(
            "an expression takes no parameters; give them to its methods, as in union(cetd-ds[lam=0.9], lqf)"
        )
    reader = _Reader(text)
    method = reader.method()
    if reader.place < len(text):
        reader.refuse("nothing is expected after the end of the expression")
    return method


@dataclass
class _Argument:
    """One argument of an ensemble: a method or a number, a weight if it has one, and where it stands."""

    place: int
    method: Algorithm | None = None
    number: float | None = None
    weight: float | None = None


class _Reader:
    """Reads an expression from left to right; ``place`` is where it stands."""

    def __init__(self, text: str) -> None:
        self.text, self.place, self.depth = text, 0, 0
        self.skip()

    def method(self) -> Algorithm:
        """A method or an ensemble."""
        start, name = self.place, self.word("a method")
        if self.take("("):
            return self.ensemble(name, start)
        values = self.parameters() if self.take("[") else {}
        return self.made(start, lambda: create(name, values))

    def ensemble(self, name: str, start: int) -> Algorithm:
        """An ensemble, from behind its opening bracket on."""
        if name not in _ENSEMBLES:
            self.refuse(f"{name!r} combines no methods; what does: {', '.join(_ENSEMBLES)}", start)
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.refuse(f"expressions may be nested {MAX_DEPTH} deep", start)
        arguments = [self.argument()]
        while self.take(","):
            arguments.append(self.argument())
        self.expect(")")
        self.depth -= 1
        return self.made(start, lambda: _ENSEMBLES[name](self, arguments))

    def argument(self) -> _Argument:
        """A number, or a method with or without a weight."""
        start = self.place
        if (number := self.number()) is not None:
            return _Argument(start, number=number)
        method = self.method()
        weight = None
        if self.take("="):
            weight = self.number()
            if weight is None:
                self.refuse("a weight is expected, a number")
        return _Argument(start, method, weight=weight)

    def parameters(self) -> dict[str, str]:
        """Parameters of a method, from behind their opening bracket on."""
        values = {}
        while not self.take("]"):
            name = self.word("a parameter")
            self.expect("=")
            values[name] = self.word(f"a value for {name}")
            if not self.take(","):
                self.expect("]")
                break
        return values

    def number(self) -> float | None:
        """A number, if one stands here; nothing is read if not."""
        found = _WORD.match(self.text, self.place)
        try:
            number = float(found.group()) if found else None
        except ValueError:
            return None
        if found:
            self.place = found.end()
            self.skip()
        return number

    def word(self, what: str) -> str:
        """A name or a value."""
        found = _WORD.match(self.text, self.place)
        if found is None:
            self.refuse(f"{what} is expected")
        self.place = found.end()
        self.skip()
        return found.group()

    def take(self, mark: str) -> bool:
        """Whether a mark stands here; it is read if so."""
        if not self.text.startswith(mark, self.place):
            return False
        self.place += 1
        self.skip()
        return True

    def expect(self, mark: str) -> None:
        """Read a mark that must stand here."""
        if not self.take(mark):
            self.refuse(f"{mark!r} is expected")

    def skip(self) -> None:
        """Read over white space."""
        found = _SPACE.match(self.text, self.place)
        self.place = found.end() if found else self.place

    def made(self, start: int, make: Callable[[], Algorithm]) -> Algorithm:
        """What *make* makes; if it cannot, the caret stands where its name does."""
        try:
            return make()
        except BadExpression:
            raise
        except UsageError as error:
            raise BadExpression(self.text, start, str(error)) from error

    def refuse(self, reason: str, place: int | None = None) -> NoReturn:
        """Say what is wrong, and where."""
        raise BadExpression(self.text, self.place if place is None else place, reason)


def _methods(reader: _Reader, arguments: list[_Argument]) -> tuple[Algorithm, ...]:
    """The arguments as methods, without weights."""
    for each in arguments:
        if each.weight is not None:
            reader.refuse("only weighted(...) takes weights", each.place)
    return _members(reader, arguments)


def _members(reader: _Reader, arguments: list[_Argument]) -> tuple[Algorithm, ...]:
    """The arguments as methods."""
    for each in arguments:
        if each.method is None:
            reader.refuse("a method is expected", each.place)
    return tuple(each.method for each in arguments if each.method is not None)


def _leading_number(reader: _Reader, arguments: list[_Argument], what: str) -> float:
    """The number that must be the first argument."""
    first = arguments.pop(0)
    if first.number is None:
        reader.refuse(f"{what} is expected first", first.place)
    return first.number


def _vote(reader: _Reader, arguments: list[_Argument]) -> Algorithm:
    place, needed = arguments[0].place, _leading_number(reader, arguments, "the number of votes needed")
    if not needed.is_integer():
        reader.refuse("the number of votes needed must be whole", place)
    return Vote(_methods(reader, arguments), needed=int(needed))


def _weighted(reader: _Reader, arguments: list[_Argument]) -> Algorithm:
    threshold = _leading_number(reader, arguments, "the share of weights needed")
    weights = tuple(1.0 if each.weight is None else each.weight for each in arguments)
    return Weighted(_members(reader, arguments), weights, threshold)


#: Name of each ensemble, and how it is made from its arguments.
_ENSEMBLES: dict[str, Callable[[_Reader, list[_Argument]], Algorithm]] = {
    "union": lambda reader, arguments: Union(_methods(reader, arguments)),
    "intersection": lambda reader, arguments: Intersection(_methods(reader, arguments)),
    "vote": _vote,
    "weighted": _weighted,
    "serial": lambda reader, arguments: Serial(_methods(reader, arguments)),
}
