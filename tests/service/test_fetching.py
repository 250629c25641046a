"""Pages by URL: off unless asked for; on, the public internet and nothing else."""

from __future__ import annotations

import socket

import pytest

from thresher.fetch import vetting

from .conftest import PAGE, TOKEN

pytestmark = pytest.mark.xdist_group("service")


#: A page, and a redirect to a private address.
ANSWERS = {
    "/page": (200, {"Content-Type": "text/html; charset=utf-8"}, PAGE.encode()),
    "/inward": (302, {"Location": "http://169.254.169.254/latest/meta-data/"}, b""),
}


@pytest.fixture(scope="module")
def port(serving, answering):
    with serving(answering(ANSWERS)) as server:
        yield server.server_port


@pytest.fixture
def fetched(guarded):
    """The answer of a service that fetches, to a URL."""

    def ask(url, path="/extract"):
        return guarded.post(path, json={"url": url}, headers={"Authorization": f"Bearer {TOKEN}"})

    return ask


@pytest.fixture
def public(monkeypatch, port):
    """Names of the public internet that lead to our server: its address counts as public."""
    real, is_public = socket.getaddrinfo, vetting.is_public
    monkeypatch.setattr(vetting, "is_public", lambda address: address == "127.0.0.1" or is_public(address))

    def resolve(host, number, *args, **more):
        return real("127.0.0.1" if host == "mill.example" else host, number, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return f"http://mill.example:{port}"


def test_off_unless_asked_for(client):
    """A service that was not told to fetch says so."""
    answer = client.post("/extract", json={"url": "https://mill.example/"})
    assert answer.status_code == 403
    assert "--fetch" in answer.json()["detail"]


def test_a_page_by_its_url(fetched, public):
    """A page is fetched, extracted, and knows its address; a page that is explained too."""
    found = fetched(f"{public}/page").json()
    assert found["title"] == "Oats" and found["url"] == f"{public}/page"
    assert fetched(f"{public}/page", "/explain").status_code == 200


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:{port}/page",
        "http://localhost:{port}/page",
        "http://[::1]:{port}/page",
        "http://[::ffff:127.0.0.1]:{port}/page",
        "http://[64:ff9b::7f00:1]/",
        "http://2130706433:{port}/page",
        "http://0:{port}/page",
        "http://10.0.0.1/",
        "http://192.168.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[fd00::1]/",
        "http://[fe80::1%25lo]/",
    ],
)
def test_private_addresses_are_refused(fetched, port, url):
    """No form of a private, loopback or link-local address is fetched, and none is named in the answer."""
    answer = fetched(url.format(port=port))
    assert answer.status_code == 403
    assert answer.json()["detail"] == "the URL leads to a host that is not on the public internet"


def test_every_hop_is_vetted(fetched, public):
    """A public page that redirects to a private address leads nowhere."""
    assert fetched(f"{public}/inward").status_code == 403


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://mill.example/", "nonsense", "http://", "gopher://x/"])
def test_only_the_web_is_fetched(fetched, url):
    """What is no URL of the web is told in a sentence."""
    answer = fetched(url)
    assert answer.status_code == 502
    assert "cannot fetch" in answer.json()["detail"]


def test_a_page_that_is_not_there(fetched, public):
    """What the other server says is told."""
    answer = fetched(f"{public}/gone")
    assert answer.status_code == 502
    assert "404" in answer.json()["detail"]
