"""What formats made of tags have in common around paragraphs: a table of elements, what some of them tell, and code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from thresher.page.columns import Bools
from thresher.page.tags import CODES, N_CODES, tag_set
from thresher.page.whitespace import collapse
from thresher.writers import codes
from thresher.writers.attributes import told_by
from thresher.writers.elements import Element, Grammar, Outlined, Written, elements_around
from thresher.writers.markup import attribute, escape_text
from thresher.writers.outline import Outline
from thresher.writers.phrases import PREFORMATTED
from thresher.writers.tables import ASKED_SPANS, MAX_COLUMN_SPAN, MAX_ROW_SPAN, span

_CELLS = tag_set("td", "th")


class Document:
    """Writes the elements around paragraphs; elements of the page are named by their number in the outline."""

    ELEMENTS: ClassVar[dict[str, Element]]  #: elements of pages, and what those are written as that tell nothing else
    ASKED: ClassVar[Bools] = tag_set()  #: names of elements that are no more than their text unless `choose` says so
    GRAMMAR: ClassVar[Grammar]
    SPANS: ClassVar[tuple[str, str]]  #: the attributes that say how many columns and rows a cell takes ...
    MAX_SPANS: ClassVar[tuple[int, int]] = (MAX_COLUMN_SPAN, MAX_ROW_SPAN)  #: ... and how many that may be
    _known: ClassVar[list[Written]]
    _wanted: ClassVar[Bools]

    def __init_subclass__(cls) -> None:
        """Note what a subclass writes each element as."""
        if hasattr(cls, "ELEMENTS"):
            cls._known = [()] * N_CODES
            for name, element in cls.ELEMENTS.items():
                cls._known[CODES[name]] = (element,)
            cls._wanted = (tag_set(*cls.ELEMENTS) | PREFORMATTED) & ~cls.ASKED

    def __init__(self, outline: Outline) -> None:
        self.outline, self.page = outline, outline.page

    def written(self, paragraphs: list[str]) -> str:
        """Paragraphs with the elements around them."""
        kept, atoms = self.outline.kept, self.outline.atoms
        columns = kept.code, self._chosen(), kept.opens, kept.closes, kept.around
        outlined = Outlined(*columns, atoms.place[atoms.first], atoms.around[atoms.first])
        return elements_around(outlined, paragraphs, self._known, self._own(), self.GRAMMAR)

    # How a format writes what tells something of its own.

    def told(self) -> Iterable[tuple[int, str]]:
        """Attributes of elements besides those that all of their name have."""
        raise NotImplementedError

    def code_block(self, text: str, language: str) -> str:
        """A block of code in a language, which may be unknown."""
        raise NotImplementedError

    def post(self, number: int) -> Written:
        """A post, with who wrote it when."""
        raise NotImplementedError

    # Which elements of a page do, and which are written at all.

    def choose(self, wanted: Bools) -> None:
        """Take kept elements out of *wanted* that are to be no more than their text, and take in what is asked for."""

    def _chosen(self) -> Bools:
        """Whether a kept element is written."""
        wanted, posts = self._wanted[self.outline.kept.code], self.outline.posts
        self.choose(wanted)
        if posts.bylines:
            wanted[posts.layout] = False
            wanted[list(posts.bylines)] = True
        return wanted

    def telling(self) -> dict[int, Written]:
        """What elements are written as that have attributes of their own."""
        code, telling = self.outline.kept.code, dict[int, Written]()
        for number, attributes in self.told():
            for element in telling.get(number, self._known[code[number]]):
                telling[number] = (element._replace(attributes=element.attributes + attributes),)
        return telling

    def asked(self, names: Bools, *attributes: str) -> Iterator[tuple[int, tuple[str | None, ...]]]:
        """Some attributes of those elements of some names that have one of them."""
        numbers, rows = self.outline.kept.having(names).tolist(), self.outline.rows
        found = told_by(self.page.tree.elements, [rows[number] for number in numbers], attributes)
        return ((numbers[place], values) for place, values in found.items())

    def spans(self) -> Iterator[tuple[int, str]]:
        """How many columns and rows cells take, where that is more than one."""
        for number, values in self.asked(_CELLS, *ASKED_SPANS):
            counts = map(span, values, self.MAX_SPANS)
            told = [attribute(name, count) for name, count in zip(self.SPANS, counts, strict=True) if count > 1]
            yield number, "".join(told)

    def _own(self) -> dict[int, Written]:
        """What elements are written as that tell more than their name."""
        own = self.telling()
        own.update((number, self._code(number)) for number in self.outline.kept.having(PREFORMATTED).tolist())
        own.update((number, self.post(number)) for number in self.outline.posts.bylines)
        return own

    def _code(self, number: int) -> Written:
        """A block of code, which where only text may stand is text; nothing if it is only the numbers of lines."""
        row = self.outline.rows[number]
        names = self.page.attributes_at([row, int(self.page.parent[row])], "class")
        if any(map(codes.is_line_numbers, names)):
            return ()
        text = escape_text(codes.code_text(self.outline, number))
        block = self.code_block(text, codes.language_of(self.outline, row)) if text else ""
        return (Element(block=block, in_line=f"{collapse(text)} " if text else ""),)
