"""Every method reaches its floor on the labelled pages of this repository, scored as the benchmark scores."""

from __future__ import annotations

from pathlib import Path

import pytest

from thresher import algorithms
from thresher.errors import UsageError
from thresher.evaluate import floors
from thresher.evaluate.datasets import Problems, read
from thresher.evaluate.floors import Floor

TESTS = Path(__file__).parent.parent
FLOORS = floors.read_floors(TESTS / "floors.json")
FOLDERS = floors.folders(TESTS / "labelled")
HELP = "run scripts/floors.py --raise (with --allow-lower and a reason, if a method shall be allowed to get worse)"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("name", algorithms.names())
def test_method_reaches_its_floor(name, folder):
    """No method gets worse without somebody saying so."""
    floor = FLOORS[folder.name].methods.get(name)
    assert floor is not None, f"{name} has no floor on {folder.name}: {HELP}"
    assert floors.measure(name, folder) >= floor - 1e-9, HELP


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_pages_are_those_of_the_floors(folder):
    """Floors are not met by making the pages easier."""
    assert FLOORS[folder.name].digest == floors.digest(folder), HELP


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_labelled_pages_can_be_read(folder):
    """All labelled pages have gold text, facts that can be read, and nothing left over."""
    problems = Problems()
    pages = list(read([folder], problems))
    assert not list(problems)
    assert all(page.gold.strip() and page.language for page in pages)


def test_a_digest_sees_every_change(tmp_path):
    """Another word in a page or its gold text is another digest."""
    (tmp_path / "a.html").write_text("<p>Oats")
    (tmp_path / "a.txt").write_text("Oats")
    first = floors.digest(tmp_path)
    (tmp_path / "a.txt").write_text("Rye")
    assert floors.digest(tmp_path) != first


def test_lowering_needs_a_word():
    """A floor rises freely and falls only when that is allowed."""
    old = {"general": Floor("x", {"bte": 0.8, "gone": 0.5})}
    better = {"general": Floor("x", {"bte": 0.9, "gone": 0.5, "new": 0.1})}
    worse = {"general": Floor("x", {"bte": 0.7, "gone": 0.5})}
    assert floors.updated(old, better, allow_lower=False) == better
    with pytest.raises(UsageError, match=r"general bte: 0.8 -> 0.7"):
        floors.updated(old, worse, allow_lower=False)
    with pytest.raises(UsageError, match="gone"):
        floors.updated(old, {"general": Floor("x", {"bte": 0.8})}, allow_lower=False)
    assert floors.updated(old, worse, allow_lower=True) == worse


def test_floors_are_kept(tmp_path):
    """Floors are read back as they were written, and an absent file has none."""
    path = tmp_path / "floors.json"
    assert floors.read_floors(path) == {}
    kept = {"general": Floor("x", {"bte": 0.8})}
    floors.write_floors(path, kept)
    assert floors.read_floors(path) == kept
