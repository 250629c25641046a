"""The benchmark of the service runs, in a short form; its malformed requests are the ones that CI sends as well."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import PAGE

pytestmark = pytest.mark.xdist_group("service")

BENCHMARK = Path(__file__).parent.parent.parent / "benchmarks" / "service.py"


def test_short_form(tmp_path):
    """No malformed request is an error of ours."""
    data = tmp_path / "pages.jsonl"
    data.write_text("\n".join(json.dumps({"id": str(n), "html": PAGE * n, "gold_text": ""}) for n in range(1, 9)))
    short = ["--only", "malformed", "--requests", "300"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, str(BENCHMARK), str(data), *short],
        capture_output=True,
        text=True,
        timeout=300,
        env=environment,
        check=False,
    )
    figures = {line[:38].strip(): float(line[38:].split()[0]) for line in done.stdout.splitlines()}
    assert len(figures) == 3, done.stderr
    assert not any(figures.values()), done.stdout
