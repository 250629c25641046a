"""XML of our own small vocabulary, which ``document.rng`` beside this file describes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from thresher.page.columns import Bools
from thresher.page.tags import tag_set
from thresher.page.whitespace import collapse
from thresher.writers import codes
from thresher.writers.lists import numbers
from thresher.writers.markup import Markup, Tags, attribute, escape_text, image_attributes
from thresher.writers.outline import Outline, outline_of
from thresher.writers.record import record
from thresher.writers.tables import MAX_COLUMN_SPAN, MAX_ROW_SPAN, data_tables, span

if TYPE_CHECKING:
    from thresher.selection import Selection
    from thresher.writers.formulas import Formula
    from thresher.writers.pictures import Picture

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
#: What no XML document may hold.
_FORBIDDEN = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
#: Elements that are written without attributes, and under which name.
_SIMPLE = {
    "dl": "definitions",
    "dt": "term",
    "dd": "definition",
    "blockquote": "quote",
    "figure": "figure",
    "figcaption": "caption",
    "details": "details",
    "summary": "summary",
    "table": "table",
    "caption": "caption",
    "tr": "row",
}
_TABLES = tag_set("table", "tr", "td", "th", "caption")
_NOTE_BLOCKS = tag_set("p", "div", "aside", "section")


@dataclass(frozen=True)
class Xml:
    """XML of a selection, with what is known about its page.

    >>> from thresher import extract
    >>> print(extract("<h1>Bread</h1><p>Mix <b>flour</b>.</p>", algorithm="cectd-ds").written("xml"))
    <?xml version="1.0" encoding="UTF-8"?>
    <document>
    <head>
    <title>Bread</title>
    <outcome>content</outcome>
    </head>
    <body>
    <heading level="1">Bread</heading>
    <p>Mix <strong>flour</strong>.</p>
    </body>
    </document>
    """

    links: bool = True  #: write links, not only their text
    images: bool = True  #: write pictures

    def write(self, selection: Selection) -> str:
        """What was selected, as XML."""
        facts = [
            f"<{name}>{escape_text(str(value))}</{name}>\n"
            for name, value in record(selection).items()
            if isinstance(value, str) and value
        ]
        body = _body(selection, links=self.links, images=self.images)
        return clean(f"{DECLARATION}<document>\n<head>\n{''.join(facts)}</head>\n<body>\n{body}</body>\n</document>\n")


def _body(selection: Selection, *, links: bool, images: bool) -> str:
    """The elements of the body."""
    outline = outline_of(selection)
    if outline.is_empty:
        return ""
    phrases = _Phrases(outline, links=links, images=images)
    document = _Document(outline, phrases.paragraphs(), phrases.notes.notes)
    document.walk()
    return "".join(document.out)


def clean(text: str) -> str:
    r"""*text* without characters that XML forbids.

    >>> clean("a\x08b")
    'ab'
    """
    return _FORBIDDEN.sub("", text)


class _Phrases(Tags):
    """Writes paragraphs."""

    LINE_BREAK: ClassVar[str] = "<break/>"
    NAMES: ClassVar[dict[str, str]] = (
        dict.fromkeys(("strong", "b"), "strong")
        | dict.fromkeys(("em", "i"), "emphasis")
        | dict.fromkeys(("del", "s", "strike"), "deleted")
        | {"sub": "sub", "sup": "sup", "q": "quotation", "rt": "reading"}
    )

    def link(self, address: str) -> tuple[str, str]:
        """The tags of a link."""
        return f"<link{attribute('href', address)}>", "</link>"

    def picture(self, picture: Picture) -> str:
        """A picture."""
        return f"<image{image_attributes(picture, 'src', 'alt')}/>"

    def player(self, picture: Picture, _name: str) -> str:
        """What a player plays."""
        return f"<media{image_attributes(picture, 'src', 'title')}/>"

    def formula(self, formula: Formula) -> str:
        """A formula."""
        notation = attribute("notation", "tex" if formula.is_tex else "text")
        return f"<formula{notation}>{escape_text(formula.text)}</formula>"

    def call(self, label: str) -> str:
        """The call of a footnote."""
        return f"<call{attribute('note', label)}/>"


class _Document(Markup):
    """Writes the elements around paragraphs."""

    BARE: ClassVar[frozenset[str]] = frozenset("item cell term definition figure caption summary note".split())
    ONE_LINE: ClassVar[frozenset[str]] = frozenset(("heading",))
    METHODS: ClassVar[dict[str, str]] = {
        "heading": "h1 h2 h3 h4 h5 h6",
        "list": "ul ol menu dir",
        "item": "li",
        "simple": "dl dt dd blockquote figure figcaption details summary table caption tr",
        "cell": "td th",
        "note": "p div aside section",
        "preformatted": "pre listing xmp plaintext",
        "rule": "hr",
    }

    def __init__(self, outline: Outline, paragraphs: list[str], notes: dict[int, str]) -> None:
        super().__init__(outline, paragraphs)
        self._notes = notes
        self._numbers: list[dict[int, int]] = []

    def choose(self, wanted: Bools) -> None:
        """Take out layout tables, and blocks that are no footnotes."""
        code = self.outline.kept.code
        if (tables := _TABLES[code]).any():
            wanted &= ~tables | data_tables(self.outline)
        wanted &= ~_NOTE_BLOCKS[code]
        wanted[list(self._notes)] = True

    def simple(self, number: int) -> None:
        """Open an element without attributes."""
        self.start(number, _SIMPLE[self.name(number)])

    def end_simple(self, _number: int) -> None:
        """Close an element."""
        self.stop()

    def heading(self, number: int) -> None:
        """Open a heading."""
        self.start(number, "heading", attribute("level", self.name(number)[1]))

    def list(self, number: int) -> None:
        """Open a list."""
        is_ordered = self.name(number) == "ol"
        self._numbers.append(numbers(self.page, self.row(number)) if is_ordered else {})
        self.start(number, "list", attribute("kind", "ordered" if is_ordered else "unordered"))

    def end_list(self, _number: int) -> None:
        """Close a list."""
        self._numbers.pop()
        self.stop()

    def item(self, number: int) -> None:
        """Open an item, or a footnote."""
        if number in self._notes:
            self.note(number)
            return
        counted = self._numbers[-1].get(self.row(number)) if self._numbers else None
        self.start(number, "item", "" if counted is None else attribute("number", counted))

    def note(self, number: int) -> None:
        """Open a footnote."""
        self.start(number, "note", attribute("label", self._notes[number]))

    def cell(self, number: int) -> None:
        """Open a cell."""
        told = attribute("role", "header") if self.name(number) == "th" else ""
        places = (("columns", "colspan", MAX_COLUMN_SPAN), ("rows", "rowspan", MAX_ROW_SPAN))
        for name, attribute_name, most in places:
            if (count := span(self.attribute(number, attribute_name), most)) > 1:
                told += attribute(name, count)
        self.start(number, "cell", told)

    end_heading = end_item = end_note = end_cell = end_simple

    def preformatted(self, number: int) -> None:
        """Write a block of code."""
        if not (text := self.code(number)):
            return
        if self.in_one_line:
            self.out.append(f"{collapse(text)} ")
            return
        language = codes.language_of(self.outline, self.row(number))
        told = attribute("language", language) if language else ""
        self.out.append(f"<preformatted{told}>{text}</preformatted>\n")

    def rule(self, _number: int) -> None:
        """Write a rule."""
        if not self.in_one_line:
            self.out.append("<rule/>\n")
