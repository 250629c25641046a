"""From HTML text to bare columns: the one module that knows the HTML parser (turbohtml).

`parse` repairs what would swallow a page before any method sees it, flattens the parser's tree, and keeps a record of
both. The parser's nodes stay in the `Tree`, for attributes and selectors; the columns do not need them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import compress
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
import turbohtml
from turbohtml import Document, Element, Text

from thresher.cached import cached_property
from thresher.page.apart import part_words
from thresher.page.collector import CollectorAtRest
from thresher.page.columns import (
    Bools,
    Codes,
    Ints,
    depths,
    ends_from_child_counts,
    parents_from_child_counts,
    prefix,
    rows_having,
)
from thresher.page.kernels import kernel
from thresher.page.tags import CODE_TEXT, CODES, RAW_TEXT

#: What a node is; everything else is 0.
_ELEMENT, _TEXT = 1, 2
NODE_KINDS: dict[type, int] = {Element: _ELEMENT, Text: _TEXT, turbohtml.CData: _TEXT}
_tag = attrgetter("tag")


@dataclass(frozen=True, eq=False)
class Tree:
    """A parsed page as bare columns, one row per element and one per text run, both in document order."""

    document: Document
    elements: list[Element]
    tag: list[str]  #: element: its name
    code: Codes  #: element: the number of its name (`tags.CODES`), 0 for others
    parent: Ints  #: element: row of its parent, -1 for the root
    end: Ints  #: element: one past the last row of its subtree
    host: Ints  #: run: row of the element that it stands in
    at: Ints  #: run: how many elements start ahead of it
    text: list[str]  #: run: its raw text, with a blank ahead where it touches a text that it is apart from
    repairs: tuple[str, ...]  #: what was repaired in the source

    def select(self, selector: str) -> Ints:
        """Rows of the elements that match a CSS selector, in document order."""
        return np.array(rows_among(self.document.select(selector), self.elements), dtype=np.int64)

    def attributes_at(self, rows: list[int], name: str) -> list[str | None]:
        """Value of the attribute *name* of the elements at *rows*, ``None`` where there is none."""
        return attributes_at(self.elements, rows, name)

    def given(self, *names: str, among: str = "") -> list[dict[int, str]]:
        """For each of some attributes the elements that have it, *among* those of a selector: rows, with its values."""
        # The parser goes through a page for one selector with alternatives in it more quickly than for several.
        found = self.document.select(among or f":is({','.join(f'[{name}]' for name in names)})")
        return given_values(self.elements, found, names)

    @cached_property
    def start_tags(self) -> list[str]:
        """Element: its start tag as the parser writes it, attributes in double quotes."""
        # One piece of source for the whole page is several times faster than asking every element.
        markup = self.elements[0].html if self.elements else ""
        tags = start_tags_in(markup, _UNESCAPED)
        # A script that holds the end tag of a script is read otherwise by the parser than by us.
        return tags if len(tags) == len(self.elements) else list(map(_start_tag, self.elements))


@kernel
def rows_among(found: list[Any], elements: list[Any]) -> list[int]:
    """Where some of the elements are among all of them, both in document order.

    >>> a, b, c = object(), object(), object()
    >>> rows_among([a, c], [a, b, c])
    [0, 2]
    """
    rows: list[int] = []
    row = 0
    for element in found:
        row = elements.index(element, row)
        rows.append(row)
    return rows


@kernel
def given_values(elements: list[Any], found: list[Any], names: tuple[str, ...]) -> list[dict[int, str]]:
    """For each of some attributes those of the elements *found* that have it: their rows, with its values.

    >>> tree = parse("<p id=a hidden><p id=b>")
    >>> given_values(tree.elements, tree.document.select("[id]"), ("id", "hidden"))
    [{3: 'a', 4: 'b'}, {3: ''}]
    """
    values: list[dict[int, str]] = [{} for _ in names]
    for row, element in zip(rows_among(found, elements), found, strict=True):
        for name, rows in zip(names, values, strict=True):
            if (value := element.attr(name)) is not None:
                rows[row] = value
    return values


@kernel
def attributes_at(elements: list[Any], rows: list[int], name: str) -> list[str | None]:
    """Value of the attribute *name* of each of the elements at *rows*, ``None`` where there is none.

    >>> attributes_at(parse("<p id=a><p>").elements, [3, 4], "id")
    ['a', None]
    """
    return [elements[row].attr(name) for row in rows]


#: Elements whose text the parser writes as it is, so that what looks like a tag there is none.
_UNESCAPED = ("script", "style", "iframe", "xmp", "noembed", "noframes", "plaintext")
#: Comments, such elements with their text, and start tags, in source that the parser has written.
_MARKUP = re.compile(
    r"<!--[^-]*(?:-(?!->)[^-]*)*-->|"
    + "".join(rf"<{name}(?=[ >])[^>]*>[^<]*(?:<(?!/{name}>)[^<]*)*|" for name in _UNESCAPED)
    + "<[a-zA-Z][^>]*>"
)


@kernel
def start_tags_in(markup: str, unescaped: tuple[str, ...]) -> list[str]:
    """The start tags in source that the parser has written, but for those in the text of *unescaped* elements.

    >>> start_tags_in('<p id="a">1 <!-- <b> --><style>a>b{}<i></style><br></p>', _UNESCAPED)
    ['<p id="a">', '<style>', '<br>']
    """
    found = (tag for tag in _MARKUP.findall(markup) if tag[1] != "!")
    names = tuple(f"<{name}{sign}" for name in unescaped for sign in " >")
    return [tag[: tag.find(">") + 1] if tag.startswith(names) else tag for tag in found]


def attributes(element: Element) -> dict[str, str]:
    """All attributes of an element, as they were written."""
    try:
        found = list(element.attrs.items())
    except UnicodeDecodeError:
        # A name that is no Unicode, such as half of a pair of surrogates; the parser can write it, not tell it.
        written = _ATTRIBUTE.findall(element.html.partition(">")[0])
        return {name: turbohtml.unescape(value) for name, value in written}
    # The parser splits lists of tokens such as classes; only those are asked for by name, which takes longer the more
    # attributes there are.
    return {name: value if isinstance(value, str) else element.attr(name) or "" for name, value in found}


#: An attribute in a start tag that the parser has written.
_ATTRIBUTE = re.compile(r' ([^ =]+)="([^"]*)"')


def _start_tag(element: Element) -> str:
    """The start tag of one element."""
    written = (f' {name}="{turbohtml.escape(value)}"' for name, value in attributes(element).items())
    return f"<{element.tag}{''.join(written)}>"


def parse(html: str) -> Tree:
    """The columns of *html*, after repairs.

    >>> tree = parse("<p>one <b>two</b> three")
    >>> tree.tag
    ['html', 'head', 'body', 'p', 'b']
    >>> list(zip(tree.text, tree.host.tolist()))
    [('one ', 3), ('two', 4), (' three', 3)]
    """
    tree = _flatten(html, ())
    for repair in REPAIRS:
        if repair.is_needed(tree, html):
            mended = repair.mend(html)
            if mended != html:
                html, tree = mended, _flatten(mended, (*tree.repairs, repair.name))
    part_words(tree)
    return tree


def _flatten(html: str, repairs: tuple[str, ...]) -> Tree:
    """One pass over the parser's tree."""
    with CollectorAtRest():
        # Declarative shadow trees are shown to a reader; kept as templates, they stay in the tree.
        document = turbohtml.parse(html, positions=False, allow_declarative_shadow_roots=False)
        return Tree(document, *flatten(document.root, NODE_KINDS, CODES, CODE_TEXT), repairs)


class Flat(NamedTuple):
    """The columns of a tree, as `Tree` names them."""

    elements: list[Any]
    tag: list[str]
    code: Codes
    parent: Ints
    end: Ints
    host: Ints
    at: Ints
    text: list[str]


@kernel
def flatten(root: Any, kinds: dict[type, int], codes: dict[str, int], silent: Bools) -> Flat:
    """The columns of a tree, if there is one, of nodes whose types are in *kinds* and whose names may be in *codes*.

    Texts directly in an element with a *silent* code are left out.
    """
    nodes = [] if root is None else [root, *root.descendants]
    kind = np.frombuffer(bytes(kinds.get(type(node), 0) for node in nodes), dtype=np.uint8)
    is_element = kind == _ELEMENT
    counts = np.fromiter(map(len, nodes), dtype=np.int64, count=len(nodes))
    node_end = ends_from_child_counts(counts)
    node_parent = _element_parents(counts, node_end, is_element)
    started = prefix(is_element)
    rows, runs = is_element.nonzero()[0], (kind == _TEXT).nonzero()[0]
    elements = list(compress(nodes, is_element.tobytes()))
    tag = list(map(_tag, elements))
    code = np.frombuffer(bytes(codes.get(name, 0) for name in tag), dtype=np.uint8)
    host = started[node_parent[runs]]
    readable = ~silent[code[host]]
    runs, host = runs[readable], host[readable]
    parent = started[node_parent[rows]]
    parent[:1] = -1
    text = [nodes[run].data for run in runs.tolist()]
    return Flat(elements, tag, code, parent, started[node_end[rows]], host, started[runs], text)


def _element_parents(counts: Ints, end: Ints, is_element: Bools) -> Ints:
    """The nearest element around each node: between a template and its content stands a fragment, which is none."""
    parent = parents_from_child_counts(counts, depths(end))
    in_fragment = (~is_element[parent]).nonzero()[0]
    in_fragment = in_fragment[in_fragment > 0]
    parent[in_fragment] = parent[parent[in_fragment]]
    return parent


#: No such tag in the source: a parser puts in what is left out.
NOWHERE = -1


def tag_places(html: str) -> Ints:
    """Element: where its start tag begins and ends in the source, and its end tag, by a parse that keeps such places.

    >>> tag_places("<p>one <b>two</b> three").tolist()[-2:]
    [[0, 3, -1, -1], [7, 10, 13, 17]]
    """
    document = turbohtml.parse(html, source_locations=True, allow_declarative_shadow_roots=False)
    nodes = [] if document.root is None else [document.root, *document.root.descendants]
    places = [_places_of_tags(node) for node in nodes if isinstance(node, Element)]
    return np.array(places, dtype=np.int64).reshape(-1, 4)


def _places_of_tags(element: Element) -> tuple[int, int, int, int]:
    location = element.source_location
    start, end = (location.start_tag, location.end_tag) if location else (None, None)
    opened = (start.start_offset, start.end_offset) if start else (NOWHERE, NOWHERE)
    return (*opened, end.start_offset, end.end_offset) if end else (*opened, NOWHERE, NOWHERE)


class Repair(NamedTuple):
    """A page shape that defeats every method before it begins, and how its source is mended."""

    name: str
    is_needed: Callable[[Tree, str], bool]
    mend: Callable[[str], str]


#: Text that is markup of the page has an end tag among so many characters.
MARKUP_REACH = 2000
#: Characters of a text by which its place in the source is found.
TELLING_CHARS = 80
#: White space before it that is looked over.
MAX_GAP = 200
_SELF_CLOSED = re.compile(r"<((?:iframe|textarea|title|script|style|xmp|noembed|noframes)\b)([^<>]*)/>", re.IGNORECASE)
_FRAME_TAGS = re.compile(r"</?(?:frameset|frame|noframes)\b[^<>]*>", re.IGNORECASE)


def _has_swallowed(tree: Tree, html: str) -> bool:
    """Whether a self-closed raw-text element took markup for its text, as on pages written by an XML serialiser."""
    texts = (element.text for element in _suspects(tree, html))
    return any("</" in text[:MARKUP_REACH] and _follows_self_closed(text, html) for text in texts)


def _suspects(tree: Tree, html: str) -> Iterator[Element]:
    """Raw-text elements that may have taken markup for their text."""
    rows = RAW_TEXT[tree.code].nonzero()[0].tolist()
    if not rows:
        return
    all_are = tree.elements[0].attr("xmlns") is not None
    # One that was never closed has all of the rest, so that nothing but an empty body comes after it.
    last_is = rows[-1] >= len(tree.tag) - 2 and _is_open(tree.tag[rows[-1]], html)
    is_code = CODE_TEXT[tree.code[rows]].tolist()
    for row, source, is_code_here in zip(rows, tree.attributes_at(rows, "src"), is_code, strict=True):
        # A page has many scripts, and their text is slow to get: they are asked for it where there is some reason to.
        is_suspect = source is not None or all_are or not is_code_here or (last_is and row == rows[-1])
        if is_suspect and len(tree.elements[row]):
            yield tree.elements[row]


def _is_open(name: str, html: str) -> bool:
    """Whether the last start tag of a name has no end tag behind it."""
    return html.rfind(f"</{name}") < html.rfind(f"<{name}")


def _follows_self_closed(text: str, html: str) -> bool:
    """Whether *text* stands right behind a tag that closes itself."""
    start = text.strip()[:TELLING_CHARS]
    place = html.find(start)
    if place < 0:
        place = html.find(start.replace("\n", "\r\n"))  # the parser makes one character of both
    return html[max(place - MAX_GAP, 0) : max(place, 0)].rstrip().endswith("/>")


def _close_self_closed(html: str) -> str:
    """Give every self-closed raw-text element an end tag of its own."""
    return _SELF_CLOSED.sub(r"<\1\2></\1>", html)


def _is_frameset(tree: Tree, _html: str) -> bool:
    """Whether the page is a frameset, whose only text sits unparsed in ``<noframes>``."""
    return len(rows_having(tree.code, CODES["frameset"])) > 0


def _drop_frames(html: str) -> str:
    """Leave the frame tags out, so that what is for readers without frames is parsed."""
    return _FRAME_TAGS.sub("", html)


REPAIRS = (
    Repair("self-closed-raw-text", _has_swallowed, _close_self_closed),
    Repair("frameset", _is_frameset, _drop_frames),
)
