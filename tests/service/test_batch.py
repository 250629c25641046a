"""``POST /extract/batch``: a line for each line, in order, whatever is wrong with some of them."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor, as_completed

import pytest

from thresher import extract

from .conftest import OATS, PAGE, wait_for

pytestmark = pytest.mark.xdist_group("service")


def answers_of(client, *lines):
    body = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    answer = client.post("/extract/batch", content=body)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/jsonl"
    return [json.loads(line) for line in answer.text.splitlines()]


WAITING = {"html": PAGE, "id": 0, "options": {"algorithm": "waiting"}}


def test_every_line_has_its_answer(client, held):
    """Answers come in the order of the lines, with their ids, however long each takes."""
    lines = [WAITING]
    lines += [{"html": f"<p>Page {number}. {OATS}</p>", "id": f"p{number}"} for number in range(1, 8)]
    with ThreadPoolExecutor(1) as threads:
        with held():
            batch = threads.submit(answers_of, client, *lines)
            wait_for(client, "thresher_workers_busy 1.0")
        answers = batch.result()
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


def test_too_many_batches(client, held):
    """A batch too many is refused at once."""
    body = "\n".join([json.dumps(WAITING)] * 4)
    with ThreadPoolExecutor(3) as threads:
        with held():
            batches = [threads.submit(client.post, "/extract/batch", content=body) for _ in range(3)]
            refused = next(as_completed(batches)).result()
        status = sorted(each.result().status_code for each in batches)
    assert refused.status_code == 503 and status == [200, 200, 503]


def test_a_batch_leaves_room_for_single_pages(client, held):
    """A single page that comes while a batch has all workers is next: the batch is not over when it is answered."""
    single = {"params": {"algorithm": "bte"}, "content": PAGE}
    with ThreadPoolExecutor(2) as threads:
        with held():
            batch = threads.submit(answers_of, client, *[WAITING] * 2, *[{"html": PAGE}] * 100)
            wait_for(client, "thresher_workers_busy 2.0")
            answer = threads.submit(client.post, "/extract", **single)
            wait_for(client, "thresher_requests_inside 1.0")
        assert answer.result().status_code == 200
        assert not batch.done()
        assert len(batch.result()) == 102
