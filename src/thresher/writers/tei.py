"""TEI P5, the form in which text corpora are exchanged: sections by headings, and a header about the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from thresher.page.columns import Bools
from thresher.page.tags import tag_set
from thresher.page.whitespace import collapse
from thresher.writers import codes
from thresher.writers.markup import Markup, Tags, attribute, escape_text
from thresher.writers.outline import Outline, outline_of
from thresher.writers.tables import MAX_COLUMN_SPAN, MAX_ROW_SPAN, data_tables, span
from thresher.writers.xml import DECLARATION, clean

if TYPE_CHECKING:
    from thresher.page import Page
    from thresher.selection import Selection
    from thresher.writers.formulas import Formula
    from thresher.writers.pictures import Picture

#: Elements that are written without attributes, and under which name.
_SIMPLE = {
    "dt": "label",
    "dd": "item",
    "blockquote": "quote",
    "figure": "figure",
    "figcaption": "head",
    "caption": "head",
    "tr": "row",
}
_TABLES = tag_set("table", "tr", "td", "th", "caption")
_NOTE_BLOCKS = tag_set("p", "div", "aside", "section")


@dataclass(frozen=True)
class Tei:
    """TEI of a selection.

    >>> from thresher import extract
    >>> tei = extract("<h1>Bread</h1><p>Mix <b>flour</b>.</p>").written("tei")
    >>> print(tei[tei.index("<body>"):])
    <body>
    <div n="1">
    <head>Bread</head>
    <p>Mix <hi rend="bold">flour</hi>.</p>
    </div>
    </body>
    </text>
    </TEI>
    """

    links: bool = True  #: write links, not only their text
    images: bool = True  #: write pictures

    def write(self, selection: Selection) -> str:
        """What was selected, as a TEI document."""
        body = _body(selection, links=self.links, images=self.images) or "<div>\n<p/>\n</div>\n"
        return clean(
            f'{DECLARATION}<TEI xmlns="http://www.tei-c.org/ns/1.0">\n{_header(selection.page)}'
            f"<text>\n<body>\n{body}</body>\n</text>\n</TEI>\n"
        )


def _header(page: Page) -> str:
    """The header: title, source and language."""
    title = escape_text(page.title) or "untitled"
    url = f"<ptr{attribute('target', page.url)}/>" if page.url else ""
    language = escape_text(page.language or "")
    profile = (
        f"<profileDesc><langUsage><language{attribute('ident', page.language)}>{language}</language></langUsage>"
        "</profileDesc>\n"
        if page.language
        else ""
    )
    return (
        f"<teiHeader>\n<fileDesc>\n<titleStmt><title>{title}</title></titleStmt>\n"
        "<publicationStmt><p>Extracted from a web page by thresher.</p></publicationStmt>\n"
        f"<sourceDesc><bibl>{title}{url}</bibl></sourceDesc>\n</fileDesc>\n{profile}</teiHeader>\n"
    )


def _body(selection: Selection, *, links: bool, images: bool) -> str:
    """The sections of the body."""
    outline = outline_of(selection)
    if outline.is_empty:
        return ""
    phrases = _Phrases(outline, links=links, images=images)
    document = _Document(outline, phrases.paragraphs(), phrases.notes.notes)
    document.walk()
    document.end_section()
    return "".join(document.out)


class _Phrases(Tags):
    """Writes paragraphs."""

    LINE_BREAK: ClassVar[str] = "<lb/>"
    NAMES: ClassVar[dict[str, str]] = (
        dict.fromkeys(("strong", "b"), 'hi rend="bold"')
        | dict.fromkeys(("em", "i"), 'hi rend="italic"')
        | dict.fromkeys(("del", "s", "strike"), "del")
        | {"sub": 'hi rend="sub"', "sup": 'hi rend="sup"', "q": "q", "rt": 'hi rend="ruby"'}
    )

    def link(self, address: str) -> tuple[str, str]:
        """The tags of a link."""
        return f"<ref{attribute('target', address)}>", "</ref>"

    def picture(self, picture: Picture) -> str:
        """A picture."""
        address = attribute("url", picture.address)
        if not picture.words:
            return f"<graphic{address}/>"
        return f"<graphic{address}><desc>{escape_text(picture.words)}</desc></graphic>"

    def player(self, picture: Picture, _name: str) -> str:
        """A reference to what a player plays."""
        return f"<ref{attribute('target', picture.address)}>{escape_text(picture.words)}</ref>"

    def formula(self, formula: Formula) -> str:
        """A formula."""
        notation = attribute("notation", "TeX" if formula.is_tex else "text")
        return f"<formula{notation}>{escape_text(formula.text)}</formula>"

    def call(self, label: str) -> str:
        """The call of a footnote."""
        return f"<ref{attribute('type', 'note')}{attribute('target', f'#note-{label}')}>{escape_text(label)}</ref>"


class _Document(Markup):
    """Writes the elements around paragraphs; every heading outside of other elements begins a section."""

    BARE: ClassVar[frozenset[str]] = frozenset("item cell note".split())
    ONE_LINE: ClassVar[frozenset[str]] = frozenset("head label".split())
    METHODS: ClassVar[dict[str, str]] = {
        "heading": "h1 h2 h3 h4 h5 h6",
        "list": "ul ol menu dir dl",
        "item": "li",
        "simple": "dt dd blockquote figure figcaption caption tr",
        "table": "table",
        "cell": "td th",
        "note": "p div aside section",
        "preformatted": "pre listing xmp plaintext",
        "rule": "hr",
    }

    def __init__(self, outline: Outline, paragraphs: list[str], notes: dict[int, str]) -> None:
        super().__init__(outline, paragraphs)
        self._notes = notes
        self._has_section = False

    def choose(self, wanted: Bools) -> None:
        """Take out layout tables, and blocks that are no footnotes."""
        code = self.outline.kept.code
        if (tables := _TABLES[code]).any():
            wanted &= ~tables | data_tables(self.outline)
        wanted &= ~_NOTE_BLOCKS[code]
        wanted[list(self._notes)] = True

    def write_paragraph(self, text: str) -> None:
        """Write a paragraph."""
        self._begin_section()
        super().write_paragraph(text)

    def start(self, number: int, name: str, attributes: str = "") -> None:
        """Open an element, in a section."""
        self._begin_section()
        super().start(number, name, attributes)

    def _begin_section(self, told: str = "") -> None:
        """Begin a section unless there is one."""
        if not self._has_section:
            self.out.append(f"<div{told}>\n")
            self._has_section = True

    def end_section(self) -> None:
        """End the section that is open; one without more than a heading gets an empty paragraph."""
        if self._has_section:
            self.out.append("<p/>\n</div>\n" if self.out[-1] == "</head>\n" else "</div>\n")
            self._has_section = False

    def heading(self, number: int) -> None:
        """Begin a section with a heading; elsewhere a heading is a paragraph."""
        if self._open or self._left_out:
            self.start(number, "p", attribute("rend", "heading"))
            return
        self.end_section()
        self._begin_section(attribute("n", self.page.tag[self.row(number)][1]))
        self.start(number, "head")

    def end_simple(self, _number: int) -> None:
        """Close an element."""
        self.stop()

    def simple(self, number: int) -> None:
        """Open an element without attributes."""
        self.start(number, _SIMPLE[self.page.tag[self.row(number)]])

    def list(self, number: int) -> None:
        """Open a list."""
        kind = {"ol": "ordered", "dl": "gloss"}.get(self.page.tag[self.row(number)], "unordered")
        self.start(number, "list", attribute("rend" if kind != "gloss" else "type", kind))

    def item(self, number: int) -> None:
        """Open an item, or a footnote."""
        self.start(number, "item")
        if number in self._notes:
            self.note(number)

    def note(self, number: int) -> None:
        """Open a footnote."""
        label = self._notes[number]
        self.start(number, "note", attribute("xml:id", f"note-{label}") + attribute("n", label))

    def table(self, number: int) -> None:
        """Open a table."""
        self.start(number, "table")

    def cell(self, number: int) -> None:
        """Open a cell."""
        told = attribute("role", "label") if self.page.tag[self.row(number)] == "th" else ""
        for name, attribute_name, most in (("cols", "colspan", MAX_COLUMN_SPAN), ("rows", "rowspan", MAX_ROW_SPAN)):
            if (count := span(self.attribute(number, attribute_name), most)) > 1:
                told += attribute(name, count)
        self.start(number, "cell", told)

    end_heading = end_list = end_note = end_table = end_cell = end_simple

    def end_item(self, number: int) -> None:
        """Close an item, with the footnote in it if it is one."""
        self.stop()
        if number in self._notes:
            self.stop()

    def preformatted(self, number: int) -> None:
        """Write a block of code."""
        if not (text := self.code(number)):
            return
        if self.in_one_line:
            self.out.append(f"{collapse(text)} ")
            return
        language = codes.language_of(self.outline, self.row(number))
        told = attribute("lang", language) if language else ""
        self._begin_section()
        self.out.append(f'<p><code{told} xml:space="preserve">{text}</code></p>\n')

    def rule(self, _number: int) -> None:
        """Write a rule."""
        if not self.in_one_line:
            self._begin_section()
            self.out.append('<milestone unit="section" rend="rule"/>\n')
