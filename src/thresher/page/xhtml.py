"""A whole page as well-formed XHTML, whatever its source was: for tools that read XML and nothing else.

Methods do not need it: they work on the page's table.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from thresher.page.source import token_places
from thresher.page.tags import CODE_TEXT, VOID

if TYPE_CHECKING:
    from thresher.page.page import Page

XHTML = "http://www.w3.org/1999/xhtml"
XLINK = "http://www.w3.org/1999/xlink"
#: Elements in which another vocabulary begins, and its namespace.
NAMESPACES = {
    "html": f'{XHTML}" xmlns:xlink="{XLINK}',
    "svg": "http://www.w3.org/2000/svg",
    "math": "http://www.w3.org/1998/Math/MathML",
}
#: Attributes with a prefix that keep it; in other names a colon would need a namespace that nobody knows.
PREFIXED = ("xml:lang", "xlink:href")

#: Characters that XML 1.0 cannot hold at all.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NO_NAME_CHARACTER = re.compile(r"[^A-Za-z0-9_.-]")
_NAME_START = re.compile(r"[A-Za-z_]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;"})


def to_xhtml(page: Page) -> str:
    """The whole page as XML 1.0: every element closed, every name and character allowed, comments left out.

    >>> from thresher.page import Page
    >>> print(to_xhtml(Page.from_html("<title>A & B</title><p @click=x>one<br>two")))
    <!DOCTYPE html>
    <html xmlns="http://www.w3.org/1999/xhtml" xmlns:xlink="http://www.w3.org/1999/xlink"><head><title>A &amp;
    B</title></head><body><p _click="x">one<br/>two</p></body></html>
    """
    opened, closed, written = token_places(page)
    tokens = np.empty(2 * len(page.tag) + len(page.text), dtype=object)
    tokens[opened] = [_start(page, row) for row in range(len(page.tag))]
    tokens[closed] = [_end(page, row) for row in range(len(page.tag))]
    tokens[written] = [_escaped(text) for text in page.text]
    return "<!DOCTYPE html>\n" + "".join(tokens.tolist())


def _start(page: Page, row: int) -> str:
    """The start tag of an element; of a script or style, with its text."""
    attributes = _attributes(page, row)
    written = "".join(f' {name}="{_escaped(value)}"' for name, value in attributes.items())
    if VOID[page.code[row]]:
        return f"<{_name(page.tag[row])}{_namespace(page, row)}{written}/>"
    inside = _escaped(page.code_of(row)) if CODE_TEXT[page.code[row]] else ""
    return f"<{_name(page.tag[row])}{_namespace(page, row)}{written}>{inside}"


def _end(page: Page, row: int) -> str:
    """The end tag of an element, nothing where its start tag was all."""
    return "" if VOID[page.code[row]] else f"</{_name(page.tag[row])}>"


def _namespace(page: Page, row: int) -> str:
    """The declaration of the vocabulary that begins at an element."""
    name = NAMESPACES.get(page.tag[row])
    if row and name is None and page.tag[page.parent[row]] == "foreignObject":
        name = XHTML
    return f' xmlns="{name}"' if name else ""


def _attributes(page: Page, row: int) -> dict[str, str]:
    """The attributes of an element under names that XML allows; the first of equal ones counts."""
    found: dict[str, str] = {}
    for name, value in page.attributes(row).items():
        if name.partition(":")[0] != "xmlns":
            found.setdefault(name if name in PREFIXED else _name(name), value)
    return found


def _name(name: str) -> str:
    """A name that every XML parser takes.

    >>> _name("o:p"), _name("1st"), _name("@click")
    ('o_p', '_1st', '_click')
    """
    plain = _NO_NAME_CHARACTER.sub("_", name)
    return plain if _NAME_START.match(plain) else "_" + plain


def _escaped(text: str) -> str:
    """Text for XML, without the characters that it cannot hold."""
    return _FORBIDDEN.sub("", text).translate(_ESCAPES)
