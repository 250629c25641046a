"""Who is let in: tokens, names of the machine, ids of requests; and what leaves: headers and log."""

from __future__ import annotations

import logging
import re

import pytest
from starlette.datastructures import Headers

from thresher.errors import UsageError
from thresher.service import middleware
from thresher.service.settings import Settings

from .conftest import PAGE, TOKEN

pytestmark = pytest.mark.xdist_group("service")


@pytest.mark.parametrize(
    ("shown", "status"),
    [
        (None, 401),
        ("Bearer", 401),
        ("Bearer sesam", 401),
        ("Bearer sesame ", 200),
        ("bearer sesame", 200),
        ("Basic sesame", 401),
        ("Bearer s\xe9same", 401),
        ("Bearer sesame", 200),
    ],
)
def test_a_token_is_needed(guarded, shown, status):
    """Without the very token nothing is extracted."""
    headers = {"Authorization": shown.encode("latin-1")} if shown else {}
    answer = guarded.post("/extract", content=PAGE, headers=headers)
    assert answer.status_code == status
    if status == 401:
        assert answer.headers["www-authenticate"] == "Bearer"
        assert "sesame" not in answer.text


def test_tokens_are_compared_in_constant_time(guarded, monkeypatch):
    """How long a refusal takes tells nothing of the token: the comparison is the one that is made for that."""
    compared = []
    monkeypatch.setattr(middleware.hmac, "compare_digest", lambda *pair: compared.append(pair))
    assert guarded.post("/extract", content=PAGE, headers={"Authorization": "Bearer sesame"}).status_code == 401
    assert compared == [(b"sesame", TOKEN.encode())]


@pytest.mark.parametrize("path", ["/metrics", "/algorithms", "/formats", "/openapi.json", "/nowhere"])
def test_what_tells_of_the_service_needs_a_token(guarded, path):
    """Figures and lists are for those who may come in."""
    assert guarded.get(path).status_code == 401


@pytest.mark.parametrize("path", ["/", "/page.js", "/page.css", "/health"])
def test_the_page_is_open(guarded, path):
    """The page asks for the token itself, and whoever watches the service needs none."""
    assert guarded.get(path).status_code == 200


def test_openapi_tells_of_the_token(guarded):
    """The description says that a token is needed."""
    described = guarded.get("/openapi.json", headers={"Authorization": f"Bearer {TOKEN}"}).json()
    assert described["security"] == [{"token": []}]


@pytest.mark.parametrize("host", ["evil.example", "10.0.0.1:8000", "localhost.evil.example", "", "[::ffff:7f00:1"])
def test_another_name_is_refused(client, host):
    """A name that somebody made to point here does not get in: a page of theirs could read our answers."""
    answer = client.post("/extract", content=PAGE, headers={"Host": host})
    assert answer.status_code == 421


def test_an_empty_token_is_none():
    """A service that was given an empty token takes no other names than one without."""
    guard = middleware.Middleware(None, Settings(token=""), None)
    refused = guard._refused("/extract", Headers({"host": "evil.example", "authorization": "Bearer "}), "1")
    assert refused is not None and refused.status_code == 421


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST:1"])
def test_names_of_this_machine(client, host):
    """The machine's own names get in."""
    assert client.get("/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (Settings(host="0.0.0.0"), "can be reached from other machines: give --token or THRESHER_TOKEN"),  # noqa: S104
        (Settings(host="::"), "can be reached from other machines"),
        (Settings(host="mill.example"), "can be reached from other machines"),
        (Settings(token="a\nb"), "cannot be sent"),  # noqa: S106 - a test
        (Settings(port=70_000), "70000 is not a port"),
        (Settings(queue=-1), "cannot hold -1 requests"),
        (Settings(workers=0), "must be above 0"),
    ],
)
def test_unsafe_settings_are_refused(settings, sentence):
    """A service that others could use unasked does not start."""
    with pytest.raises(UsageError, match=sentence):
        settings.check()


@pytest.mark.parametrize("settings", [Settings(), Settings(host="::1"), Settings(host="0.0.0.0", token="t")])  # noqa: S104, S106
def test_safe_settings(settings):
    """The own machine needs no token, and with a token all is well."""
    settings.check()


def test_requests_have_ids(client, caplog):
    """A request keeps the id that its client gave, if it is a plain word, and the log knows it."""
    with caplog.at_level(logging.INFO, "thresher.service"):
        assert client.get("/health", headers={"X-Request-Id": "order-66"}).headers["x-request-id"] == "order-66"
    assert "order-66 'GET /health' 200" in caplog.text
    made = client.get("/health").headers["x-request-id"]
    assert len(made) == 32
    assert client.get("/nowhere", headers={"X-Request-Id": "a b;\t<"}).json()["request_id"] != "a b;\t<"


def test_the_log_cannot_be_forged(client, caplog):
    """What a client sends stays on its own line of the log."""
    with caplog.at_level(logging.INFO, "thresher.service"):
        client.get("/x%0d%0a2026 INFO forged%1b[2J")
    (record,) = caplog.records
    assert "\n" not in record.getMessage() and "\x1b" not in record.getMessage()


@pytest.mark.parametrize("path", ["/", "/health", "/nowhere", "/algorithms"])
def test_headers_of_safety(client, path):
    """Every answer, errors too, tells a browser what it may not do."""
    headers = client.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_report_is_shown_in_a_sandbox(client):
    """The page shows a report in a frame that has no origin, so that it could not read the token even if it ran."""
    frame = re.search(r"<iframe[^>]*>", client.get("/").text)[0]
    assert re.search(r'sandbox="allow-scripts"', frame)
