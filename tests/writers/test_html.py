"""HTML: keeps structure, and nothing harmful survives, whatever the page contained."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from thresher import Page, Selection, extract
from thresher.writers.html import Html

#: All that may come out: elements, and attributes of each.
ELEMENTS = frozenset(
    "html head body article section aside header footer nav hgroup address figure figcaption blockquote ul ol li dl dt "
    "dd table caption thead tbody tfoot tr td th details summary h1 h2 h3 h4 h5 h6 div p span pre hr br strong b em i "
    "u s del ins mark small sub sup code kbd samp var cite dfn abbr q time ruby rt rp rb bdi bdo a img video audio "
    "math mrow mi mn mo mtext ms mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd "
    "mstyle mpadded menclose merror mmultiscripts mprescripts".split()
)
ATTRIBUTES = {
    "a": {"href"},
    "img": {"src", "alt"},
    "video": {"src", "controls"},
    "audio": {"src", "controls"},
    "ol": {"start", "reversed"},
    "li": {"value"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
    "details": {"open"},
    "time": {"datetime"},
    "math": {"display"},
}
EVERYWHERE = {"lang", "dir"}
SCHEMES = ("https://", "http://", "mailto:", "tel:", "/", "./", "?", "#")

#: Pages that try to run something, each with a word that must survive and none that may run.
VECTORS = (
    # Addresses.
    "<a href='javascript:alert(1)'>word</a>",
    "<a href='JaVaScRiPt:alert(1)'>word</a>",
    "<a href=' javascript:alert(1)'>word</a>",
    "<a href='\x01javascript:alert(1)'>word</a>",
    "<a href='java\tscript:alert(1)'>word</a>",
    "<a href='java\nscript:alert(1)'>word</a>",
    "<a href='java&#x0d;script:alert(1)'>word</a>",
    "<a href='java&Tab;script&colon;alert(1)'>word</a>",
    "<a href='&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)'>word</a>",
    "<a href='&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)'>word</a>",
    "<a href='&#1;&#14; javascript:alert(1)'>word</a>",
    "<a href='vbscript:msgbox(1)'>word</a>",
    "<a href='livescript:x'>word</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>word</a>",
    "<a href='data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=='>word</a>",
    "<a href='feed:javascript:alert(1)'>word</a>",
    "<a href='view-source:javascript:alert(1)'>word</a>",
    "<a href='blob:https://x/1'>word</a>",
    "<a href='file:///etc/passwd'>word</a>",
    "<a href='x:y'>word</a>",
    "<a href='javascript://%0aalert(1)'>word</a>",
    "<a href='javascript&#65279;:alert(1)'>word</a>",
    "<a href='\u2028javascript:alert(1)'>word</a>",
    "<a href='java\0script:alert(1)'>word</a>",
    "<base href='javascript:alert(1)//'><a href='x'>word</a>",
    "<base href='javascript:/'><a href='#x'>word</a>",
    "<base href='data:text/html,x'><a href='y'>word</a>",
    # Handlers and breaking out of attributes.
    "<p onclick=alert(1)>word</p>",
    "<p onmouseover='alert(1)' style='x:expression(alert(1))' class=a id=b>word</p>",
    "<body onload=alert(1)><p>word",
    "<a href='https://x\" onclick=\"alert(1)'>word</a>",
    "<a href=\"https://x' onclick='alert(1)\">word</a>",
    "<a href='https://x><script>alert(1)</script>'>word</a>",
    "<p>word<img src=x onerror=alert(1)>word</p>",
    "<p>word<img src='x' alt='\"><script>alert(1)</script>'>word</p>",
    "<p>word<img src='https://x\" onerror=\"alert(1)'>word</p>",
    "<p>word<img src=javascript:alert(1)>word</p>",
    "<p>word<img src='data:image/svg+xml,<svg onload=alert(1)>'>word</p>",
    "<p>word<img srcset='javascript:alert(1) 1x, data:text/html,x 2x'>word</p>",
    "<p>word<img srcset='https://x\" onerror=alert(1) 2x'>word</p>",
    "<p>word<img data-src='javascript:alert(1)'>word</p>",
    "<p>word<picture><source srcset='javascript:alert(1)'><img></picture>word</p>",
    "<p lang='x\" onclick=\"alert(1)'>word</p>",
    "<p dir='ltr\" onclick=\"alert(1)'>word</p>",
    "<time datetime='1\" onclick=\"alert(1)'>word</time>",
    "<table><tr><td colspan='2\" onclick=\"alert(1)'>word<td>word</table>",
    "<ol start='1\" onclick=\"alert(1)'><li value='\"><script>'>word</ol>",
    # Elements that run, load or send.
    "<script>alert(1)</script><p>word</p>",
    "<script src=https://x.example/x.js></script><p>word</p>",
    "<p>word</p><iframe src=javascript:alert(1)></iframe><p>word</p>",
    "<p>word</p><iframe srcdoc='<script>alert(1)</script>'></iframe><p>word</p>",
    "<p>word</p><object data='javascript:alert(1)'>inner</object><p>word</p>",
    "<p>word</p><embed src='javascript:alert(1)'><p>word</p>",
    "<p>word</p><video src='javascript:alert(1)' onerror=alert(1)><source src='data:x'></video><p>word</p>",
    "<p>word</p><audio src=x onerror=alert(1)></audio><p>word</p>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'><p>word</p>",
    "<link rel=stylesheet href='javascript:alert(1)'><p>word</p>",
    "<style>@import 'javascript:alert(1)';</style><p>word</p>",
    "<form action='javascript:alert(1)'><button formaction='javascript:alert(1)'>word</button></form>",
    "<input type=image src=x onerror=alert(1)><p>word</p>",
    "<isindex action='javascript:alert(1)'><p>word</p>",
    "<marquee onstart=alert(1)>word</marquee>",
    "<details open ontoggle=alert(1)><summary>word</summary>word</details>",
    "<dialog open onclose=alert(1)>word</dialog>",
    "<keygen autofocus onfocus=alert(1)><p>word</p>",
    "<bgsound src='javascript:alert(1)'><p>word</p>",
    "<layer src='javascript:alert(1)'></layer><p>word</p>",
    "<xss id=x tabindex=1 onfocus=alert(1)>word</xss>",
    "<map name=m><area href='javascript:alert(1)'></map><p>word</p>",
    "<table background='javascript:alert(1)'><tr><td>word</table>",
    "<slot onslotchange=alert(1)>word</slot>",
    # Foreign elements.
    "<svg onload=alert(1)><text>word</text></svg>",
    "<svg><a xlink:href='javascript:alert(1)'><text>word</text></a></svg>",
    "<svg><script>alert(1)</script><text>word</text></svg>",
    "<svg><animate attributeName=href values='javascript:alert(1)' /><text>word</text></svg>",
    "<svg><foreignObject><iframe src='javascript:alert(1)'></iframe><p>word</p></foreignObject></svg>",
    "<svg><use href='data:image/svg+xml,<svg id=x onload=alert(1)>#x'/><text>word</text></svg>",
    "<svg><style><img src=x onerror=alert(1)></style><text>word</text></svg>",
    "<math><mi xlink:href='javascript:alert(1)'>word</mi></math>",
    "<math href='javascript:alert(1)'><mi>word</mi></math>",
    "<math><maction actiontype='statusline#http://x' xlink:href='javascript:alert(1)'><mi>word</mi></maction></math>",
    "<math><annotation-xml encoding='text/html'><script>alert(1)</script></annotation-xml><mi>word</mi></math>",
    # What a second parse would read otherwise than the first.
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>word",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)></style><p>word",
    "<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'></style>word",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript><p>word",
    "<noscript><style></noscript><img src=x onerror=alert(1)></style></noscript><p>word",
    "<title><p title='</title><img src=x onerror=alert(1)>'></title><p>word",
    "<textarea><p title='</textarea><img src=x onerror=alert(1)>'></textarea><p>word",
    "<xmp><p title='</xmp><img src=x onerror=alert(1)>'></xmp><p>word",
    "<noembed><img title='</noembed><img src=x onerror=alert(1)>'></noembed><p>word",
    "<template><script>alert(1)</script></template><p>word",
    "<template shadowrootmode=open><script>alert(1)</script><p onclick=alert(1)>word</p></template>",
    "<!--><img src=x onerror=alert(1)>--><p>word",
    "<!--<img src='--><img src=x onerror=alert(1)//'><p>word",
    "<![CDATA[<img src=x onerror=alert(1)>]]><p>word",
    "<?xml version='1'?><p>word",
    "<p>word&lt;script&gt;alert(1)&lt;/script&gt;</p>",
    "<p>word &amp;lt;img src=x onerror=alert(1)&amp;gt;</p>",
    "<pre>word&lt;img src=x onerror=alert(1)&gt;</pre>",
    "<pre>\n\nword</pre><listing>&lt;script&gt;</listing>",
    "<plaintext>word<script>alert(1)</script>",
    "<select><style></select><img src=x onerror=alert(1)></style></select><p>word",
    "<a><a href='javascript:alert(1)'>word<table><a href='javascript:alert(1)'>word",
    "<p>\x3cscript>word</p>",
    '<IMG """><SCRIPT>alert(1)</SCRIPT>"><p>word',
    "<<SCRIPT>alert(1);//<</SCRIPT><p>word",
    "<img src=`x` onerror=`alert(1)`><p>word",
)


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
        addresses = [value or "" for key, value in attributes.items() if key in ("href", "src")]
        found += [address for address in addresses if not address.lower().startswith(SCHEMES) and ":" in address]
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
        ("<p lang=de dir=RTL>a <span lang=en>b</span>", '<p dir="rtl" lang="de">a <span lang="en">b</span></p>'),
        ("<html lang=he dir=rtl><p>a", '<div dir="rtl" lang="he"><p>a</p>\n</div>'),
        ("<p>a<img src=b.png alt='c \"d\"'>e", '<p>a<img src="b.png" alt="c &quot;d&quot;">e</p>'),
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
