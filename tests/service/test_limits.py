"""Limits: one bad page costs its own answer and no other, and too many requests are refused at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from .conftest import PAGE, wait_for

pytestmark = pytest.mark.xdist_group("service")


def post(client, algorithm):
    return client.post("/extract", params={"algorithm": algorithm}, content=PAGE)


def lost(client, cause):
    """How many workers were lost by that cause."""
    figure = f'thresher_workers_lost_total{{cause="{cause}"}} '
    lines = client.get("/metrics").text.splitlines()
    return sum(float(line.removeprefix(figure)) for line in lines if line.startswith(figure))


@pytest.fixture(autouse=True)
def workers(client):
    """All workers are there when a test begins."""
    wait_for(client, "thresher_workers 2.0")


@pytest.mark.parametrize(
    ("algorithm", "status", "sentence", "cause"),
    [
        ("hanging", 408, "not extracted within 5 s", "timeout"),
        ("dying", 422, "ended with code 7", "crashed"),
        ("eating", 422, "more memory than allowed", None),
        ("keeping", 200, "", "worn"),
        ("failing", 500, "an internal error", None),
    ],
)
def test_a_bad_page_is_answered_alone(client, algorithm, status, sentence, cause):
    """A page that hangs, crashes or eats memory is told so, others are answered meanwhile, its worker is replaced."""
    before = lost(client, cause)
    with ThreadPoolExecutor(1) as threads:
        bad = threads.submit(post, client, algorithm)
        assert post(client, "bte").status_code == 200
        answer = bad.result()
    assert answer.status_code == status
    if status != 200:
        assert sentence in answer.json()["detail"]
        assert "secret" not in answer.text
    if cause:
        wait_for(client, "thresher_workers 2.0")
        assert lost(client, cause) == before + 1
    assert post(client, "bte").status_code == 200


def test_overload_is_refused_at_once(client, held):
    """With every place taken, one more is told to come again before any place is free; afterwards there is room."""
    with ThreadPoolExecutor(4) as threads:
        with held():
            waiting = [threads.submit(post, client, "waiting") for _ in range(4)]
            wait_for(client, "thresher_requests_inside 4.0")
            refused = post(client, "bte")
        # Had it waited for a place, those inside would have come to the end of their time.
        assert [each.result().status_code for each in waiting] == [200] * 4
    assert refused.status_code == 503 and refused.headers["retry-after"] == "1"
    assert post(client, "bte").status_code == 200
