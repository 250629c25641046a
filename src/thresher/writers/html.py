"""HTML that keeps the structure of a page and is safe to embed: written anew from a list of what is allowed.

Nothing of the page's own markup is copied: names of elements and attributes come from the tables here, addresses have
harmless schemes, and all text is escaped. So whatever a page contained, only what is allowed can come out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from thresher.page.columns import Bools, Ints
from thresher.page.tags import tag_set
from thresher.writers.attributes import told_by
from thresher.writers.document import Document
from thresher.writers.elements import Element, Grammar
from thresher.writers.escape import without_marks
from thresher.writers.formulas import safe_mathml
from thresher.writers.lists import whole_number
from thresher.writers.markup import Tags, attribute, escape_text, image_attributes
from thresher.writers.named import Names
from thresher.writers.structured import Structured
from thresher.writers.tables import MAX_ROW_SPAN

if TYPE_CHECKING:
    from thresher.writers.elements import Written
    from thresher.writers.formulas import Formula
    from thresher.writers.outline import Outline
    from thresher.writers.pictures import Picture

_DIRECTIONS = frozenset(("ltr", "rtl", "auto"))
#: Languages whose scripts run from right to left.
_RIGHT_TO_LEFT = frozenset("ar he iw fa ur yi ji ps sd ug dv ckb".split())
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,6}")
_DATE = re.compile(r"[0-9A-Za-z:+. -]{1,40}")
_SPANS, _LISTS, _ITEMS, _DETAILS = tag_set("span", "font"), Names("ol"), Names("li"), Names("details")
_TIMES = Names("time")
#: Elements that are written only where they tell a language or a direction.
_WRAPPERS = tag_set("html", "body", "main", "div", "center", "form", "fieldset", "p")
#: Elements that may tell these; links, pictures and the like are written without.
_TELLING = Names(flags=~tag_set("a", "img", "amp-img", "picture", "source", "svg", "br", "hr", "input"))


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
        paragraphs = phrases.paragraphs()
        return _Document(outline, phrases.attributes).written(paragraphs).strip()


class _Attributes(dict[int, str]):
    """The language and direction of elements that have one, by their numbers in the outline."""

    def __init__(self, outline: Outline) -> None:
        self._code = outline.kept.code
        numbers = outline.kept.having(_TELLING)
        told = told_by(outline.page.tree.elements, outline.kept.row[numbers].tolist(), ("dir", "lang"))
        for place, values in told.items():
            self[int(numbers[place])] = _told(*(value or "" for value in values))

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
        "bdi bdo span".split()
    } | {"strike": "s", "tt": "code", "acronym": "abbr", "font": "span"}
    ASKED: ClassVar[Bools] = _SPANS

    def __init__(self, outline: Outline, *, links: bool, images: bool) -> None:
        super().__init__(outline, links=links, images=images)
        self.attributes = _Attributes(outline)

    def marked(self) -> Ints:
        """Elements within a line that are written, also foreign words and words written the other way round."""
        spans = self.attributes.telling(_SPANS)
        return np.sort(np.append(super().marked(), self.free(np.array(spans)))) if spans else super().marked()

    def tags(self, numbers: list[int]) -> list[tuple[str, str]]:
        """The tags of elements within a line."""
        tags = super().tags(numbers)
        telling = {*self.attributes.telling(self._names.flags | _SPANS), *self.kept.having(_TIMES).tolist()}
        for place in [place for place, number in enumerate(numbers) if number in telling] if telling else ():
            number, (start, stop) = numbers[place], tags[place]
            tags[place] = f"{start[:-1]}{self.attributes.get(number, '')}{self._date(number, start)}>", stop
        return tags

    def _date(self, number: int, start: str) -> str:
        """The date of a time, as an attribute."""
        date = self.page.attribute_of(self._rows[number], "datetime") if start == "<time>" else None
        return attribute("datetime", date) if date and _DATE.fullmatch(date) else ""

    def pictures(self, pictures: list[Picture]) -> list[str]:
        """Some pictures."""
        return [f"<img{told}>" for told in image_attributes(pictures, "src", "alt")]

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


#: Elements that are written as they are.
_KNOWN = (
    "article section aside header footer nav hgroup address figure figcaption blockquote details summary "
    "dl dt dd ol li table caption thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6"
).split()


class _Document(Document):
    """Writes the elements around paragraphs."""

    ELEMENTS: ClassVar[dict[str, Element]] = {
        **{name: Element(name) for name in _KNOWN},
        **dict.fromkeys(("ul", "menu", "dir"), Element("ul")),
        **dict.fromkeys("html body main div center form fieldset".split(), Element("div")),
        "p": Element(),
        "hr": Element(block="<hr>"),
    }
    ASKED: ClassVar[Bools] = _WRAPPERS
    GRAMMAR: ClassVar[Grammar] = Grammar(
        one_line=frozenset("h1 h2 h3 h4 h5 h6".split()),
        bare=frozenset("li td th dt dd figure figcaption caption summary".split()),
        between={},
        fillings={},
    )
    SPANS: ClassVar[tuple[str, str]] = ("colspan", "rowspan")
    MAX_SPANS: ClassVar[tuple[int, int]] = (1000, MAX_ROW_SPAN)  # as in browsers

    def __init__(self, outline: Outline, attributes: _Attributes) -> None:
        super().__init__(outline)
        self._attributes = attributes

    def choose(self, wanted: Bools) -> None:
        """Take in wrappers that tell something."""
        if wrappers := self._attributes.telling(_WRAPPERS):
            wanted[wrappers] = True

    def told(self) -> Iterator[tuple[int, str]]:
        """Languages and directions, numbers of lists and items, how many places cells take, what is opened."""
        yield from self._attributes.items()
        for number, (start, is_reversed) in self.asked(_LISTS, "start", "reversed"):
            if (first := whole_number(start, 1)) != 1:
                yield number, attribute("start", first)
            if is_reversed is not None:
                yield number, " reversed"
        for number, (value,) in self.asked(_ITEMS, "value"):
            yield number, attribute("value", whole_number(value, 1))
        yield from self.spans()
        for number, _ in self.asked(_DETAILS, "open"):
            yield number, " open"

    def code_block(self, text: str, language: str) -> str:
        """A block of code, which tells its language as most programs that colour it expect."""
        if not language:
            return f"<pre>{text}</pre>"
        return f"<pre><code{attribute('class', f'language-{language}')}>{text}</code></pre>"

    def post(self, number: int) -> Written:
        """A post, with who wrote it when."""
        author, date = map(escape_text, self.outline.posts.bylines[number])
        byline = ", ".join(filter(None, (author and f"<strong>{author}</strong>", date)))
        article = Element("article", self._attributes.get(number, ""))
        return article, Element(block=f"<p>{byline}</p>" if byline else "")
