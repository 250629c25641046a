"""Markdown: each kind of element, and text that a CommonMark parser reads back as the same text."""

from __future__ import annotations

import html
import random
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from thresher import Page, Selection
from thresher.writers.markdown import Markdown
from thresher.writers.xml import Xml

URL = "https://mill.example/a/page.html"


def everything(source: str) -> Selection:
    """All text of a page."""
    page = Page.from_html(source, URL)
    return Selection(page, np.ones(len(page.text), dtype=bool))


def markdown(source: str, **options: bool) -> str:
    return Markdown(**options).write(everything(source))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        # Headings.
        ("<h1>a</h1><h6>b</h6>", "# a\n\n###### b"),
        ("<h2>a <b>b</b> <i>c</i></h2>", "## a b *c*"),
        ("<h2>a<br>b<div>c</div></h2>", "## a b c"),
        ("<h2>a #</h2>", "## a \\#"),
        ("<h3></h3>b", "b"),
        # Paragraphs and lines.
        ("<p>a<p>b", "a\n\nb"),
        ("a<div>b</div>c", "a\n\nb\n\nc"),
        ("a<br>b", "a  \nb"),
        ("a<br><br>b<br><br><br>c", "a\n\nb\n\nc"),
        ("<p>a<br></p><p><br>b", "a\n\nb"),
        ("a<hr>b", "a\n\n---\n\nb"),
        # Emphasis.
        ("<b>a</b><b>b</b> <strong>c</strong>", "**ab** **c**"),
        ("a<b> b </b>c", "a **b** c"),
        ("<b>a<br>b</b>", "**a  \nb**"),
        ("<b>a<br><br>b</b>", "**a**\n\n**b**"),
        ("<i>a</i><b>b</b>", "_a_**b**"),
        ("x<i>a</i>y", "x*a*y"),
        ("x<i>(a)</i>y", "x<em>(a)</em>y"),
        ("<del>a</del> <s>b</s>", "~~a b~~"),
        ("<b></b>a<i> </i>b", "a b"),
        # Lists.
        ("<ul><li>a<li>b</ul>", "- a\n- b"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ol><li>a<ol><li>b</ol></ol>", "1. a\n   1. b"),
        ("<ol><li>a<ol start=2><li>b</ol></ol>", "1. a\n\n   2. b"),
        ("<ul><li><p>a<p>b</ul>", "- a\n\n  b"),
        ("<ul><li><ul><li>a</ul></ul>", "- - a"),
        ("<p>a<ul><li>b</ul>c", "a\n\n- b\n\nc"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b"),
        ("<ol><li>a</ol><ol><li>b</ol>", "1. a\n\n1) b"),
        ("<ul><li>1. a</ul>", "- 1\\. a"),
        ("<ul><li><b>a</b><br>b</ul>", "- **a**  \n  b"),
        ("<ol><li value=1234567890>a</ol>", "123456789. a"),
        ("<blockquote><ul><li>a<li>b</ul></blockquote>", "> - a\n> - b"),
        ("<ul><li><blockquote>a</blockquote></ul>", "- > a"),
        ("<dl><dt>a<dd>b<dd>c</dl>", "a\n: b\n: c"),
        ("<dl><dt>a<dd><ul><li>b</ul></dl>", "a\n\n  - b"),
        ("<dl><dd>a</dl>", "a"),
        # Code.
        ("<code>a</code><code>b</code>", "`a`<!-- -->`b`"),
        ("<code>a <b>b</b></code>", "`a b`"),
        ("<code>*a*</code>", "`*a*`"),
        ("a<code> b </code>c", "a `b` c"),
        ("<pre>a</pre>", "```\na\n```"),
        ("<pre>\n\n  a\n</pre>", "```\n  a\n```"),
        ("<pre>``` a</pre>", "````\n``` a\n````"),
        ("<ul><li>a<pre>b\nc</pre></ul>", "- a\n\n  ```\n  b\n  c\n  ```"),
        ("<pre></pre>a", "a"),
        ("<pre><code class=language-js>a</code></pre>", "```js\na\n```"),
        ("<div class='highlight-c'><pre>a</pre></div>", "```c\na\n```"),
        # Quotes.
        ("<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b"),
        ("<blockquote>a<blockquote>b</blockquote>c</blockquote>", "> a\n>\n> > b\n>\n> c"),
        # Tables.
        ("<table><tr><th>a<th>b<tr><td>c<td>d</table>", "| a | b |\n| --- | --- |\n| c | d |"),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "| a | b |\n| --- | --- |\n| c | d |"),
        ("<table><tr><td>a</table>", "a"),
        ("<table><tr><td>a<td>b</table>", "a\n\nb"),
        (
            "<table><tr><th>a<th><ol><li>b<li>c</ol>d<ul><li></ul><tr><td>e<td>f</table>",
            "| a | 1. b<br>2. c<br>d |\n| --- | --- |\n| e | f |",
        ),
        ("<h2>a<table><tr><td>b<td>c<tr><td>d<td>e</table></h2>", "## a b c d e"),
        ("<table><caption>a<h3>b</h3></caption><tr><th>c<th>d</table>", "a\n\n### b\n\n| c | d |\n| --- | --- |"),
        ("<table><tr><th>a<th><pre>b\nc</pre></table>", "| a | `b`<br>`c` |\n| --- | --- |"),
        # Links and pictures.
        ("<a href=b>a</a>", "[a](https://mill.example/a/b)"),
        ("<a href=b>a <b>c</b></a>", "[a **c**](https://mill.example/a/b)"),
        ("<a href=b> a </a>c", "[a](https://mill.example/a/b) c"),
        ("<a href=b></a>c", "c"),
        ("<a href=b><div>a</div><div>c</div></a>", "[a](https://mill.example/a/b)\n\nc"),
        ("<a href=javascript:b>a</a>", "a"),
        ("a!<a href=b>c</a>", "a\\![c](https://mill.example/a/b)"),
        ("<a href=b>a]</a>", "[a\\]](https://mill.example/a/b)"),
        ("<p>a<img src=b alt=c>d", "a![c](https://mill.example/a/b)d"),
        ("<p>a<a href=e><img src=b></a>d", "a[![](https://mill.example/a/b)](https://mill.example/a/e)d"),
        # Headings in what is around them, and behind it.
        ("<ul><li><h3>a</h3><li>b<li><h3>c</h3>d</ul>", "- ### a\n- b\n- ### c\n\n  d"),
        ("<dl><dt>a<dd><h3>b</h3><p>c</dl>", "a\n\n  ### b\n\n  c"),
        ("<blockquote><h2>a</h2><p>b</blockquote>", "> ## a\n>\n> b"),
        ("<ol><li><h2>[x] a</h2><li>[ ] b</ol>", "1. ## [x] a\n2. \\[ ] b"),
        (
            "<table><tr><td><td>a<tr><td>b<td>c<ul><li><img></ul></table><h2>d</h2>",
            "|  | a |\n| --- | --- |\n| b | c |\n\n## d",
        ),
        # Others.
        ("a<sub>b</sub><sup>c</sup>", "a<sub>b</sub><sup>c</sup>"),
        ("<q>a <q>b</q></q>", "“a “b””"),
        ("<ruby>a<rt>b</rt></ruby>", "a(b)"),
        ("<ruby>a<rp>[</rp><rt>b</rt><rp>]</rp></ruby>", "a[b]"),
        ("<details><summary>a</summary>b</details>", "**a**\n\nb"),
        ("<math><mi>x</mi></math>", "x"),
        ("<math alttext='x^2'><mi>x</mi></math>", "$x^2$"),
        ("<time>a</time> <abbr title=c>b</abbr>", "a b"),
    ],
)
def test_elements(source: str, expected: str) -> None:
    """Each kind of element is written as Markdown writes it."""
    assert markdown(source) == expected


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ({}, "[a](https://mill.example/a/b) ![c](https://mill.example/a/d) e"),
        ({"links": False}, "a ![c](https://mill.example/a/d) e"),
        ({"images": False}, "[a](https://mill.example/a/b) e"),
    ],
)
def test_options(option: dict[str, bool], expected: str) -> None:
    """Links and pictures are written unless the options say otherwise."""
    assert markdown("<p><a href=b>a</a> <img src=d alt=c> e", **option) == expected


def test_the_last_paragraph_is_as_all_others() -> None:
    """A paragraph is written alike wherever it stands, signs at its end included."""
    paragraph = "<p>a <i>. b <a href=/c>c</a></i> <i>or d.</i></p>"
    first, second = markdown(paragraph * 2).split("\n\n")
    assert first == second


def test_cuts_are_honoured() -> None:
    """Of a run that is cut, only what is selected is written."""
    page = Page.from_html("<p>one two three<p>four")
    selection = Selection(page, np.array([True, False]), cuts=np.array([[0, 4, 7]]))
    assert Markdown().write(selection) == "two"


@pytest.mark.parametrize("source", ["", " ", "<br> ", "<img src=x>", "<table></table>"])
def test_nothing_gives_nothing(source: str) -> None:
    """A page without text gives an empty text."""
    assert markdown(source) == ""


# What is read back.

SIGNS = [*"aB1 .,*_`[]()<>!#+-=|~\\&;:\"'$^{}/@ \n", "**", "__", "~~", "```", "&amp;", "1. ", "- ", "# ", "[ ] ", "]("]
SIGNS += ["![", "[^1]", "<b>", "é", "「", "」", "…", "  ", "—", "https://a.example/"]
INLINE = ["b", "i", "em", "strong", "del", "sub", "sup", "code", "span", "a href=/x", "q", "u", "s"]


def soup(random_: random.Random, depth: int = 0) -> str:
    """A paragraph of signs and elements within a line."""
    parts = []
    for _ in range(random_.randint(1, 4)):
        dice = random_.random()
        if depth < 3 and dice < 0.45:
            tag = random_.choice(INLINE)
            parts.append(f"<{tag}>{soup(random_, depth + 1)}</{tag.split()[0]}>")
        elif dice < 0.5:
            parts.append("<br>")
        else:
            parts.append(html.escape("".join(random_.choices(SIGNS, k=random_.randint(1, 14)))))
    return "".join(parts)


def shown(selection: Selection) -> str:
    """The text that a reader sees, from the XML of a selection."""
    body = ElementTree.fromstring(Xml().write(selection)).find("body")  # noqa: S314 - our own output
    assert body is not None
    return " ".join(_text(body).split())


def _text(element: ElementTree.Element) -> str:
    around = {"quotation": "“”", "p": "  "}.get(element.tag, ("", ""))
    inner = [(" " if each.tag == "break" else _text(each)) + (each.tail or "") for each in element]
    return around[0] + (element.text or "") + "".join(inner) + around[1]


def read(text: str) -> str:
    """The text that a CommonMark parser reads."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    footnote_plugin(parser, inline=False)
    deflist_plugin(parser)
    out = []
    for token in parser.parse(text):
        out += [_token_text(child) for child in token.children or []] if token.type == "inline" else [" "]
    return " ".join("".join(out).split())


def _token_text(token: object) -> str:
    kind, content = token.type, token.content  # type: ignore[attr-defined]
    if kind in ("softbreak", "hardbreak"):
        return " "
    return "" if kind in ("html_inline", "image") else content


@given(st.integers(min_value=0, max_value=10**9))
def test_paragraphs_read_back(seed: int) -> None:
    """Whatever signs and elements are in a paragraph, a CommonMark parser reads the text that the page shows."""
    selection = everything(f"<p>{soup(random.Random(seed))}</p>")  # noqa: S311 - a game, not a secret
    assert read(Markdown().write(selection)) == shown(selection)


@given(st.text(alphabet="".join(sign for sign in SIGNS if len(sign) == 1), max_size=40))
def test_text_reads_back(text: str) -> None:
    """Plain text reads back as itself, on a line of its own, in an item, in a quote, in a heading."""
    for name in ("p", "li", "blockquote", "h2", "dd"):
        selection = everything(f"<{name}>{html.escape(text)}</{name}>")
        assert read(Markdown().write(selection)) == " ".join(text.split())
