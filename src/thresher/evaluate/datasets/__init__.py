"""Labelled pages: reading gold text in any of the forms in which it is published."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from thresher.errors import InputError
from thresher.evaluate.datasets.folder import read_folder
from thresher.evaluate.datasets.jsonlines import ENDINGS, SetFacts, read_json_lines, set_facts
from thresher.evaluate.datasets.layouts import (
    is_aeb,
    is_cleaneval,
    is_wcxb,
    read_aeb,
    read_cleaneval,
    read_wcxb,
)
from thresher.evaluate.datasets.page import LabelledPage, Post, Problem, Problems

__all__ = ["LabelledPage", "Post", "Problem", "Problems", "SetFacts", "read", "set_facts"]

Reader: TypeAlias = Callable[[Path, Problems], Iterator[LabelledPage]]

#: For each layout of a folder, how to recognise it and how to read it; the first match wins.
LAYOUTS: tuple[tuple[Callable[[Path], bool], Reader], ...] = (
    (is_aeb, read_aeb),
    (is_wcxb, read_wcxb),
    (is_cleaneval, read_cleaneval),
)


def read(paths: Iterable[Path], problems: Problems) -> Iterator[LabelledPage]:
    """The labelled pages of files and folders, in order; unusable records are added to *problems*."""
    for path in paths:
        if path.is_dir():
            yield from _read_directory(path, problems)
        elif not path.is_file():
            raise InputError(f"no such data: {path}")
        elif path.name.endswith(ENDINGS):
            yield from read_json_lines(path, problems)
        else:
            raise InputError(f"{path} is not a data set: it must be a folder, or end in {', '.join(ENDINGS)}")


def _read_directory(folder: Path, problems: Problems) -> Iterator[LabelledPage]:
    files = sorted(file for file in folder.iterdir() if file.name.endswith(ENDINGS))
    parts = [part for part in sorted(folder.iterdir()) if part.is_dir() and is_wcxb(part)]
    if files:
        for file in files:
            yield from read_json_lines(file, problems)
    elif parts:
        for part in parts:
            yield from read_wcxb(part, problems)
    else:
        reader = next((reader for fits, reader in LAYOUTS if fits(folder)), read_folder)
        yield from reader(folder, problems)
