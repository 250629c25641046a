"""Converting a page to XHTML, the paper's third preprocessing function: error-free markup that any XML parser reads."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING
from xml.parsers import expat

import numpy as np

from thresher.page.tags import CODES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from thresher.page import Page, View

#: Characters that XML has no place for, not even as references.
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.-]")
#: Stands between texts that no element parts.
_PART = "<!---->"


def to_xhtml(page: Page) -> str:
    """A page's elements and texts as well-formed XHTML; attributes are left out, methods look them up in the page.

    >>> from thresher.page import Page
    >>> to_xhtml(Page.from_html("<p>Rye & oats<br>grow"))
    '<html><head></head><body><p>Rye &amp; oats<br></br>grow</p></body></html>'
    """
    return "".join(_pieces(page))


def through_xhtml(view: View) -> View:
    """The view as it is read back from its XHTML: the same elements and texts, characters that XML lacks replaced."""
    reader = _Reader()
    reader.read(to_xhtml(view))
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


def _pieces(page: Page) -> Iterator[str]:
    """Tags and texts in the order of the document."""
    names = [_name(tag) for tag in page.tag]
    parent, host = page.parent.tolist(), page.host.tolist()
    first = np.searchsorted(page.at, np.arange(len(names) + 2)).tolist()
    around: list[int] = []
    for row in range(len(names) + 1):
        for run in range(first[row], first[row + 1]):
            yield from _closing(around, host[run], names)
            yield _PART if run > first[row] and host[run] == host[run - 1] else ""
            yield _text(page.text[run])
        if row < len(names):
            yield from _closing(around, parent[row], names)
            around.append(row)
            yield f"<{names[row]}>"
    yield from _closing(around, -1, names)


def _closing(around: list[int], row: int, names: list[str]) -> Iterator[str]:
    """End tags of the open elements, up to *row*, which stays open."""
    while around and around[-1] != row:
        yield f"</{names[around.pop()]}>"


def _name(tag: str) -> str:
    """A tag as a name that XML allows."""
    name = _NOT_IN_NAMES.sub("_", tag)
    return name if name[:1].isalpha() else f"_{name}"


def _text(text: str) -> str:
    return escape(_ILLEGAL.sub("\ufffd", text), quote=False).replace("\r", "&#13;")


class _Reader:
    """Reads XHTML into the columns of a page."""

    def __init__(self) -> None:
        self.tag: list[str] = []
        self.parent: list[int] = []
        self.end: list[int] = []
        self.host: list[int] = []
        self.at: list[int] = []
        self.text: list[str] = []
        self._around = [-1]
        self._pieces: list[str] = []

    def read(self, xhtml: str) -> None:
        """Fill the columns."""
        parser = expat.ParserCreate("utf-8")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CommentHandler = lambda _: self._part()
        parser.CharacterDataHandler = self._pieces.append
        parser.Parse(xhtml.encode(), True)

    def _start(self, name: str, _: dict[str, str]) -> None:
        self._part()
        self.parent.append(self._around[-1])
        self._around.append(len(self.tag))
        self.tag.append(name)
        self.end.append(0)

    def _end(self, _: str) -> None:
        self._part()
        self.end[self._around.pop()] = len(self.tag)

    def _part(self) -> None:
        """Make one text of the pieces that were read since the last tag."""
        if self._pieces:
            self.host.append(self._around[-1])
            self.at.append(len(self.tag))
            self.text.append("".join(self._pieces))
            self._pieces.clear()
