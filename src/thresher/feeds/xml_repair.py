"""Repairing the XML of feeds for a parser: no document type, no entities except XML's own, no forbidden characters.

CDATA sections and comments are left alone. Only named characters of HTML are expanded; references to entities that a
document declares itself stay as text.
"""

from __future__ import annotations

import re
from html.entities import html5

#: Entities that every XML parser knows.
_XML = frozenset(["amp", "lt", "gt", "quot", "apos"])
#: Sections that are left alone (an unclosed one extends to the end), and ampersands with the reference that may follow.
_REFERENCE = re.compile(
    r"(?P<kept><!\[CDATA\[(?:.*?\]\]>|.*)|<!--(?:.*?-->|.*))|&(?:#(?P<number>[0-9]{1,7}|[xX][0-9a-fA-F]{1,6});|(?P<name>\w{1,32});)?",
    re.DOTALL,
)
_DOCTYPE = re.compile(r"<!DOCTYPE\b", re.IGNORECASE)
#: The parts of a document type: strings and comments (in which brackets mean nothing), brackets, its end.
_DOCTYPE_PART = re.compile(r""""[^"]*"|'[^']*'|<!--(?:.*?-->|.*)|[\[\]>]""", re.DOTALL)
_DECLARATION = re.compile(r"<\?xml\b[^<>]*>", re.IGNORECASE)
#: Characters that no XML document may contain, escaped or not; surrogates cannot be encoded either.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
#: Only the start of a document is searched for a document type, which precedes the first element.
_HEAD = 1 << 16


def repaired(text: str) -> str:
    r"""XML that a parser can read, from decoded text.

    >>> repaired('<!DOCTYPE rss [<!ENTITY a "lol">]><t>R&eacute;n&eacute; & co &a; &amp; <![CDATA[&eacute;]]>\x00</t>')
    '<t>Réné &amp; co &amp;a; &amp; <![CDATA[&eacute;]]></t>'
    """
    return _REFERENCE.sub(_mended, without_doctype(_DECLARATION.sub("", _FORBIDDEN.sub("", text), count=1)))


def without_doctype(text: str) -> str:
    """XML without its document type and the declarations in it.

    >>> without_doctype('<!DOCTYPE r [<!ENTITY x "]>"> ]><r/>')
    '<r/>'
    """
    found = _DOCTYPE.search(text, 0, _HEAD)
    if not found:
        return text
    depth = 0
    for part in _DOCTYPE_PART.finditer(text, found.end()):
        depth += (part[0] == "[") - (part[0] == "]")
        if part[0] == ">" and depth <= 0:
            return text[: found.start()] + text[part.end() :]
    return text[: found.start()]


def _mended(match: re.Match[str]) -> str:
    """A reference as valid XML: a character for an HTML name, an escaped ampersand if it means nothing."""
    whole = match[0]
    if match["kept"] or match["name"] in _XML:
        return whole
    if match["number"]:
        return _by_number(match["number"])
    known = html5.get(f"{match['name']};") if match["name"] else None
    if known is None:
        return f"&amp;{whole[1:]}"
    return known.replace("&", "&amp;").replace("<", "&lt;")


def _by_number(number: str) -> str:
    """The character with a given code, escaped if it is markup; empty if there is no such character.

    >>> _by_number("38"), _by_number("x2014"), _by_number("0")
    ('&#38;', '—', '')
    """
    code = int(number[1:], 16) if number[0] in "xX" else int(number)
    character = chr(code) if 0 < code <= 0x10FFFF else ""
    return f"&#{code};" if character and character in "&<>\"'\r\n\t" else _FORBIDDEN.sub("", character)
