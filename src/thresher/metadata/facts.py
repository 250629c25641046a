"""`Fact`: a value that a page tells about itself, where it stands, and what else the page says of the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

Value = TypeVar("Value")


class Found(NamedTuple, Generic[Value]):
    """A value and the place where a page tells it, such as ``json-ld:headline``, ``meta:og:title`` or ``h1``."""

    value: Value
    source: str


@dataclass(frozen=True)
class Fact(Generic[Value]):
    """The value that was chosen, its source, and the other values that the page tells, the likeliest first.

    >>> fact = Fact.of([Found("Rye", "h1"), Found("Rye", "title"), Found("On rye", "meta:og:title")])
    >>> fact.value, fact.source, fact.alternatives
    ('Rye', 'h1', (Found(value='On rye', source='meta:og:title'),))
    """

    value: Value | None = None  #: ``None`` where the page does not tell
    source: str | None = None
    alternatives: tuple[Found[Value], ...] = ()

    @classmethod
    def of(cls, found: Iterable[Found[Value]]) -> Fact[Value]:
        """The fact whose candidates, the best first, were found; each value counts once."""
        distinct: dict[Value, Found[Value]] = {}
        for each in found:
            distinct.setdefault(each.value, each)
        if not distinct:
            return cls()
        best, *others = distinct.values()
        return cls(best.value, best.source, tuple(others))

    def as_dict(self) -> dict[str, Any]:
        """The fact as plain values."""
        others = [{"value": each.value, "source": each.source} for each in self.alternatives]
        return {"value": self.value, "source": self.source, "alternatives": others}
