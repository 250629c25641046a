"""What our XML and TEI have in common: footnotes, tables of data, numbered items, and what any XML needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from thresher.page.collector import CollectorAtRest
from thresher.page.columns import Bools
from thresher.page.kernels import kernel
from thresher.page.tags import tag_set
from thresher.writers.document import Document
from thresher.writers.elements import Element, Written
from thresher.writers.lists import numbers
from thresher.writers.markup import Tags, attribute, escape_text
from thresher.writers.outline import Outline, outline_of
from thresher.writers.tables import drop_layout

if TYPE_CHECKING:
    from thresher.selection import Selection
    from thresher.writers.formulas import Formula

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
#: What no XML document may hold, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ORDERED, _ITEMS = tag_set("ol"), tag_set("li")
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


class XmlDocument(Document):
    """Writes the elements around paragraphs."""

    NUMBER: ClassVar[str]  #: the attribute with the number of an item

    def __init__(self, outline: Outline, notes: dict[int, str]) -> None:
        super().__init__(outline)
        self.notes = notes

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

    # How a format writes what tells something of its own.

    def note(self, label: str) -> Element:
        """A footnote."""
        raise NotImplementedError

    def noted_item(self, item: Element, note: Element) -> Written:
        """An item of a list that is a footnote."""
        raise NotImplementedError

    # Which elements of a page do, and which are written at all.

    def choose(self, wanted: Bools) -> None:
        """Take out layout tables, and take in blocks that are footnotes."""
        drop_layout(self.outline, wanted)
        if self.notes:
            wanted[list(self.notes)] = True

    def told(self) -> Iterator[tuple[int, str]]:
        """The numbers of items of ordered lists, and how many places cells take."""
        yield from self.spans()
        kept, layout, counts = self.outline.kept, self.outline.posts.layout.tolist(), dict[int, int]()
        for number in kept.having(_ORDERED).tolist():
            if number not in layout:
                counts |= numbers(self.page, self.outline.rows[number])
        for number in kept.having(_ITEMS).tolist() if counts else ():
            if (count := counts.get(self.outline.rows[number])) is not None:
                yield number, attribute(self.NUMBER, count)

    def telling(self) -> dict[int, Written]:
        """What elements are written as that have attributes of their own, or are footnotes."""
        telling = super().telling()
        telling.update((number, self._noted(number, telling)) for number in self.notes)
        return telling

    def _noted(self, number: int, telling: dict[int, Written]) -> Written:
        """An element that is a footnote; a definition is none."""
        code = self.outline.kept.code[number]
        if _ITEMS[code]:
            (item,) = telling.get(number, self._known[code])
            return self.noted_item(item, self.note(self.notes[number]))
        return (self.note(self.notes[number]),) if _NOTE_BLOCKS[code] else self._known[code]
