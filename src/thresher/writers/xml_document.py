"""What our XML and TEI have in common: footnotes, tables of data, numbered items, code, and what any XML needs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from thresher.page.collector import CollectorAtRest
from thresher.page.columns import Bools
from thresher.page.tags import tag_set
from thresher.page.whitespace import collapse
from thresher.writers import codes
from thresher.writers.escape import signs_in
from thresher.writers.lists import numbers
from thresher.writers.markup import Markup, Tags, attribute, escape_text
from thresher.writers.outline import Outline, outline_of
from thresher.writers.tables import drop_layout

if TYPE_CHECKING:
    from thresher.selection import Selection
    from thresher.writers.formulas import Formula

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
#: What no XML document may hold, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CONTROLS = "".join(sign for sign in map(chr, range(0x20)) if _FORBIDDEN.match(sign))
_NOTE_BLOCKS = tag_set("p", "div", "aside", "section")


def clean(text: str) -> str:
    r"""*text* without characters that XML forbids.

    >>> clean("a\x08b")
    'ab'
    """
    return _FORBIDDEN.sub("", text) if signs_in([text], _CONTROLS) or not _is_unicode(text) else text


def _is_unicode(text: str) -> bool:
    """Whether a text has neither halves of characters nor what is none."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\ufffe" not in text and "\uffff" not in text


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


class XmlDocument(Markup):
    """Writes the elements around paragraphs; elements are named by their number in the outline."""

    ASKED: ClassVar[Bools] = _NOTE_BLOCKS
    SIMPLE: ClassVar[dict[str, str]]  #: elements that are written without attributes, and under which name

    def __init__(self, outline: Outline, paragraphs: list[str], notes: dict[int, str]) -> None:
        super().__init__(outline, paragraphs)
        self.notes = notes
        self._numbers: list[dict[int, int]] = []

    @classmethod
    def body(cls, selection: Selection, phrases: type[Tags], *, links: bool, images: bool) -> str:
        """The elements of the body, whose paragraphs *phrases* writes."""
        with CollectorAtRest():
            outline = outline_of(selection, images=images)
            if outline.is_empty:
                return ""
            inner = phrases(outline, links=links, images=images)
            document = cls(outline, inner.paragraphs(), inner.notes.notes)
            document.walk()
            document.finish()
            return "".join(document.out)

    def finish(self) -> None:
        """Close what is still open."""

    def choose(self, wanted: Bools) -> None:
        """Take out layout tables, and take in blocks that are footnotes."""
        drop_layout(self.outline, wanted)
        if self.notes:
            wanted[list(self.notes)] = True

    def simple(self, number: int) -> None:
        """Open an element without attributes."""
        self.start(number, self.SIMPLE[self.name(number)])

    def end_simple(self, _number: int) -> None:
        """Close an element."""
        self.stop()

    def count_items(self, number: int, *, is_ordered: bool) -> None:
        """Note the numbers of the items of a list that opens."""
        self._numbers.append(numbers(self.page, self.row(number)) if is_ordered else {})

    def end_list(self, _number: int) -> None:
        """Close a list."""
        self._numbers.pop()
        self.stop()

    def item_number(self, number: int, name: str) -> str:
        """The number of an item as an attribute, if it has one."""
        counted = self._numbers[-1].get(self.row(number)) if self._numbers else None
        return "" if counted is None else attribute(name, counted)

    def preformatted(self, number: int) -> None:
        """Write a block of code; where only text may stand, it is text."""
        if not (text := self.code(number)):
            return
        if self.in_one_line:
            self.out.append(f"{collapse(text)} ")
        else:
            self.write_code(text, codes.language_of(self.outline, self.row(number)))

    def write_code(self, text: str, language: str) -> None:
        """Write a block of code in a language, which may be unknown."""
        raise NotImplementedError
