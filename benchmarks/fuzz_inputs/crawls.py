"""Many pages in one file: WARC, ARC, JSON lines, and XML as CUTER reads it."""

from __future__ import annotations

import gzip
import json
import random

from .values import an_object, value

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
    return b"".join(_packed(each) if chance.random() < 0.5 else each for each in records)


def _record(chance: random.Random) -> bytes:
    body = chance.choice((b"<p>Oats are sown in spring.</p>", b"", b"5\r\n<p>Oa\r\n0\r\n\r\n", _packed(b"<p>Rye")))
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
    return _packed(written) if chance.random() < 0.3 else written


def jsonl(chance: random.Random) -> bytes:
    """Pages as JSON lines."""
    whole = {"html": "<p>Oats", "url": "http://mill.example/", "id": 1}
    lines = (
        json.dumps(chance.choice((whole | an_object(chance), value(chance), whole)))
        for _ in range(chance.randint(0, 5))
    )
    written = chance.choice(("\n", "\r\n", "\n\n", "")).join(lines).encode()
    return _packed(written) if chance.random() < 0.2 else written


def _packed(body: bytes) -> bytes:
    # Without the time, so that a seed names the same bytes tomorrow.
    return gzip.compress(body, mtime=0)
