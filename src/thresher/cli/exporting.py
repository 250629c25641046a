"""Exporting a store to stdout, or to a file that appears when it is complete."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from thresher.cli.main import CONTENT, NOTHING_FOUND
from thresher.cli.messages import many, tell
from thresher.errors import UsageError
from thresher.files import whole_file


def export(arguments: argparse.Namespace, write: Callable[[BinaryIO], int], thing: str) -> int:
    """Write an export to the given output; the exit code says whether there was anything to write."""
    if arguments.output is None and arguments.format == "parquet":
        raise UsageError("Parquet needs a file: --output FILE")
    with _output_file(arguments.output) as out:
        count = write(out)
    tell(many(count, thing))
    return CONTENT if count else NOTHING_FOUND


@contextlib.contextmanager
def _output_file(path: Path | None) -> Iterator[BinaryIO]:
    if path is None:
        yield sys.stdout.buffer
    else:
        with whole_file(path) as draft, draft.open("wb") as out:
            yield out
