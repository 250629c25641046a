"""Converting to XHTML, the paper's third preprocessing function: markup without errors, read by an XML parser.

Our HTML parser has repaired every page already, so nothing comes of it but what the paper says: it costs time.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING
from xml.parsers import expat

import numpy as np

from thresher.page.source import token_places
from thresher.page.tags import CODES

if TYPE_CHECKING:
    from thresher.page import View

#: Characters that XML has no place for, not even as references.
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.-]")
#: Stands before each text, so that two without an element between them stay two.
_PART = "<!---->"


def through_xhtml(view: View) -> View:
    """The view as it is read back from its XHTML: the same elements and texts, characters that XML lacks replaced.

    >>> from thresher.page import Cleaning, Page
    >>> view = through_xhtml(Page.from_html("<p>Rye & oats<br>grow").view(Cleaning()))
    >>> view.tag, view.text
    (['html', 'body', 'p', 'br'], ['Rye & oats', 'grow'])
    """
    reader = _Reader()
    reader.read(_written(view))
    return replace(
        view,
        tag=reader.tag,
        code=np.array([CODES.get(name, 0) for name in reader.tag], dtype=np.uint8),
        parent=np.array(reader.parent, dtype=np.int64),
        end=np.array(reader.end, dtype=np.int64),
        host=np.array(reader.host, dtype=np.int64),
        at=np.array(reader.at, dtype=np.int64),
        text=reader.text,
    )


def _written(view: View) -> str:
    """Elements and texts as well-formed XML; attributes stay behind, they are looked up in the page."""
    opened, closed, written = token_places(view)
    names = [_name(tag) for tag in view.tag]
    tokens = np.empty(2 * len(names) + len(view.text), dtype=object)
    tokens[opened] = [f"<{name}>" for name in names]
    tokens[closed] = [f"</{name}>" for name in names]
    tokens[written] = [_PART + _text(text) for text in view.text]
    return "".join(tokens.tolist())


def _name(tag: str) -> str:
    """A tag as a name that XML allows."""
    name = _NOT_IN_NAMES.sub("_", tag)
    return name if name[:1].isalpha() else f"_{name}"


def _text(text: str) -> str:
    """A text as XML can hold it."""
    return escape(_ILLEGAL.sub("\ufffd", text), quote=False).replace("\r", "&#13;")


class _Reader:
    """Reads XML into the columns of a page."""

    def __init__(self) -> None:
        self.tag: list[str] = []
        self.parent: list[int] = []
        self.end: list[int] = []
        self.host: list[int] = []
        self.at: list[int] = []
        self.text: list[str] = []
        self._around = [-1]

    def read(self, xml: str) -> None:
        """Fill the columns."""
        parser = expat.ParserCreate("utf-8")
        parser.StartElementHandler = self._open
        parser.EndElementHandler = self._close
        parser.CommentHandler = self._begin_text
        parser.CharacterDataHandler = self._add_text
        parser.Parse(xml.encode(), True)

    def _open(self, name: str, _: dict[str, str]) -> None:
        self.parent.append(self._around[-1])
        self._around.append(len(self.tag))
        self.tag.append(name)
        self.end.append(0)

    def _close(self, _: str) -> None:
        self.end[self._around.pop()] = len(self.tag)

    def _begin_text(self, _: str) -> None:
        self.host.append(self._around[-1])
        self.at.append(len(self.tag))
        self.text.append("")

    def _add_text(self, piece: str) -> None:
        self.text[-1] += piece
