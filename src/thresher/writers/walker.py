"""`Walker`: goes through the structure of what is kept of a page and calls one small method for each element."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from thresher.page.columns import Bools, Codes, Ints, prefix
from thresher.page.kernels import kernel
from thresher.page.tags import CODES, tag_set
from thresher.writers.attributes import told_by
from thresher.writers.tables import ASKED_SPANS

if TYPE_CHECKING:
    from thresher.writers.outline import Outline

#: The event of a stretch of paragraphs; other events are the code of an element that opens, or `CLOSE` more where it
#: closes, or `WHOLE` more for a stretch of elements of that code that are around one paragraph each and nothing else.
PARAGRAPH = 0
CLOSE = 256
WHOLE = 512
#: The code of a post of a thread, which takes the place of that of its element.
POST = 255

_CELLS = tag_set("td", "th")
Methods = dict[int, Callable[[Any, Any], None]]
#: Numbers of kept elements, and texts; writers have a method of the name of the type.
Numbers = list[int]
Texts = list[str]


class Walker:
    """Base of writers that keep structure: a table of element names, and the methods that it names.

    A method ``heading`` is called where an element opens, ``end_heading`` where it closes, if there is such a method,
    both with the element's number in the outline; `stretch` with the numbers of paragraphs that nothing happens
    between. Where there is a method ``whole_headings``, it is called instead of all three with the numbers of elements
    that are around one paragraph each and nothing else, and that nothing happens between.
    """

    METHODS: ClassVar[dict[str, str]]  #: name of a method, and the elements that it is for
    ASKED: ClassVar[Bools] = tag_set()  #: names of elements that are no more than their text unless `choose` says so
    _of_event: ClassVar[Methods]
    _opens: ClassVar[Bools]
    _closes: ClassVar[Bools]
    _whole: ClassVar[Bools]

    def __init_subclass__(cls) -> None:
        """Note which elements a subclass has methods for."""
        if hasattr(cls, "METHODS"):
            cls._of_event = _methods(cls)
            codes = np.arange(CLOSE)
            cls._opens, cls._closes, cls._whole = (
                np.isin(codes + kind, list(cls._of_event)) for kind in (0, CLOSE, WHOLE)
            )
            cls._opens[PARAGRAPH] = False
            cls._opens &= ~cls.ASKED

    def __init__(self, outline: Outline, paragraphs: list[str]) -> None:
        self.outline, self.page = outline, outline.page
        self.paragraphs = paragraphs
        self._rows = outline.rows
        self._paragraph_of: list[int] = outline.kept.paragraph.tolist()
        #: how many columns and rows cells say that they take; tables have many rows, so all are asked at once
        self.cell_spans = self.told(_CELLS, ASKED_SPANS)

    def row(self, number: int) -> int:
        """Row of a kept element."""
        return self._rows[number]

    def name(self, number: int) -> str:
        """Name of a kept element."""
        return self.page.tag[self._rows[number]]

    def attribute(self, number: int, name: str) -> str | None:
        """An attribute of a kept element."""
        return self.page.tree.elements[self._rows[number]].attr(name)

    def told(self, names: Bools, asked: tuple[str, ...]) -> dict[int, tuple[str | None, ...]]:
        """Some attributes of those kept elements of some names that have one of them, by number."""
        numbers, rows = self.outline.kept.having(names).tolist(), self._rows
        found = told_by(self.page.tree.elements, [rows[number] for number in numbers], asked)
        return {numbers[place]: values for place, values in found.items()}

    def only_paragraphs(self, numbers: Numbers) -> list[str]:
        """The text of the first paragraph in each of some kept elements, which may be the only one."""
        paragraphs, paragraph_of = self.paragraphs, self._paragraph_of
        return [paragraphs[paragraph_of[number]] for number in numbers]

    def walk(self) -> None:
        """Call the methods, in document order."""
        kept, methods, posts = self.outline.kept, self._of_event, self.outline.posts
        code = kept.code
        wanted = self._opens[code]
        self.choose(wanted)
        if posts.bylines:
            code, numbers = code.copy(), list(posts.bylines)
            code[numbers] = POST
            wanted[posts.layout] = False
            wanted[numbers] = True
        self.join(wanted)
        paragraphs = self.outline.atoms.place[self.outline.atoms.first]
        events = events_of(wanted, self._closes, self._whole, code, kept.opens, kept.closes, paragraphs)
        for event, subject in zip(*events, strict=True):
            methods[event](self, subject)

    def stretch(self, numbers: slice) -> None:
        """Write some paragraphs."""
        raise NotImplementedError

    def only_stretch(self, number: int) -> None:
        """Write the first paragraph in a kept element, which may be the only one."""
        paragraph = self._paragraph_of[number]
        self.stretch(slice(paragraph, paragraph + 1))

    def choose(self, wanted: Bools) -> None:
        """Take kept elements out of *wanted* that are to be no more than their text, and take in what is asked for."""

    def join(self, wanted: Bools) -> None:
        """Take kept elements out of *wanted*, which is final but for that, that are written with their paragraph."""


@kernel
def around_one(numbers: Ints, wanted: Bools, row: Ints, end: Ints, first: Ints, last: Ints, opens: Bools) -> Bools:
    """Which of some *wanted* elements that begin lines are around one paragraph and no other wanted element.

    *row*, *end*, *first* and *last* are columns of elements, *opens* says which atoms begin a paragraph.

    >>> row, end = np.array([1, 2, 3, 5]), np.array([6, 5, 4, 6])
    >>> first, last = np.array([0, 0, 0, 2]), np.array([2, 1, 0, 2])
    >>> opens, numbers = np.array([True, False, True]), np.arange(4)
    >>> around_one(numbers, np.array([True, True, False, True]), row, end, first, last, opens).tolist()
    [False, True, False, True]
    """
    ahead, begun = prefix(wanted), prefix(opens)
    inner = ahead[np.searchsorted(row, end[numbers])] - ahead[numbers + 1]
    paragraphs = begun[last[numbers] + 1] - begun[first[numbers]]
    alone: Bools = wanted[numbers] & (inner == 0) & (paragraphs == 1)
    return alone


@kernel
def events_of(
    wanted: Bools, closing: Bools, whole: Bools, code: Codes, opens: Ints, closes: Ints, paragraphs: Ints
) -> tuple[list[int], list[int | slice | list[int]]]:
    """What happens, and the number of the element or those of the paragraphs that it happens to, in document order.

    Something happens to the *wanted* elements where they open, and where they close if their names are *closing*; all
    of it at once where their names are *whole* and there is only a paragraph in between, and to all at once of these
    that follow each other. *code*, *opens* and *closes* are columns of elements; *paragraphs* are the places where they
    begin.

    >>> code, opens, closes = np.array([7, 8], dtype=np.uint8), np.array([1, 3]), np.array([5, 5])
    >>> names = np.arange(256)
    >>> columns = code, opens, closes, np.array([2, 3, 5])
    >>> events_of(code > 0, names > 0, names > 8, *columns)[0]
    [7, 0, 8, 0, 264, 263, 0]
    >>> events_of(code > 0, names > 0, names > 7, *columns)
    ([7, 0, 520, 263, 0], [0, slice(0, 1, None), [1], 0, slice(2, 3, None)])
    """
    opened, closed = wanted.nonzero()[0], (wanted & closing[code]).nonzero()[0][::-1]
    # At each place, elements close, the inner ones first; then one opens; then a paragraph begins.
    slots = np.concatenate((closes[closed] * 3, opens[opened] * 3 + 1, paragraphs * 3 + 2))
    order = np.argsort(slots, kind="stable")
    codes = code.astype(np.int64)
    events = np.concatenate((codes[closed] + CLOSE, codes[opened], np.full(len(paragraphs), PARAGRAPH)))[order]
    subjects = np.concatenate((closed, opened, np.arange(len(paragraphs))))[order]
    first, middle, last = events[:-2], events[1:-1], events[2:]
    is_one = (first < CLOSE) & (middle == PARAGRAPH) & (last == first + CLOSE) & (subjects[:-2] == subjects[2:])
    starts = (is_one & whole[first % CLOSE]).nonzero()[0]
    events[starts] += WHOLE
    left = np.delete(np.arange(len(events)), np.concatenate((starts + 1, starts + 2)))
    return _with_stretches(events[left].tolist(), subjects[left].tolist())


def _with_stretches(events: list[int], subjects: list[int]) -> tuple[list[int], list[int | slice | list[int]]]:
    """Events and their subjects, with those of paragraphs and of whole elements that follow each other made one."""
    found: list[int] = []
    told: list[int | slice | list[int]] = []
    for event, stretch in groupby(zip(events, subjects, strict=True), key=itemgetter(0)):
        numbers = [number for _, number in stretch]
        if event == PARAGRAPH:
            told.append(slice(numbers[0], numbers[-1] + 1))
        elif event >= WHOLE:
            told.append(numbers)
        else:
            told += numbers
        found += [event] * (len(told) - len(found))
    return found, told


def _methods(walker: type[Walker]) -> Methods:
    """The method of a walker for each event."""
    methods: Methods = {PARAGRAPH: walker.stretch}
    for name, elements in walker.METHODS.items():
        kinds = {0: name, CLOSE: f"end_{name}", WHOLE: f"whole_{name}s"}
        found = {kind: getattr(walker, method) for kind, method in kinds.items() if hasattr(walker, method)}
        for code in (CODES.get(element, POST) for element in elements.split()):
            methods |= {code + kind: method for kind, method in found.items()}
    return methods
