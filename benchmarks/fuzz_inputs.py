"""Inputs that try to break a reader: made by a small grammar for each kind, or by damaging kept ones.

Every input comes from a `random.Random`, so that a seed and a number name it; hypothesis can be that source of chance
as well (``st.randoms()``), and then shrinks what it finds.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

#: Inputs that are kept: seeds, and what was found before; a folder for each kind.
CORPUS = Path(__file__).parent.parent / "tests" / "fuzz" / "corpus"
#: Pages of ours that are seeds as well.
PAGES = Path(__file__).parent.parent / "tests" / "pages"
#: Small inputs reach as much as large ones, and more of them in the same time; growth is tested elsewhere.
MAX_BYTES = 20_000
#: How often an input is made by the grammar, the others being damaged ones that were kept.
GRAMMAR_SHARE = 0.6
#: How often what the grammar made is damaged as well.
DAMAGED_SHARE = 0.25
#: How often damage is a piece of what the kind is made of, in a wrong place.
TOKEN_SHARE = 0.4

WORDS = (
    "oats rye mill grain sown farmers | and, the. of; a: - » by Ada Müller 12 2024-03-05 5. März 2024 © Read more "
    "Share Comments (3) Reply #1 قمح طاحونة חיטה 小麦は収穫 燕麦。 ข้าวสาลี гречка पीसना 👩\u200d🌾 Za\u0301\u0302 "
    "\U0001d54f "
    "sum\u00admer a\u200bb \u202eabc\u202c \u2066x\u2069 \ufeff \U000e0041 \u0085 \u2028 \u3000 \ufffd \uffff ﷽ İ ß ﬀ ǅ"
).split(" ")
#: Characters that are no text: NUL and controls, halves of characters, non-characters.
CONTROLS = ("\0", "\x01", "\x08", "\x0b", "\x0c", "\x1b", "\x7f", "\x80", "\x9f", "\ud800", "\udfff", "\ufffe")
#: Runs of these are what regular expressions stumble over.
TRAPS = (
    *" .-<&'\"[](){}*_#|\\/=,;:!?~`\n\t\r>$%@",
    "\u00a0",
    "\u3000",
    "a",
    "0",
    "&#",
    "<a ",
    "<!--",
    "](",
    "**",
    "\r\n",
)
ENTITIES = (
    "&amp; &lt; &gt; &quot; &nbsp; &#0; &#x110000; &#xD800; &notit; &copy &ngE; &#; &#x; & &&amp;amp; &shy; &#128;"
).split()
#: Elements, those that readers treat in a way of their own several times.
TAGS = (
    "div div div p p p span span a a ul ol li li table tr td th thead tbody caption colgroup col section article main "
    "nav aside header footer h1 h2 h3 h6 b i em strong u s sub sup code pre blockquote q cite dl dt dd details summary "
    "figure figcaption form button select option optgroup textarea label input fieldset ruby rt rp math mi mrow mfrac "
    "msup mtable mtr mtd annotation svg path foreignObject desc title template slot noscript iframe frameset frame "
    "noframes object embed param video audio source track canvas picture html head body base meta link font center "
    "marquee blink nobr wbr address time abbr bdo bdi del ins kbd samp var mark meter progress dialog menu x-card "
    "svg:g plaintext image isindex applet"
).split()
VOID = ("br", "hr", "img", "input", "wbr", "meta", "link", "base", "col", "source", "embed", "frame")
RAW = ("script", "style", "textarea", "title", "iframe", "noscript", "noframes", "xmp", "template", "noembed")
NAMES = (
    "class class id id style style href href src srcset alt title colspan rowspan span start value reversed hidden "
    "lang xml:lang dir datetime content name property itemprop itemscope itemtype role aria-hidden aria-label data-src "
    "data-lazy-src onclick onerror type rel width height http-equiv charset cite for headers scope open shadowrootmode "
    "xlink:href action srcdoc poster encoding color bgcolor size face align"
).split()
VALUES = (
    "comment comments post author byline date article-body nav menu footer share related ad sponsor cookies modal "
    "sr-only tab hidden footnote reference highlight language-python katex mw-parser-output thread quote signature "
    "display:none visibility:hidden opacity:0 font-size:0 color:#fff;background:#fff position:absolute;left:-9999px "
    "text-indent:-9999px width:0;height:0;overflow:hidden clip:rect(0,0,0,0) white-space:pre color:rgb( "
    "display:none!important;;:: style:expression(1) {} /* url(javascript:1) "
    "/rye https://mill.example/rye?a=1&b=2#c http://[ http://[::1 //: #n1 #fn:1 javascript:alert(1) data:text/html,x "
    "mailto:a@b http://mill.example:99999/ http://\u2100.example/ HTTP:///x ../x ?x file:///etc/passwd a.jpg 1x,b.jpg "
    "2w, -1 0 1 99999999999999999999 1e999 NaN 3.7 ٣ ² 65534 en de-DE x-klingon ar rtl auto ltr true false "
    "2024-02-31 2024-03-05T10:00:00+99:99 0000-00-00 last-modified refresh 0;url=/x utf-16 og:title article:author "
    "description generator application/ld+json math/tex text/x-template https://schema.org/Article "
    "https://schema.org/Recipe stylesheet alternate next canonical open closed checkbox navigation main complementary"
).split(" ")
RULES = (
    ".comment{display:none}",
    "#a .b>c{visibility:hidden}",
    "@media print{p{display:none}}",
    "p{color:#fff;background:white",
    "}{};;/*",
    "@import url(x);",
    ".x\\:y:hover,*{opacity:0}",
    "@media{@supports{a{display:none",
    "p::before{content:'}'}",
    "/* <!-- </style",
    "a{display:var(--x,none)}",
)
KEYS = (
    "@type @context @graph @id headline articleBody author name datePublished dateModified image url text comment "
    "mainEntity acceptedAnswer itemListElement publisher logo description keywords inLanguage props pageProps content "
    "body title items id href version feed_url home_page_url date_published authors content_html external_url"
).split()
STRINGS = (
    "Article NewsArticle DiscussionForumPosting Recipe Product",
    *WORDS,
    *VALUES,
    "<p>Oats are sown</p>",
    "\ud800",
)


def made(kind: str, chance: random.Random, corpus: Path = CORPUS) -> bytes:
    """An input of a kind."""
    kept = _kept(kind, corpus)
    if chance.random() < GRAMMAR_SHARE or not kept:
        body = KINDS[kind].make(chance)
        return body[:MAX_BYTES] if chance.random() > DAMAGED_SHARE else damaged(kind, body, chance, kept)
    return damaged(kind, chance.choice(kept), chance, kept)


@cache
def _kept(kind: str, corpus: Path) -> list[bytes]:
    return [
        path.read_bytes() for folder in folders(kind, corpus) for path in sorted(folder.rglob(f"*{KINDS[kind].ending}"))
    ]


def folders(kind: str, corpus: Path = CORPUS) -> list[Path]:
    """Where inputs of a kind are kept."""
    return [corpus / "page", PAGES] if kind in ("page", "bytes") else [corpus / kind]


# Pages.


def page(chance: random.Random) -> bytes:
    """Markup that is mostly nested as it should be, in bytes of mostly UTF-8."""
    html = markup(chance)
    encoding = chance.choice(("utf-8",) * 8 + ("utf-16", "windows-1252", "shift_jis", "utf-32", "koi8-r"))
    return html.encode(encoding, "surrogatepass" if encoding.startswith("utf") else "replace")


def markup(chance: random.Random, pieces: int = 60) -> str:
    """Markup of some pieces: elements open and close, or do not."""
    opened: list[str] = []
    written = [chance.choice(("", "", "", "<!doctype html>", "<html><head>", "<?xml version='1.0'?>", "\ufeff"))]
    kinds, weights = zip(*PIECES.items(), strict=True)
    written += [piece(chance, opened) for piece in chance.choices(kinds, weights, k=chance.randint(1, pieces))]
    if chance.random() < 0.5:
        written += [f"</{name}>" for name in reversed(opened)]
    return "".join(written)


def _start(chance: random.Random, opened: list[str]) -> str:
    name = chance.choice(TAGS)
    opened.append(name)
    end = chance.choice((">",) * 30 + ("/>", "", " >", "\n>"))
    return f"<{name}{attributes(chance)}{end}"


def _end(chance: random.Random, opened: list[str]) -> str:
    return f"</{opened.pop()}>" if opened else f"</{chance.choice(TAGS)}>"


def _wrong_end(chance: random.Random, opened: list[str]) -> str:
    return f"</{opened.pop(chance.randrange(len(opened)))}>" if opened else "</p>"


def _void(chance: random.Random, _opened: list[str]) -> str:
    return f"<{chance.choice(VOID)}{attributes(chance)}>"


def _text(chance: random.Random, _opened: list[str]) -> str:
    return " ".join(chance.choices(WORDS, k=chance.randint(1, 25)))


def _sign(chance: random.Random, _opened: list[str]) -> str:
    return chance.choice((*CONTROLS, *ENTITIES, *WORDS, " ", "\n"))


def _trap(chance: random.Random, _opened: list[str]) -> str:
    return chance.choice(TRAPS) * chance.choice((1, 2, 3, 9, 70, 300))


def _raw(chance: random.Random, _opened: list[str]) -> str:
    name = chance.choice(RAW)
    inner = "".join(chance.choices((*RULES, *WORDS, "<p>x</p>", "<!--", "-->", "</", "<script>", "]]>"), k=5))
    return f"<{name}{attributes(chance)}>{inner}" + chance.choice((f"</{name}>",) * 9 + ("", f"</{name}", "</ x>"))


def _styles(chance: random.Random, _opened: list[str]) -> str:
    return f"<style>{' '.join(chance.choices(RULES, k=chance.randint(1, 4)))}</style>"


def _data(chance: random.Random, _opened: list[str]) -> str:
    kind = chance.choice(("type=application/ld+json", "type=application/json id=__NEXT_DATA__", "type=math/tex", ""))
    start = "window.__INITIAL_STATE__=" if not kind else ""
    return f"<script {kind}>{start}{json.dumps(value(chance))}</script>"


def _table(chance: random.Random, _opened: list[str]) -> str:
    names = ("<tr>", "<td>", "<th>", "<td>x", "<td colspan=3>", "<td rowspan=0>", "<td rowspan=9 colspan=9>y", "</tr>")
    more = ("<caption>", "<tbody>", "<table>", "<tr><td>Oats<td>12", "</table>", "<p>", "<form>", "<col span=999>")
    return "<table>" + "".join(chance.choices((*names, *more), k=chance.randint(1, 20))) + "</table>"


def _comment(chance: random.Random, _opened: list[str]) -> str:
    return chance.choice(("<!-- x -->", "<!-->", "<!--", "<!x>", "<?x?>", "<![CDATA[ y ]]>", "</>", "<!-- a -- b --!>"))


def _deep(chance: random.Random, _opened: list[str]) -> str:
    return f"<{chance.choice(TAGS)}{attributes(chance)}>" * chance.choice((2, 5, 40))


def _paragraph(chance: random.Random, opened: list[str]) -> str:
    return f"<p{attributes(chance)}>{'Oats are sown in spring, and cut late. ' * 3}{_text(chance, opened)}</p>"


#: What markup is made of, and how often.
PIECES: dict[Callable[[random.Random, list[str]], str], int] = {
    _start: 30,
    _text: 20,
    _end: 15,
    _paragraph: 8,
    _void: 5,
    _sign: 5,
    _wrong_end: 4,
    _trap: 3,
    _table: 2,
    _raw: 2,
    _comment: 2,
    _data: 1,
    _styles: 1,
    _deep: 1,
}


def attributes(chance: random.Random) -> str:
    """Attributes of an element, mostly few."""
    return "".join(_attribute(chance) for _ in range(chance.choice((0, 0, 1, 1, 2, 4))))


def _attribute(chance: random.Random) -> str:
    name = chance.choice(NAMES)
    text = " ".join(chance.choices(VALUES, k=chance.choice((1, 1, 2, 4)))) + chance.choice(("",) * 9 + CONTROLS)
    quote = chance.choice('""""\'\' ')
    return f" {name}" + chance.choice((f"={quote}{text}{quote.strip()}",) * 9 + ("", "=", f"={quote}{text}"))


def value(chance: random.Random, depth: int = 3) -> Any:
    """Something that JSON can hold, under the names that readers look for."""
    kind = chance.randrange(8 if depth else 4)
    if kind > 5:
        return {chance.choice(KEYS): value(chance, depth - 1) for _ in range(chance.randint(0, 5))}
    if kind == 4:
        return [value(chance, depth - 1) for _ in range(chance.randint(0, 3))]
    return chance.choice((None, True, -1, 1e308, 10**25, "", *chance.choices(STRINGS, k=12)))


#: What bytes begin with that are no page, or a page in some other encoding than UTF-8.
BEGINNINGS = (
    b"", b"", b"%PDF-1.7", b"\x1f\x8b\x08", b"PK\x03\x04", b"\x89PNG\r\n\x1a\n", b"\xef\xbb\xbf", b"\xff\xfe",
    b"\xfe\xff", b"\xff\xfe\0\0", b"\0\0\xfe\xff", b"<\0p\0", b"\0<\0p", b"\x1b$B", b"\x1b(J", b"<meta charset=",
    b"\0" * 9,    b"<?xml version='1.0' encoding='euc-jp'?>", b"<meta charset=utf-7>",
)  # fmt: skip
ENCODINGS = (
    "utf-8 utf-16-le utf-16-be utf-32-le gb18030 big5 euc-jp iso2022_jp shift_jis euc-kr koi8-r cp1251 cp1256".split()
)


def octets(chance: random.Random) -> bytes:
    """Bytes that may be a page in any encoding, or none."""
    html = markup(chance, 20) if chance.random() < 0.7 else ""
    body = html.encode(chance.choice(ENCODINGS), "replace")
    noise = chance.randbytes(chance.choice((0, 0, 1, 3, 50, 2000)))
    return chance.choice(BEGINNINGS) + (noise + body if chance.random() < 0.5 else body + noise)


# Other kinds.

FEED_TAGS = (
    "item entry title link guid id pubDate updated published dc:date author name uri dc:creator description summary "
    "content content:encoded category enclosure media:content ttl sy:updatePeriod skipHours hour image url"
).split()
FEED_TEXTS = (
    "Mon, 32 Foo 2024 25:61:00 +9999", "2024-03-05T10:00:00Z", "Tue, 05 Mar 2024 10:00:00 GMT", "0", "99999999999999",
    "-1", "hourly", "<![CDATA[<b>Rye</b> & oats]]>", "<![CDATA[", "&lt;b&gt;Rye", "&amp;amp;", "&nbsp;", "&x;", "a & b",
    "https://mill.example/rye", "/rye?a=1&b", "http://[", "\x0b", "&#0;", "&#xD800;", "قمح", "小麦", "\ud800", *WORDS,
)  # fmt: skip
FEED_STARTS = (
    '<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel>', "<rss><channel>", "<channel>", "\n\n<RSS>",
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://mill.example/a/">', "<atom:feed>", "<rdf:RDF>",
    '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]><rss><channel><title>&b;</title>',
    '<!DOCTYPE rss SYSTEM "file:///etc/passwd"><rss><channel>', '<?xml version="1.0" encoding="utf-7"?><rss>', "",
    '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel><title>&x;</title>', "<html>",
)  # fmt: skip


def feed(chance: random.Random) -> bytes:
    """A feed in XML or JSON."""
    if chance.random() < 0.2:
        return json.dumps(
            {"version": "https://jsonfeed.org/version/1.1", "items": [value(chance)]} | _object(chance)
        ).encode()
    opened: list[str] = []
    written = [chance.choice(FEED_STARTS)]
    for _ in range(chance.randint(1, 40)):
        name = chance.choice(FEED_TAGS)
        step = chance.random()
        if step < 0.5:
            written.append(f"<{name}>{chance.choice(FEED_TEXTS)}</{name}>")
        elif step < 0.75:
            opened.append(chance.choice(("item", "entry", name)))
            written.append(f"<{opened[-1]}{attributes(chance) if step < 0.6 else ''}>")
        elif opened and step < 0.95:
            written.append(f"</{opened.pop()}>")
        else:
            written.append(
                chance.choice((f'<link href="{chance.choice(VALUES)}" rel="{chance.choice(VALUES)}"/>', "</x>"))
            )
    written += [f"</{name}>" for name in reversed(opened)] if chance.random() < 0.7 else []
    return "".join(written).encode("utf-8", "surrogatepass")


def _object(chance: random.Random) -> dict[str, Any]:
    found = value(chance)
    return found if isinstance(found, dict) else {}


def outline(chance: random.Random) -> bytes:
    """An outline of feeds."""
    row = '<outline text="{}" xmlUrl="{}" type=rss>'
    rows = (row.format(chance.choice(WORDS), chance.choice(VALUES)) for _ in range(chance.randint(0, 6)))
    ends = ("</outline>" * chance.randint(0, 6), "</body></opml>", "")
    return (chance.choice((*FEED_STARTS, "<opml><body>")) + "".join(rows) + chance.choice(ends)).encode(
        "utf-8", "replace"
    )


ENTITY_BOMB = '<!DOCTYPE pages [<!ENTITY a "oats"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'
CUTER_PARTS = (
    "<page>", "</page>", "<html>", "</html>", "<url>", "</url>", "<title>", "</title>", "&lt;p&gt;Oats", "<![CDATA[<p>",
    "]]>", "&a;", "&c;", "&amp;", "&#0;", "&", "<p>", "</pages>", "<pages>", "<!-- x -->", "<!--", "<page/>",
    "<page x='1'>", "<html/>", "小麦", "\ud800", "\x0b", "<?x y?>", "<page><html>&lt;p&gt;Rye</html></page>",
)  # fmt: skip
CUTER_STARTS = (
    "<pages>", "<pages>", '<?xml version="1.0" encoding="utf-8"?><pages>', "<page>", "<x>", "", "\ufeff<pages>",
    f"{ENTITY_BOMB}<pages>", '<!DOCTYPE pages [<!ENTITY a SYSTEM "file:///etc/passwd">]><pages>',
    '<!DOCTYPE pages SYSTEM "file:///etc/passwd"><pages>', '<!DOCTYPE pages [<!ENTITY % p SYSTEM "http://a.example/">%p;]>',
    '<?xml version="1.0" encoding="utf-7"?><pages>', '<?xml version="1.0" encoding="iso-8859-1"?><pages>',
)  # fmt: skip


def cuter(chance: random.Random) -> bytes:
    """Pages as XML, as CUTER reads them, with entities of its own where it should have none."""
    parts = "".join(chance.choices(CUTER_PARTS, k=chance.randint(0, 25)))
    text = chance.choice(CUTER_STARTS) + parts + chance.choice(("</pages>", ""))
    encoding = chance.choice(("utf-8",) * 6 + ("utf-16", "latin-1"))
    return text.encode(encoding, "surrogatepass" if encoding.startswith("utf") else "replace")


WARC_FIELDS = (
    "WARC-Target-URI: <http://mill.example/rye>", "WARC-Target-URI: http://[", "WARC-Record-ID: <urn:uuid:1>",
    "WARC-Date: 2024-03-05T10:00:00Z", "Content-Type: application/http; msgtype=response", "Content-Type: text/html",
    "WARC-Truncated: length", "WARC-Block-Digest: sha1:x", "no colon", ": x", "X: \x00\xff",
)  # fmt: skip
HTTP_FIELDS = (
    "Content-Type: text/html; charset=utf-8", "Content-Type: text/html;charset=\xff", "Content-Type: image/png",
    "Content-Encoding: gzip", "Content-Encoding: br", "Transfer-Encoding: chunked", "Content-Length: -1", "Bad", "",
)  # fmt: skip


def warc(chance: random.Random) -> bytes:
    """A crawl of some records, packed or not."""
    records = [_record(chance) for _ in range(chance.randint(1, 4))]
    return b"".join(gzip.compress(each) if chance.random() < 0.5 else each for each in records)


def _record(chance: random.Random) -> bytes:
    body = chance.choice(
        (b"<p>Oats are sown in spring.</p>", b"", b"5\r\n<p>Oa\r\n0\r\n\r\n", gzip.compress(b"<p>Rye"))
    )
    status = chance.choice(("HTTP/1.1 200 OK",) * 6 + ("HTTP/1.0 404 No", "HTTP/9", "", "200"))
    http = "\r\n".join((status, *chance.choices(HTTP_FIELDS, k=chance.randint(0, 3)))).encode("latin-1")
    block = http + b"\r\n\r\n" + body
    length = chance.choice((len(block),) * 8 + (0, -1, 10**20, len(block) + 9, len(block) // 2))
    kind = chance.choice(("response",) * 6 + ("resource", "request", "warcinfo", "metadata", "x", ""))
    version = chance.choice(("WARC/1.0",) * 8 + ("WARC/1.1", "WARC/9.9", "WARC", "HTTP/1.1"))
    lines = (version, f"WARC-Type: {kind}", *chance.choices(WARC_FIELDS, k=3), f"Content-Length: {length}")
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + block + chance.choice((b"\r\n\r\n",) * 6 + (b"", b"\n"))


def arc(chance: random.Random) -> bytes:
    """A crawl in the form before WARC."""
    head = "filedesc://rye.arc 0.0.0.0 20240305100000 text/plain {}\n1 0 x\nURL IP Date Type Length\n\n"
    body = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Oats"
    lengths = (len(body),) * 6 + (0, -1, 10**20, "x", "")
    record = "http://mill.example/{} 1.2.3.4 20240305100000 text/html {}\n{}\n"
    rows = [record.format(n, chance.choice(lengths), body) for n in range(chance.randint(0, 3))]
    written = (head.format(chance.choice((75, 75, 75, 0, "x"))) + "".join(rows)).encode()
    return gzip.compress(written) if chance.random() < 0.3 else written


def jsonl(chance: random.Random) -> bytes:
    """Pages as JSON lines."""
    whole = {"html": "<p>Oats", "url": "http://mill.example/", "id": 1}
    lines = (
        json.dumps(chance.choice((whole | _object(chance), value(chance), whole))) for _ in range(chance.randint(0, 5))
    )
    written = chance.choice(("\n", "\r\n", "\n\n", "")).join(lines).encode()
    return gzip.compress(written) if chance.random() < 0.2 else written


DATE_PARTS = (
    "2024 24 1403 2567 令和6年 平成 民國113年 03 3 13 31 32 00 99999 March Mär. mars марта 3月 5日 مارس ۵ "
    "فروردین मार्च ngày tháng năm Jan januari th st / - . , T Z : +01:00 GMT PM 午後 12:61 10:00:00.123 20240305 ²  ٣ "
).split(" ")


def text(chance: random.Random) -> bytes:
    """Something like a date."""
    parts = chance.choices((*DATE_PARTS, *WORDS[:6], *TRAPS[:9]), k=chance.randint(1, 9))
    return chance.choice((" ", "", "-", "/")).join(parts).encode("utf-8", "surrogatepass")


EXPRESSION_PARTS = (
    "union intersection vote serial weighted auto lqf cectd-ds fe bte ( ) [ ] , = lam favor 0.5 1 2 -1 nan 1e999 : * x"
).split()


def expression(chance: random.Random) -> bytes:
    """Something like methods that are combined."""
    parts = chance.choices(EXPRESSION_PARTS, k=chance.randint(1, 14))
    return chance.choice(("", " ")).join(parts).encode() * chance.choice((1, 1, 1, 30))


ROBOT_PARTS = (
    "User-agent: *", "User-agent: thresher", "Disallow: /", "Allow: /rye*$", "Crawl-delay: 1e999", "Crawl-delay: -1",
    "Crawl-delay: nan", "Request-rate: 1/10m", "Request-rate: 0/0", "Request-rate: 9/x", "Disallow: /%zz%ff",
    "Disallow: " + "*a" * 30, "# x", ":", "Allow", "\x00", "小麦: x", "Visit-time: 9999-0000", "Sitemap: [",
)  # fmt: skip


def robots(chance: random.Random) -> bytes:
    """The rules of a site for robots."""
    return chance.choice(("\n", "\r\n", "\r")).join(chance.choices(ROBOT_PARTS, k=chance.randint(0, 12))).encode()


def template(chance: random.Random) -> bytes:
    """A template of a site."""
    elements = [{"tag": "html", "pages": 2, "styles": value(chance)}, *([value(chance)] * chance.randint(0, 2))]
    whole = {"format": "thresher-template", "version": 1, "pages": 2, "elements": elements} | _object(chance)
    return json.dumps(whole).encode()


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


# Damage.


def damaged(kind: str, body: bytes, chance: random.Random, others: Sequence[bytes] = ()) -> bytes:
    """The input with some of its bytes cut, doubled, moved, changed or added, or with a part of others."""
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        if chance.random() < TOKEN_SHARE:
            body = _with_token(body, chance.choice(KINDS[kind].tokens), chance)[:MAX_BYTES]
        else:
            body = chance.choice(DAMAGES)(body, others or [body], chance)[:MAX_BYTES]
    return body


def _with_token(body: bytes, token: str, chance: random.Random) -> bytes:
    place = chance.randint(0, len(body))
    return body[:place] + token.encode("utf-8", "surrogatepass") * chance.choice((1, 1, 1, 3, 40)) + body[place:]


def _part(body: bytes, chance: random.Random) -> tuple[int, int]:
    start = chance.randint(0, len(body))
    return start, min(len(body), start + chance.choice((1, 2, 5, 20, 100, 1000)))


def _cut(body: bytes, _others: Sequence[bytes], chance: random.Random) -> bytes:
    start, stop = _part(body, chance)
    return body[:start] + body[stop:]


def _break_off(body: bytes, _others: Sequence[bytes], chance: random.Random) -> bytes:
    return body[: chance.randint(0, len(body))]


def _repeat(body: bytes, _others: Sequence[bytes], chance: random.Random) -> bytes:
    start, stop = _part(body, chance)
    return body[:stop] + body[start:stop] * chance.choice((1, 2, 10, 50)) + body[stop:]


def _move(body: bytes, _others: Sequence[bytes], chance: random.Random) -> bytes:
    start, stop = _part(body, chance)
    rest = body[:start] + body[stop:]
    place = chance.randint(0, len(rest))
    return rest[:place] + body[start:stop] + rest[place:]


def _change(body: bytes, _others: Sequence[bytes], chance: random.Random) -> bytes:
    start, _ = _part(body, chance)
    return body[:start] + bytes([chance.randrange(256)]) + body[start + 1 :]


def _graft(body: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    other = chance.choice(others)
    start, stop = _part(other, chance)
    place = chance.randint(0, len(body))
    return body[:place] + other[start:stop] + body[place:]


DAMAGES = (_cut, _break_off, _repeat, _move, _change, _change, _graft)
