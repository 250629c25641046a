"""``POST /extract/batch``: a line for each line, in order, whatever is wrong with some of them."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from thresher import extract

from .conftest import OATS, PAGE

pytestmark = pytest.mark.xdist_group("service")


def answers_of(client, *lines):
    body = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    answer = client.post("/extract/batch", content=body)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/jsonl"
    return [json.loads(line) for line in answer.text.splitlines()]


def test_every_line_has_its_answer(client):
    """Answers come in the order of the lines, with their ids, however long each takes."""
    lines = [{"html": PAGE, "id": 0, "options": {"algorithm": "napping"}}]
    lines += [{"html": f"<p>Page {number}. {OATS}</p>", "id": f"p{number}"} for number in range(1, 8)]
    answers = answers_of(client, *lines)
    assert [each["id"] for each in answers] == [line["id"] for line in lines]
    assert [each["line"] for each in answers] == [*range(1, 9)]
    assert all(f"Page {number}." in answers[number]["result"]["text"] for number in range(1, 8))
    assert answers[0]["outcome"] == "empty" and answers[1]["outcome"] == "content"


def test_a_line_in_another_format(client):
    """A format that is not JSON stands in a line as text."""
    (answer,) = answers_of(client, {"html": PAGE, "options": {"format": "markdown"}})
    assert answer["format"] == "markdown" and answer["result"] == extract(PAGE).markdown


def test_bad_lines_harm_no_other(client):
    """A line that is no JSON, too large, wrong or deadly is an error of its own."""
    large = {"html": "x" * 400_000}
    lines = [
        "nonsense",
        {"html": PAGE},
        "",
        large,
        {"html": PAGE, "options": {"algorithm": "dying"}},
        {"id": 3},
        {"url": "http://127.0.0.1/"},
        {"html": PAGE},
    ]
    answers = answers_of(client, *lines)
    status = [(each["line"], each["error"]["status"] if "error" in each else 200) for each in answers]
    assert status == [(1, 422), (2, 200), (4, 413), (5, 422), (6, 422), (7, 403), (8, 200)]


def test_a_batch_that_is_too_large(client):
    """Beyond the limit of all lines, those before it are answered and the last answer says why there are no more."""
    line = json.dumps({"html": f"<p>{OATS}</p>" * 400}).encode() + b"\n"
    declared = client.post("/extract/batch", content=line * 8)
    assert declared.status_code == 413
    streamed = client.post("/extract/batch", content=iter([line] * 8))
    *good, last = map(json.loads, streamed.text.splitlines())
    assert good and all("result" in each for each in good)
    assert last["error"]["status"] == 413


def test_an_empty_batch(client):
    """No lines, no answers."""
    assert answers_of(client) == []


def test_too_many_batches(client):
    """A batch too many is refused at once."""
    lines = [{"html": PAGE, "options": {"algorithm": "napping"}}] * 4
    with ThreadPoolExecutor(6) as threads:
        body = "\n".join(map(json.dumps, lines))
        batches = [threads.submit(client.post, "/extract/batch", content=body) for _ in range(6)]
        status = sorted(each.result().status_code for each in batches)
    assert status[:2] == [200, 200] and status[-1] == 503


def test_a_batch_leaves_room_for_single_pages(client):
    """While a batch is worked on, a single page is answered."""
    lines = [{"html": PAGE, "options": {"algorithm": "napping"}}] * 6
    with ThreadPoolExecutor(1) as threads:
        batch = threads.submit(answers_of, client, *lines)
        assert client.post("/extract", params={"algorithm": "bte"}, content=PAGE).status_code == 200
        assert not batch.done()
        assert len(batch.result()) == 6
