"""The speed benchmark runs and prints what it promises."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SPEED = Path(__file__).parent.parent.parent / "benchmarks" / "speed.py"


def test_speed(tmp_path):
    """Time, ratio, deciles and memory are printed for every method, the bare parse being 1."""
    pages = [{"id": str(n), "html": f"<p>{'Oats are sown. ' * 30 * n}</p>", "gold_text": ""} for n in range(1, 13)]
    data = tmp_path / "pages.jsonl"
    data.write_text("\n".join(map(json.dumps, pages)))
    words = [str(SPEED), str(data), "--rounds", "1", "--algorithms", "cetd-ds,cectd-ds", "--peers", "turbohtml"]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True, timeout=120)
    times, deciles, memory = done.stdout.split("\n\n")[1:]
    assert "lexbor (bare parse)" in times
    assert "1.00   (1.00 - 1.00)" in times
    for part in (times, deciles, memory):
        assert all(name in part for name in ("cetd-ds", "cectd-ds", "turbohtml"))
    assert "failed" not in memory
