"""The benchmarks of corpora run, on a few pages of ours, and keep what the docs are made from."""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
from pathlib import Path

import pytest
from crawls import page_of, url_of

BENCHMARKS = Path(__file__).parent.parent.parent / "benchmarks"


@pytest.fixture
def data(tmp_path):
    """A folder with a set of the name that the benchmarks read."""
    records = [{"html": page_of(number), "url": url_of(number)} for number in range(40)]
    with lzma.open(tmp_path / "wcxb-dev.jsonl.xz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)
    return tmp_path


def measured(name, data, *words):
    """What a benchmark keeps."""
    results = data / "results.json"
    words = [str(BENCHMARKS / name), str(data), "--algorithm", "cectd-ds", "--results", str(results), *words]
    subprocess.run([sys.executable, *words], check=True, timeout=300, capture_output=True)
    return json.loads(results.read_text())


def test_speed_and_scaling(data):
    """Pages, CPU time of library and worker, memory, two workers against one: of all pages of all WARCs."""
    found = measured("corpus.py", data, "--warcs", "2", "--pages", "30")
    speed, scaling = found["speed"], found["scaling"]
    assert (speed["pages"], speed["warcs"]) == (scaling["pages"], scaling["warcs"]) == (60, 2)
    assert 0 < speed["bare_ms_per_page"] < speed["engine_ms_per_page"]
    assert max(speed["worker_megabytes"]) > 20
    assert 0 < scaling["two_workers_wall"] < 4


def test_kills(data):
    """Two kills of workers or runs cost nothing."""
    figures = measured("corpus_kills.py", data, "--warcs", "2", "--pages", "400", "--kills", "2")["kills_local"]
    assert (figures["pages"], figures["lost"], figures["doubled"], figures["changed"]) == (800, 0, 0, 0)
