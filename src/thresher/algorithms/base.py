"""What a method is: the protocol, and a base that checks parameters against what they say of themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
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
    return tuple(each for each in fields(method) if "meaning" in each.metadata)


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
    low, high = each.metadata["at_least"], each.metadata["at_most"]
    limits = "" if low is None else f" of at least {low}" if high is None else f" from {low} to {high}"
    return " or ".join([f"a number{limits}", *(str(word).lower() for word in each.metadata["also"])])


def _check(each: Field[Any], value: object) -> None:
    """Refuse a value that a parameter does not allow."""
    facts = each.metadata
    if value == each.default or value in facts["also"]:
        return
    if facts["choices"]:
        if value not in facts["choices"]:
            raise BadParameter(each.name, value, allowed(each))
        return
    if isinstance(each.default, bool | str):
        if not isinstance(value, type(each.default)):
            raise BadParameter(each.name, value, allowed(each))
        return
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadParameter(each.name, value, allowed(each))
    low, high = facts["at_least"], facts["at_most"]
    if value != value or (low is not None and value < low) or (high is not None and value > high):
        raise BadParameter(each.name, value, allowed(each))


def read_parameters(method: type, given: Mapping[str, str]) -> dict[str, Any]:
    """Parameters written as text, such as those of a command line, as values.

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
    return {name: _read(known[name], text) for name, text in given.items()}


_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False, "none": None}


def _read(each: Field[Any], text: str) -> Any:
    """One parameter's value from its text."""
    candidates: list[Any] = [*(each.metadata["choices"] or ()), each.default]
    if text in (str(value) for value in candidates if value is not MISSING):
        return next(value for value in candidates if str(value) == text)
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
