"""Asking politely: rules, redirects, "later", sizes, types, and addresses that are nobody's business."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from thresher.errors import PrivateHost
from thresher.feeds import transport as transport_module
from thresher.feeds.client import NO_MEMORY, Client, Failure, retry_after
from thresher.feeds.settings import Settings
from thresher.feeds.transport import Transport
from thresher.fetch import FetchLimits

OK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


class Host:
    """A server with an answer for each path, which keeps what it was asked."""

    def __init__(self, answers, robots="HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"):
        self.answers, self.asked = {"/robots.txt": robots, **answers}, []

    async def serve(self, reader, writer):
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            path = head.split(" ")[1]
            self.asked.append((path, head))
            writer.write(self.answers[path].encode())
            await writer.drain()
        writer.close()


def get(host, path, memory=NO_MEMORY, resolved="127.0.0.1", **changes):
    """What a client is answered by a host that is known as mill.example."""

    def resolve(name, port, **_):
        if name == "nowhere.example":
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (resolved, port))]

    async def run():
        server = await asyncio.start_server(host.serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        for name, answer in host.answers.items():
            host.answers[name] = answer.replace("PORT", str(port))
        limits = FetchLimits(max_bytes=1000, seconds=1, redirects=3)
        settings = Settings(allow_private=True, delay=0, limits=limits, resolve=resolve)
        settings = replace(settings, **changes)
        async with server, Transport(settings) as transport:
            base = path if "://" in path else f"http://mill.example:{port}{path}"
            return await Client(settings, transport, memory).get(base.replace("PORT", str(port)))

    return asyncio.run(run())


def test_who_asks_is_told():
    """Every request, that for the rules included, names the program and who runs it."""
    host = Host({"/a": f"{OK}Content-Length: 3\r\n\r\nRye"})
    assert get(host, "/a", contact="https://mill.example/bot").body == b"Rye"
    assert [path for path, _ in host.asked] == ["/robots.txt", "/a"]
    assert all("thresher/" in head and "+https://mill.example/bot" in head for _, head in host.asked)


def test_rules_are_kept():
    """What robots.txt forbids us is not asked for; what it forbids others is."""
    rules = "User-agent: thresher\nDisallow: /private\n\nUser-agent: *\nDisallow: /\n"
    host = Host({"/a": f"{OK}\r\nRye"}, robots=f"{OK}Content-Length: {len(rules)}\r\n\r\n{rules}")
    assert get(host, "/a").body == b"Rye"
    assert get(host, "/private/a") == Failure("robots.txt forbids it")
    assert "/private/a" not in [path for path, _ in host.asked]


def test_rules_hold_at_every_hop():
    """A redirect into what is forbidden is not followed."""
    rules = "User-agent: *\nDisallow: /private\n"
    host = Host(
        {"/a": "HTTP/1.1 302 X\r\nLocation: /private\r\nContent-Length: 0\r\n\r\n"},
        robots=f"{OK}Content-Length: {len(rules)}\r\n\r\n{rules}",
    )
    assert get(host, "/a") == Failure("robots.txt forbids it")


def test_a_server_that_fails_to_tell_its_rules_is_left_alone():
    """An error for robots.txt means that nothing is allowed, for now."""
    host = Host({"/a": f"{OK}\r\nRye"}, robots="HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n")
    failure = get(host, "/a")
    assert failure.is_passing and failure.after > 60
    assert [path for path, _ in host.asked] == ["/robots.txt"]


@pytest.mark.parametrize(
    ("answer", "reason", "is_passing"),
    [
        ("HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n", "HTTP 404", False),
        ("HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n", "HTTP 500", True),
        ("HTTP/1.1 302 X\r\nContent-Length: 0\r\n\r\n", "without a Location header", False),
        ("HTTP/1.1 302 X\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n", "more than 3 redirects", False),
        ("HTTP/1.1 302 X\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n", "not on the web", False),
        (
            "HTTP/1.1 302 X\r\nLocation: http://nowhere.example/\r\nContent-Length: 0\r\n\r\n",
            "name cannot be resolved",
            True,
        ),
        (f"{OK}Content-Length: 2000\r\n\r\n", "larger than 1,000 bytes", False),
        (f"{OK}\r\n{'x' * 2000}", "larger than 1,000 bytes", False),
        (f"{OK}Content-Length: 20\r\n\r\nRye", "broke off", True),
        (f"{OK}Content-Encoding: gzip\r\n\r\n\x1fRye", "compressed body is broken", False),
        (f"{OK}Content-Encoding: br\r\n\r\nRye", "compressed with 'br'", False),
        ("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nRye", "content type image/png", False),
        ("220 smtp.example ESMTP\r\n\r\n", "the connection failed", True),
        (OK, "the connection failed", True),
    ],
)
def test_what_is_of_no_use_has_a_reason(answer, reason, is_passing):
    """Every bad answer is a sentence, and says whether to try again."""
    failure = get(Host({"/a": answer}), "/a")
    assert isinstance(failure, Failure) and reason in failure.reason
    assert failure.is_passing is is_passing


def test_later_is_remembered():
    """A host that asks to be left alone is left alone, and that is remembered."""
    kept = []

    class Memory(type(NO_MEMORY)):
        def keep_closed(self, host, until):
            kept.append((host.partition(":")[0], until))

    host = Host({"/a": "HTTP/1.1 429 X\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n"})
    failure = get(host, "/a", Memory())
    assert failure.is_passing and failure.reason == "HTTP 429, next request in 120 s"
    [(name, until)] = kept
    assert name == "mill.example" and timedelta(seconds=110) < until - datetime.now(UTC) <= timedelta(seconds=120)


def test_retry_after_may_be_a_date():
    """A moment is as good as a number; one that is past means now."""
    now = datetime(2026, 1, 5, 10, tzinfo=UTC)
    assert retry_after("Mon, 05 Jan 2026 10:01:00 GMT", now) == timedelta(minutes=1)
    assert retry_after("Mon, 05 Jan 2025 10:01:00 GMT", now) == timedelta(0)
    assert retry_after("", now) is None


@pytest.mark.parametrize("path", ["/a", "http://127.0.0.1:PORT/a", "http://2130706433:PORT/a"])
def test_private_addresses_are_refused(path):
    """A name that means a private address, and an address itself however it is written, is not asked at all."""
    host = Host({"/a": f"{OK}\r\nRye"})
    failure = get(host, path, allow_private=False)
    assert "not on the public internet" in failure.reason and not failure.is_passing
    assert host.asked == []


def test_redirects_to_private_addresses_are_refused(monkeypatch):
    """The address of every hop is vetted, not only the first."""
    inward = "HTTP/1.1 302 X\r\nLocation: http://inside.example:PORT/b\r\nContent-Length: 0\r\n\r\n"
    host = Host({"/a": inward, "/b": f"{OK}\r\nsecret"})

    def vet(name, _addresses):
        if "inside" in name:
            raise PrivateHost(name, "10.0.0.1")

    monkeypatch.setattr(transport_module, "vet", vet)
    assert "not on the public internet" in get(host, "/a", allow_private=False).reason
    assert "/b" not in [path for path, _ in host.asked]


def test_names_are_looked_up_once_and_what_was_vetted_is_asked(monkeypatch):
    """A name that means another address a moment later gains nothing: no second look is taken."""
    looked_up, vetted = [], []

    def resolve(name, port, **_):
        looked_up.append(name)
        address = "127.0.0.1" if len(looked_up) == 1 else "10.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(transport_module, "vet", lambda _name, found: vetted.extend(each[4][0] for each in found))
    rules = "User-agent: *\n"
    host = Host(
        {"/a": f"{OK}Content-Length: 3\r\n\r\nRye"},
        robots=f"{OK}Connection: close\r\nContent-Length: {len(rules)}\r\n\r\n{rules}",
    )
    failure = get(host, "/a", allow_private=False, resolve=resolve, limits=FetchLimits(1000, 0.3, 3))
    assert vetted == ["127.0.0.1", "10.0.0.1"] and len(looked_up) == 2
    assert isinstance(failure, Failure)
