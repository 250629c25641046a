"""The files of results that the docs are made from: JSON, a part for each benchmark."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from thresher.files import write_whole


def put_part(path: Path, part: str, figures: object) -> None:
    """Put figures into a file of results, beside the parts of other benchmarks."""
    change_part(path, part, lambda _before: figures)


def change_part(path: Path, part: str, new: Callable[[Any], object]) -> None:
    """Make a part of a file of results from what it was, while no other process does; a stop loses nothing."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        # The lock is on the folder, since the file itself is another one after each change.
        fcntl.flock(folder, fcntl.LOCK_EX)
        found = _read(path)
        write_whole(path, json.dumps(found | {part: new(found.get(part))}, indent=1) + "\n")
    finally:
        os.close(folder)


def read_part(path: Path, part: str) -> Any:
    """A part of a file of results; ``None`` where nothing was measured."""
    return _read(path).get(part)


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found
