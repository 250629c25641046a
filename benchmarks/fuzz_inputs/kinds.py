"""The kinds of inputs: how each is made, and what is put into those that are damaged."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .crawls import CUTER_PARTS, CUTER_STARTS, HTTP_FIELDS, WARC_FIELDS, arc, cuter, jsonl, warc
from .feeds import FEED_STARTS, FEED_TAGS, FEED_TEXTS, ROBOT_PARTS, feed, outline, robots
from .lines import DATE_PARTS, EXPRESSION_PARTS, expression, text
from .markup import TAGS, octets, page
from .values import template
from .words import CONTROLS, ENTITIES, TRAPS, WORDS


@dataclass(frozen=True)
class Kind:
    """How inputs of a kind are made, and what is put into those that are damaged."""

    make: Callable[[random.Random], bytes]
    tokens: Sequence[str]
    ending: str = ""  #: of the files that are kept, where others lie beside them


KINDS: dict[str, Kind] = {
    "page": Kind(page, (*TRAPS, *ENTITIES, *CONTROLS, *(f"<{name}>" for name in TAGS), *WORDS), ".html"),
    "bytes": Kind(octets, (*CONTROLS, *ENTITIES, "<meta charset=x>", "\x1b$B", "\x1b(B", "\ufeff"), ".html"),
    "feed": Kind(feed, (*FEED_STARTS, *FEED_TEXTS, *(f"<{name}>" for name in FEED_TAGS))),
    "outline": Kind(outline, (*FEED_STARTS, *ENTITIES, "<outline", "xmlUrl='http://a.example/'")),
    "cuter": Kind(cuter, (*CUTER_PARTS, *CUTER_STARTS)),
    "warc": Kind(warc, (*WARC_FIELDS, *HTTP_FIELDS, "WARC/1.0\r\n", "\r\n\r\n", "Content-Length: 9")),
    "arc": Kind(arc, ("filedesc://", "\n\n", " 0 ", "http://a.example/ 1.2.3.4 20240305100000 text/html 9\n")),
    "jsonl": Kind(jsonl, ('{"html": "x"}', "\n", "[", "{", '"', "\\ud800", "NaN", "null", "9" * 5000)),
    "text": Kind(text, (*DATE_PARTS, *TRAPS)),
    "expression": Kind(expression, EXPRESSION_PARTS),
    "robots": Kind(robots, ROBOT_PARTS),
    "template": Kind(template, ("[", "{", "}", "null", "-1", "1e999", '"tag"', '"html"', "NaN", '"pages": 2')),
}
