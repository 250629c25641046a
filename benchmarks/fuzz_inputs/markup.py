"""Pages: markup that is mostly nested as it should be, and bytes that may be a page in any encoding."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from .values import value
from .words import CONTROLS, ENTITIES, TRAPS, VALUES, WORDS

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
