"""Engines that know Arrow: the snippets of docs/corpus.md, run as they stand there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pyarrow as pa
import pytest
from crawls import page_of, url_of
from pyarrow import dataset, parquet

PAGE = Path(__file__).parent.parent.parent / "docs" / "corpus.md"
SNIPPETS = dict(re.findall(r"### ([\w ]+)\n\n```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
#: Engines that CI has, and what each needs.
NEEDED = {"DuckDB": "duckdb", "Polars": "polars", "Dask": "dask"}
#: Engines that are large or take a minute to start: they are tested where ALL_ENGINES=1 asks for it.
ASKED_FOR = {"Ray Data": "ray", "Spark": "pyspark", "datatrove": "datatrove"}
TESTED = NEEDED | ASKED_FOR if os.environ.get("ALL_ENGINES") else NEEDED


def test_every_engine_that_is_promised_has_a_snippet():
    """The docs and this test know the same ones."""
    assert set(SNIPPETS) == {*NEEDED, *ASKED_FOR}


@pytest.mark.parametrize("engine", TESTED)
def test_snippet(engine, tmp_path, missing):
    """Six pages in, six rows out, each with its title and text."""
    if find_spec(TESTED[engine]) is None:
        missing(TESTED[engine])
    urls = [url_of(number) for number in range(6)]
    parquet.write_table(pa.table({"html": [page_of(n) for n in range(6)], "url": urls}), tmp_path / "pages.parquet")
    script = tmp_path / "snippet.py"
    script.write_text(SNIPPETS[engine], encoding="utf-8")
    environment = os.environ | {"PYSPARK_PYTHON": sys.executable, "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
    words = [sys.executable, str(script)]
    done = subprocess.run(
        words, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    rows = dataset.dataset(tmp_path / "rows.parquet").to_table().to_pylist()
    assert sorted(row["text"].partition(",")[0] for row in rows) == sorted(_first_words(number) for number in range(6))


def _first_words(number):
    """How the text of a page begins."""
    story = page_of(number).partition("<p>")[2]
    return story.partition(",")[0]
