"""Runs of a corpus on one machine: nothing is lost and nothing doubled, whatever pages and killers do."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.dataset
import pytest
from crawls import page_of, write_warc

from thresher.corpus.inputs import find_shards
from thresher.corpus.keep import Keep
from thresher.corpus.local import Limits, Local
from thresher.corpus.run import Plan, run, span_jobs
from thresher.corpus.span_job import Settings
from thresher.errors import UnknownName, UsageError
from thresher.options import Options

FAST = Settings(Options(algorithm="cectd-ds", parameters={}))
#: Pages that ask for trouble, and what becomes of them.
TROUBLE = {"HANG": "timeout", "DIE": "crashed", "EAT": "out-of-memory"}


def plan_of(folder, output, **more):
    return Plan((folder,), output, **{"settings": FAST, "workers": 1, **more})


def rows_of(output):
    """All rows of a corpus, as any reader of data sets finds them."""
    return pyarrow.dataset.dataset(output).to_table().to_pylist()


def test_every_page_has_a_row_and_every_shard_a_file(crawl, tmp_path):
    """Ten pages in two shards: ten rows with text in two files; what is no page is counted by its reason."""
    summary = run(plan_of(crawl, tmp_path / "out", workers=2))
    rows = rows_of(tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").glob("*.parquet")) == [
        "a.warc.gz.parquet",
        "b.warc.gz.parquet",
    ]
    assert [row["outcome"] for row in rows] == ["content"] * 10
    assert len({row["text"] for row in rows}) == 10
    assert {row["source"] for row in rows} == {"a.warc.gz", "b.warc.gz"}
    assert summary.pages == 10
    assert summary.no_page == {"type image/png": 2, "HTTP status 404": 2}
    assert json.loads((tmp_path / "out" / "_summary.json").read_text())["outcomes"] == {"content": 10}


def test_finished_shards_are_skipped(crawl, tmp_path):
    """A second run does nothing; with one output gone, it makes that one only."""
    run(plan_of(crawl, tmp_path / "out"))
    before = (tmp_path / "out" / "a.warc.gz.parquet").stat().st_mtime_ns
    (tmp_path / "out" / "b.warc.gz.parquet").unlink()
    summary = run(plan_of(crawl, tmp_path / "out"))
    assert (summary.skipped, summary.pages) == (1, 10)
    assert (tmp_path / "out" / "a.warc.gz.parquet").stat().st_mtime_ns == before
    assert len(rows_of(tmp_path / "out")) == 10


def test_an_input_that_has_changed_is_done_again(crawl, tmp_path):
    """The new rows take the place of the old ones."""
    run(plan_of(crawl, tmp_path / "out"))
    write_warc(crawl / "a.warc.gz", [page_of(number) for number in range(20, 27)])
    summary = run(plan_of(crawl, tmp_path / "out"))
    assert (summary.skipped, summary.pages, len(rows_of(tmp_path / "out"))) == (1, 12, 12)


def test_another_input_of_the_same_name_is_refused(crawl, tmp_path):
    """Its rows would replace those of the first."""
    run(plan_of(crawl, tmp_path / "out"))
    other = tmp_path / "other"
    other.mkdir()
    write_warc(other / "a.warc.gz", [page_of(9)])
    with pytest.raises(UsageError, match="was made from"):
        run(plan_of(other, tmp_path / "out"))


def test_rows_of_other_settings_are_refused_unless_begun_anew(crawl, tmp_path):
    """The error names what differs; --fresh clears away what was made, and nothing else."""
    run(plan_of(crawl, tmp_path / "out"))
    (tmp_path / "out" / "mine.txt").write_text("kept")
    other = plan_of(crawl, tmp_path / "out", settings=Settings(keep=Keep(min_confidence=0.5)))
    with pytest.raises(UsageError, match="algorithm, keep"):
        run(other)
    summary = run(plan_of(crawl, tmp_path / "out", format="jsonl", fresh=True))
    assert summary.pages == 10
    assert sorted(path.name for path in (tmp_path / "out").iterdir() if path.is_file()) == [
        "_summary.json",
        "a.warc.gz.jsonl",
        "b.warc.gz.jsonl",
        "mine.txt",
    ]
    lines = (tmp_path / "out" / "a.warc.gz.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["title"].startswith("The rye")


def test_inputs_and_engines_must_exist(crawl, tmp_path):
    """A folder without pages and an unknown engine are questions of usage."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="the inputs contain no"):
        run(plan_of(tmp_path / "empty", tmp_path / "out"))
    with pytest.raises(UnknownName, match="local"):
        run(plan_of(crawl, tmp_path / "out", engine="locale"))


def test_pages_that_hang_die_or_eat_are_recorded_and_skipped(tmp_path, hostile):
    """Each has a row with its offset and what it did; its neighbours have their text."""
    leads = ["", "HANG", "", "DIE", "EAT", ""]
    (tmp_path / "crawl").mkdir()
    places = write_warc(tmp_path / "crawl" / "a.warc.gz", [page_of(n, lead) for n, lead in enumerate(leads)])
    settings = Settings(Options(algorithm=hostile, parameters={}))
    summary = run(plan_of(tmp_path / "crawl", tmp_path / "out", settings=settings, limits=Limits(seconds=3.0)))
    rows = rows_of(tmp_path / "out")
    assert [row["outcome"] for row in rows] == [TROUBLE.get(lead, "content") for lead in leads]
    assert [row["offset"] for row in rows] == places
    assert rows[1]["reason"] == "no answer within 3 s"
    assert "SIGKILL" in rows[3]["reason"]
    assert all(row["text"] for row, lead in zip(rows, leads, strict=True) if not lead)
    assert not summary.failed


def test_one_large_input_is_worked_on_by_all(tmp_path, monkeypatch):
    """A file in several spans gives one output, with every page once and in order, packed or not."""
    monkeypatch.setattr("thresher.corpus.spans.SPAN_BYTES", 4000)
    (tmp_path / "crawl").mkdir()
    for gzip in (True, False):
        write_warc(tmp_path / "crawl" / f"{gzip}.warc", [page_of(n) for n in range(40)], gzip=gzip)
    plan = plan_of(tmp_path / "crawl", tmp_path / "out", workers=2)
    run(plan)
    for gzip in (True, False):
        urls = [row["url"].rpartition("/")[2] for row in rows_of(tmp_path / "out" / f"{gzip}.warc.parquet")]
        assert urls == [str(number) for number in range(40)]


def test_killed_workers_lose_and_double_nothing(tmp_path, hostile):
    """Workers are killed at random moments; every page has one row with its text in the end."""
    (tmp_path / "crawl").mkdir()
    pages = [page_of(number, "<!--SLOW-->") for number in range(60)]
    write_warc(tmp_path / "crawl" / "a.warc.gz", pages[:30])
    write_warc(tmp_path / "crawl" / "b.warc.gz", pages[30:])
    plan = plan_of(tmp_path / "crawl", tmp_path / "out", settings=Settings(Options(algorithm=hostile, parameters={})))
    dice, kills = random.Random(7), 0  # noqa: S311 - moments, not secrets
    jobs = span_jobs(plan, find_shards(plan.inputs, plan.output))
    with Local(2) as engine:
        killed_at = time.monotonic()

        def kill_now_and_then() -> None:
            nonlocal kills, killed_at
            if kills < 4 and engine.meter.pages > 5 * kills and time.monotonic() > killed_at + 0.3:
                os.kill(dice.choice(engine.processes), signal.SIGKILL)
                kills, killed_at = kills + 1, time.monotonic()

        results = list(engine.run(jobs, kill_now_and_then))
    assert kills == 4
    assert [result.error for result in results] == ["", ""]
    rows = rows_of(tmp_path / "out")
    assert [row["outcome"] for row in rows] == ["content"] * 60
    assert len({(row["source"], row["offset"]) for row in rows}) == 60


KILLED = """
import sys
from pathlib import Path
sys.path.insert(0, {here!r})
if __name__ == "__main__":
    from hostile import Hostile
    from thresher.corpus.run import Plan, run
    from thresher.corpus.span_job import Settings
    from thresher.options import Options
    settings = Settings(Options(algorithm=Hostile(), parameters={{}}))
    print(run(Plan((Path({crawl!r}),), Path({out!r}), settings=settings, workers=2)).outcomes)
"""


def test_a_killed_run_goes_on_where_it_was(tmp_path):
    """After kill -9 of the whole run, twice, and Ctrl-C, the last run finds the rows of the others and doubles none."""
    (tmp_path / "crawl").mkdir()
    write_warc(tmp_path / "crawl" / "a.warc.gz", [page_of(n, "<!--SLOW-->") for n in range(250)])
    code = KILLED.format(here=str(Path(__file__).parent), crawl=str(tmp_path / "crawl"), out=str(tmp_path / "out"))
    script = tmp_path / "run.py"
    script.write_text(code)
    sizes = []
    for how in (signal.SIGKILL, signal.SIGINT, signal.SIGKILL):
        started = subprocess.Popen([sys.executable, str(script)], stderr=subprocess.DEVNULL)
        _wait_for_drafts(tmp_path / "out", sum(sizes[-1:]))
        started.send_signal(how)
        started.wait(timeout=60)
        sizes.append(_drafted(tmp_path / "out"))
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True, timeout=120)
    assert "Counter({'content': 250})" in done.stdout
    assert sizes[0] > 0
    rows = rows_of(tmp_path / "out")
    assert len({row["offset"] for row in rows}) == len(rows) == 250


def _drafted(output):
    return max((file.stat().st_size for file in output.glob("_thresher/drafts/*/0.*")), default=0)


def _wait_for_drafts(output, more_than):
    deadline = time.monotonic() + 60
    while _drafted(output) <= more_than and time.monotonic() < deadline:
        if list(output.glob("*.parquet")):
            return
        time.sleep(0.05)
