"""The files of results that the docs are made from: JSON, a part for each benchmark."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any


def keep(path: Path, part: str, figures: object) -> None:
    """Put figures into a file of results, beside what others have put there."""
    change(path, part, lambda _before: figures)


def change(path: Path, part: str, new: Callable[[Any], object]) -> None:
    """Make a part of a file of results from what it was, while nobody else does; nothing is lost by a stop."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        # Until it is closed; the file itself is another one after each change.
        fcntl.flock(folder, fcntl.LOCK_EX)
        found = _read(path)
        aside = path.with_suffix(".new")
        aside.write_text(json.dumps(found | {part: new(found.get(part))}, indent=1) + "\n", encoding="utf-8")
        aside.replace(path)
    finally:
        os.close(folder)


def part_of(path: Path, part: str) -> Any:
    """What a part of a file of results says; ``None`` where nothing was measured."""
    return _read(path).get(part)


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found
