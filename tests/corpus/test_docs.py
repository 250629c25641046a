"""The generated parts of docs/corpus.md and docs/scale.md are those of the code and of the kept figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from thresher.errors import UnknownName

ROOT = Path(__file__).parent.parent.parent
FIGURES = {
    "speed": {
        "algorithm": "auto",
        "pages": 1000,
        "warcs": 2,
        "html_bytes_per_page": 100_000,
        "input_bytes_per_page": 20_000,
        "output_bytes_per_page": 4_000,
        "bare_ms_per_page": 9.0,
        "engine_ms_per_page": 10.0,
        "share_of_bare": 0.9,
        "two_workers_wall": 1.9,
        "two_workers_cpu": 1.95,
        "worker_megabytes": [200.0, 210.0, 211.0, 210.0],
        "load_before": 0.5,
        "cores": 2,
    },
    "kills_local": {"pages": 720, "lost": 0, "doubled": 0, "changed": 0, "kills": {"worker": 12, "run": 8}},
    "templates": {
        "set": "big9",
        "learned": 5,
        "methods": {
            "auto": {"pages": 99, "without": 0.9, "with": 0.91, "difference": 0.01, "low": 0.005, "high": 0.015}
        },
    },
}


@pytest.mark.parametrize("name", ["corpus.md", "scale.md"])
def test_pages_are_up_to_date(scripts, name):
    """Made anew, they are as they stand: scripts/make_docs.py."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert scripts("make_docs").filled(text, "corpus") == text


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("columns", "| `markdown` | string | the same as Markdown |"),
        ("outcomes", "| `timeout` |"),
        ("templates", "| `auto` | 0.9000 | 0.9100 | +0.0100 (+0.0050 to +0.0150) |"),
        ("speed", "| speed of a core, relative to the bare library | 90% |"),
        ("kills", "| local | 720 | 8 of a run, 12 of a worker | 0 | 0 | 0 |"),
        ("million", "| CPU time | 3 core hours |"),
        ("month", "| compressed WARCs to read | 60.0 TB |"),
        ("month", "| tasks | 900,000 of 33 s |"),
    ],
)
def test_parts(scripts, tmp_path, part, expected):
    """Each part says what the code or the figures say, and nothing where nothing was measured."""
    corpora = scripts("doc_parts.corpora")
    (tmp_path / "scale.json").write_text(json.dumps(FIGURES))
    assert expected in corpora.part(tmp_path / "scale.json", part)
    if part in corpora.FROM_FIGURES:
        assert corpora.part(tmp_path / "none.json", part) == "Not measured yet."


def test_an_unknown_part_is_reported(scripts, tmp_path):
    """It is a mistake in a page."""
    with pytest.raises(UnknownName, match="speed"):
        scripts("doc_parts.corpora").part(tmp_path / "scale.json", "sped")
