"""HTML that keeps the structure of a page and is safe to embed: written anew from a list of what is allowed.

Nothing of the page's own markup is copied: names of elements and attributes come from the tables here, addresses have
harmless schemes, and all text is escaped. So whatever a page contained, only what is allowed can come out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from thresher.page.columns import Bools
from thresher.page.tags import HEADINGS, tag_set
from thresher.page.whitespace import collapse
from thresher.writers.attributes import told_by
from thresher.writers.codes import language_of
from thresher.writers.escape import without_marks
from thresher.writers.formulas import safe_mathml
from thresher.writers.lists import whole_number
from thresher.writers.markup import Markup, Tags, attribute, escape_text, image_attributes
from thresher.writers.structured import Structured
from thresher.writers.tables import MAX_ROW_SPAN
from thresher.writers.walker import around_one

if TYPE_CHECKING:
    from thresher.writers.formulas import Formula
    from thresher.writers.outline import Outline
    from thresher.writers.pictures import Picture
    from thresher.writers.walker import Numbers, Texts
    from thresher.writers.weave import Loom

_DIRECTIONS = frozenset(("ltr", "rtl", "auto"))
#: Languages whose scripts run from right to left.
_RIGHT_TO_LEFT = frozenset("ar he iw fa ur yi ji ps sd ug dv ckb".split())
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,6}")
_DATE = re.compile(r"[0-9A-Za-z:+. -]{1,40}")
_SPANS, _ITEMS = tag_set("span", "font"), tag_set("li")
#: Elements that are written only where they tell a language or a direction.
_WRAPPERS = tag_set("html", "body", "main", "div", "center", "form", "fieldset", "p")


@dataclass(frozen=True)
class Html(Structured):
    """Sanitised HTML of a selection: a fragment of a body.

    >>> from thresher import extract
    >>> page = "<h1 onclick=a()>Bread</h1><p style=x>Mix <b>flour</b> and <a href=javascript:a()>water</a>.</p>"
    >>> print(extract(page).html)
    <h1>Bread</h1>
    <p>Mix <b>flour</b> and water.</p>
    """

    def written(self, outline: Outline) -> str:
        """What is kept of a page, as HTML."""
        phrases = _Phrases(outline, links=self.links, images=self.images)
        document = _Document(outline, phrases.paragraphs(), phrases.attributes)
        document.walk()
        return "".join(document.out).strip()


class _Attributes(dict[int, str]):
    """The language and direction of elements that have one, by their numbers in the outline."""

    def __init__(self, outline: Outline) -> None:
        self._code = outline.kept.code
        told = told_by(outline.page.tree.elements, outline.rows, ("dir", "lang"))
        super().__init__((number, _told(*(value or "" for value in values))) for number, values in told.items())

    def telling(self, names: Bools) -> list[int]:
        """Elements of some names that tell a language or a direction."""
        return [number for number, told in self.items() if told and names[self._code[number]]]


@lru_cache(maxsize=256)
def _told(direction: str, language: str) -> str:
    """The attributes of a direction and a language; pages repeat theirs, so each pair is looked at once.

    >>> _told("LTR", "de"), _told("", "fa"), _told("up", "<")
    (' dir="ltr" lang="de"', ' dir="rtl" lang="fa"', '')
    """
    direction = direction.lower()
    if not direction and language.lower().partition("-")[0] in _RIGHT_TO_LEFT:
        # Many pages leave that to their style sheet, which is not kept.
        direction = "rtl"
    return (attribute("dir", direction) if direction in _DIRECTIONS else "") + (
        attribute("lang", language) if _LANGUAGE.fullmatch(language) else ""
    )


class _Phrases(Tags):
    """Writes paragraphs."""

    with_notes: ClassVar[bool] = False
    code_as_whole: ClassVar[bool] = False
    LINE_BREAK: ClassVar[str] = "<br>"
    LINK: ClassVar[tuple[str, str]] = ("a", "href")
    NAMES: ClassVar[dict[str, str]] = {
        name: name
        for name in "strong b em i u s del ins mark small sub sup code kbd samp var cite dfn abbr q time ruby rt rp rb "
        "bdi bdo".split()
    } | {"strike": "s", "tt": "code", "acronym": "abbr"}

    def __init__(self, outline: Outline, *, links: bool, images: bool) -> None:
        super().__init__(outline, links=links, images=images)
        self.attributes = _Attributes(outline)

    def put_signs(self, loom: Loom) -> None:
        """Put tags around text, also around foreign words and words written the other way round."""
        super().put_signs(loom)
        if spans := self.attributes.telling(_SPANS):
            self.put_tags(loom, self.not_too_deep(self.free(np.array(spans, dtype=np.int64))).tolist())

    def tag(self, number: int) -> tuple[str, str]:
        """The tags of an element within a line."""
        row = self._rows[number]
        name, told = self.NAMES.get(self.page.tag[row], "span"), self.attributes.get(number, "")
        if name == "time" and _DATE.fullmatch(date := self.page.attribute_of(row, "datetime") or ""):
            told += attribute("datetime", date)
        return f"<{name}{told}>", f"</{name}>"

    def picture(self, picture: Picture) -> str:
        """A picture."""
        return f"<img{image_attributes(picture, 'src', 'alt')}>"

    def player(self, picture: Picture, name: str) -> str:
        """A film or a sound; a link to what other players play."""
        name = name.removeprefix("amp-")
        if name in ("video", "audio"):
            return f"<{name}{attribute('src', picture.address)} controls></{name}>"
        return f"<a{attribute('href', picture.address)}>{escape_text(picture.words)}</a>"

    def formula(self, formula: Formula) -> str:
        """A formula in TeX, between the signs that scripts look for."""
        text = escape_text(formula.text)
        if not formula.is_tex:
            return text
        return f"\\[{text}\\]" if formula.is_block else f"\\({text}\\)"

    def _formula(self, number: int) -> str:
        row = self._rows[number]
        if self.page.tag[row] != "math":
            return super()._formula(number)
        return without_marks(safe_mathml(self.page, row))


class _Document(Markup):
    """Writes the elements around paragraphs."""

    ASKED: ClassVar[Bools] = _WRAPPERS
    BARE: ClassVar[frozenset[str]] = frozenset("li td th dt dd figure figcaption caption summary".split())
    ONE_LINE: ClassVar[frozenset[str]] = frozenset("h1 h2 h3 h4 h5 h6".split())
    SPANS: ClassVar[tuple[str, str]] = ("colspan", "rowspan")
    MAX_SPANS: ClassVar[tuple[int, int]] = (1000, MAX_ROW_SPAN)  # as in browsers
    METHODS: ClassVar[dict[str, str]] = {
        "container": "article section aside header footer nav hgroup address figure figcaption blockquote dl dt dd "
        "table caption thead tbody tfoot tr summary h1 h2 h3 h4 h5 h6",
        "list": "ul ol menu dir",
        "item": "li",
        "cell": "td th",
        "details": "details",
        "wrapper": "html body main div center form fieldset",
        "marked_paragraph": "p",
        "preformatted": "pre listing xmp plaintext",
        "rule": "hr",
        "post": "post",
    }

    def __init__(self, outline: Outline, paragraphs: list[str], attributes: _Attributes) -> None:
        super().__init__(outline, paragraphs)
        self._attributes = attributes
        values = self.told(_ITEMS, ("value",)).items()
        #: items that say which number they have, as an attribute
        self._values = {number: attribute("value", whole_number(value, 1)) for number, (value,) in values}
        self._paragraph_attributes = ""
        self._blocks: list[str] = []  #: paragraph: how it is written where nothing else is to be said of it

    def choose(self, wanted: Bools) -> None:
        """Take in wrappers that tell something."""
        if wrappers := self._attributes.telling(_WRAPPERS):
            wanted[wrappers] = True

    def join(self, wanted: Bools) -> None:
        """Write headings with their paragraph where they have only one."""
        kept, told = self.outline.kept, self._attributes
        self._blocks = blocks = [f"<p>{text}</p>\n" if text else "" for text in self.paragraphs]
        headings = kept.having(HEADINGS)
        if not len(headings):
            return
        columns = kept.row, kept.end, kept.first, kept.last, self.outline.atoms.opens
        headings = headings[around_one(headings, wanted, *columns)]
        for number, paragraph in zip(headings.tolist(), kept.paragraph[headings].tolist(), strict=True):
            if text := self.paragraphs[paragraph]:
                name = self.name(number)
                blocks[paragraph] = self.joined[paragraph] = f"<{name}{told.get(number, '')}>{text}</{name}>\n"
                wanted[number] = False

    def write_paragraphs(self, numbers: slice) -> None:
        """Write paragraphs, and headings of one paragraph."""
        if self._paragraph_attributes or self.is_deep:
            joined = {} if self.is_deep else self.joined
            for number in range(numbers.start, numbers.stop):
                if number in joined:
                    self.out.append(joined[number])
                elif text := self.paragraphs[number]:
                    self.write_paragraph(text)
        else:
            self.out += filter(None, self._blocks[numbers])

    def write_paragraph(self, text: str) -> None:
        """Write a paragraph."""
        self.out.append(f"<p{self._paragraph_attributes}>{text}</p>\n")

    def container(self, number: int) -> None:
        """Open an element that is written as it is."""
        self.start(number, self.name(number), self._attributes.get(number, ""))

    def whole_containers(self, numbers: Numbers) -> None:
        """Write elements around one paragraph each as they are."""
        self.wholes(numbers, self.name(numbers[0]), [self._attributes.get(number, "") for number in numbers])

    def end_container(self, _number: int) -> None:
        """Close an element."""
        self.stop()

    def list(self, number: int) -> None:
        """Open a list."""
        if self.name(number) != "ol":
            self.start(number, "ul", self._attributes.get(number, ""))
            return
        told = self._attributes.get(number, "")
        if (start := whole_number(self.attribute(number, "start"), 1)) != 1:
            told += attribute("start", start)
        if self.attribute(number, "reversed") is not None:
            told += " reversed"
        self.start(number, "ol", told)

    def item(self, number: int) -> None:
        """Open an item."""
        self.start(number, "li", *self._item_attributes([number]))

    def whole_items(self, numbers: Numbers) -> None:
        """Write items of one paragraph each."""
        self.wholes(numbers, "li", self._item_attributes(numbers))

    def _item_attributes(self, numbers: Numbers) -> Texts:
        told, values = self._attributes, self._values
        return [told.get(number, "") + values.get(number, "") for number in numbers]

    def cell(self, number: int) -> None:
        """Open a cell."""
        self.start(number, self.name(number), *self._cell_attributes([number]))

    def whole_cells(self, numbers: Numbers) -> None:
        """Write cells of one paragraph each."""
        self.wholes(numbers, self.name(numbers[0]), self._cell_attributes(numbers))

    def _cell_attributes(self, numbers: Numbers) -> Texts:
        told = self._attributes
        return [told.get(number, "") + spans for number, spans in zip(numbers, self.spans(numbers), strict=True)]

    def details(self, number: int) -> None:
        """Open what can be opened, as it is."""
        is_open = " open" if self.attribute(number, "open") is not None else ""
        self.start(number, "details", self._attributes.get(number, "") + is_open)

    def wrapper(self, number: int) -> None:
        """Open an element that tells a language or a direction."""
        self.start(number, "div", self._attributes.get(number, ""))

    def post(self, number: int) -> None:
        """Open a post, with who wrote it when."""
        self.start(number, "article", self._attributes.get(number, ""))
        author, date = map(escape_text, self.outline.posts.bylines[number])
        if byline := ", ".join(filter(None, (f"<strong>{author}</strong>" if author else "", date))):
            self.out.append(f"<p>{byline}</p>\n")

    end_list = end_item = end_cell = end_details = end_wrapper = end_post = end_container

    def marked_paragraph(self, number: int) -> None:
        """Open a paragraph that tells a language or a direction."""
        self._paragraph_attributes = self._attributes.get(number, "")

    def end_marked_paragraph(self, _number: int) -> None:
        """Close it."""
        self._paragraph_attributes = ""

    def preformatted(self, number: int) -> None:
        """Write preformatted text; code tells its language as most programs that colour it expect."""
        if not (text := self.code(number)):
            return
        if self.in_one_line:
            self.out.append(f"{collapse(text)} ")
        elif language := language_of(self.outline, self.row(number)):
            self.out.append(f"<pre><code{attribute('class', f'language-{language}')}>{text}</code></pre>\n")
        else:
            self.out.append(f"<pre>{text}</pre>\n")

    def rule(self, _number: int) -> None:
        """Write a rule."""
        if not self.in_one_line:
            self.out.append("<hr>\n")
