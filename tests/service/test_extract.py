"""``POST /extract``: what can be sent, and what comes back."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree

import pytest

from thresher import extract
from thresher.service.formats import BY_ACCEPT, MEDIA_TYPES

from .conftest import OATS, PAGE, wait_for

pytestmark = pytest.mark.xdist_group("service")


@pytest.mark.parametrize(("name", "media_type"), BY_ACCEPT.items())
def test_answers_by_accept(client, name, media_type):
    """The format is the one that Accept asks for, and is what the library writes."""
    answer = client.post("/extract", content=PAGE, headers={"Accept": media_type})
    assert answer.status_code == 200
    assert answer.headers["content-type"].split(";")[0] == media_type
    assert answer.headers["x-thresher-outcome"] == "content"
    assert answer.text == extract(PAGE.encode()).written(name)


@pytest.mark.parametrize(("name", "media_type"), MEDIA_TYPES.items())
def test_answers_by_name(client, name, media_type):
    """A format that is named comes before Accept."""
    answer = client.post("/extract", params={"format": name}, content=PAGE, headers={"Accept": "image/png"})
    assert answer.headers["content-type"].split(";")[0] == media_type
    assert "Oats" in answer.text
    if "xml" in media_type:
        ElementTree.fromstring(answer.content)  # noqa: S314 - written by ourselves


def test_refuses_what_it_cannot_write(client):
    """Who accepts none of our formats is told which there are."""
    answer = client.post("/extract", content=PAGE, headers={"Accept": "image/png, text/html;q=0"})
    assert answer.status_code == 406
    assert "text/markdown" in answer.json()["detail"]


@pytest.mark.parametrize(
    "content_type",
    [None, "text/html", "application/xhtml+xml", "application/x-www-form-urlencoded", "text/plain; charset=utf-8"],
)
def test_takes_a_page_as_it_is(client, content_type):
    """Any body that may be a page is one, whatever a careless client calls it."""
    headers = {"Content-Type": content_type} if content_type else {}
    assert client.post("/extract", content=PAGE, headers=headers).json()["title"] == "Oats"


@pytest.mark.parametrize("charset", ["iso-8859-2", "utf-16", "koi8-r"])
def test_heeds_the_charset(client, charset):
    """Bytes are read in the encoding that their sender declares."""
    word = {"iso-8859-2": "źdźbło", "utf-16": "燕麦", "koi8-r": "овёс"}[charset]
    body = f"<p>{word} {OATS}</p>".encode(charset)
    answer = client.post("/extract", content=body, headers={"Content-Type": f"text/html; charset={charset}"})
    assert word in answer.json()["text"]


def test_options_in_the_query(client):
    """Method, parameters, links and address stand in the query."""
    page = f"<p><a href=/x>Rye</a> {OATS}</p>"
    params = {"algorithm": "cectd-ds", "set": "lam=0.9", "format": "markdown", "url": "https://mill.example/a"}
    assert "[Rye](https://mill.example/x)" in client.post("/extract", params=params, content=page).text
    assert "](" not in client.post("/extract", params=params | {"links": "false"}, content=page).text


def test_options_in_json(client):
    """A page as JSON has its options beside it."""
    asked = {
        "html": f"<p><a href=/x>Rye</a> {OATS}</p>",
        "url": "https://mill.example/a",
        "options": {"algorithm": "union(bte, lqf)", "format": "markdown"},
    }
    assert "[Rye](https://mill.example/x)" in client.post("/extract", json=asked).text
    asked["options"] = {"algorithm": "cectd-ds", "parameters": {"lam": 0.9}, "links": False}
    assert client.post("/extract", json=asked).json()["markdown"].startswith("Rye Oats")


def test_json_that_lies_about_its_charset(client):
    """The text of a JSON body is text: what its page declares does not matter."""
    asked = {"html": f"<meta charset=iso-8859-1><p>Köln {OATS}</p>"}
    assert "Köln" in client.post("/extract", json=asked).json()["text"]


@pytest.mark.parametrize(
    ("params", "asked", "sentence"),
    [
        ({"algorithm": "cetds"}, PAGE, "did you mean"),
        ({"algorithm": "union(bte"}, PAGE, "union"),
        ({"algorithm": "cectd-ds", "set": "lam=-1"}, PAGE, "lam=-1 is not allowed"),
        ({"set": "lam"}, PAGE, "NAME=VALUE"),
        ({"format": "pdf"}, PAGE, "unknown format 'pdf'"),
        ({"links": "perhaps"}, PAGE, "links"),
        ({"colour": "red"}, PAGE, "colour"),
        ({"favor": "both"}, PAGE, "favor='both' is not allowed"),
        ({"favor": "recall", "algorithm": "bte"}, PAGE, "unknown parameter 'favor'"),
        ({"algorithm": "bte"}, {"html": PAGE}, "not in the query: algorithm"),
        ({}, {}, "neither html nor url"),
        ({}, {"html": 7}, "html"),
        ({}, {"html": PAGE, "options": {"template": "/etc/passwd"}}, "template"),
        ({}, {"html": PAGE, "options": {"parameters": {"favor": ["recall"]}}}, "parameters"),
        ({}, [], "object"),
    ],
)
def test_wrong_requests_are_told_in_a_sentence(client, params, asked, sentence):
    """What cannot be done as it was asked is 422, with a sentence that says why."""
    body = {"content": asked} if isinstance(asked, str) else {"json": asked}
    answer = client.post("/extract", params=params, **body)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert sentence in answer.json()["detail"]


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"{nonsense", {"Content-Type": "application/json"}, 422),
        (b"\xff\xfe{", {"Content-Type": "application/json"}, 422),
        (b'{"html": "\\ud800"}', {"Content-Type": "application/json"}, 422),
        (b"[" * 100_000, {"Content-Type": "application/json"}, 422),
        (b"%PDF-1.7 \x00\x01\x02", {"Content-Type": "text/html"}, 422),
        (b"x", {"Content-Type": "image/png"}, 415),
        (b"x", {"Content-Type": "text/html", "Content-Encoding": "gzip"}, 415),
    ],
)
def test_wrong_bodies(client, body, headers, status):
    """A body that is no page and no JSON is refused, not guessed at."""
    assert client.post("/extract", content=body, headers=headers).status_code == status


def test_an_empty_page_is_an_outcome(client):
    """A page without content is no error: it has an outcome and a reason."""
    answer = client.post("/extract", content=b"")
    assert answer.status_code == 200
    assert answer.json()["outcome"] == "empty" and answer.json()["reason"]


def test_large_bodies(client):
    """A body beyond the limit is refused, whether it tells its length or not."""
    large = b"<p>" + b"x" * 400_000
    assert client.post("/extract", content=large).status_code == 413
    answer = client.post("/extract", content=iter([large[:200_000], large[200_000:]]))
    assert answer.status_code == 413
    assert "300,000 bytes" in answer.json()["detail"]


def test_html_is_safe_in_a_browser(client):
    """HTML that is answered runs nothing, even if a browser is sent there."""
    answer = client.post("/extract", content=f"<p>{OATS}<script>x()</script>", headers={"Accept": "text/html"})
    assert "<script" not in answer.text
    assert "sandbox" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_explain(client):
    """A page is explained as one HTML file that may run its own script alone."""
    answer = client.post("/explain", params={"algorithm": "cectd-ds"}, content=PAGE + "<script>steal()</script>")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "steal()" not in answer.text and "Oats are sown" in answer.text
    assert "sandbox allow-scripts" in answer.headers["content-security-policy"]
    assert client.post("/explain", content=PAGE, headers={"Accept": "text/markdown"}).status_code == 406


def test_facts(client):
    """Methods and formats tell what they are, the default being marked."""
    methods = {each["name"]: each for each in client.get("/algorithms").json()}
    assert [name for name, each in methods.items() if each["is_default"]] == ["auto"]
    assert methods["cectd-ds"]["parameters"][0]["name"] == "lam"
    formats = client.get("/formats").json()
    assert [each["name"] for each in formats] == list(MEDIA_TYPES)
    assert all(each["summary"] for each in formats)


def test_every_format_of_the_library_is_served():
    """The table of media types has every format that there is."""
    from thresher.writers import FORMATS

    assert set(MEDIA_TYPES) == set(FORMATS)


def test_metrics(client):
    """What happened is counted."""
    client.post("/extract", content=PAGE)
    figures = client.get("/metrics").text
    assert 'thresher_pages_total{outcome="content"}' in figures
    assert 'thresher_requests_total{path="/extract",status="200"}' in figures
    # A worker that a test before this one has ended may yet be on its way.
    wait_for(client, "thresher_workers 2.0")


def test_openapi_describes_every_path(client):
    """Every path has a summary, a description and the answers that it may give."""
    described = client.get("/openapi.json").json()
    assert set(described["paths"]) == {
        "/extract", "/extract/batch", "/explain", "/algorithms", "/formats", "/health", "/metrics",
    }  # fmt: skip
    for path in described["paths"].values():
        for operation in path.values():
            assert operation["summary"] and operation["description"]
    references = set(json.dumps(described).split('"#/components/schemas/')[1:])
    assert {each.partition('"')[0] for each in references} <= set(described["components"]["schemas"])
