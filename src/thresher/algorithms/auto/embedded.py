"""Content that a page carries beside its tree: structured data, and the state that its scripts start from.

Both are JSON. A text in it counts if its key says that it is a body or a description; the greatest wins, and stands in
a page of its own behind the head of the first.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from thresher.page import Page
from thresher.page.halves import without_halves
from thresher.page.spans import locate
from thresher.page.tags import CODES

#: Keys under which structured data and states hold text, in the order in which they are believed.
KEYS = (
    ("articlebody", "reviewbody", "bodytext", "bodyhtml", "body_html", "body", "contenthtml", "html", "content"),
    ("text", "markdown", "rawtext", "richtext", "story", "post_content", "paragraphs"),
    ("description", "longdescription", "fulldescription", "summary", "abstract"),
)
#: Assignments by which scripts get their state; so few more letters, or a long name would be read again and again.
_STATE = re.compile(
    r"__(?:NEXT_DATA|NUXT|APOLLO_STATE|INITIAL_STATE|PRELOADED_STATE|remixContext)\w{0,32}\s*=\s*(?=[{\[])"
)
#: Scripts without code.
_DATA_TYPES = ("application/json", "application/ld+json")
#: A shorter text is a label, and none with fewer blanks among its characters is prose in a script that has blanks.
MIN_CHARS, MIN_BLANKS = 120, 0.05
#: More than this is not read, and not looked through more deeply.
MAX_CHARS, MAX_VALUES = 4_000_000, 200_000
_TAG = re.compile(r"</?(?:p|div|br|h[1-6]|ul|ol|li|section|article|blockquote|table|figure)\b", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Embedded:
    """Content from beside the tree."""

    page: Page  #: a page of its own
    origin: str  #: where it was found, such as "structured data (articleBody)"

    @property
    def words(self) -> int:
        """Its words."""
        return int(self.page.words[self.page.at > self.page.body].sum())


def embedded_content(page: Page) -> Embedded | None:
    """The content that a page carries in its scripts, if there is any.

    >>> body = "Rye is sown in the autumn and cut in the summer of the next year. " * 3
    >>> data = json.dumps({"@type": "NewsArticle", "articleBody": body})
    >>> embedded_content(Page.from_html(f'<script type="application/ld+json">{data}</script>')).origin
    'structured data (articleBody)'
    """
    found = max(_texts(page), key=lambda each: (-each[0], len(each[1])), default=None)
    if found is None:
        return None
    _, text, origin = found
    return Embedded(_page_of(page, text, origin), origin)


def _texts(page: Page) -> Iterator[tuple[int, str, str]]:
    """Rank of the key, text and origin of every text that may be content."""
    for name, data in _data(page):
        for key, text in _strings(data):
            rank = _rank(key)
            if rank is not None and _is_prose(text):
                yield rank, text, f"{name} ({key})"


def _data(page: Page) -> Iterator[tuple[str, Any]]:
    """Where JSON was found, and its values."""
    for row in np.flatnonzero(page.code == CODES["script"]).tolist():
        code = page.code_of(row)
        if len(code) > MAX_CHARS or len(code) < MIN_CHARS:
            continue
        kind = page.attribute_of(row, "type")
        start = _STATE.search(code)
        if kind in _DATA_TYPES:
            yield ("structured data" if kind == "application/ld+json" else "embedded state"), _parsed(code)
        elif start is not None:
            yield "embedded state", _parsed(code[start.end() :])


def _parsed(code: str) -> Any:
    """The first JSON value of a text; nothing where it is none."""
    try:
        return json.JSONDecoder(strict=False).raw_decode(without_halves(code.strip()))[0]
    except (ValueError, RecursionError):
        return None


def _strings(data: Any) -> Iterator[tuple[str, str]]:
    """The texts of JSON with their keys, lists of texts joined, in no order that matters."""
    waiting: list[tuple[str, Any]] = [("", data)]
    for _ in range(MAX_VALUES):
        if not waiting:
            return
        key, value = waiting.pop()
        if isinstance(value, str):
            yield key, value
        elif isinstance(value, dict):
            waiting.extend((str(name), part) for name, part in value.items())
        elif isinstance(value, list):
            if value and all(isinstance(part, str) for part in value):
                yield key, "\n\n".join(value)
            else:
                waiting.extend((key, part) for part in value)


def _rank(key: str) -> int | None:
    """How much a key is to be believed, 0 the most."""
    return next((rank for rank, keys in enumerate(KEYS) if key.lower() in keys), None)


def _is_prose(text: str) -> bool:
    """Whether a text reads like one: long enough, with blanks unless its script has none, and no code."""
    if len(text) < MIN_CHARS or text.lstrip()[:1] in "{[":
        return False
    blanks = text.count(" ") / len(text)
    return blanks >= MIN_BLANKS or not text.isascii()


def _page_of(page: Page, text: str, origin: str) -> Page:
    """A page with the head of the first, and a text as its body."""
    start = int(locate(page).open[page.body])
    head = page.source.html[:start] if start >= 0 else f"<title>{html.escape(page.title)}</title>"
    if not _TAG.search(text):
        text = "".join(f"<p>{html.escape(part)}</p>" for part in re.split(r"\n\s*\n|\n", html.unescape(text)))
    made = Page.from_html(f"{head}<body><article>{text}</article></body>", page.url)
    name = f"content-from-{origin.partition(' (')[0].replace(' ', '-')}"
    return replace(made, source=replace(made.source, repairs=(*made.source.repairs, name)))
