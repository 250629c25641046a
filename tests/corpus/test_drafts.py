"""Drafts: what is on disk is found again, whole frames only, and attempts do not get in each other's way."""

from __future__ import annotations

import pytest

from thresher.corpus import drafts
from thresher.corpus.drafts import Draft, read_draft


def row(number):
    return {"offset": number, "text": f"rye {number}", "outcome": "content"}


@pytest.fixture(autouse=True)
def _small_frames(monkeypatch):
    monkeypatch.setattr(drafts, "FRAME_ROWS", 10)


def offsets(path):
    return [offset for batch in read_draft(path) for offset in batch.column("offset").to_pylist()]


def fill(path, first, last):
    """An attempt that is killed: what it has not flushed is lost."""
    with Draft(path) as draft:
        for number in range(first, last):
            draft.add(row(number))
        return draft.rows


@pytest.mark.parametrize("cut", [0, 1, 7, 200, 10_000_000])
def test_an_attempt_goes_on_behind_the_whole_frames_of_the_last_one(tmp_path, cut):
    """Wherever the last one was cut off."""
    path = tmp_path / "0"
    assert fill(path, 0, 35) == 30
    (attempt,) = tmp_path.iterdir()
    attempt.write_bytes(attempt.read_bytes()[: -cut or None])
    with Draft(path) as draft:
        assert draft.rows in (0, 20, 30)
        for number in range(draft.rows, 42):
            draft.add(row(number))
        draft.finish()
    assert offsets(path) == list(range(42))
    assert [each.name for each in tmp_path.iterdir()] == ["0"]


def test_the_longest_attempt_is_taken(tmp_path):
    """Attempts that do not know of each other."""
    path = tmp_path / "0"
    with Draft(path) as first, Draft(path) as second:
        for number in range(20):
            first.add(row(number))
        for number in range(10):
            second.add(row(number))
        with Draft(path) as third:
            assert third.rows == 20


def test_two_that_finish_both_make_the_same(tmp_path):
    """The last rename wins, and nothing is doubled."""
    path = tmp_path / "0"
    with Draft(path) as first, Draft(path) as second:
        for draft in (first, second):
            for number in range(15):
                draft.add(row(number))
        first.finish()
        with pytest.raises(FileNotFoundError):
            second.finish()
    assert offsets(path) == list(range(15))


def test_a_span_without_pages_is_a_draft_as_well(tmp_path):
    """It has no rows."""
    with Draft(tmp_path / "0") as draft:
        draft.finish()
    assert offsets(tmp_path / "0") == []
