"""What a method is: the protocol, and a base that checks parameters against what they say of themselves."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

from thresher.errors import BadParameter, UnknownName

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Selection


@runtime_checkable
class Algorithm(Protocol):
    """Anything that can choose what a person came for."""

    def select(self, page: Page) -> Selection:
        """What is content on *page*, which it leaves unchanged."""
        ...


def parameter(
    default: Any,
    meaning: str,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
    choices: tuple[Any, ...] | None = None,
    also: tuple[Any, ...] = (),
) -> Any:
    """A parameter of a method: its default, what it means and where that comes from, and what is allowed.

    *choices* are all that is allowed, *also* are words that are allowed beside numbers.

    The marks of sources are those of the specification: [S] stated in the paper, [C] the authors' code, [P] another
    public implementation, [R] recalled, [I] inferred, [D] our decision.
    """
    facts = {"meaning": meaning, "at_least": at_least, "at_most": at_most, "choices": choices, "also": also}
    return field(default=default, metadata=facts)


@dataclass(frozen=True)
class Method:
    """Base of our methods: frozen parameters that are checked when the object is made."""

    paper: ClassVar[str] = ""  #: authors, title, year
    family: ClassVar[str] = ""  #: name of the docs page

    def __post_init__(self) -> None:
        for each in parameters(type(self)):
            _check(each, getattr(self, each.name))

    def select(self, page: Page) -> Selection:
        """What is content on *page*."""
        raise NotImplementedError


def parameters(method: type) -> tuple[Field[Any], ...]:
    """The parameters of a method, in their order."""
    # A method of another package need not be a dataclass.
    return tuple(each for each in fields(method) if "meaning" in each.metadata) if is_dataclass(method) else ()


def allowed(each: Field[Any]) -> str:
    """What is allowed for a parameter, as words.

    >>> @dataclass(frozen=True)
    ... class Sieve(Method):
    ...     mesh: float = parameter(0.5, "width [D]", at_least=0, at_most=1)
    >>> allowed(parameters(Sieve)[0])
    'a number from 0 to 1'
    """
    if choices := each.metadata["choices"]:
        return "one of " + ", ".join(map(str, choices))
    if isinstance(each.default, bool):
        return "true or false"
    if isinstance(each.default, str):
        return "text"
    limits = _limits(*(each.metadata[fact] for fact in ("at_least", "at_most")))
    number = "a whole number" if _is_whole(each) else "a number"
    return " or ".join([number + limits, *(str(word).lower() for word in each.metadata["also"])])


def _limits(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f" from {low} to {high}"
    return f" of at least {low}" if low is not None else f" of at most {high}" if high is not None else ""


def _check(each: Field[Any], value: object) -> None:
    """Refuse a value that a parameter does not allow."""
    if value != each.default and value not in each.metadata["also"] and not _is_allowed(each, value):
        raise BadParameter(each.name, value, allowed(each))


def _is_allowed(each: Field[Any], value: object) -> bool:
    """Whether a value is one of a parameter's choices, of its kind, within its limits."""
    low, high, choices = (each.metadata[fact] for fact in ("at_least", "at_most", "choices"))
    if choices:
        return value in choices
    if isinstance(each.default, bool | str):
        return isinstance(value, type(each.default))
    if isinstance(value, bool) or not isinstance(value, int if _is_whole(each) else int | float):
        return False
    return abs(value) < math.inf and (low is None or value >= low) and (high is None or value <= high)


def _is_whole(each: Field[Any]) -> bool:
    """Whether a parameter says by its type that it counts something."""
    return str(each.type).startswith("int")


def read_parameters(method: type, given: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as values; those that are text, such as on a command line, are read by what the method says of them.

    >>> @dataclass(frozen=True)
    ... class Sieve(Method):
    ...     mesh: float = parameter(0.5, "width [D]", at_least=0)
    ...     shake: bool = parameter(False, "whether to shake [D]")
    >>> read_parameters(Sieve, {"mesh": "2", "shake": "yes"})
    {'mesh': 2, 'shake': True}
    """
    known = {each.name: each for each in parameters(method)}
    for name in given:
        if name not in known:
            raise UnknownName("parameter", name, known)
    return {name: _read(known[name], value) if isinstance(value, str) else value for name, value in given.items()}


_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False, "none": None}


def _read(each: Field[Any], text: str) -> Any:
    """One parameter's value from its text."""
    candidates: list[Any] = [*(each.metadata["choices"] or ()), each.default]
    if text in (str(value) for value in candidates if value is not MISSING):
        return next(value for value in candidates if str(value) == text)
    if isinstance(each.default, str) and not each.metadata["choices"]:
        return text
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
