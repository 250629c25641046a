"""`Walker`: goes through the structure of what is kept of a page and calls one small method for each element."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from thresher.page.columns import Bools, Codes, Ints
from thresher.page.kernels import kernel
from thresher.page.tags import CODES

if TYPE_CHECKING:
    from thresher.writers.outline import Outline

#: The event of a paragraph; other events are the code of an element that opens, or `CLOSE` more where it closes.
PARAGRAPH = 0
CLOSE = 256


class Walker:
    """Base of writers that keep structure: a table of element names, and the methods that it names.

    A method ``heading`` is called where an element opens, ``end_heading`` where it closes, if there is such a method,
    both with the element's number in the outline; `paragraph` with the number of each paragraph.
    """

    METHODS: ClassVar[dict[str, str]]  #: name of a method, and the elements that it is for
    _of_event: ClassVar[dict[int, Callable[[Any, int], None]]]
    _opens: ClassVar[Bools]
    _closes: ClassVar[Bools]

    def __init_subclass__(cls) -> None:
        """Note which elements a subclass has methods for."""
        if hasattr(cls, "METHODS"):
            cls._of_event = _methods(cls)
            codes = np.arange(256)
            cls._opens = np.isin(codes, list(cls._of_event))
            cls._closes = np.isin(codes + CLOSE, list(cls._of_event))
            cls._opens[PARAGRAPH] = False

    def __init__(self, outline: Outline) -> None:
        self.outline, self.page = outline, outline.page
        self._rows: list[int] = outline.kept.row.tolist()

    def row(self, number: int) -> int:
        """Row of a kept element."""
        return self._rows[number]

    def name(self, number: int) -> str:
        """Name of a kept element."""
        return self.page.tag[self._rows[number]]

    def attribute(self, number: int, name: str) -> str | None:
        """An attribute of a kept element."""
        return self.page.tree.elements[self._rows[number]].attr(name)

    def walk(self) -> None:
        """Call the methods, in document order."""
        code, methods = self.outline.kept.code, self._of_event
        wanted = self._opens[code]
        self.choose(wanted)
        kept, atoms = self.outline.kept, self.outline.atoms
        closed = (wanted & self._closes[code]).nonzero()[0]
        places = kept.code, kept.opens, kept.closes, atoms.place[atoms.first]
        for event, subject in zip(*events_of(wanted.nonzero()[0], closed, *places), strict=True):
            methods[event](self, subject)

    def paragraph(self, number: int) -> None:
        """Write a paragraph."""
        raise NotImplementedError

    def choose(self, wanted: Bools) -> None:
        """Take kept elements out of *wanted* that are to be no more than their text."""


@kernel
def events_of(
    opened: Ints, closed: Ints, code: Codes, opens: Ints, closes: Ints, paragraphs: Ints
) -> tuple[list[int], list[int]]:
    """What happens, and the number of the element or the paragraph that it happens to, in document order.

    *opened* and *closed* are the numbers of elements that something happens to there, *code*, *opens* and *closes*
    columns of all; *paragraphs* are the places where they begin.

    >>> numbers, code, opens, closes = np.arange(2), np.array([7, 8]), np.array([1, 3]), np.array([5, 5])
    >>> events_of(numbers, numbers, code, opens, closes, np.array([2, 3, 5]))
    ([7, 0, 8, 0, 264, 263, 0], [0, 0, 1, 1, 1, 0, 2])
    """
    closed = closed[::-1]
    # At each place, elements close, the inner ones first; then one opens; then a paragraph begins.
    slots = np.concatenate((closes[closed] * 3, opens[opened] * 3 + 1, paragraphs * 3 + 2))
    order = np.argsort(slots, kind="stable")
    codes = code.astype(np.int64)
    events = np.concatenate((codes[closed] + CLOSE, codes[opened], np.full(len(paragraphs), PARAGRAPH)))
    subjects = np.concatenate((closed, opened, np.arange(len(paragraphs))))
    return events[order].tolist(), subjects[order].tolist()


def _methods(walker: type[Walker]) -> dict[int, Callable[[Any, int], None]]:
    """The method of a walker for each event."""
    methods: dict[int, Callable[[Any, int], None]] = {PARAGRAPH: walker.paragraph}
    for name, elements in walker.METHODS.items():
        stop = getattr(walker, f"end_{name}", None)
        for code in map(CODES.__getitem__, elements.split()):
            methods[code] = getattr(walker, name)
            if stop is not None:
                methods[code + CLOSE] = stop
    return methods
