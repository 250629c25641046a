"""XML of our own small vocabulary, which ``document.rng`` beside this file describes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from thresher.writers.markup import attribute, escape_text, image_attributes
from thresher.writers.record import record
from thresher.writers.xml_document import DECLARATION, XmlDocument, XmlTags, clean, tag_names

if TYPE_CHECKING:
    from thresher.selection import Selection
    from thresher.writers.pictures import Picture
    from thresher.writers.walker import Numbers, Texts


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
        facts = [f"<{name}>{escape_text(text)}</{name}>\n" for name, text in _facts(record(selection, self.dates))]
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

    def picture(self, picture: Picture) -> str:
        """A picture."""
        return f"<image{image_attributes(picture, 'src', 'alt')}/>"

    def player(self, picture: Picture, _name: str) -> str:
        """What a player plays."""
        return f"<media{image_attributes(picture, 'src', 'title')}/>"

    def call(self, label: str) -> str:
        """The call of a footnote."""
        return f"<call{attribute('note', label)}/>"


class _Document(XmlDocument):
    """Writes the elements around paragraphs."""

    BARE: ClassVar[frozenset[str]] = frozenset("item cell term definition figure caption summary note".split())
    ONE_LINE: ClassVar[frozenset[str]] = frozenset(("heading",))
    SPANS: ClassVar[tuple[str, str]] = ("columns", "rows")
    SIMPLE: ClassVar[dict[str, str]] = {
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
    METHODS: ClassVar[dict[str, str]] = {
        "heading": "h1 h2 h3 h4 h5 h6",
        "list": "ul ol menu dir",
        "item": "li",
        "simple": " ".join(SIMPLE),
        "cell": "td th",
        "note": "p div aside section",
        "preformatted": "pre listing xmp plaintext",
        "rule": "hr",
        "post": "post",
    }

    def heading(self, number: int) -> None:
        """Open a heading."""
        self.start(number, "heading", attribute("level", self.name(number)[1]))

    def whole_headings(self, numbers: Numbers) -> None:
        """Write headings of one paragraph each, all of one level."""
        self.wholes(numbers, "heading", [attribute("level", self.name(numbers[0])[1])] * len(numbers))

    def whole_simples(self, numbers: Numbers) -> None:
        """Write elements without attributes around one paragraph each."""
        self.wholes(numbers, self.SIMPLE[self.name(numbers[0])])

    def list(self, number: int) -> None:
        """Open a list."""
        is_ordered = self.name(number) == "ol"
        self.count_items(number, is_ordered=is_ordered)
        self.start(number, "list", attribute("kind", "ordered" if is_ordered else "unordered"))

    def item(self, number: int) -> None:
        """Open an item, or a footnote."""
        if number in self.notes:
            self.note(number)
        else:
            self.start(number, "item", self.item_number(number, "number"))

    def whole_items(self, numbers: Numbers) -> None:
        """Write items, or footnotes, of one paragraph each."""
        if self.notes.keys().isdisjoint(numbers):
            self.wholes(numbers, "item", [self.item_number(number, "number") for number in numbers])
            return
        for number in numbers:
            if number in self.notes:
                self.wholes([number], "note", [attribute("label", self.notes[number])])
            else:
                self.wholes([number], "item", [self.item_number(number, "number")])

    def note(self, number: int) -> None:
        """Open a footnote."""
        self.start(number, "note", attribute("label", self.notes[number]))

    def cell(self, number: int) -> None:
        """Open a cell."""
        self.start(number, "cell", *self._cell_attributes([number]))

    def whole_cells(self, numbers: Numbers) -> None:
        """Write cells of one paragraph each, all of one name."""
        self.wholes(numbers, "cell", self._cell_attributes(numbers))

    def _cell_attributes(self, numbers: Numbers) -> Texts:
        role = attribute("role", "header") if self.name(numbers[0]) == "th" else ""
        return [role + told for told in self.spans(numbers)]

    def post(self, number: int) -> None:
        """Open a post, with who wrote it when."""
        told = zip(("author", "date"), self.outline.posts.bylines[number], strict=True)
        self.start(number, "post", "".join(attribute(name, value) for name, value in told if value))

    end_heading = end_item = end_note = end_cell = end_post = XmlDocument.end_simple

    def write_code(self, text: str, language: str) -> None:
        """Write a block of code."""
        told = attribute("language", language) if language else ""
        self.out.append(f"<preformatted{told}>{text}</preformatted>\n")

    def rule(self, _number: int) -> None:
        """Write a rule."""
        if not self.in_one_line:
            self.out.append("<rule/>\n")
