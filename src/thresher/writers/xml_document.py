"""What our XML and TEI have in common: footnotes, tables of data, numbered items, code, and what any XML needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from thresher.page.collector import CollectorAtRest
from thresher.page.columns import Bools
from thresher.page.kernels import kernel
from thresher.page.tags import CODES, N_CODES, tag_set
from thresher.page.whitespace import collapse
from thresher.writers import codes
from thresher.writers.attributes import told_by
from thresher.writers.lists import numbers
from thresher.writers.markup import Tags, attribute, escape_text
from thresher.writers.outline import Outline, outline_of
from thresher.writers.phrases import PREFORMATTED
from thresher.writers.tables import ASKED_SPANS, MAX_COLUMN_SPAN, MAX_ROW_SPAN, drop_layout, span
from thresher.writers.xml_elements import Element, Grammar, Outlined, Written, elements_around

if TYPE_CHECKING:
    from thresher.selection import Selection
    from thresher.writers.formulas import Formula
    from thresher.writers.posts import Byline

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
#: What no XML document may hold, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ORDERED, _ITEMS, _CELLS = tag_set("ol"), tag_set("li"), tag_set("td", "th")
_NOTE_BLOCKS = tag_set("p", "div", "aside", "section")


def clean(text: str) -> str:
    r"""*text* without characters that XML forbids.

    >>> clean("a\x08b")
    'ab'
    """
    return _FORBIDDEN.sub("", text) if is_forbidden(text) else text


@kernel
def is_forbidden(text: str) -> bool:
    r"""Whether a text has characters that XML forbids.

    >>> is_forbidden("a\tb"), is_forbidden("a\x08b"), is_forbidden("\ud800")
    (False, True, True)
    """
    return _FORBIDDEN.search(text) is not None


class XmlTags(Tags):
    """Writes paragraphs."""

    TEX: ClassVar[str]  #: what the notation of formulas in TeX is called

    def formula(self, formula: Formula) -> str:
        """A formula."""
        notation = attribute("notation", self.TEX if formula.is_tex else "text")
        return f"<formula{notation}>{escape_text(formula.text)}</formula>"


def tag_names(*, strong: str, emphasis: str, deleted: str, **others: str) -> dict[str, str]:
    """Names of elements within a line, and the tag that each is written as.

    >>> tag_names(strong="hi", emphasis="em", deleted="del", sub="sub")["b"]
    'hi'
    """
    return (
        dict.fromkeys(("strong", "b"), strong)
        | dict.fromkeys(("em", "i"), emphasis)
        | dict.fromkeys(("del", "s", "strike"), deleted)
        | others
    )


class XmlDocument:
    """Writes the elements around paragraphs; elements of the page are named by their number in the outline."""

    ELEMENTS: ClassVar[dict[str, Element]]  #: elements of pages, and what those are written as that tell nothing else
    GRAMMAR: ClassVar[Grammar]
    NUMBER: ClassVar[str]  #: the attribute with the number of an item
    SPANS: ClassVar[tuple[str, str]]  #: the attributes that say how many columns and rows a cell takes
    _known: ClassVar[list[Written]]
    _wanted: ClassVar[Bools]

    def __init_subclass__(cls) -> None:
        """Note what a subclass writes each element as."""
        cls._known = [()] * N_CODES
        for name, element in cls.ELEMENTS.items():
            cls._known[CODES[name]] = (element,)
        cls._wanted = tag_set(*cls.ELEMENTS) | PREFORMATTED

    def __init__(self, outline: Outline, notes: dict[int, str]) -> None:
        self.outline, self.page, self.notes = outline, outline.page, notes

    @classmethod
    def body(cls, selection: Selection, phrases: type[Tags], *, links: bool, images: bool) -> str:
        """The elements of the body, whose paragraphs *phrases* writes."""
        with CollectorAtRest():
            outline = outline_of(selection, images=images)
            if outline.is_empty:
                return ""
            inner = phrases(outline, links=links, images=images)
            paragraphs = inner.paragraphs()
            return cls(outline, inner.notes.notes).written(paragraphs)

    def written(self, paragraphs: list[str]) -> str:
        """Paragraphs with the elements around them."""
        kept, atoms = self.outline.kept, self.outline.atoms
        wanted = self._chosen()
        columns = kept.code, wanted, kept.opens, kept.closes, kept.around
        outlined = Outlined(*columns, atoms.place[atoms.first], atoms.around[atoms.first])
        return elements_around(outlined, paragraphs, self._known, self._own(wanted), self.GRAMMAR)

    # How a format writes what tells something of its own.

    def note(self, label: str) -> Element:
        """A footnote."""
        raise NotImplementedError

    def noted_item(self, item: Element, note: Element) -> Written:
        """An item of a list that is a footnote."""
        raise NotImplementedError

    def code_block(self, text: str, language: str) -> str:
        """A block of code in a language, which may be unknown."""
        raise NotImplementedError

    def post(self, byline: Byline) -> Element:
        """A post, with who wrote it when."""
        raise NotImplementedError

    # Which elements of a page do, and which are written at all.

    def _chosen(self) -> Bools:
        """Whether a kept element is written: layout tables are not, blocks that are footnotes are."""
        wanted, posts = self._wanted[self.outline.kept.code], self.outline.posts
        drop_layout(self.outline, wanted)
        if self.notes:
            wanted[list(self.notes)] = True
        if posts.bylines:
            wanted[posts.layout] = False
            wanted[list(posts.bylines)] = True
        return wanted

    def _own(self, wanted: Bools) -> dict[int, Written]:
        """What elements are written as that tell more than their name."""
        own: dict[int, Written] = {number: (item,) for number, item in self._numbered_items(wanted)}
        own.update((number, (cell,)) for number, cell in self._wide_cells())
        own.update((number, self._noted(number, own)) for number in self.notes)
        own.update((number, self._code(number)) for number in self.outline.kept.having(PREFORMATTED).tolist())
        own.update((number, (self.post(byline),)) for number, byline in self.outline.posts.bylines.items())
        return own

    def _numbered_items(self, wanted: Bools) -> Iterator[tuple[int, Element]]:
        """Items of ordered lists, with their numbers."""
        kept, counts = self.outline.kept, dict[int, int]()
        for number in kept.having(_ORDERED).tolist():
            if wanted[number]:
                counts |= numbers(self.page, self.outline.rows[number])
        name = self.ELEMENTS["li"].name
        for number in kept.having(_ITEMS).tolist() if counts else ():
            if (count := counts.get(self.outline.rows[number])) is not None:
                yield number, Element(name, attribute(self.NUMBER, count))

    def _wide_cells(self) -> Iterator[tuple[int, Element]]:
        """Cells that take more than one column or row."""
        found = self.outline.kept.having(_CELLS).tolist()
        rows = [self.outline.rows[number] for number in found]
        for place, values in told_by(self.page.tree.elements, rows, ASKED_SPANS).items():
            counts = map(span, values, (MAX_COLUMN_SPAN, MAX_ROW_SPAN))
            told = [attribute(name, count) for name, count in zip(self.SPANS, counts, strict=True) if count > 1]
            cell = self.ELEMENTS[self.page.tag[rows[place]]]
            yield found[place], Element(cell.name, "".join((cell.attributes, *told)))

    def _noted(self, number: int, own: dict[int, Written]) -> Written:
        """An element that is a footnote; a definition is none."""
        code = self.outline.kept.code[number]
        if _ITEMS[code]:
            (item,) = own.get(number, self._known[code])
            return self.noted_item(item, self.note(self.notes[number]))
        return (self.note(self.notes[number]),) if _NOTE_BLOCKS[code] else self._known[code]

    def _code(self, number: int) -> Written:
        """A block of code, which where only text may stand is text; nothing if it is only the numbers of lines."""
        row = self.outline.rows[number]
        names = self.page.attributes_at([row, int(self.page.parent[row])], "class")
        if any(map(codes.is_line_numbers, names)):
            return ()
        text = escape_text(codes.code_text(self.outline, number))
        block = self.code_block(text, codes.language_of(self.outline, row)) if text else ""
        return (Element(block=block, in_line=f"{collapse(text)} " if text else ""),)
