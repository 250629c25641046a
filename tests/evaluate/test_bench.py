"""The benchmark: all contestants on all pages, whatever they do, and again where it was stopped."""

from __future__ import annotations

import json
import textwrap
from dataclasses import replace

import pytest

from thresher.errors import MissingExtra, UnknownName, UsageError
from thresher.evaluate import bench, peers
from thresher.evaluate.bench import Plan, run, survey
from thresher.evaluate.contestants import Contestant, Subject
from thresher.evaluate.datasets import LabelledPage
from thresher.evaluate.results import FILE, Results
from thresher.evaluate.worker import Job, Started, work

OATS = "Oats are sown in spring and cut in late summer, when the straw is dry. " * 4
PAGE = f"<nav><a href=/>Home</a> <a href=/n>News</a></nav><article><h1>Oats</h1><p>{OATS}</p></article>"

FAKES = """
import os, sys, time

def good(html):
    print("noise that nobody should see")
    return "Oats " + html.partition("<p>")[2].partition("</p>")[0]

def failing(html):
    raise ValueError("cannot read\\nthis page")

def hanging(html):
    if "Oats" in html and "Home" in html:
        time.sleep(60)
    return ""

def dying(html):
    if "Home" in html:
        os._exit(7)
    return ""

def leaving(html):
    sys.exit("bye")

def silent(html):
    return None
"""


@pytest.fixture
def fakes(tmp_path, monkeypatch):
    """Peers of a module that the worker processes import as well."""
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "fakes_for_bench.py").write_text(textwrap.dedent(FAKES))
    monkeypatch.syspath_prepend(tmp_path / "modules")
    return lambda name: Contestant(f"fakes_for_bench:{name}", is_peer=True)


def data_of(folder, count=3):
    path = folder / "mill.jsonl"
    lines = [{"id": str(n), "html": PAGE, "gold_text": f"Oats {OATS}", "page_type": "article"} for n in range(count)]
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


def plan_of(folder, *contestants, count=3, **more):
    return Plan((data_of(folder, count),), contestants, folder / "out", workers=2, time_limit=5, **more)


def rows_of(plan):
    run(plan, survey(plan.data))
    return {(row.method.rpartition(":")[2], row.facts.page): row for row in Results(plan.out).rows(plan.metrics)}


def test_failing_hanging_and_dying_peers_are_rows(tmp_path, fakes):
    """A peer that fails, hangs, kills its process or leaves is a counted row, and everybody else is measured."""
    names = ["good", "failing", "hanging", "dying", "leaving", "silent"]
    plan = plan_of(tmp_path, *map(fakes, names), Contestant("cectd-ds"), count=2)
    rows = rows_of(plan)
    assert len(rows) == 2 * 7
    for page in ("0", "1"):
        status = {method: row.status for (method, number), row in rows.items() if number == page}
        assert status == {
            "good": "ok",
            "failing": "failed",
            "hanging": "timeout",
            "dying": "crashed",
            "leaving": "failed",
            "silent": "empty",
            "cectd-ds": "ok",
        }
    assert rows["good", "0"].scores["words"].value == 1
    assert rows["hanging", "0"].scores["words"].value == 0
    assert rows["failing", "0"].error == "ValueError: cannot read this page"
    assert "within 5 s" in rows["hanging", "0"].error
    assert "code 7" in rows["dying", "0"].error
    assert rows["hanging", "0"].facts.kind == "article"


def test_a_peer_scores_as_its_output_does(tmp_path, fakes):
    """What bench says of a peer is what the metric says of the text that the peer gives."""
    import fakes_for_bench

    from thresher.evaluate.metrics import METRICS

    rows = rows_of(plan_of(tmp_path, fakes("good"), metrics=("words", "lcs", "cleaneval")))
    text = fakes_for_bench.good(PAGE)
    for name, score in rows["good", "1"].scores.items():
        assert score == METRICS[name].score(text, f"Oats {OATS}")


def test_a_second_run_does_nothing(tmp_path):
    """Rows that are there are not made again."""
    plan = plan_of(tmp_path, Contestant("cectd-ds"))
    assert run(plan, survey(plan.data)).done == 3
    assert run(plan, survey(plan.data)).done == 0


def test_a_killed_run_goes_on(tmp_path):
    """A last line that was cut off is dropped and only its row is made again."""
    plan = plan_of(tmp_path, Contestant("cectd-ds"))
    run(plan, survey(plan.data))
    file = plan.out / FILE
    file.write_bytes(file.read_bytes()[:-20])
    assert run(plan, survey(plan.data)).done == 1
    assert len(file.read_text().splitlines()) == 3
    assert all(json.loads(line)["words"] == 1 for line in file.read_text().splitlines())


def test_another_metric_is_added(tmp_path):
    """Asked for one more metric, the rows are made again, and the newer ones count."""
    plan = plan_of(tmp_path, Contestant("cectd-ds"))
    run(plan, survey(plan.data))
    more = replace(plan, metrics=("words", "lcs"))
    assert run(more, survey(plan.data)).done == 3
    assert len(Results(plan.out).rows(more.metrics)) == 3


def test_an_interrupted_run_keeps_its_rows(tmp_path):
    """Rows are on disk as soon as they are made, and no process is left behind."""
    plan = plan_of(tmp_path, Contestant("cectd-ds"), count=6)

    def interrupt(progress):
        if progress.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(plan, survey(plan.data), interrupt)
    assert len(Results(plan.out).rows(plan.metrics)) >= 2
    assert run(plan, survey(plan.data)).done <= 4


def test_limit_spreads_over_a_set(tmp_path):
    """A limit takes pages from all over a set."""
    plan = plan_of(tmp_path, Contestant("cectd-ds"), count=10, limit=3)
    pages = [page.id for page in bench.chosen_pages(plan, survey(plan.data))]
    assert pages == ["0", "4", "7"]


@pytest.mark.parametrize(
    ("contestant", "error"),
    [
        (Contestant("cectd"), UnknownName),
        (Contestant("cectd-ds[lam=-1]"), UsageError),
        (Contestant("union(cectd-ds"), UsageError),
        (Contestant("trafilature", is_peer=True), UnknownName),
        (Contestant("no_such_module:f", is_peer=True), UsageError),
    ],
)
def test_wrong_names_are_told_first(tmp_path, contestant, error):
    """A name or parameter that does not exist is an error before any page is read."""
    with pytest.raises(error):
        plan_of(tmp_path, contestant).check()


def test_a_peer_that_is_not_installed(monkeypatch):
    """A peer that is not there says what to install."""
    absent = replace(peers.PEERS["goose3"], module="no_such_goose")
    monkeypatch.setitem(peers.PEERS, "goose3", absent)
    assert "goose3" not in peers.installed()
    assert absent.installed is False
    with pytest.raises(MissingExtra, match=r"thresher\[peers\]"):
        peers.peer("goose3")


def test_no_method_profits_from_the_one_before():
    """Each method gets a page with nothing computed, and the same attributes."""
    subject = Subject(LabelledPage("s", "1", PAGE, ""))
    first, second = subject.fresh_page(), subject.fresh_page()
    assert first.length is not second.length
    assert first.attribute("href") == second.attribute("href")


def test_marks_are_scored_where_they_are_known():
    """The structure metric needs gold with marks and a method that tells them."""
    page = LabelledPage("s", "1", PAGE, f"Oats\n{OATS}", structure=f"<h>Oats\n<p>{OATS}")
    silent = replace(page, structure=None)
    contestants = (Contestant("cectd-ds"), Contestant("turbohtml", is_peer=True))
    ours, peer = (row for row in work(Job(page, contestants), ["structure"]) if hasattr(row, "scores"))
    assert ours.scores["structure"].value == 1
    assert peer.scores["structure"] is None
    *_, row = work(Job(silent, contestants[:1]), ["structure"])
    assert row.scores["structure"] is None


def test_a_worker_says_when_it_begins():
    """The parent is told who is at work before the work, so that it can tell who hangs."""
    page = LabelledPage("s", "1", PAGE, OATS)
    kinds = [type(message).__name__ for message in work(Job(page, (Contestant("cetd-ds"),)), ["words"])]
    assert kinds == ["Facts", "Facts", "Started", "Row"]
    assert Started(Contestant("a")) == Started(Contestant("a"))


def test_progress_for_a_person():
    """Progress tells rate, errors and time left."""
    assert str(bench.Progress(total=10)).startswith("0/10 answers")
