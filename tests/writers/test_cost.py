"""The benchmark of formats runs and prints what it promises."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from thresher.writers import FORMATS

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "formats.py"


def test_formats(tmp_path: Path) -> None:
    """Time and ratio are printed for every format, for what some hold of others, and for these without it."""
    pages = [{"id": str(n), "html": f"<p>{'Oats are sown. ' * 30 * n}</p>", "gold_text": ""} for n in range(1, 4)]
    data = tmp_path / "pages.jsonl"
    data.write_text("\n".join(map(json.dumps, pages)))
    words = [sys.executable, str(BENCHMARK), str(data), "--rounds", "1"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=120)
    head, *lines = done.stdout.split("\n\n")[1].splitlines()
    assert "ratio" in head
    names = [line.split("  ")[0] for line in lines]
    own = [f"{name} itself" for name in ("json", "xml", "tei", "csv", "cuter-xml")]
    assert names == ["lexbor (bare parse)", *FORMATS, "facts", "media", *own]
