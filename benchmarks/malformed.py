"""Requests to the web service that are wrong in some way, as bytes: made at random, the same ones for the same seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

#: How often a part of a request is as it should be, so that what is wrong elsewhere is reached.
RIGHT = 0.85

#: Parts of a request, the right one first.
METHODS = ("POST", "GET", "PUT", "OPTIONS", "BREW", "post", "")
PATHS = (
    "/extract",
    "/extract/batch",
    "/explain",
    "/",
    "/health",
    "/metrics",
    "/algorithms",
    "/%00",
    "/extract/..;/",
    "*",
)
QUERIES = ("", "?format=text", "?set=x", "?%ff=%fe", "?algorithm=union(", "?links=2", "?url=http://[", "?x" * 99)
VERSIONS = ("1.1", "1.0", "3", "")
HOSTS = ("localhost", "127.0.0.1:80", "evil.example", "[::1", "")
TYPES = ("text/html", "text/html; charset=\xff", "text/html; charset=utf-7", "image/png", ";;;", "x" * 3000)
ACCEPTS = (
    "*/*",
    "text/markdown",
    "a/b;q=nan",
    "text/html;q=-1",
    "a/b;q=1e999",
    ",,,",
    "\xe9/\xe9",
    "*/html",
    "text/*,*",
)
LENGTHS = (
    "Content-Length: {}",
    "Content-Length: -1",
    "Content-Length: 9e9",
    "Content-Length: 1{}",
    "Transfer-Encoding: x",
)
OTHERS = (
    "X-Nothing: 1",
    "X-Request-Id: a b\x7f",
    "Content-Encoding: gzip",
    "Expect: 100-continue",
    f"Cookie: {'x' * 9000}",
    "Authorization: Bearer",
    "Bad Header: 1",
    "Upgrade: websocket",
)

#: Parts of a JSON body, the right one first.
HTMLS = ("<p>Oats", "", "\ud800", "\x00", "<a href=http://[>", 3, None)
URLS = (
    "https://mill.example/",
    "file:///etc/passwd",
    "http://127.0.0.1/",
    "http://[",
    "\x00",
    "x" * 5000,
    "a\r\nb",
    7,
    [],
)
ALGORITHMS = (
    "auto",
    "union(bte, lqf)",
    "union(",
    "vote(99, bte)",
    "(" * 500,
    "cectd-ds[lam=nan]",
    "../x",
    "\x00",
    3,
    None,
)
FORMATS = ("json", "tei", "cuter-xml", "pdf", "", "\U0001f33e", 1, {})
PARAMETERS = (
    {},
    {"lam": 1e999},
    {"favor": "nan"},
    {"favor": 3},
    {"": ""},
    {"lam": 10**30},
    [],
    "lam",
    {"x": {"y": []}},
)

#: Bodies that are pages of a sort, and bodies that are JSON of a sort.
PAGES = (
    b"<p>Oats",
    b"",
    b"\x00" * 50,
    b"\xff\xfe<\x00p\x00",
    b"<" * 5000,
    b"<div>" * 3000,
    b"&#xd800;<p>\xed\xa0\x80",
    b"%PDF-1.7",
    b"\x1f\x8b\x08",
    b"<a href='http://['>x</a><base href='//['>",
    b"<p>" + b"x" * 400_000,
)
NONSENSE = (
    b"[" * 50_000,
    b"{" * 50_000,
    b'"' + b"\\" * 999,
    b"1" * 5000,
    b"NaN",
    b"null",
    b'{"html": "\\ud800"}',
    b"\xff{",
)


def malformed_request(chance: random.Random) -> bytes:
    """A request that is most likely wrong in one way or another."""
    kind = chance.choice(tuple(BODIES))
    body = BODIES[kind](chance)
    return _damaged(chance, _head(chance, kind, len(body)) + b"\r\n\r\n" + body)


def _head(chance: random.Random, kind: str, length: int) -> bytes:
    pick = _picker(chance)
    lines = (
        f"{pick(METHODS)} {pick(PATHS)}{pick(QUERIES)} HTTP/{pick(VERSIONS)}",
        f"Host: {pick(HOSTS)}",
        f"Content-Type: {pick((kind, *TYPES))}",
        f"Accept: {pick(ACCEPTS)}",
        pick(LENGTHS).format(length),
        pick(OTHERS),
    )
    return "\r\n".join(lines).encode("latin-1", "replace")


def _picker(chance: random.Random) -> Callable[[Sequence[Any]], Any]:
    """What picks the right part mostly, and any of them sometimes."""
    return lambda parts: parts[0] if chance.random() < RIGHT else chance.choice(parts)


def _json(chance: random.Random) -> bytes:
    pick = _picker(chance)
    if chance.random() > RIGHT:
        return chance.choice(NONSENSE)
    options = {
        "algorithm": pick(ALGORITHMS),
        "format": pick(FORMATS),
        "parameters": pick(PARAMETERS),
        "links": pick((True, 0, "x", None)),
    }
    asked = {"html": pick(HTMLS), "url": pick(URLS), "options": pick((options, [], {"x": 1})), pick(("id", "x", "")): 1}
    names = chance.sample(list(asked), chance.randint(0, len(asked)))
    return json.dumps({name: asked[name] for name in names}).encode()


#: What a body is said to be, and how one is made.
BODIES: dict[str, Callable[[random.Random], bytes]] = {
    "text/html": lambda chance: chance.choice(PAGES),
    "text/plain": lambda chance: chance.randbytes(chance.randint(0, 2000)),
    "application/json": _json,
    "application/jsonl": lambda chance: b"\n".join(_json(chance) for _ in range(chance.randint(0, 5))),
}


def _damaged(chance: random.Random, request: bytes) -> bytes:
    """The request, sometimes cut off or with some bytes changed."""
    kind = chance.random()
    if kind < 0.1:
        return request[: chance.randint(0, len(request))]
    if kind < 0.2:
        damaged = bytearray(request)
        for _ in range(chance.randint(1, 5)):
            damaged[chance.randrange(min(len(damaged), 500))] = chance.randrange(256)
        return bytes(damaged)
    return request
