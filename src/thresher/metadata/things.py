"""Structured data: JSON-LD, microdata and RDFa, all read into things of one shape.

A thing is a mapping of properties to lists of values, each a text or a thing again; ``@type`` has the names of its
types without their vocabulary.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from thresher.metadata.texts import short_text
from thresher.page.columns import nearest
from thresher.page.whitespace import collapse

if TYPE_CHECKING:
    from thresher.page import Page

Thing: TypeAlias = "dict[str, list[Any]]"

#: A larger piece of JSON is data of an application.
MAX_JSON_CHARS = 2_000_000
#: Things are read so deep into each other ...
MAX_DEPTH = 12
#: ... and so many of them.
MAX_THINGS = 2000
#: Of so many elements with properties.
MAX_PROPERTIES = 2000
#: The properties of things that somebody asks for; reading all of them takes longer than the rest of a page's facts.
READ = frozenset(
    "@type @id id url contentUrl name alternateName headline description abstract author creator givenName familyName "
    "publisher datePublished dateCreated uploadDate datePosted dateModified keywords articleSection license image "
    "thumbnailUrl mainEntity mainEntityOfPage itemReviewed".split()
)
_COMMENT = re.compile(r"^\s*(?:<!--|//\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|//\s*\]\]>|\]\]>)\s*$")
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
#: Properties whose value is an address even where a link has a text.
_ADDRESSES = frozenset(("url", "sameas", "license", "mainentityofpage", "image", "thumbnailurl", "contenturl", "logo"))


@dataclass(frozen=True)
class Described:
    """A thing and the syntax that describes it."""

    syntax: str  #: "json-ld", "microdata" or "rdfa"
    thing: Thing

    @property
    def types(self) -> frozenset[str]:
        """The names of its types, in small letters."""
        return frozenset(name.lower() for name in self.thing.get("@type", ()) if isinstance(name, str))


def marked_rows(page: Page) -> list[int]:
    """Rows of the elements that describe something by their attributes, asked of the parser all at once."""
    found: list[int] = page.select("[itemscope],[itemprop],[typeof],[property]").tolist()
    return found


def things(page: Page, marked: Sequence[int]) -> list[Described]:
    """All things that a page describes at the outermost level, those of JSON-LD first, then those of *marked* rows.

    >>> from thresher.page import Page
    >>> page = Page.from_html('<p itemscope itemtype=https://schema.org/Article><b itemprop=headline>Rye</b>')
    >>> things(page, marked_rows(page))
    [Described(syntax='microdata', thing={'@type': ['Article'], 'headline': ['Rye']})]
    """
    return [
        *(Described("json-ld", thing) for thing in _json_things(page)),
        *(Described("microdata", thing) for thing in _marked_things(page, marked, "itemprop", "itemscope", "itemtype")),
        *(Described("rdfa", thing) for thing in _marked_things(page, marked, "property", "typeof", "typeof")),
    ]


def _json_things(page: Page) -> Iterator[Thing]:
    """The things of all JSON-LD; those of one graph know each other."""
    elements = page.tree.elements
    for row in page.rows_of("script").tolist():
        if "ld+json" in (elements[row].attr("type") or "").lower():
            reader = _Reader(_json(page.code_of(row)))
            yield from reader.things()


def _json(text: str) -> Any:
    """The value of a piece of JSON, as far as it can be read: comments around it and commas too many are common."""
    text = _COMMENT.sub("", text[:MAX_JSON_CHARS]).strip().rstrip(";")
    for attempt in (text, _TRAILING_COMMA.sub("", text)):
        try:
            return json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


class _Reader:
    """One piece of JSON-LD, whose things may refer to each other by ``@id``."""

    def __init__(self, value: Any) -> None:
        self._value = value
        self._named: dict[str, dict[str, Any]] = {}
        self._left = MAX_THINGS

    def things(self) -> Iterator[Thing]:
        """The outermost things."""
        tops = list(self._tops(self._value, 0))
        for top in tops:
            if isinstance(name := top.get("@id"), str) and len(top) > 1:
                self._named.setdefault(name, top)
        for top in tops:
            yield self._thing(top, 0)

    def _tops(self, value: Any, depth: int) -> Iterator[dict[str, Any]]:
        if isinstance(value, list) and depth < MAX_DEPTH:
            for each in value:
                yield from self._tops(each, depth + 1)
        elif isinstance(value, dict):
            if "@type" in value or "@graph" not in value:
                yield value
            yield from self._tops(value.get("@graph"), depth + 1)

    def _thing(self, value: dict[str, Any], depth: int) -> Thing:
        self._left -= 1
        found: Thing = {}
        for name, content in value.items():
            key = _bare(name) if name[:1] != "@" else name
            if key in READ and depth < MAX_DEPTH and self._left > 0:
                found[key] = [read for each in _listed(content) if (read := self._read(each, name, depth)) is not None]
        return found

    def _read(self, value: Any, name: str, depth: int) -> Any:
        if isinstance(value, dict):
            if set(value) == {"@id"} and value["@id"] in self._named:
                value = self._named[value["@id"]]
            if "@value" in value:
                return self._read(value["@value"], name, depth)
            return self._thing(value, depth + 1)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            return None
        text = collapse(str(value)[:MAX_JSON_CHARS])
        return _bare(text) if name == "@type" else text or None


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else (value,)


def _bare(name: str) -> str:
    """A name without its vocabulary.

    >>> _bare("https://schema.org/Article"), _bare("schema:author"), _bare("og:title")
    ('Article', 'author', 'title')
    """
    return name.rstrip("/").rpartition("/")[2].rpartition("#")[2].rpartition(":")[2]


def _marked_things(page: Page, marked: Sequence[int], prop: str, scope: str, kind: str) -> Iterator[Thing]:
    """The outermost things that attributes of elements describe."""
    elements = page.tree.elements
    scopes = [row for row in marked if elements[row].attr(scope) is not None][:MAX_PROPERTIES]
    if not scopes:
        return
    made = {row: _typed(elements[row].attr(kind) or "") for row in scopes}
    told = [(row, names) for row in marked if (names := elements[row].attr(prop))][:MAX_PROPERTIES]
    owners = _owners(page, scopes, [row for row, _ in told])
    inner = set()
    for (row, written), owner in zip(told, owners, strict=True):
        properties = [_bare(name) for name in written.split()]
        if owner >= 0 and properties:
            inner.add(row)
            value = made[row] if row in made else _value(page, row, properties[0])
            for name in properties:
                made[owner].setdefault(name, []).append(value)
    yield from (thing for row, thing in made.items() if row not in inner)


def _typed(types: str) -> Thing:
    """A thing of which only its types are known."""
    return {"@type": [_bare(name) for name in types.split()]} if types.strip() else {}


def _owners(page: Page, scopes: list[int], rows: list[int]) -> list[int]:
    """The nearest of *scopes* around each of *rows*, itself not included; -1 where there is none."""
    is_scope = np.zeros(len(page.tag), dtype=bool)
    is_scope[scopes] = True
    # The root is in nothing, and has no property of anything.
    around = np.maximum(page.parent[rows], 0)
    owners: list[int] = nearest(is_scope, page.end, around).tolist()
    return owners


def _value(page: Page, row: int, name: str) -> str:
    """What an element says of a property."""
    attribute = page.tree.elements[row].attr
    tag = page.tag[row]
    for key in ("content", "datetime"):
        if (content := attribute(key)) is not None:
            return collapse(content)
    address = attribute("src") if tag in ("img", "video", "audio", "iframe", "embed", "source") else attribute("href")
    text = short_text(page, row)
    return address if address and (name.lower() in _ADDRESSES or not text) else text
