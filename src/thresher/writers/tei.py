"""TEI P5, the form in which text corpora are exchanged: sections by headings, and a header about the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from thresher.metadata import Metadata
from thresher.writers.markup import attribute, escape_text
from thresher.writers.xml_document import DECLARATION, XmlDocument, XmlTags, clean, tag_names

if TYPE_CHECKING:
    from thresher.selection import Selection
    from thresher.writers.outline import Outline
    from thresher.writers.pictures import Picture

#: Elements in which only some may stand directly, and what is opened around others.
_ALLOWED = {"list": ("item",), "table": ("row", "head"), "row": ("cell",)}
_NEEDED = {"list": ("item",), "table": ("row", "cell"), "row": ("cell",)}


@dataclass(frozen=True)
class Tei:
    """TEI of a selection.

    >>> from thresher import extract
    >>> tei = extract("<h1>Bread</h1><p>Mix <b>flour</b>.</p>", algorithm="cectd-ds").written("tei")
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
    dates: str = "fast"  #: "thorough": dates are looked for in the whole page

    def write(self, selection: Selection) -> str:
        """What was selected, as a TEI document."""
        header = _header(selection.page.url, Metadata.of(selection, self.dates).value)
        body = _Document.body(selection, _Phrases, links=self.links, images=self.images) or "<div>\n<p/>\n</div>\n"
        return clean(
            f'{DECLARATION}<TEI xmlns="http://www.tei-c.org/ns/1.0">\n{header}'
            f"<text>\n<body>\n{body}</body>\n</text>\n</TEI>\n"
        )


def _header(url: str | None, known: Callable[[str], Any]) -> str:
    """The header: who wrote the page, what it is called, where and when it was published, and its language."""
    named = _element("title", known("title") or "untitled") + "".join(
        _element("author", name) for name in known("authors") or ()
    )
    published = known("published")
    source = (
        _element("publisher", known("site"))
        + (_element("date", published, attribute("when", published)) if published else "")
        + (f"<ptr{attribute('target', url)}/>" if url else "")
    )
    language = known("language")
    told = _element("language", language, attribute("ident", language)) if language else ""
    return (
        f"<teiHeader>\n<fileDesc>\n<titleStmt>{named}</titleStmt>\n"
        "<publicationStmt><p>Extracted from a web page by thresher.</p></publicationStmt>\n"
        f"<sourceDesc><bibl>{named}{source}</bibl></sourceDesc>\n</fileDesc>\n"
        + (f"<profileDesc><langUsage>{told}</langUsage></profileDesc>\n" if told else "")
        + "</teiHeader>\n"
    )


def _element(name: str, text: str | None, attributes: str = "") -> str:
    """An element with a text, nothing where there is none."""
    return f"<{name}{attributes}>{escape_text(text)}</{name}>" if text else ""


class _Phrases(XmlTags):
    """Writes paragraphs."""

    LINE_BREAK: ClassVar[str] = "<lb/>"
    LINK: ClassVar[tuple[str, str]] = ("ref", "target")
    TEX: ClassVar[str] = "TeX"
    NAMES: ClassVar[dict[str, str]] = tag_names(
        strong='hi rend="bold"',
        emphasis='hi rend="italic"',
        deleted="del",
        sub='hi rend="sub"',
        sup='hi rend="sup"',
        q="q",
        rt='hi rend="ruby"',
    )

    def picture(self, picture: Picture) -> str:
        """A picture."""
        address = attribute("url", picture.address)
        if not picture.words:
            return f"<graphic{address}/>"
        return f"<graphic{address}><desc>{escape_text(picture.words)}</desc></graphic>"

    def player(self, picture: Picture, _name: str) -> str:
        """A reference to what a player plays."""
        return f"<ref{attribute('target', picture.address)}>{escape_text(picture.words)}</ref>"

    def call(self, label: str) -> str:
        """The call of a footnote."""
        return f"<ref{attribute('type', 'note')}{attribute('target', f'#note-{label}')}>{escape_text(label)}</ref>"


class _Document(XmlDocument):
    """Writes the elements around paragraphs; every heading outside of other elements begins a section."""

    BARE: ClassVar[frozenset[str]] = frozenset("item cell note".split())
    ONE_LINE: ClassVar[frozenset[str]] = frozenset("head label p".split())
    SPANS: ClassVar[tuple[str, str]] = ("cols", "rows")
    SIMPLE: ClassVar[dict[str, str]] = {"blockquote": "quote", "figure": "figure", "table": "table", "tr": "row"}
    METHODS: ClassVar[dict[str, str]] = {
        "heading": "h1 h2 h3 h4 h5 h6",
        "list": "ul ol menu dir dl",
        "item": "li",
        "term": "dt",
        "definition": "dd",
        "simple": " ".join(SIMPLE),
        "caption": "figcaption caption",
        "cell": "td th",
        "note": "p div aside section",
        "preformatted": "pre listing xmp plaintext",
        "rule": "hr",
        "post": "post",
    }

    def __init__(self, outline: Outline, paragraphs: list[str], notes: dict[int, str]) -> None:
        super().__init__(outline, paragraphs, notes)
        self._has_section = False
        self._added: list[int] = []  #: for each element that was asked for, how many were opened around it

    def write_paragraph(self, text: str) -> None:
        """Write a paragraph."""
        self._write(f"<p>{text}</p>")

    def _write(self, block: str) -> None:
        """Write a block, in a section, and in an item or a cell where only those may stand."""
        self._begin_section()
        added = _NEEDED.get(self._open[-1][0], ()) if self._open else ()
        tags = [f"<{name}>" for name in added] + [block] + [f"</{name}>" for name in reversed(added)]
        self.out.append("".join(tags) + "\n")

    def start(self, number: int, name: str, attributes: str = "") -> None:
        """Open an element, in a section, and in an item or a cell where only those may stand."""
        self._begin_section()
        around = self._open[-1][0] if self._open else ""
        if name == "item" and around != "list":
            added: tuple[str, ...] = ("list",)
        elif name in _ALLOWED.get(around, (name,)):
            added = ()
        else:
            added = _NEEDED[around]
        for each in added:
            super().start(number, each)
        self._added.append(len(added))
        super().start(number, name, attributes)

    def stop(self) -> None:
        """Close the element that was opened last, and what was opened around it."""
        for _ in range(self._added.pop() + 1):
            super().stop()

    def _begin_section(self, told: str = "") -> None:
        """Begin a section unless there is one."""
        if not self._has_section:
            self.out.append(f"<div{told}>\n")
            self._has_section = True

    def finish(self) -> None:
        """End the last section."""
        self._end_section()

    def _end_section(self) -> None:
        """End the section that is open; one without more than a heading gets an empty paragraph."""
        if self._has_section:
            self.out.append("<p/>\n</div>\n" if self.out[-1] == "</head>\n" else "</div>\n")
            self._has_section = False

    def heading(self, number: int) -> None:
        """Begin a section with a heading; elsewhere a heading is a paragraph."""
        if self._open or self._left_out:
            self.start(number, "p", attribute("rend", "heading"))
            return
        self._end_section()
        self._begin_section(attribute("n", self.name(number)[1]))
        self.start(number, "head")

    def post(self, number: int) -> None:
        """Begin a section with who wrote a post when."""
        if self._open or self._left_out:
            return
        self._end_section()
        self._begin_section(attribute("type", "post"))
        author, date = map(escape_text, self.outline.posts.bylines[number])
        if byline := ", ".join(filter(None, (author and f"<name>{author}</name>", date))):
            self.write_paragraph(byline)

    def caption(self, number: int) -> None:
        """Open a caption, which stands in a figure, or first in a table; elsewhere it is a paragraph."""
        has_place = self._open and (self._open[-1][0] == "figure" or self.out[-1] == "<table>")
        self.start(number, "head" if has_place else "p")

    def list(self, number: int) -> None:
        """Open a list."""
        kind = {"ol": "ordered", "dl": "gloss"}.get(self.name(number), "unordered")
        self.count_items(number, is_ordered=kind == "ordered")
        self.start(number, "list", attribute("type" if kind == "gloss" else "rend", kind))

    def end_list(self, number: int) -> None:
        """Close a list; one without items gets an empty one."""
        if self.out[-1].startswith("<list"):
            self.out.append("<item/>")
        super().end_list(number)

    def item(self, number: int) -> None:
        """Open an item, with a footnote in it if it is one."""
        self.start(number, "item", self.item_number(number, "n"))
        if number in self.notes:
            self.note(number)

    def end_item(self, number: int) -> None:
        """Close an item, with the footnote in it."""
        if number in self.notes:
            self.stop()
        self.stop()

    def term(self, number: int) -> None:
        """Open a term that is defined: a label in an item of its own, its definitions being the items after that."""
        self.start(number, "label")

    def definition(self, number: int) -> None:
        """Open a definition."""
        self.start(number, "item")

    def note(self, number: int) -> None:
        """Open a footnote."""
        label = self.notes[number]
        self.start(number, "note", attribute("xml:id", f"note-{label}") + attribute("n", label))

    def cell(self, number: int) -> None:
        """Open a cell."""
        role = attribute("role", "label") if self.name(number) == "th" else ""
        self.start(number, "cell", role + self.spans([number])[0])

    end_heading = end_caption = end_term = end_definition = end_note = end_cell = XmlDocument.end_simple

    def write_code(self, text: str, language: str) -> None:
        """Write a block of code."""
        told = attribute("lang", language) if language else ""
        self.write_paragraph(f'<code{told} xml:space="preserve">{text}</code>')

    def rule(self, _number: int) -> None:
        """Write a rule."""
        if not self.in_one_line:
            self._write('<milestone unit="section" rend="rule"/>')
