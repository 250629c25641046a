"""Tests of files that are there whole or not at all."""

from __future__ import annotations

import errno
import os

import pytest

from thresher.files import whole_file, write_whole


def test_work_that_breaks_off_leaves_the_old_file(tmp_path):
    """And nothing beside it."""
    path = tmp_path / "rye.txt"
    path.write_text("old")
    with pytest.raises(ValueError, match="no more"), whole_file(path) as draft:
        draft.write_text("ne")
        raise ValueError("no more")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_told_with_the_name_of_the_file(tmp_path):
    """The system's error has none."""
    path = tmp_path / "rye.txt"
    with pytest.raises(OSError, match="No space") as caught, whole_file(path):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert caught.value.filename == str(path)


def test_errors_speak_of_the_file_and_not_of_its_draft(tmp_path):
    """A folder that is not there."""
    path = tmp_path / "no" / "rye.txt"
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(path, "new")
    assert caught.value.filename == str(path)


def test_errors_of_other_files_keep_their_names(tmp_path):
    """Work may read as well."""
    with pytest.raises(FileNotFoundError) as caught, whole_file(tmp_path / "rye.txt"):
        (tmp_path / "oats.txt").read_text()
    assert caught.value.filename == str(tmp_path / "oats.txt")


def test_a_link_stays_a_link(tmp_path):
    """What it leads to is written."""
    (tmp_path / "old.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("old.txt")
    write_whole(tmp_path / "link.txt", "new")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "old.txt").read_text() == "new"


def test_a_pipe_stays_a_pipe(tmp_path):
    """It is written to, not replaced by a file."""
    os.mkfifo(tmp_path / "pipe")
    with whole_file(tmp_path / "pipe") as draft:
        assert draft == tmp_path / "pipe"
    assert (tmp_path / "pipe").is_fifo()


def test_a_name_of_full_length(tmp_path):
    """The name of the draft is no longer than allowed."""
    path = tmp_path / ("r" * 251 + ".txt")
    write_whole(path, "new")
    assert path.read_text() == "new"
