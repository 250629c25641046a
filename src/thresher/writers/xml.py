"""XML of our own small vocabulary, which ``document.rng`` beside this file describes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from thresher.writers.elements import Element, Grammar
from thresher.writers.markup import attribute, escape_text, image_attributes
from thresher.writers.record import record
from thresher.writers.xml_document import DECLARATION, XmlDocument, XmlTags, clean, tag_names

if TYPE_CHECKING:
    from thresher.selection import Selection
    from thresher.writers.elements import Written
    from thresher.writers.pictures import Picture


#: Facts that may have several values, and the name of one.
SEVERAL = {"authors": "author", "tags": "tag"}


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
    dates: str = "fast"  #: "thorough": dates are looked for in the whole page

    def write(self, selection: Selection) -> str:
        """What was selected, as XML."""
        known = _facts(record(selection, self.dates, with_confidence=False))
        facts = [f"<{name}>{escape_text(text)}</{name}>\n" for name, text in known]
        body = _Document.body(selection, _Phrases, links=self.links, images=self.images)
        return clean(f"{DECLARATION}<document>\n<head>\n{''.join(facts)}</head>\n<body>\n{body}</body>\n</document>\n")


def _facts(known: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Names and texts of the facts that there are; of several authors and tags each is one."""
    for name, value in known.items():
        if isinstance(value, str) and value:
            yield name, value
        elif name in SEVERAL:
            yield from ((SEVERAL[name], each) for each in value or ())


class _Phrases(XmlTags):
    """Writes paragraphs."""

    LINE_BREAK: ClassVar[str] = "<break/>"
    LINK: ClassVar[tuple[str, str]] = ("link", "href")
    TEX: ClassVar[str] = "tex"
    NAMES: ClassVar[dict[str, str]] = tag_names(
        strong="strong", emphasis="emphasis", deleted="deleted", sub="sub", sup="sup", q="quotation", rt="reading"
    )

    def pictures(self, pictures: list[Picture]) -> list[str]:
        """Some pictures."""
        return [f"<image{told}/>" for told in image_attributes(pictures, "src", "alt")]

    def player(self, picture: Picture, _name: str) -> str:
        """What a player plays."""
        (told,) = image_attributes([picture], "src", "title")
        return f"<media{told}/>"

    def call(self, label: str) -> str:
        """The call of a footnote."""
        return f"<call{attribute('note', label)}/>"


class _Document(XmlDocument):
    """Writes the elements around paragraphs."""

    GRAMMAR: ClassVar[Grammar] = Grammar(
        one_line=frozenset(("heading",)),
        bare=frozenset("item cell term definition figure caption summary note".split()),
        between={},
        fillings={},
    )
    NUMBER: ClassVar[str] = "number"
    SPANS: ClassVar[tuple[str, str]] = ("columns", "rows")
    ELEMENTS: ClassVar[dict[str, Element]] = {
        **{f"h{level}": Element("heading", attribute("level", level)) for level in range(1, 7)},
        **dict.fromkeys(("ul", "menu", "dir"), Element("list", attribute("kind", "unordered"))),
        "ol": Element("list", attribute("kind", "ordered")),
        "li": Element("item"),
        "dl": Element("definitions"),
        "dt": Element("term"),
        "dd": Element("definition"),
        "blockquote": Element("quote"),
        "figure": Element("figure"),
        "figcaption": Element("caption"),
        "details": Element("details"),
        "summary": Element("summary"),
        "table": Element("table"),
        "caption": Element("caption"),
        "tr": Element("row"),
        "td": Element("cell"),
        "th": Element("cell", attribute("role", "header")),
        "hr": Element(block="<rule/>"),
    }

    def note(self, label: str) -> Element:
        """A footnote."""
        return Element("note", attribute("label", label))

    def noted_item(self, _item: Element, note: Element) -> Written:
        """A footnote instead of the item that it is."""
        return (note,)

    def code_block(self, text: str, language: str) -> str:
        """A block of code."""
        return f"<preformatted{attribute('language', language) if language else ''}>{text}</preformatted>"

    def post(self, number: int) -> Written:
        """A post, with who wrote it when as attributes."""
        told = zip(("author", "date"), self.outline.posts.bylines[number], strict=True)
        return (Element("post", "".join(attribute(name, value) for name, value in told if value)),)
