"""`Walker`: goes through the structure of what is kept of a page and calls one small method for each element."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from thresher.page.columns import Bools, Ints
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
    _opens: ClassVar[Bools]
    _closes: ClassVar[Bools]

    def __init_subclass__(cls) -> None:
        """Note which elements a subclass has methods for."""
        if hasattr(cls, "METHODS"):
            cls._opens, cls._closes = _codes(cls)

    def __init__(self, outline: Outline) -> None:
        self.outline, self.page = outline, outline.page

    def walk(self) -> None:
        """Call the methods, in document order."""
        kept = self.outline.kept
        wanted = self._opens[kept.code]
        self.choose(wanted)
        methods, closing = self._methods(), wanted & self._closes[kept.code]
        events = self._events(np.flatnonzero(wanted), np.flatnonzero(closing))
        for event, subject in zip(*events, strict=True):
            methods[event](subject)

    def paragraph(self, number: int) -> None:
        """Write a paragraph."""
        raise NotImplementedError

    def choose(self, wanted: Bools) -> None:
        """Take kept elements out of *wanted* that are to be no more than their text."""

    def _events(self, opened: Ints, closed: Ints) -> tuple[list[int], list[int]]:
        """What happens, and the row of the element or the number of the paragraph that it happens to."""
        kept, atoms = self.outline.kept, self.outline.atoms
        closed, paragraphs = closed[::-1], atoms.place[atoms.opens]
        # At each place, elements close, the inner ones first; then one opens; then a paragraph begins.
        slots = np.concatenate((kept.closes[closed] * 3, kept.opens[opened] * 3 + 1, paragraphs * 3 + 2))
        order = np.argsort(slots, kind="stable")
        codes = kept.code.astype(np.int64)
        events = np.concatenate((codes[closed] + CLOSE, codes[opened], np.full(len(paragraphs), PARAGRAPH)))
        subjects = np.concatenate((closed, opened, np.arange(len(paragraphs))))
        return events[order].tolist(), subjects[order].tolist()

    def _methods(self) -> dict[int, Callable[[int], None]]:
        methods: dict[int, Callable[[int], None]] = {PARAGRAPH: self.paragraph}
        for name, elements in self.METHODS.items():
            start, stop = getattr(self, name), getattr(self, f"end_{name}", None)
            for element in elements.split():
                methods[CODES[element]] = start
                if stop is not None:
                    methods[CODES[element] + CLOSE] = stop
        return methods


def _codes(walker: type[Walker]) -> tuple[Bools, Bools]:
    """Codes of elements that a walker has a method for where they open, and where they close."""
    opens, closes = np.zeros(256, dtype=bool), np.zeros(256, dtype=bool)
    for name, elements in walker.METHODS.items():
        codes = [CODES[element] for element in elements.split()]
        opens[codes] = True
        closes[codes] = hasattr(walker, f"end_{name}")
    return opens, closes
