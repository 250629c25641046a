"""Read our Markdown back with a CommonMark parser, and compare its structure with that of our XML of the same page.

    python benchmarks/roundtrip.py DATA_FOLDER [--pages 300] [--algorithm cectd-ds] [--show 5]

Headings, list items, table cells, blocks of code and the text of links must be the same, in the same order. Pages are
taken evenly from all sets of labelled pages in the folder.
"""

from __future__ import annotations

import argparse
import html
import json
import lzma
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

import thresher
from thresher import Selection, writers

#: What is compared.
KINDS = ("headings", "items", "cells", "code", "links")
Structure = dict[str, list[str]]

#: Markdown parsers read lists and quotes only up to some depth, ours writes them up to some width.
MAX_NESTING = 200


def structure_of_xml(xml: str) -> Structure:
    """The structure of a document in our XML."""
    found: Structure = {kind: [] for kind in KINDS}
    _walk_xml(ElementTree.fromstring(xml), found, in_cell=False)  # noqa: S314 - our own output
    return found


def _walk_xml(element: ElementTree.Element, found: Structure, *, in_cell: bool) -> None:
    """Note what an element and those in it are, in document order."""
    name = element.tag
    if name == "heading" and not in_cell:
        found["headings"].append(_tidy(_text(element)))
    elif name == "item" and not in_cell and element.find("note") is None:
        found["items"].append(_tidy(_text(element)))
    elif name == "cell":
        found["cells"].append(_tidy(_text(element, in_cell=True)))
    elif name == "preformatted" and not in_cell:
        found["code"].append((element.text or "").strip())
    elif name == "link":
        found["links"].append(_tidy(_text(element)))
    for inner in element:
        _walk_xml(inner, found, in_cell=in_cell or name == "cell")


def _text(element: ElementTree.Element, *, in_cell: bool = False) -> str:
    """The text in an element, as Markdown shows it."""
    around = {"quotation": ("“", "”"), "reading": ("(", ")")}.get(element.tag, ("", ""))
    if in_cell and element.tag == "item":
        around = (f"{element.get('number')}. " if element.get("number") else "- ", " ")
    parts = [around[0], element.text or ""]
    for inner in element:
        parts += (_inner_text(inner, in_cell=in_cell), inner.tail or "")
    return "".join((*parts, around[1]))


def _inner_text(element: ElementTree.Element, *, in_cell: bool) -> str:
    """The text of an element inside of another."""
    if element.tag == "call":
        return f"[{element.get('note')}]"
    if element.tag == "break":
        return " "
    if element.tag == "media":
        return element.get("title") or ""
    text = _text(element, in_cell=in_cell)
    is_line = element.tag in (
        "link",
        "strong",
        "emphasis",
        "deleted",
        "sub",
        "sup",
        "quotation",
        "reading",
        "code",
        "formula",
    )
    return text if is_line else f" {text} "


def structure_of_markdown(markdown: str, *, formulas: bool = False) -> Structure:
    """The structure of a document in Markdown, as a CommonMark parser reads it."""
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable(["table", "strikethrough"])
    footnote_plugin(parser, inline=False)
    deflist_plugin(parser)
    if formulas:
        dollarmath_plugin(parser, double_inline=True)
    found: Structure = {kind: [] for kind in KINDS}
    open_items: list[int] = []
    for token, text, links in _blocks(parser.parse(markdown)):
        found["links"] += links
        if token.type == "list_item_open":
            open_items.append(len(found["items"]))
            found["items"].append("")
        elif token.type == "list_item_close":
            open_items.pop()
        elif token.type == "heading_open":
            found["headings"].append(_tidy(text))
        elif token.type in ("th_open", "td_open"):
            found["cells"].append(_tidy(text))
        elif token.type == "fence":
            found["code"].append(token.content.strip())
        for number in open_items:
            found["items"][number] += f" {token.content if token.type == 'fence' else text} "
    found["items"] = list(map(_tidy, found["items"]))
    return found


def _blocks(tokens: list[Token]) -> Iterator[tuple[Token, str, list[str]]]:
    """Tokens of blocks, the text of the line in each, and the text of the links in it."""
    for number, token in enumerate(tokens):
        following = tokens[number + 1] if number + 1 < len(tokens) else None
        if token.type != "inline":
            is_line = following is not None and following.type == "inline"
            children = following.children or [] if is_line and following is not None else []
            yield token, _line_text(children), list(_link_texts(children))


def _line_text(children: list[Token]) -> str:
    """The text of a line."""
    return "".join(map(_token_text, children))


def _token_text(token: Token) -> str:
    """The text of one token of a line."""
    if token.type in ("softbreak", "hardbreak"):
        return " "
    if token.type == "html_inline":
        return " " if token.content == "<br>" else ""
    if token.type == "footnote_ref":
        return f"[{token.meta['label']}]"
    return "" if token.type == "image" else token.content


def _link_texts(children: list[Token]) -> Iterator[str]:
    """The text of each link in a line."""
    inside: list[Token] | None = None
    for child in children:
        if child.type == "link_open":
            inside = []
        elif child.type == "link_close":
            yield _tidy(_line_text(inside or []))
            inside = None
        elif inside is not None:
            inside.append(child)


def _tidy(text: str) -> str:
    return " ".join(text.replace("☑ ", "[x] ").replace("☐ ", "[ ] ").split())


def differences(selection: Selection) -> list[str]:
    """How the structure of the Markdown of a selection differs from that of its XML, a sentence for each kind."""
    xml = writers.create("xml").write(selection)
    wanted = structure_of_xml(xml)
    got = structure_of_markdown(writers.create("markdown").write(selection), formulas='notation="tex"' in xml)
    # A player is a link in Markdown; empty places in tables and links around pictures alone have no text.
    wanted["links"] += map(html.unescape, re.findall(r'<media src="[^"]*" title="([^"]*)"/>', xml))
    problems = []
    for kind in KINDS:
        ours, theirs = list(filter(None, wanted[kind])), list(filter(None, got[kind]))
        if kind == "links":
            ours, theirs = sorted(ours), sorted(theirs)
        if ours != theirs:
            place = next((n for n, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]), -1)
            problems.append(f"{kind}: {len(ours)} and {len(theirs)}, first {ours[place:][:1]} and {theirs[place:][:1]}")
    return problems


def sample(folder: Path, count: int) -> Iterator[dict[str, str]]:
    """At least *count* pages if there are as many, evenly from all sets of a folder and over each of them."""
    files = sorted(folder.glob("*.jsonl.xz"))
    # Some sets are smaller than their share.
    each = count // len(files) + 2
    for file in files:
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            pages = list(lines)
        yield from map(json.loads, pages[:: max(1, len(pages) // each)][:each])


def main() -> int:
    """Compare, and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--algorithm", default="cectd-ds")
    parser.add_argument("--show", type=int, default=5, help="how many of the differences to print")
    arguments = parser.parse_args()
    total = same = 0
    for page in sample(arguments.folder, arguments.pages):
        extraction = thresher.extract(page["html"], page.get("url"), algorithm=arguments.algorithm)
        problems = differences(extraction.selection)
        total, same = total + 1, same + (not problems)
        if problems and total - same <= arguments.show:
            print(page["id"], *problems, sep="\n  ", file=sys.stderr)
    print(f"{same} of {total} pages read back to the same structure ({same / max(total, 1):.1%})")
    return 0 if same == total else 1


if __name__ == "__main__":
    sys.exit(main())
