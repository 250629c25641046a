"""Tables and lists of our Markdown against those of html-to-markdown, both read by the same CommonMark parser.

Where they differ, ours must be right, and the reason is told here; a difference without a reason is a failure, and so
is a reason without a difference.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from html_to_markdown import convert
from markdown_it import MarkdownIt
from markdown_it.token import Token

from thresher import Page, Selection
from thresher.writers.markdown import Markdown

sys.path.insert(0, str(Path(__file__).parents[1]))
from test_pages import CASES, extraction_of

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])

TABLES = {
    "header": "<table><tr><th>Field<th>Yield<tr><td>North<td>6.1 t</table>",
    "no header": "<table><tr><td>North<td>6.1 t<tr><td>South<td>5.8 t</table>",
    "parts": "<table><thead><tr><th>a<th>b<tbody><tr><td>1<td>2<tfoot><tr><td>3<td>4</table>",
    "headers of rows": "<table><tr><th>North<td>6.1<tr><th>South<td>5.8</table>",
    "column span": "<table><tr><th colspan=2>Yield<th>Year<tr><td>6<td>7<td>1953</table>",
    "row span": "<table><tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3</table>",
    "both spans": "<table><tr><th>a<th>b<th>c<tr><td rowspan=2 colspan=2>1<td>2<tr><td>3</table>",
    "pipes": "<table><tr><th>sign<th>name<tr><td>|<td>a pipe | a bar<tr><td><code>a|b</code><td>code</table>",
    "line breaks": "<table><tr><th>a<th>b<tr><td>1<br>2<td>3</table>",
    "paragraphs in cells": "<table><tr><th>a<th>b<tr><td><p>1</p><p>2</p><td>3</table>",
    "links": "<table><tr><th>a<th>b<tr><td><b>1</b> and <i>2</i><td><a href=https://a.example/>3</a></table>",
    "empty cells": "<table><tr><th>a<th>b<th>c<tr><td><td>1<td><tr><td>2<td><td>3</table>",
    "short rows": "<table><tr><th>a<th>b<th>c<tr><td>1<tr><td>2<td>3</table>",
    "caption": "<table><caption>Yields</caption><tr><th>a<th>b<tr><td>1<td>2</table>",
    "signs of tables": "<table><tr><th>a*b<th>_c_<tr><td>1 * 2<td># 3</table>",
    "neighbours": "<table><tr><th>a<th>b<tr><td>1<td>2</table><table><tr><th>c<th>d<tr><td>3<td>4</table>",
    "in a list": "<ul><li>before<table><tr><th>a<th>b<tr><td>1<td>2</table></ul>",
    "in a quote": "<blockquote><table><tr><th>a<th>b<tr><td>1<td>2</table></blockquote>",
}
LISTS = {
    "flat": "<ul><li>a<li>b<li>c</ul>",
    "ordered": "<ol><li>a<li>b</ol>",
    "start": "<ol start=4><li>a<li>b</ol>",
    "nested": "<ul><li>a<ul><li>b<ul><li>c</ul><li>d</ul><li>e</ul>",
    "ordered in unordered": "<ul><li>a<ol><li>b<li>c</ol><li>d</ul>",
    "unordered in ordered": "<ol><li>a<ul><li>b</ul><li>c</ol>",
    "below wide numbers": "<ol start=99><li>a<ul><li>b</ul><li>c<ul><li>d</ul></ol>",
    "paragraphs": "<ul><li><p>a</p><p>b</p><li><p>c</p></ul>",
    "without an item around": "<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>",
    "first in an item": "<ul><li><ul><li>a</ul><li>b</ul>",
    "text after a nested list": "<ul><li>a<ul><li>b</ul>c<li>d</ul>",
    "code": "<ol><li>a<pre>x\n  y</pre><li>b</ol>",
    "quote": "<ul><li>a<blockquote>b</blockquote><li>c</ul>",
    "headings": "<ul><li><h3>a</h3><p>b</p><li>c</ul>",
    "line breaks": "<ul><li>a<br>b<li>c</ul>",
    "signs of lists": "<ul><li>- a<li>1. b<li>* c<li># d<li>+ e</ul>",
    "empty items": "<ul><li><li>a<li> </ul>",
    "neighbours": "<ul><li>a</ul><ul><li>b</ul>",
    "in a quote": "<blockquote><ol><li>a<li>b</ol></blockquote>",
    "ten deep": "<ul><li>a" * 10,
    "links": "<ul><li><b>a</b> b <a href=https://a.example/>c</a><li><code>d</code></ul>",
}
#: Those of them where ours differs, and why it is right.
OURS_IS_RIGHT = {
    "both spans": "a cell that spans two columns and two rows takes two places in the second row as well",
    "signs of tables": "underscores around a word are text, not emphasis",
    "empty items": "an item without anything in it is not to be seen",
}
#: Pages on which ours differs, and why it is right.
PAGES_OURS_IS_RIGHT = {
    "code-blocks": "numbers of lines beside code are layout, not a table",
    "footnotes": "footnotes are footnotes, not items of a list",
    "injected-instructions": "a single row without headers is layout, not data",
    "layout-table": "a layout table is no table",
    "list-numbers": "items are counted from their value on, and downwards if the list is reversed",
    "nested-tables": "a table around tables is layout",
    "presentation-table": "a table that says it is layout is none",
    "table-cells": "items in a cell keep their marks",
    "table-spans": "a cell that claims a thousand columns does not get them",
    "task-list": "a box to tick is a part of its item's mark",
    "wiki-sections": "footnotes are footnotes, not items of a list",
    "wikipedia-notes": "footnotes are footnotes, not items of a list",
}


class Structure(NamedTuple):
    """What a reader makes of Markdown."""

    rows: list[list[str]]  #: the text of each cell of each row of a table
    items: list[tuple[int, str, str]]  #: how deep each item of a list is, its number, its own text


def structure(markdown: str) -> Structure:
    """Rows of tables and items of lists, in document order."""
    rows: list[list[str]] = []
    items: list[tuple[int, str, str]] = []
    open_items: list[int] = []
    tokens = READER.parse(markdown)
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "list_item_open":
            open_items.append(len(items))
            items.append((len(open_items), token.info, ""))
        elif token.type == "list_item_close":
            open_items.pop()
        elif token.type == "inline" and before is not None and before.type in ("th_open", "td_open"):
            rows[-1].append(line(token.children or ()))
        elif token.type == "inline" and open_items:
            depth, number, text = items[open_items[-1]]
            items[open_items[-1]] = (depth, number, f"{text} {line(token.children or ())}".strip())
    return Structure(rows, items)


def line(tokens: Iterable[Token]) -> str:
    """The text of a line; pictures have none."""
    return " ".join("".join(map(text, tokens)).split())


def text(token: Token) -> str:
    """The text of one token of a line."""
    if token.type in ("softbreak", "hardbreak") or token.content.startswith("<br"):
        return " "
    return "" if token.type in ("image", "html_inline") else token.content


def everything(html: str) -> Selection:
    """All text of a page."""
    page = Page.from_html(html)
    return Selection(page, np.ones(len(page.text), dtype=bool))


@pytest.mark.parametrize(("name", "html"), [*TABLES.items(), *LISTS.items()])
def test_tables_and_lists(name: str, html: str) -> None:
    """A table or a list has the rows, cells, items and depths that another converter gives it."""
    ours, theirs = structure(Markdown().write(everything(html))), structure(convert(html).content)
    assert ours.rows or ours.items
    assert (ours != theirs) == (name in OURS_IS_RIGHT)


@pytest.mark.parametrize("case", CASES)
def test_pages(case: str) -> None:
    """The tables and lists of a page are those that another converter makes of its HTML."""
    extraction = extraction_of(case)
    differ = structure(extraction.markdown) != structure(convert(extraction.html).content)
    assert differ == (case in PAGES_OURS_IS_RIGHT)
