"""The benchmark of the store runs and prints what it promises."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "store.py"


@pytest.mark.parametrize(("least", "code"), [(1, 0), (10**9, 1)])
def test_benchmark(least, code):
    """Rates of new and of known results and the time of a search are printed; a rate below the least is a failure."""
    words = [sys.executable, str(BENCHMARK), "--records", "60", "--least", str(least)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == code, done.stderr
    new, known, search = done.stdout.splitlines()
    assert "Written(new=60, known=0): " in new and " by the clock, " in new
    assert "Written(new=0, known=60): " in known
    assert " ms a search" in search and "(0.0 results" not in search
