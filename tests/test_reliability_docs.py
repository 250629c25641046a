"""The generated parts of docs/reliability.md are those of the kept figures, and say that nothing failed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from thresher import algorithms, writers
from thresher.errors import UnknownName

ROOT = Path(__file__).parent.parent
KEPT, SCALE = (
    json.loads((ROOT / "docs" / name).read_text(encoding="utf-8")) for name in ("reliability.json", "scale.json")
)
TALLY = {"inputs": 1200, "refused": 7, "crashes": 0, "hangs": 1, "slowest": 0.5, "seeds": ["plain 1", "atheris 2"]}
TALLY |= {"since": "2026-11-18"}
PAGE = {"cases": 4, "verdicts": {"answered": 3, "refused": 1}, "bad": ["x"], "seconds": 2.5, "megabytes": 300}
FIGURES = {
    "fuzz": {"date": TALLY, "algorithm:bte": TALLY, "algorithm:auto": TALLY},
    "growth": {"limit": 2.9, "doublings": 2, "ratios": {"format text": {"links": 2.1, "depth": 1.9}}},
    "hard_pages": {
        "seconds": 5,
        "memory": 1 << 30,
        "algorithms": 2,
        "formats": 2,
        "pages": {"empty": PAGE | {"algorithm": "bte", "format": "json"}},
    },
    "kills_feeds": {
        "kills": 20,
        "articles": 5000,
        "feeds": 200,
        "faults": ["9 articles are missing", "1 of 2 copies were noticed"],
    },
    "service": {"lost": {"value": 0.0, "allowed": 0.0, "remark": "of 9"}},
}


def test_page_is_up_to_date(scripts):
    """Made anew, it is as it stands: scripts/make_docs.py."""
    text = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    assert scripts("make_docs").filled(text, "reliability") == text


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("fuzz", "| every method (2) | 2,400 | 14 | 0 | 2 | 0.50 s |"),
        ("fuzz", "| **all** | 3,600 | 21 | 0 | 3 | 0.50 s |"),
        ("fuzz", "Runs by engine: 1 of atheris, 1 of plain; the oldest used the code of 2026-11-18."),
        ("growth", "| format `text` | links | 2.10 |"),
        ("hard pages", "| answered, or refused clearly, within the limits | 75.00% |"),
        ("hard pages", "| empty | 2.50 s | `bte`, json | 300 MB |"),
        ("faults", "| a crawl of feeds | 20 of the run | 5,000 articles of 200 feeds | 2 |"),
        ("load", "| lost | 0 | 0 | of 9 |"),
    ],
)
def test_parts(scripts, tmp_path, part, expected):
    """Each part says what the figures say, and nothing where nothing was measured."""
    reliability = scripts("doc_parts.reliability")
    assert reliability.part(tmp_path, part) == "Not measured yet."
    (tmp_path / "reliability.json").write_text(json.dumps(FIGURES))
    assert expected in reliability.part(tmp_path, part)


def test_an_unknown_part_is_reported(scripts, tmp_path):
    """It is a mistake in a page."""
    with pytest.raises(UnknownName, match="fuzz"):
        scripts("doc_parts.reliability").part(tmp_path, "fuz")


def test_what_is_kept_keeps_the_promise():
    """A million inputs and every hard page without a failure, growth below its limit, no kill that costs anything."""
    tallies = KEPT["fuzz"].values()
    assert sum(tally["inputs"] for tally in tallies) >= 1_000_000
    assert sum(tally["crashes"] + tally["hangs"] for tally in tallies) == 0
    pages = KEPT["hard_pages"]["pages"].values()
    assert len(pages) >= 40 and not [page["bad"] for page in pages if page["bad"]]
    ratios = KEPT["growth"]["ratios"]
    assert max(ratio for each in ratios.values() for ratio in each.values()) <= KEPT["growth"]["limit"]
    named = {f"algorithm {name}" for name in algorithms.names()} | {f"format {name}" for name in writers.FORMATS}
    assert ratios.keys() >= named
    assert KEPT["kills_feeds"]["kills"] >= 20 and KEPT["kills_feeds"]["faults"] == []
    kills = [SCALE["kills_local"], SCALE["kills_ray"]]
    assert not any(each[fault] for each in kills for fault in ("lost", "doubled", "changed"))
