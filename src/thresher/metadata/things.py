"""Structured data: JSON-LD, microdata and RDFa, all read into things of one shape.

A thing is a mapping of properties to lists of values, each a text or a thing again; ``@type`` has the names of its
types without their vocabulary.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from thresher.metadata.marked import Marked
from thresher.metadata.texts import short_text
from thresher.page.columns import nearest
from thresher.page.halves import without_halves
from thresher.page.kernels import kernel
from thresher.page.telling import telling_rows
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
#: What a piece of JSON begins or ends with that has a comment around it.
_OPENS_COMMENT, _CLOSES_COMMENT = ("<!--", "//", "<![CDATA["), ("-->", "]]>")
_COMMENT = re.compile(r"^\s*(?:<!--|//\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|//\s*\]\]>|\]\]>)\s*$")
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_decode = json.JSONDecoder(strict=False).decode
#: What the types of scripts have that are JSON-LD.
_JSON_LD = ("ld+json",)
#: Properties whose value is an address even where a link has a text.
_ADDRESSES = frozenset(("url", "sameas", "license", "mainentityofpage", "image", "thumbnailurl", "contenturl", "logo"))


class Described(NamedTuple):
    """A thing, the syntax that describes it, and what kind of thing it is."""

    syntax: str  #: "json-ld", "microdata" or "rdfa"
    thing: Thing
    types: frozenset[str]  #: the names of its types, in small letters

    @classmethod
    def by(cls, syntax: str, thing: Thing) -> Described:
        """A thing as a syntax describes it.

        >>> Described.by("rdfa", {"@type": ["Article"]})
        Described(syntax='rdfa', thing={'@type': ['Article']}, types=frozenset({'article'}))
        """
        names = [name.lower() for name in thing.get("@type", ()) if isinstance(name, str)]
        return cls(syntax, thing, frozenset(names))


def things(page: Page, marked: Marked) -> list[Described]:
    """All things that a page describes at the outermost level, those of JSON-LD first, then those of *marked* rows.

    >>> from thresher.page import Page
    >>> page = Page.from_html('<p itemscope itemtype=https://schema.org/Article><b itemprop=headline>Rye</b>')
    >>> [(found.syntax, found.thing) for found in things(page, Marked.of(page))]
    [('microdata', {'@type': ['Article'], 'headline': ['Rye']})]
    """
    found = [Described.by("json-ld", thing) for thing in _json_things(page)]
    if marked.scopes:
        microdata = _marked_things(page, marked.scopes, "itemtype", marked.properties)
        found += [Described.by("microdata", thing) for thing in microdata]
    if marked.typed:
        # Every page has properties of Open Graph, but few have something that they are properties of.
        rows = page.select("[property]").tolist()
        properties = zip(rows, page.attributes_at(rows, "property"), strict=True)
        rdfa = _marked_things(page, marked.typed, "typeof", {row: name for row, name in properties if name})
        found += [Described.by("rdfa", thing) for thing in rdfa]
    return found


def _json_things(page: Page) -> Iterator[Thing]:
    """The things of all JSON-LD; those of one graph know each other."""
    for row in telling_rows(page.tree.elements, page.rows_of("script").tolist(), "type", _JSON_LD):
        yield from json_things(_json(page.code_of(row)), READ, (MAX_DEPTH, MAX_THINGS, MAX_JSON_CHARS))


def _json(text: str) -> Any:
    """The value of a piece of JSON, as far as it can be read: comments around it and commas too many are common."""
    text = text[:MAX_JSON_CHARS].strip()
    if text.startswith(_OPENS_COMMENT) or text.endswith(_CLOSES_COMMENT):
        text = _COMMENT.sub("", text).strip()
    text = without_halves(text.rstrip(";"))
    for mended in (False, True):
        try:
            return _decode(_TRAILING_COMMA.sub("", text) if mended else text)
        except (ValueError, RecursionError):
            continue
    return None


@kernel
def json_things(value: Any, read: frozenset[str], limits: tuple[int, int, int]) -> list[Thing]:
    """The outermost things of a piece of JSON-LD, whose things may refer to each other by ``@id``.

    Of their properties those that are *read*; *limits*: of depth, of things, of the characters of a value.

    >>> ann = {"@id": "#ann", "@type": "https://schema.org/Person", "name": " Ann  Rye "}
    >>> json_things({"@graph": [{"author": {"@id": "#ann"}}, ann]}, READ, (9, 9, 99))[0]
    {'author': [{'@id': ['#ann'], '@type': ['Person'], 'name': ['Ann Rye']}]}
    """
    return list(_Reader(value, read, limits).things())


class _Reader:
    """One piece of JSON-LD, as `json_things` reads it."""

    def __init__(self, value: Any, read: frozenset[str], limits: tuple[int, int, int]) -> None:
        self._value, self._asked = value, read
        self._depth, self._left, self._most = limits
        self._named: dict[str, dict[str, Any]] = {}

    def things(self) -> Iterator[Thing]:
        """The outermost things."""
        tops = list(self._tops(self._value, 0))
        for top in tops:
            if isinstance(name := top.get("@id"), str) and len(top) > 1:
                self._named.setdefault(name, top)
        for top in tops:
            yield self._thing(top, 0)

    def _tops(self, value: Any, depth: int) -> Iterator[dict[str, Any]]:
        if isinstance(value, list) and depth < self._depth:
            for each in value:
                yield from self._tops(each, depth + 1)
        elif isinstance(value, dict):
            if "@type" in value or "@graph" not in value:
                yield value
            if depth < self._depth:
                yield from self._tops(value.get("@graph"), depth + 1)

    def _thing(self, value: dict[str, Any], depth: int) -> Thing:
        self._left -= 1
        found: Thing = {}
        for name, content in value.items():
            key = name if name in self._asked or name[:1] == "@" else _bare(name)
            if key in self._asked and depth < self._depth and self._left > 0:
                values = (self._read(each, name, depth) for each in _listed(content))
                found[key] = [read for read in values if read is not None]
        return found

    def _read(self, value: Any, name: str, depth: int) -> Any:
        if isinstance(value, dict):
            if set(value) == {"@id"} and isinstance(value["@id"], str):
                value = self._named.get(value["@id"], value)
            if "@value" not in value:
                return self._thing(value, depth + 1)
            return self._read(value["@value"], name, depth + 1) if depth < self._depth else None
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            return None
        text = collapse(str(value)[: self._most])
        return _bare(text) if name == "@type" else text or None


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else (value,)


def _bare(name: str) -> str:
    """A name without its vocabulary.

    >>> _bare("https://schema.org/Article"), _bare("schema:author"), _bare("og:title")
    ('Article', 'author', 'title')
    """
    return name if name.isalnum() else name.rstrip("/").rpartition("/")[2].rpartition("#")[2].rpartition(":")[2]


def _marked_things(page: Page, scopes: Sequence[int], kind: str, properties: Mapping[int, str]) -> Iterator[Thing]:
    """The outermost things that attributes of elements describe: rows that are things of a *kind*, and *properties*."""
    scopes = scopes[:MAX_PROPERTIES]
    made = {row: _typed(types or "") for row, types in zip(scopes, page.attributes_at(scopes, kind), strict=True)}
    told = list(islice(properties.items(), MAX_PROPERTIES))
    owners = _owners(page, scopes, [row for row, _ in told])
    inner = set()
    for (row, written), owner in zip(told, owners, strict=True):
        names = _names(written)
        if owner >= 0 and names:
            inner.add(row)
            if read := READ.intersection(names):
                value = made[row] if row in made else _value(page, row, names[0])
                for name in read:
                    made[owner].setdefault(name, []).append(value)
    yield from (thing for row, thing in made.items() if row not in inner)


@lru_cache(maxsize=256)
def _names(written: str) -> tuple[str, ...]:
    """The names of an element's properties without their vocabulary; a page has few that it repeats often."""
    return tuple(_bare(name) for name in written.split())


def _typed(types: str) -> Thing:
    """A thing of which only its types are known."""
    return {"@type": [_bare(name) for name in types.split()]} if types.strip() else {}


def _owners(page: Page, scopes: Sequence[int], rows: list[int]) -> list[int]:
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
