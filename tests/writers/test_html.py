"""HTML: keeps structure, and nothing harmful survives, whatever the page contained."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from thresher import Page, Selection, extract
from thresher.writers.html import Html

sys.path.insert(0, str(Path(__file__).parent))
from allowed import ATTRIBUTES, ELEMENTS, EVERYWHERE, SCHEMES
from vectors import VECTORS

#: What a browser takes for a scheme, whatever it skips before it and in it.
LANGUAGE = re.compile(r"language-[\w+#.-]+")
SCHEME = re.compile(r"[\x00-\x20]*([^/?#]*?)\s*:")


def everything(html: str, url: str | None = None) -> Selection:
    """All text of a page, hidden or not."""
    page = Page.from_html(html, url)
    return Selection(page, np.ones(len(page.text), dtype=bool))


def problems(html: str) -> list[str]:
    """What another parser finds in *html* that is not allowed."""
    found = []
    for node in LexborHTMLParser(f"<body>{html}</body>").root.traverse(include_text=False):
        name, attributes = node.tag, node.attributes
        if name not in ELEMENTS:
            found.append(f"<{name}>")
        found += [f"<{name} {each}>" for each in set(attributes) - ATTRIBUTES.get(name, set()) - EVERYWHERE]
        found += [each for each in [attributes.get("class")] if each is not None and not LANGUAGE.fullmatch(each)]
        schemes = [SCHEME.match(value or "") for key, value in attributes.items() if key in ("href", "src")]
        found += [scheme[0] for scheme in schemes if scheme and scheme[1].lower() not in SCHEMES]
    return found


def words(html: str) -> list[str]:
    """The words of a piece of HTML, as another parser sees them."""
    return LexborHTMLParser(html).text(separator=" ").split()


def test_the_check_can_fail() -> None:
    """What is not allowed is found."""
    assert problems("<p onclick=x><a href=javascript:x><script>x</script>") != []


@pytest.mark.parametrize("url", [None, "https://mill.example/"])
@pytest.mark.parametrize("vector", VECTORS)
def test_nothing_runs(vector: str, url: str | None) -> None:
    """No known way of running something survives, even if all text is selected, read by another parser."""
    html = Html().write(everything(vector, url))
    assert problems(html) == []


@pytest.mark.parametrize("vector", [vector for vector in VECTORS if "word" in vector.rpartition(">")[2]])
def test_text_survives(vector: str) -> None:
    """The text of a page that tries to run something is still there."""
    assert "word" in Html().write(everything(vector))


TAGS = (
    sorted(ELEMENTS - {"html", "head", "body"})
    + "script style svg iframe form template noscript title select button font center".split()
)
VALUES = st.sampled_from(
    ["javascript:x", "https://a.example/", '"><script>', "' onclick='x", "x", "2", "rtl", "data:x"]
)
NAMES = st.sampled_from("href src onclick style class id lang dir colspan srcset data-src action xlink:href".split())
PIECES = st.one_of(
    st.builds("<{} {}='{}'>".format, st.sampled_from(TAGS), NAMES, VALUES),
    st.builds("<{}>".format, st.sampled_from(TAGS)),
    st.builds("</{}>".format, st.sampled_from(TAGS)),
    st.sampled_from(["<!--", "-->", "<![CDATA[", "]]>", "&lt;script&gt;", "word ", " ", "&amp;", "\x00", "<"]),
    st.text(max_size=5),
)


@given(st.lists(PIECES, max_size=30).map("".join))
def test_only_what_is_allowed(source: str) -> None:
    """Whatever soup of tags a page is, only allowed elements, attributes and addresses come out."""
    assert problems(Html().write(everything(source))) == []


@given(st.lists(PIECES, max_size=30).map("".join))
def test_reads_back_the_same(source: str) -> None:
    """Written, parsed and written again, HTML has the same words."""
    once = Html().write(everything(source))
    assert words(Html().write(everything(once))) == words(once)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<h2>a</h2><p>b", "<h2>a</h2>\n<p>b</p>"),
        ("<div>a<div>b</div>c</div>", "<p>a</p>\n<p>b</p>\n<p>c</p>"),
        ("<ul><li>a<li><p>b<p>c</ul>", "<ul><li>a</li>\n<li><p>b</p>\n<p>c</p>\n</li>\n</ul>"),
        ("<ol start=4 reversed><li value=9>a</ol>", '<ol start="4" reversed><li value="9">a</li>\n</ol>'),
        ("<p>a<br>b<br><br>c", "<p>a<br>b</p>\n<p>c</p>"),
        ("<li>a<br><br>b", "<li>a<p>b</p>\n</li>"),
        ("<p><b>a <i>b</b> c</i>", "<p><b>a <i>b</i></b> <i>c</i></p>"),
        ("<b><p>a<p>b</b>", "<p><b>a</b></p>\n<p><b>b</b></p>"),
        ("<table><tr><td colspan=99999 rowspan=2>a<td>b</table>", None),
        ("<details open><summary>a</summary>b</details>", "<details open><summary>a</summary>\n<p>b</p>\n</details>"),
        ("<pre>a\n  b &lt;</pre>", "<pre>a\n  b &lt;</pre>"),
        ("<pre class=language-sh>a</pre>", '<pre><code class="language-sh">a</code></pre>'),
        ("<p lang=de dir=RTL>a <span lang=en>b</span>", '<p dir="rtl" lang="de">a <span lang="en">b</span></p>'),
        ("<html lang=he dir=rtl><p>a", '<div dir="rtl" lang="he"><p>a</p>\n</div>'),
        ("<html lang=fa-IR><p>a", '<div dir="rtl" lang="fa-IR"><p>a</p>\n</div>'),
        ("<p>a<img src=b.png alt='c \"d\"'>e", '<p>a<img src="b.png" alt="c &quot;d&quot;">e</p>'),
        ("<p lang=de>a<button><hr lang=en>b</button>", '<p lang="de">a</p>\n<hr>\n<p lang="de">b</p>'),
        ("<p>a<hr>b", "<p>a</p>\n<hr>\n<p>b</p>"),
        ("<p>1 <time datetime=2024-01-02>x</time>", '<p>1 <time datetime="2024-01-02">x</time></p>'),
        ("<ul><li><input type=checkbox checked>a</ul>", "<ul><li>☑ a</li>\n</ul>"),
        ("<figure>a<figcaption>b</figcaption></figure>", "<figure>a<figcaption>b</figcaption>\n</figure>"),
    ],
)
def test_structure(source: str, expected: str | None) -> None:
    """Each kind of element is written as itself, paragraphs where the page has none of its own."""
    html = Html().write(everything(source))
    assert expected is None or html == expected
    assert problems(html) == []


@pytest.mark.parametrize(("option", "gone"), [("links", "<a "), ("images", "<img ")])
def test_options(option: str, gone: str) -> None:
    """Links and pictures are written unless the options say otherwise."""
    selection = everything("<p>a <a href=/b>c</a> <img src=/d.png> e")
    assert gone in Html().write(selection)
    assert gone not in Html(**{option: False}).write(selection)


def test_extraction_has_it() -> None:
    """An extraction gives sanitised HTML."""
    assert extract("<p onclick=x>" + "Oats and rye. " * 20).html.startswith("<p>Oats")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<h2 lang=de>a</h2>b", '<h2 lang="de">a</h2>\n<p>b</p>'),
        ("<ul><li><h3>a</h3>b</ul>", "<ul><li><h3>a</h3>\nb</li>\n</ul>"),
        ("<p lang=de>a<button><h2>b</h2>c</button>", '<p lang="de">a</p>\n<h2>b</h2>\n<p lang="de">c</p>'),
        ("<section>" * 200 + "<h2>a</h2>b", "<section>" * 200 + "<p>a</p>\n<p>b</p>\n" + "</section>\n" * 200),
    ],
)
def test_headings(source: str, expected: str) -> None:
    """A heading keeps its tag wherever it stands, unless that is too deep."""
    assert Html().write(everything(source)).split() == expected.split()
