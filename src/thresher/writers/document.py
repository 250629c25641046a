"""What formats made of tags have in common around paragraphs: a table of elements, what some of them tell, and code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from thresher.page.whitespace import collapse
from thresher.writers import codes
from thresher.writers.elements import Element, Grammar, Written, elements_around
from thresher.writers.markup import attribute, escape_text
from thresher.writers.named import Names
from thresher.writers.phrases import PREFORMATTED
from thresher.writers.tables import ASKED_SPANS, MAX_COLUMN_SPAN, MAX_ROW_SPAN, span
from thresher.writers.walker import Walker

_CELLS = Names("td", "th")


class Document(Walker):
    """Writes the elements around paragraphs; elements of the page are named by their number in the outline."""

    GRAMMAR: ClassVar[Grammar]
    SPANS: ClassVar[tuple[str, str]]  #: the attributes that say how many columns and rows a cell takes ...
    MAX_SPANS: ClassVar[tuple[int, int]] = (MAX_COLUMN_SPAN, MAX_ROW_SPAN)  #: ... and how many that may be

    def written(self, paragraphs: list[str]) -> str:
        """Paragraphs with the elements around them."""
        return elements_around(self.outlined(self.chosen()), paragraphs, self.known, self._own(), self.GRAMMAR)

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

    # Which elements of a page do.

    def telling(self) -> dict[int, Written]:
        """What elements are written as that have attributes of their own."""
        code, telling = self.outline.kept.code, dict[int, Written]()
        for number, attributes in self.told():
            for element in telling.get(number, self.known[code[number]]):
                if not element.block:
                    name, own, *rest = element
                    telling[number] = (Element(name, own + attributes, *rest),)
        return telling

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
