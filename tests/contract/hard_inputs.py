"""Pages that break programs, each made when it is asked for.

``EMPTY`` have nothing for a reader, ``ARTICLES`` have an article that must not be lost, ``LARGE`` are large.
"""

from __future__ import annotations

from collections.abc import Callable

STORY = "Oats are sown in spring and cut in late summer, as every farmer in the valley knows. "
PARAGRAPHS = "".join(f"<p>{STORY * 3}Part {n}.</p>" for n in range(6))
MENU = "<ul>" + "".join(f"<li><a href=/{n}>Section {n}</a></li>" for n in range(8)) + "</ul>"
BODY = f"<nav>{MENU}</nav><article><h1>Oats</h1>{PARAGRAPHS}</article>"
ARTICLE = f"<html><head><title>Oats</title></head><body>{BODY}</body></html>"

Maker = Callable[[], str | bytes]

#: Pages without any text for a reader.
EMPTY: dict[str, Maker] = {
    "empty": lambda: "",
    "empty bytes": lambda: b"",
    "white space": lambda: " \n\t\r\f " * 100,
    "white space of all kinds": lambda: "<p>&nbsp;\u3000\u2003\u2028\u1680\x85</p>" * 20,
    "byte-order mark": lambda: b"\xef\xbb\xbf",
    "only a doctype": lambda: "<!doctype html>",
    "only NULs": lambda: "\0" * 1000,
    "only scripts": lambda: "<script>let a = '<p>text</p>'</script><style>p{}</style>" * 50,
    "only an unclosed script": lambda: "<script>" + "let a = 1 < 2;\n" * 1000,
    "only an unclosed comment": lambda: "<!-- " + STORY * 100,
    "only pictures": lambda: "<img src=a><svg><path d='M0'/></svg><video></video>" * 50,
    "only a title": lambda: "<title>Oats</title>",
    "a bare frameset": lambda: "<html><frameset cols='*,*'><frame src=a><frame src=b></frameset></html>",
    "hidden to the last": lambda: "<p hidden>One</p><p style='display:none'>Two</p><p hidden>Three</p>",
    "empty elements": lambda: "<div><p></p><ul><li></li></ul><table><tr><td></td></tr></table></div>" * 500,
}

#: Pages with an article in the middle of something hard.
ARTICLES: dict[str, Maker] = {
    "plain": lambda: ARTICLE,
    "NULs in the text": lambda: ARTICLE.replace(" ", " \0"),
    "lone surrogates": lambda: ARTICLE.replace("Part", "\ud800 Part \udfff"),
    "control characters": lambda: ARTICLE.replace("Part", "".join(map(chr, range(1, 32))) + "\x7f\x80\x9f Part"),
    "UTF-16 without a mark": lambda: ARTICLE.encode("utf-16-le"),
    "UTF-16 the other way": lambda: ARTICLE.encode("utf-16-be"),
    "UTF-32": lambda: ARTICLE.encode("utf-32"),
    "charset that lies": lambda: ARTICLE.replace("<head>", "<head><meta charset=shift_jis>").encode(),
    "charset that is none": lambda: ARTICLE.replace("<head>", "<head><meta charset=klingon-7>").encode(),
    "bytes that are no UTF-8": lambda: ARTICLE.replace("Part", "Tëil").encode("latin-1"),
    "bytes cut in the middle": lambda: ARTICLE.replace("Part", "Tëil").encode()[:-3] + b"\xe2\x82",
    "frameset": lambda: f"<frameset><frame src=a><noframes><body>{BODY}</body></noframes></frameset>",
    "noscript": lambda: f"<body><div id=app>Loading</div><noscript>{BODY}</noscript></body>",
    "shadow root": lambda: f"<x-page><template shadowrootmode=open>{BODY}</template></x-page>",
    "self-closed iframe": lambda: f"<html><body><iframe src='x'/>{BODY}</body></html>",
    "self-closed textarea": lambda: f"<html><body><textarea name='x'/>{BODY}</body></html>",
    "self-closed title": lambda: f"<html><head><title/></head><body>{BODY}</body></html>",
    "self-closed script": lambda: f"<html><head><script src='x'/></head><body>{BODY}</body></html>",
    "self-closed style": lambda: f"<html><head><style type='text/css'/></head><body>{BODY}</body></html>",
    "unclosed comment at the end": lambda: f"{BODY}<!-- the end is {STORY}",
    "nothing is closed": lambda: f"<div><nav>{MENU}</nav><div><b><i><u>" + PARAGRAPHS.replace("</p>", ""),
    "misnested formatting": lambda: f"{BODY}<p>" + "<b><i><u>x</b></i> " * 300,
    "misnested links": lambda: f"{BODY}" + "<a href=x><p>y</a>" * 2000,
    "stray end tags": lambda: "</p></div></b></table></body></html>" * 500 + BODY,
    "text after the end": lambda: f"<html><body></body></html>{BODY}",
    "two bodies": lambda: f"<body><p>x</body><body class=y>{BODY}</body>",
    "XHTML": lambda: f'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>{BODY}</body></html>',
    "SVG and MathML": lambda: f"<svg><title>t</title><text>x</text></svg><math><mi>x</mi></math>{BODY}<svg><desc>y",
    "HTML in SVG": lambda: f"<svg><foreignObject><div>{BODY}</div></foreignObject></svg>",
    "CDATA": lambda: f"<svg><![CDATA[<p>]]></svg><![CDATA[ no ]]>{BODY}",
    "entities": lambda: BODY.replace("Part", "&amp;&lt;&#0;&#x110000;&#xD800;&notit;&copy&nbsp;&ngE; Part"),
    "table layout": lambda: f"<table><tr><td>{MENU}</td><td>{PARAGRAPHS}</td></tr></table>",
    "huge class": lambda: f"<div class='{' '.join(f'c{n}' for n in range(20_000))}'>{BODY}</div>",
    "huge style sheet": lambda: "<style>" + "".join(f".h{n}{{display:none}}" for n in range(5_000)) + f"</style>{BODY}",
    "many scripts": lambda: "<script>let a = '</p>'</script>" * 3000 + BODY,
    "emoji and marks": lambda: BODY.replace("Part", "👩\u200d🌾 Za\u0301\u0302\u0303lgo \U0001d54f Part"),
    "soft hyphens": lambda: BODY.replace("summer", "sum\u00admer\u200b"),
    "line breaks only": lambda: f"<nav>{MENU}</nav><div>" + (STORY * 2 + "<br><br>") * 9 + "</div>",
    "one line": lambda: ARTICLE.replace("\n", " "),
    "a word to a line": lambda: ARTICLE.replace(" ", "\n"),
}

#: Pages that are hard by their size alone.
LARGE: dict[str, Maker] = {
    "5 MB of text": lambda: f"<p>{STORY * 60_000}</p>",
    "2 MB without a tag": lambda: STORY * 24_000,
    "5 MB in one word": lambda: "<p>" + "o" * 5_000_000,
    "200,000 nested elements": lambda: "<div>" * 200_000 + STORY * 20,
    "50,000 nested inline elements": lambda: "<p>" + "<b>" * 50_000 + STORY * 20,
    "50,000 nested hidden tabs": lambda: f"{BODY}" + "<div hidden class=tab>" * 50_000 + "x",
    "10,000 nested lists": lambda: "<ul><li>" * 10_000 + STORY * 20,
    "10,000 nested tables": lambda: "<table><tr><td>" * 10_000 + STORY * 20,
    "100,000 attributes": lambda: "<p hidden " + " ".join(f"a{n}=x" for n in range(100_000)) + f">x</p>{BODY}",
    "200,000 links": lambda: "<a href=/x>Oats</a> " * 200_000,
    "30,000 paragraphs": lambda: "<p>Oats and rye" * 30_000,
    "100,000 comments": lambda: "<!-- oats -->" * 100_000 + BODY,
    "30,000 table cells": lambda: "<table>" + "<tr><td>Oats<td>12" * 15_000 + "</table>",
}

HARD: dict[str, Maker] = EMPTY | ARTICLES | LARGE
