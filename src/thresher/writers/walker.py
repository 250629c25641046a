"""`Walker`: which elements of what is kept of a page are written, and the order in which that is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple, Protocol

from thresher.page.columns import Bools, Codes, Ints
from thresher.page.tags import CODES, N_CODES, tag_set
from thresher.writers.attributes import told_by
from thresher.writers.lists import numbers
from thresher.writers.named import Names
from thresher.writers.outline import Outline
from thresher.writers.phrases import PREFORMATTED

_ORDERED, _ITEMS = Names("ol"), Names("li")
#: What an element is written as, from the outside in: parts that only the pen of the format knows.
Parts = tuple[Any, ...]


class Outlined(NamedTuple):
    """Columns of the kept elements of a page, then of its paragraphs."""

    code: Codes  #: the number of its name
    wanted: Bools  #: whether it is written
    opens: Ints  #: the place where it opens
    closes: Ints  #: the place where it closes
    around: Ints  #: how many blocks are around it, itself included
    places: Ints  #: paragraph: where it begins
    blocks: Ints  #: paragraph: how many blocks are around it


class Pen(Protocol):
    """Writes elements and paragraphs in document order."""

    def open(self, written: Any, around: int) -> None:
        """Open what an element is written as, around which are so many blocks."""

    def close(self, written: Any) -> None:
        """Close what an element is written as."""

    def paragraph(self, number: int, around: int) -> None:
        """Write a paragraph, around which are so many blocks."""


def walk(pen: Pen, outlined: Outlined, known: list[Any], own: dict[int, Any]) -> None:
    """Let a pen write the wanted elements, which are *known* by their code or have something of their *own*."""
    code, wanted, opens, closes, around, places, blocks = outlined
    written = {number: own.get(number, known[code[number]]) for number in wanted.nonzero()[0].tolist()}
    # At each place elements close, the inner ones first; then one opens; then a paragraph begins.
    events = [(int(places[paragraph]), 2, paragraph) for paragraph in range(len(places))]
    for number in written:
        events += [(int(opens[number]), 1, number), (int(closes[number]), 0, -number)]
    for _, kind, number in sorted(events):
        if kind == 0:
            pen.close(written[-number])
        elif kind == 1:
            pen.open(written[number], int(around[number]))
        else:
            pen.paragraph(number, int(blocks[number]))


class Walker:
    """Base of writers that keep structure: a table of elements; kept ones are named by their number in the outline."""

    ELEMENTS: ClassVar[dict[str, Any]]  #: elements of pages, and what those are written as that tell nothing else
    ASKED: ClassVar[Bools] = tag_set()  #: names of elements that are no more than their text unless `choose` says so
    known: ClassVar[list[Parts]]  #: the same by codes, nothing for others
    _wanted: ClassVar[Bools]

    def __init_subclass__(cls) -> None:
        """Note what a subclass writes each element as."""
        if hasattr(cls, "ELEMENTS"):
            cls.known = [()] * N_CODES
            for name, element in cls.ELEMENTS.items():
                cls.known[CODES[name]] = (element,)
            cls._wanted = (tag_set(*cls.ELEMENTS) | PREFORMATTED.flags) & ~cls.ASKED

    def __init__(self, outline: Outline) -> None:
        self.outline, self.page = outline, outline.page

    def choose(self, wanted: Bools) -> None:
        """Take kept elements out of *wanted* that are to be no more than their text, and take in what is asked for."""

    def chosen(self) -> Bools:
        """Whether a kept element is written."""
        wanted, posts = self._wanted[self.outline.kept.code], self.outline.posts
        self.choose(wanted)
        if posts.bylines:
            wanted[posts.layout] = False
            wanted[list(posts.bylines)] = True
        return wanted

    def outlined(self, wanted: Bools) -> Outlined:
        """What a pen is to write."""
        kept, atoms = self.outline.kept, self.outline.atoms
        columns = kept.code, wanted, kept.opens, kept.closes, kept.around
        return Outlined(*columns, atoms.place[atoms.first], atoms.around[atoms.first])

    def item_numbers(self) -> Iterator[tuple[int, int]]:
        """Items of the ordered lists that are written, and their numbers."""
        kept, layout, counts = self.outline.kept, self.outline.posts.layout.tolist(), dict[int, int]()
        for number in kept.having(_ORDERED).tolist():
            if number not in layout:
                counts |= numbers(self.page, self.outline.rows[number])
        for number in kept.having(_ITEMS).tolist() if counts else ():
            if (count := counts.get(self.outline.rows[number])) is not None:
                yield number, count

    def asked(self, names: Names, *attributes: str) -> Iterator[tuple[int, tuple[str | None, ...]]]:
        """Some attributes of those elements of some names that have one of them."""
        numbers = self.outline.kept.having(names)
        rows = self.outline.kept.row[numbers].tolist()
        found = told_by(self.page.tree.elements, rows, attributes) if rows else {}
        return ((int(numbers[place]), values) for place, values in found.items())
