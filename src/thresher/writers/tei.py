"""TEI P5, the form in which text corpora are exchanged: sections by headings, and a header about the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from thresher.metadata import Metadata
from thresher.writers.elements import Element, Grammar
from thresher.writers.markup import attribute, escape_markup, escape_text
from thresher.writers.xml_document import DECLARATION, XmlDocument, XmlTags, clean, tag_names

if TYPE_CHECKING:
    from thresher.selection import Selection
    from thresher.writers.elements import Written
    from thresher.writers.pictures import Picture


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

    def pictures(self, pictures: list[Picture]) -> list[str]:
        """Some pictures."""
        addresses = escape_markup([picture.address for picture in pictures], True)
        words = escape_markup([picture.words for picture in pictures])
        return [
            f'<graphic url="{address}"><desc>{told}</desc></graphic>' if told else f'<graphic url="{address}"/>'
            for address, told in zip(addresses, words, strict=True)
        ]

    def player(self, picture: Picture, _name: str) -> str:
        """A reference to what a player plays."""
        return f"<ref{attribute('target', picture.address)}>{escape_text(picture.words)}</ref>"

    def call(self, label: str) -> str:
        """The call of a footnote."""
        return f"<ref{attribute('type', 'note')}{attribute('target', f'#note-{label}')}>{escape_text(label)}</ref>"


#: What may stand directly in elements that hold only some, and what is opened around everything else.
_ALLOWED = {"list": ("item",), "table": ("row", "head"), "row": ("cell",)}
_NEEDED = {"list": ("item",), "table": ("row", "cell"), "row": ("cell",)}
_HEADINGS = {
    f"h{level}": Element("p", attribute("rend", "heading"), section=attribute("n", level)) for level in range(1, 7)
}
_ELEMENTS = {
    **_HEADINGS,
    **dict.fromkeys(("ul", "menu", "dir"), Element("list", attribute("rend", "unordered"))),
    "ol": Element("list", attribute("rend", "ordered")),
    "li": Element("item"),
    # A term is a label in an item of its own; its definitions are the items after that.
    "dl": Element("list", attribute("type", "gloss")),
    "dt": Element("label"),
    "dd": Element("item"),
    "blockquote": Element("quote"),
    "figure": Element("figure"),
    "figcaption": Element("head"),
    "table": Element("table"),
    "caption": Element("head"),
    "tr": Element("row"),
    "td": Element("cell"),
    "th": Element("cell", attribute("role", "label")),
    "hr": Element(block='<milestone unit="section" rend="rule"/>'),
}


def _between() -> dict[tuple[str, str], tuple[str, ...]]:
    """What is opened between an element that is open and one that may not stand directly in it."""
    names = {element.name for element in _ELEMENTS.values() if element.name} | {"p", "note"}
    needed: dict[tuple[str, str], tuple[str, ...]] = {
        (around, "item"): ("list",) for around in names | {""} if around != "list"
    }
    for around, allowed in _ALLOWED.items():
        others = names.difference(allowed) - {"item"}
        needed |= {(around, name): _NEEDED[around] for name in others}
    return needed


class _Document(XmlDocument):
    """Writes the elements around paragraphs; every heading outside of other elements begins a section."""

    GRAMMAR: ClassVar[Grammar] = Grammar(
        one_line=frozenset("head label p".split()),
        bare=frozenset("item cell note".split()),
        between=_between(),
        fillings={"list": "<item/>"},
        section="div",
        headed="figure",
        begun="table",
    )
    NUMBER: ClassVar[str] = "n"
    SPANS: ClassVar[tuple[str, str]] = ("cols", "rows")
    ELEMENTS: ClassVar[dict[str, Element]] = _ELEMENTS

    def note(self, label: str) -> Element:
        """A footnote."""
        return Element("note", attribute("xml:id", f"note-{label}") + attribute("n", label))

    def noted_item(self, item: Element, note: Element) -> Written:
        """A footnote in the item that it is."""
        return item, note

    def code_block(self, text: str, language: str) -> str:
        """A block of code."""
        told = attribute("lang", language) if language else ""
        return f'<p><code{told} xml:space="preserve">{text}</code></p>'

    def post(self, number: int) -> Written:
        """A section with who wrote a post when; nothing inside of other elements."""
        author, date = map(escape_text, self.outline.posts.bylines[number])
        told = ", ".join(filter(None, (author and f"<name>{author}</name>", date)))
        return (Element(section=attribute("type", "post"), block=f"<p>{told}</p>" if told else ""),)
