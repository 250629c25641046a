"""A small web of our own on the loopback: hosts with feeds and articles, some of which misbehave, and who takes notes.

    python benchmarks/feed_site.py --port 8100 [--hosts 40] [--feeds 200] [--articles 5000]

All hosts are one server, which tells them apart by the name that they are asked by; `resolve` finds it under each name.
What must come of every article is known (`Site.expected`), and `/report` of any host says whether a guest was polite.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import random
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any

#: What may be wrong with an article, in a cycle of `CYCLE`; all others are well.
ODDITIES = {
    3: "redirect",
    7: "flaky",
    11: "busy",
    13: "slow",
    17: "picture",
    19: "lying",
    23: "endless",
    29: "missing",
    31: "private",
    37: "overview",
    41: "copy",
    43: "near",
    47: "broken-off",
    53: "drip",
    59: "packed",
}
CYCLE = 100
#: What costs a guest seconds each time is found only among the first articles.
RARE = frozenset(["endless", "broken-off", "drip"])
#: Articles of these kinds end up in the store, each once.
STORED = frozenset(["", "redirect", "flaky", "busy", "slow", "near", "packed"])
#: What becomes of the others.
STATES = {
    "picture": "failed",
    "lying": "failed",
    "endless": "failed",
    "missing": "failed",
    "private": "failed",
    "overview": "overview",
    "copy": "seen",
    "broken-off": "failed",
    "drip": "failed",
}
#: Formats of feeds, in turn.
FORMATS = ("rss", "atom", "json", "rdf", "latin", "broken")
#: Feeds that are nothing but trouble, besides those with articles.
BAD_FEEDS = ("gone", "page", "endless", "picture")
#: What is on every page.
MENU = (
    "<nav><ul>" + "".join(f'<li class="menu"><a href="/s/{n}">Section {n}</a></li>' for n in range(24)) + "</ul></nav>"
)
STYLE = "<style>" + "".join(f".c{n} {{ color: #{n:03}; margin: {n}px }}\n" for n in range(60)) + "</style>"
PIECE = b"<p>and so on, and so on, for ever and ever.</p>" * 200

#: What everything is written with; three of them in a row are hardly ever the same twice.
_WORDS = (
    "rye oats barley wheat spelt millet flour bread loaf oven baker miller mill wheel river bridge valley farmer field"
    " plough harvest barn straw winter spring summer autumn frost rain wind cloud morning evening market village road"
    " old new small long early late cold warm good bad dry wet full empty high low green brown sweet bitter quiet loud"
    " keeps sows cuts dries grinds bakes sells buys brings takes finds loses sees hears knows says asks waits walks"
    " again often never always hardly soon there here above below behind before after between beside without with from"
    " the a this that every some many few most other their our his her its and but while because although when where as"
).split()


@dataclass
class Notes:
    """What the server saw of its guests at one host."""

    delay: float
    starts: list[float] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0

    def shortest_gap(self) -> float:
        """Seconds between the two requests that were closest to each other."""
        return min((b - a for a, b in zip(self.starts, self.starts[1:], strict=False)), default=float("inf"))


@dataclass
class Site:
    """The small web; *port* is where it is served."""

    port: int = 0
    hosts: int = 40
    feeds: int = 200
    articles: int = 5000
    delay: float = 0.1  #: what most hosts ask for between two requests
    slow_hosts: int = 2  #: how many ask for twice as much
    rare_until: int = 4 * CYCLE  #: articles from here on are none that cost seconds
    asked: Counter[str] = field(default_factory=Counter)  #: requests for each path of an article
    served: Counter[str] = field(default_factory=Counter)  #: those that were answered to the end
    offences: list[str] = field(default_factory=list)
    notes: dict[str, Notes] = field(default_factory=dict)

    # Who is where.

    def host(self, number: int) -> str:
        """The name of a host, with the port."""
        return f"mill-{number % self.hosts:03}.example:{self.port}"

    def host_delay(self, number: int) -> float:
        """What a host asks for in its robots.txt."""
        return self.delay * (2 if number % self.hosts < self.slow_hosts else 1)

    def kind(self, number: int) -> str:
        """What is odd about an article, if anything."""
        kind = ODDITIES.get(number % CYCLE, "")
        return "" if kind in RARE and number >= self.rare_until else kind

    def article_url(self, number: int) -> str:
        """The address of an article as feeds have it."""
        folder = {"private": "private", "redirect": "go"}.get(self.kind(number), "a")
        return f"http://{self.host(number)}/{folder}/{number}"

    def feed_url(self, number: int) -> str:
        """The address of a feed; every ninth has moved."""
        return f"http://{self.host(number)}/{'old' if number % 9 == 5 else 'feed'}/{number}"

    @property
    def feed_urls(self) -> list[str]:
        """All feeds, those that are trouble included."""
        bad = [f"http://{self.host(number)}/bad/{kind}" for number, kind in enumerate(BAD_FEEDS)]
        return [self.feed_url(number) for number in range(self.feeds)] + bad

    def entries(self, feed: int) -> list[int]:
        """The articles of a feed: its own, and one of its neighbour, which is in two feeds therefore."""
        own = [*range(feed, self.articles, self.feeds)]
        return [*own, (feed + 1) % self.feeds]

    @cached_property
    def expected(self) -> dict[str, str]:
        """What must become of each article, by its address: "stored" once, or a state."""
        kinds = {self.article_url(number): self.kind(number) for number in range(self.articles)}
        return {url: "stored" if kind in STORED else STATES[kind] for url, kind in kinds.items()}

    # What is on the pages.

    def text(self, number: int) -> list[str]:
        """The paragraphs of an article; a copy has those of another, a near-duplicate nearly."""
        kind = self.kind(number)
        source = number - 1 if kind in ("copy", "near") else number
        rng = random.Random(source)  # noqa: S311 - no secret
        paragraphs = [" ".join(_sentence(rng) for _ in range(rng.randint(3, 6))) for _ in range(rng.randint(5, 9))]
        return paragraphs + (["One more remark has been added."] if kind == "near" else [])

    def title(self, number: int) -> str:
        """The title of an article."""
        number -= self.kind(number) == "copy"
        return _sentence(random.Random(f"title {number}"), 6).rstrip(".")  # noqa: S311 - no secret

    def page(self, number: int) -> str:
        """The page of an article, with what is around articles everywhere; about 8 KB."""
        title = escape(self.title(number))
        links = "".join(
            f'<li><a href="/a/{n}">{escape(self.title(n))}</a></li>' for n in range(number + 50, number + 58)
        )
        body = "".join(f"<p>{escape(text)}</p>" for text in self.text(number))
        return (
            f"<!doctype html><html lang=en><head><title>{title} - The Mill</title>{STYLE}</head><body>{MENU}"
            f"<article><h1>{title}</h1>{body}</article><aside><h2>More</h2><ul>{links}</ul></aside>"
            f'<footer><a href="/imprint">Imprint</a> All rights reserved.</footer></body></html>'
        )

    def overview(self, number: int) -> str:
        """A page that is nothing but links to others."""
        cards = "".join(
            f'<li class="card"><h2><a href="/a/{n}">{escape(self.title(n))}</a></h2><p class=facts>9 km, easy</p></li>'
            for n in range(number, number + 12)
        )
        pager = "".join(f'<a href="?p={n}">{n}</a> ' for n in range(1, 6))
        return (
            f"<!doctype html><html lang=en><head><title>All walks</title></head><body>{MENU}<main><h1>Walks</h1>"
            f'<ul class="cards">{cards}</ul><div class="pager">{pager}<a href="?p=2">Next page</a></div></main></body>'
        )

    def feed(self, number: int) -> tuple[str, bytes]:
        """Media type and bytes of a feed, in one of several formats."""
        write: Callable[[list[tuple[str, str]]], tuple[str, bytes]] = WRITERS[FORMATS[number % len(FORMATS)]]
        # The article that is in two feeds has another address in the second, which means the same.
        own, shared = self.entries(number)[:-1], self.entries(number)[-1:]
        items = [(self.article_url(each), self.title(each)) for each in own]
        return write(items + [(f"{self.article_url(each)}?utm_source=feed", self.title(each)) for each in shared])

    # Who is polite.

    def report(self) -> dict[str, Any]:
        """Whether guests kept the rules, host by host, and what was asked how often."""
        gaps = {host: (notes.shortest_gap(), notes.delay) for host, notes in self.notes.items()}
        return {
            "requests": sum(len(notes.starts) for notes in self.notes.values()),
            "too_early": {host: gap for host, gap in gaps.items() if gap[0] < gap[1]},
            "most_at_once": max((notes.most_at_once for notes in self.notes.values()), default=0),
            "offences": self.offences,
            "asked": self.asked,
            "served": self.served,
        }


def _sentence(rng: random.Random, words: int | None = None) -> str:
    made = rng.choices(_WORDS, k=words or rng.randint(7, 16))
    return " ".join(made).capitalize() + "."


def _rss(items: list[tuple[str, str]]) -> tuple[str, bytes]:
    rows = "".join(
        f"<item><title>{escape(title)}</title><link>{escape(url)}</link><guid>{escape(url)}</guid>"
        f"<author>Ada Miller</author><pubDate>Mon, 05 Jan 2026 10:00:00 GMT</pubDate></item>"
        for url, title in items
    )
    text = f'<?xml version="1.0"?><rss version="2.0"><channel><title>Mill</title><ttl>60</ttl>{rows}</channel></rss>'
    return "application/rss+xml", text.encode()


def _atom(items: list[tuple[str, str]]) -> tuple[str, bytes]:
    rows = "".join(
        f'<entry><title>{escape(title)}</title><link href="{escape(url)}"/><id>{escape(url)}</id>'
        f"<updated>2026-01-05T10:00:00Z</updated></entry>"
        for url, title in items
    )
    return "text/html", f'<feed xmlns="http://www.w3.org/2005/Atom"><title>Mill</title>{rows}</feed>'.encode()


def _json(items: list[tuple[str, str]]) -> tuple[str, bytes]:
    rows = [{"id": url, "url": url, "title": title} for url, title in items]
    values = {"version": "https://jsonfeed.org/version/1.1", "title": "Mill", "items": rows}
    return "application/feed+json", json.dumps(values).encode()


def _rdf(items: list[tuple[str, str]]) -> tuple[str, bytes]:
    rows = "".join(
        f'<item rdf:about="{escape(url)}"><title>{escape(title)}</title><link>{escape(url)}</link></item>'
        for url, title in items
    )
    spaces = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"'
    return "text/xml", f"<rdf:RDF {spaces}><channel><title>Mill</title></channel>{rows}</rdf:RDF>".encode()


def _latin(items: list[tuple[str, str]]) -> tuple[str, bytes]:
    text = _rss(items)[1].decode().replace("<title>Mill", "<title>Mühle")
    return "text/xml", text.replace('"1.0"?', '"1.0" encoding="iso-8859-1"?', 1).encode("latin-1")


def _broken(items: list[tuple[str, str]]) -> tuple[str, bytes]:
    """RSS that never ends, with an entity of HTML and an ampersand alone."""
    text = _rss(items)[1].decode().replace("<title>Mill", "<title>M&uuml;hle & more")
    return "text/plain", text.removesuffix("</channel></rss>").encode()


#: Name of each format, and what writes it.
WRITERS = {"rss": _rss, "atom": _atom, "json": _json, "rdf": _rdf, "latin": _latin, "broken": _broken}


@dataclass(frozen=True)
class Reply:
    """What the server answers; *pieces* come instead of the body where there is no end to it, or no hurry."""

    status: int = 200
    content_type: str = "text/html"
    body: bytes = b""
    headers: tuple[str, ...] = ()
    pause: float = 0.0
    pieces: AsyncIterator[bytes] | None = None
    length: int | None = None  #: as the header says, where it lies

    def head(self) -> bytes:
        """The lines ahead of the body."""
        length = [] if self.pieces else [f"Content-Length: {self.length or len(self.body)}"]
        lines = [f"HTTP/1.1 {self.status} X", f"Content-Type: {self.content_type}", *length, *self.headers]
        return "\r\n".join([*lines, "", ""]).encode()


async def _for_ever(pause: float, piece: bytes) -> AsyncIterator[bytes]:
    while True:
        yield piece
        await asyncio.sleep(pause)


class Server:
    """Serves a site, and takes notes."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._tried: Counter[int] = Counter()

    async def start(self, port: int = 0) -> asyncio.Server:
        """Begin to listen on the loopback."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", port, backlog=1024)
        self.site.port = server.sockets[0].getsockname()[1]
        for number in range(self.site.hosts):
            self.site.notes[self.site.host(number)] = Notes(self.site.host_delay(number))
        return server

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                if not await self._answer(head.decode("latin-1"), writer):
                    break
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _answer(self, head: str, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; whether the connection can be used again."""
        path = head.split(" ", 2)[1]
        headers = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        notes = self.site.notes.get(headers.get("host", ""))
        if notes is None or path == "/report":
            return await self._write(Reply(body=json.dumps(self.site.report()).encode()), writer)
        if "thresher" not in headers.get("user-agent", ""):
            self.site.offences.append(f"no name: {path}")
        notes.starts.append(time.monotonic())
        reply = self._reply(path.partition("?")[0], notes, headers)
        # Who turns away from what has no end is gone before it is noticed here, so that is not counted.
        notes.at_once += not reply.pieces
        notes.most_at_once = max(notes.most_at_once, notes.at_once)
        try:
            await asyncio.sleep(reply.pause)
            return await self._write(reply, writer)
        finally:
            notes.at_once -= not reply.pieces

    async def _write(self, reply: Reply, writer: asyncio.StreamWriter) -> bool:
        writer.write(reply.head() + reply.body)
        await writer.drain()
        if reply.pieces:
            async for piece in reply.pieces:
                writer.write(piece)
                await writer.drain()
        return reply.length is None and not reply.pieces

    def _reply(self, path: str, notes: Notes, headers: dict[str, str]) -> Reply:
        if path == "/robots.txt":
            return Reply(body=f"User-agent: *\nDisallow: /private/\nCrawl-delay: {notes.delay}\n".encode())
        folder, _, name = path.strip("/").partition("/")
        if folder == "private":
            self.site.offences.append(f"robots.txt forbids {path}")
        makers: dict[str, Callable[[str, dict[str, str]], Reply]] = {
            "feed": self._feed,
            "old": lambda name, _: Reply(301, headers=(f"Location: /feed/{name}",)),
            "bad": self._bad_feed,
            "go": self._go,
            "a": self._article,
        }
        return makers[folder](name, headers) if folder in makers else Reply(404)

    def _feed(self, name: str, headers: dict[str, str]) -> Reply:
        tag = f'"{name}"'
        if headers.get("if-none-match") == tag:
            return Reply(304, headers=(f"ETag: {tag}",))
        content_type, body = self.site.feed(int(name))
        return Reply(200, content_type, body, (f"ETag: {tag}",))

    def _bad_feed(self, name: str, _headers: dict[str, str]) -> Reply:
        if name == "endless":
            return Reply(200, "text/xml", b"<rss><channel>", pieces=_for_ever(0, b"<x>no item</x>" * 1000))
        return {"gone": Reply(410), "page": Reply(body=b"<!doctype html><p>Hello"), "picture": Reply(200, "image/png")}[
            name
        ]

    def _go(self, name: str, _headers: dict[str, str]) -> Reply:
        """An article that has moved to another host."""
        target = f"http://{self.site.host(int(name) + 1)}/a/{name}"
        return Reply(302, headers=(f"Location: {target}",))

    def _article(self, name: str, _headers: dict[str, str]) -> Reply:
        number, site = int(name), self.site
        site.asked[name] += 1
        self._tried[number] += 1
        kind = site.kind(number)
        page = (site.overview(number) if kind == "overview" else site.page(number)).encode()
        is_first = self._tried[number] == 1
        odd = {
            "flaky": Reply(503) if is_first else None,
            "busy": Reply(429, headers=("Retry-After: 1",)) if is_first else None,
            "slow": Reply(body=page, pause=0.5),
            "picture": Reply(200, "image/png", b"\x89PNG\r\n\x1a\n"),
            "lying": Reply(body=b"\x89PNG\r\n\x1a\n" + bytes(2000)),
            "endless": Reply(body=page, pieces=_for_ever(0, PIECE)),
            "missing": Reply(404),
            "broken-off": Reply(body=page, length=2 * len(page)),
            "drip": Reply(body=page[:50], pieces=_for_ever(0.2, b" ")),
            "packed": Reply(body=gzip.compress(page, 1), headers=("Content-Encoding: gzip",)),
        }
        reply = odd.get(kind) or Reply(body=page)
        if reply.status == 200 and not reply.pieces:
            site.served[name] += 1
        return reply


def resolve(host: str, port: int, **_: Any) -> list[Any]:
    """Where the hosts of the site are: as ``socket.getaddrinfo``."""
    if not host.endswith(".example"):
        raise socket.gaierror(socket.EAI_NONAME, "only the site itself is known here")
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]


async def _main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name in ("port", "hosts", "feeds", "articles", "slow_hosts"):
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=getattr(Site, name))
    parser.add_argument("--delay", type=float, default=Site.delay)
    options = vars(parser.parse_args())
    port = options.pop("port")
    server = await Server(Site(**options)).start(port)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_main())
