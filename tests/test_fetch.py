"""Fetching from a server of our own on the loopback: what comes back, and every limit."""

from __future__ import annotations

import contextlib
import gzip
import http.server
import socket
import ssl
import subprocess
import threading
import time
import zlib

import pytest

from thresher.errors import FetchError
from thresher.fetch import USER_AGENT, FetchLimits, connecting, fetch, vetting
from thresher.fetch.bodies import Unpacker
from thresher.fetch.limits import Deadline
from thresher.fetch.vetting import is_public

PAGE = "<p>Grüße aus Köln</p>".encode()
BOMB = gzip.compress(bytes(50_000_000))
RAW_DEFLATE = zlib.compress(PAGE)[2:-4]

#: Path, status, headers and body of what the server has.
ANSWERS = {
    "/page": (200, {"Content-Type": "text/html; charset=ISO-8859-1"}, PAGE),
    "/quoted": (200, {"Content-Type": 'Text/HTML; Charset="utf-8"; x=y'}, PAGE),
    "/bare": (200, {}, PAGE),
    "/feed": (200, {"Content-Type": "application/atom+xml"}, PAGE),
    "/picture": (200, {"Content-Type": "image/png"}, PAGE),
    "/gzip": (200, {"Content-Encoding": "gzip"}, gzip.compress(PAGE)),
    "/members": (200, {"Content-Encoding": "gzip"}, gzip.compress(PAGE) + gzip.compress(PAGE) + bytes(9)),
    "/zlib": (200, {"Content-Encoding": "deflate"}, zlib.compress(PAGE)),
    "/deflate": (200, {"Content-Encoding": "deflate"}, RAW_DEFLATE),
    "/brotli": (200, {"Content-Encoding": "br"}, PAGE),
    "/no-gzip": (200, {"Content-Encoding": "gzip"}, b"\x1f" + PAGE),
    "/half-gzip": (200, {"Content-Encoding": "gzip"}, gzip.compress(PAGE)[:-12]),
    "/bomb": (200, {"Content-Encoding": "gzip"}, BOMB),
    "/gone": (404, {}, b"no"),
    "/broken": (503, {}, b"no"),
    "/hop": (302, {"Location": "/a b/../page?q=ü"}, b""),
    "/page?q=%C3%BC": (200, {"Content-Type": "text/html"}, PAGE),
    "/loop": (301, {"Location": "/loop"}, b""),
    "/to-file": (302, {"Location": "file:///etc/passwd"}, b""),
    "/to-nonsense": (302, {"Location": "http://[nonsense/"}, b""),
    "/to-nowhere": (302, {}, b""),
    "/short": (200, {"Content-Length": "999"}, PAGE),
    "/long": (200, {"Content-Length": str(10**12)}, PAGE),
}


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers from the table, and a few that misbehave in time."""

    def do_GET(self):
        with contextlib.suppress(OSError):
            if self.path == "/drip-head":
                self._drip(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 50)
            elif self.path == "/drip-body":
                self._drip(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n" + b"x" * 500)
            elif self.path == "/endless":
                self._endless()
            elif self.path == "/chunked":
                self.wfile.write(
                    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
                )
            elif self.path == "/no-http":
                self.wfile.write(b"220 smtp.example ESMTP\r\n")
            elif self.path.startswith("/echo"):
                self._answer(200, {}, repr(self.headers.items()).encode())
            else:
                self._answer(*ANSWERS[self.path])

    def _answer(self, status, headers, body):
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value.encode().decode("latin-1"))
        self.end_headers()
        self.wfile.write(body)

    def _drip(self, data):
        for byte in data:
            self.wfile.write(bytes([byte]))
            time.sleep(0.02)

    def _endless(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            self.wfile.write(b"x" * 10_000)


@pytest.fixture(scope="module")
def server(serving):
    """A server on a free port of the loopback."""
    with serving(Handler) as running:
        yield running


@pytest.fixture
def base(server):
    """Where the server is."""
    return f"http://127.0.0.1:{server.server_port}"


def test_a_page_comes_with_what_its_header_says(base):
    """Body, type, charset, status and URL are those of the answer."""
    got = fetch(f"{base}/page")
    assert (got.url, got.body, got.status, got.hops) == (f"{base}/page", PAGE, 200, ())
    assert (got.content_type, got.charset) == ("text/html", "ISO-8859-1")


@pytest.mark.parametrize(
    ("path", "content_type", "charset"),
    [("/quoted", "text/html", "utf-8"), ("/bare", "", None), ("/feed", "application/atom+xml", None)],
)
def test_types_are_read_as_servers_write_them(base, path, content_type, charset):
    """Case, quotes and absence are all right."""
    got = fetch(base + path)
    assert (got.content_type, got.charset, got.body) == (content_type, charset, PAGE)


def test_requests_say_who_asks(base):
    """A request names the program, the host, and what it can read."""
    sent = fetch(f"{base}/echo").body.decode()
    assert USER_AGENT in sent
    assert "gzip, deflate" in sent
    assert base.removeprefix("http://") in sent


@pytest.mark.parametrize("path", ["/echo?\r\nX-Evil: 1", "/echo?%0d%0aX-Evil: 1", "/echo?a b HTTP/1.1\nX-Evil: 1"])
def test_an_address_cannot_add_headers(base, path):
    """Line ends in an address are left out or stay escaped, so that no header begins behind them."""
    assert "'x-evil'" not in fetch(base + path).body.decode().lower()


@pytest.mark.parametrize("path", ["/gzip", "/zlib", "/deflate"])
def test_packed_bodies_are_unpacked(base, path):
    """Gzip, zlib and bare deflate all give the page."""
    assert fetch(base + path).body == PAGE


def test_gzip_may_have_members_and_padding(base):
    """Two members are one body, and padding after them is ignored."""
    assert fetch(f"{base}/members").body == PAGE * 2


def test_chunked_bodies_are_put_together(base):
    """The transfer coding leaves no trace."""
    assert fetch(f"{base}/chunked").body == b"abcde"


def test_redirects_are_followed_and_on_record(base):
    """A relative place with blanks and letters beyond ASCII is reached, and the way there is known."""
    got = fetch(f"{base}/hop")
    assert (got.body, got.hops) == (PAGE, (f"{base}/hop",))
    assert got.url == f"{base}/page?q=ü"


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/gone", "HTTP 404 Not Found"),
        ("/broken", "HTTP 503 Service Unavailable"),
        ("/picture", "not a web page: content type image/png"),
        ("/loop", "more than 10 redirects"),
        ("/to-file", "it redirects to 'file:///etc/passwd', which is not on the web"),
        ("/to-nonsense", "which is not a URL"),
        ("/to-nowhere", "HTTP 302 without a Location header"),
        ("/brotli", "compressed with 'br', which was not requested"),
        ("/no-gzip", "its compressed body is broken"),
        ("/half-gzip", "the connection broke off before the page was complete"),
        ("/short", "the connection broke off before the page was complete"),
        ("/no-http", "the answer is not HTTP"),
    ],
)
def test_what_goes_wrong_is_said_in_a_sentence(base, path, sentence):
    """Each failure is the one error, with the URL and what happened."""
    with pytest.raises(FetchError) as caught:
        fetch(base + path)
    assert sentence in caught.value.reason
    assert str(caught.value).startswith(f"cannot fetch {base}{path}: ")


@pytest.mark.parametrize("path", ["/long", "/bomb", "/endless", "/page"])
def test_too_large_pages_stop_early(base, path):
    """The limit holds for announced, unpacked and endless bodies alike, and long before they are in memory."""
    limits = FetchLimits(max_bytes=1_000_000 if path != "/page" else len(PAGE) - 1)
    with pytest.raises(FetchError, match="larger than"):
        fetch(base + path, limits)


def test_a_page_as_large_as_the_limit_is_fetched(base):
    """The limit itself is allowed, packed or not."""
    assert fetch(f"{base}/page", FetchLimits(max_bytes=len(PAGE))).body == PAGE
    assert fetch(f"{base}/gzip", FetchLimits(max_bytes=len(gzip.compress(PAGE)))).body == PAGE


def test_a_bomb_is_never_unpacked_beyond_the_limit():
    """What comes out of the unpacker at once is never more than the limit and one byte."""
    deadline = Deadline(10)
    pieces = Unpacker(1000).unpack(BOMB, deadline)
    assert max(len(next(pieces)) for _ in range(20)) <= 1001


@pytest.mark.parametrize("path", ["/drip-head", "/drip-body"])
def test_dripping_servers_meet_the_deadline(base, path):
    """A byte now and then does not keep a fetch alive."""
    start = time.monotonic()
    with pytest.raises(FetchError, match=r"timed out \(the limit is 0.5 s"):
        fetch(base + path, FetchLimits(seconds=0.5))
    assert time.monotonic() - start < 3


def test_slow_resolvers_meet_the_deadline(monkeypatch):
    """A name server that does not answer does not hold the fetch."""
    enough = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [enough.wait(20)] * 0)
    with pytest.raises(FetchError, match="timed out"):
        fetch("http://slow.example/", FetchLimits(seconds=0.1))
    enough.set()


def test_redirects_have_a_limit_of_choice(base):
    """No redirects allowed means none followed."""
    with pytest.raises(FetchError, match="more than 0 redirects"):
        fetch(f"{base}/hop", FetchLimits(redirects=0))


def test_closed_ports_refuse():
    """A port where nobody listens is told apart from other failures."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/"
        with pytest.raises(FetchError, match="the server refused the connection"):
            fetch(url)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("ftp://a.example/", "only http and https are fetched, not 'ftp'"),
        ("page.html", "it does not begin with http:// or https://"),
        ("http:///page", "it has no host name"),
        ("http://a.example:port/", "it is not a URL"),
        ("http://a..example/", "its host name is not valid"),
    ],
)
def test_what_is_no_web_address_is_not_tried(url, sentence):
    """Other schemes and broken URLs are refused before any name is looked up."""
    with pytest.raises(FetchError) as caught:
        fetch(url)
    assert sentence in caught.value.reason


def test_unknown_hosts_cannot_be_resolved(monkeypatch):
    """A failing name server is a sentence, too."""

    def fail(*_, **__):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(FetchError, match="its host name cannot be resolved"):
        fetch("http://nobody.example/")


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:4700::6810:85e5", True),
        ("127.0.0.1", False),
        ("127.8.8.8", False),
        ("0.0.0.0", False),  # noqa: S104 - nothing is bound to it
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("100.64.0.1", False),
        ("169.254.169.254", False),
        ("224.0.0.1", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
        ("::", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("fec0::1", False),
        ("ff02::1", False),
        ("ff0e::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:93.184.215.14", False),
        ("::127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b:1::7f00:1", False),
        ("2002:7f00:1::", False),
        ("2001:0:4136:e378::1", False),
        ("168.63.129.16", False),  # what a cloud tells its own machines
        ("192.0.0.192", False),  # ... and another one
        ("192.88.99.1", False),
        ("3fff::1", False),
        ("5f00::1", False),
    ],
)
def test_only_plain_public_addresses_are_public(address, public):
    """Private, local, shared, reserved and multicast addresses, and IPv4 inside of IPv6, are not public."""
    assert is_public(address) is public


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]"])
def test_private_hosts_are_refused_where_they_are_not_allowed(server, host):
    """Every spelling of this machine is refused before a connection is made."""
    with pytest.raises(FetchError, match=r"is not on the public internet|cannot be resolved"):
        fetch(f"http://{host}:{server.server_port}/page", FetchLimits(allow_private=False))


def resolver(table, calls):
    """A name server with a *table* of answers for each name, one after the other, that notes its *calls*."""

    def look_up(host, port, **_):
        calls.append(host)
        addresses = table[host].pop(0)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    return look_up


def test_one_private_address_among_public_ones_is_enough(monkeypatch):
    """A name with a public and a private address is refused."""
    table = {"mixed.example": [["93.184.215.14", "10.0.0.1"]]}
    monkeypatch.setattr(socket, "getaddrinfo", resolver(table, []))
    with pytest.raises(FetchError, match=r"its address 10\.0\.0\.1 is not"):
        fetch("http://mixed.example/", FetchLimits(allow_private=False))


def test_redirects_are_vetted_as_well(monkeypatch, server):
    """A public page that redirects to this machine does not get there."""
    port = server.server_port
    monkeypatch.setitem(ANSWERS, "/inward", (302, {"Location": f"http://inside.example:{port}/page"}, b""))
    table = {"outside.example": [["127.0.0.1"]], "inside.example": [["127.0.0.1"]]}
    monkeypatch.setattr(socket, "getaddrinfo", resolver(table, []))
    # The first hop stands for a public one.
    verdicts = iter([True, False])
    monkeypatch.setattr(vetting, "is_public", lambda _: next(verdicts))
    with pytest.raises(FetchError) as caught:
        fetch(f"http://outside.example:{port}/inward", FetchLimits(allow_private=False))
    assert caught.value.url == f"http://inside.example:{port}/page"


def test_the_vetted_address_is_the_one_connected_to(monkeypatch, server):
    """A name is looked up once for each hop, so it cannot change between check and connection; Host keeps it."""
    calls: list[str] = []
    table = {"rebind.example": [["127.0.0.1"], ["10.0.0.1"]]}
    monkeypatch.setattr(socket, "getaddrinfo", resolver(table, calls))
    vetted: list[str] = []
    monkeypatch.setattr(vetting, "is_public", lambda address: not vetted.append(address))
    got = fetch(f"http://rebind.example:{server.server_port}/echo", FetchLimits(allow_private=False))
    assert (calls, vetted) == (["rebind.example"], ["127.0.0.1"])
    assert f"rebind.example:{server.server_port}" in got.body.decode()


def test_a_dead_address_is_followed_by_the_next(monkeypatch, server):
    """A host with two addresses, one of them refusing, is reached."""
    table = {"twice.example": [["127.0.0.2", "127.0.0.1"]]}
    monkeypatch.setattr(socket, "getaddrinfo", resolver(table, []))
    assert fetch(f"http://twice.example:{server.server_port}/page").body == PAGE


@pytest.fixture(scope="module")
def certificate(tmp_path_factory, missing):
    """A certificate for safe.example that nobody has signed but itself."""
    folder = tmp_path_factory.mktemp("tls")
    key, cert = folder / "key.pem", folder / "cert.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-keyout", str(key), "-out", str(cert), "-subj", "/CN=safe.example"]
    command += ["-addext", "subjectAltName=DNS:safe.example"]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except FileNotFoundError:
        missing("openssl, to make a certificate")
    return cert, key


@pytest.fixture
def tls_port(certificate, serving):
    """Port of a TLS server with that certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    with serving(Handler, context) as running:
        yield running.server_port


@pytest.mark.parametrize(
    ("trusted", "host", "sentence"),
    [
        (True, "safe.example", None),
        (False, "safe.example", "its certificate is not valid"),
        (True, "other.example", "its certificate is not valid"),
    ],
)
def test_certificates_are_checked_against_the_name(monkeypatch, certificate, tls_port, trusted, host, sentence):
    """The name of the URL, not the address, has to be in a certificate that is trusted."""
    context = ssl.create_default_context(cafile=certificate[0] if trusted else None)
    monkeypatch.setattr(connecting, "tls", lambda: context)
    monkeypatch.setattr(socket, "getaddrinfo", resolver({host: [["127.0.0.1"]]}, []))
    url = f"https://{host}:{tls_port}/page"
    if sentence is None:
        assert fetch(url).body == PAGE
    else:
        with pytest.raises(FetchError, match=sentence):
            fetch(url)
