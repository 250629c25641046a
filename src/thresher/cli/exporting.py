"""Where the results of a store go: a stream, or a file that gets its name when it is whole."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from thresher.cli.main import CONTENT, NOTHING_FOUND
from thresher.cli.telling import tell
from thresher.errors import UsageError
from thresher.files import whole_file


def export(arguments: argparse.Namespace, write: Callable[[BinaryIO], int], things: str) -> int:
    """Have an export written to where the arguments say; the exit code tells whether there was anything."""
    if arguments.output is None and arguments.format == "parquet":
        raise UsageError("Parquet goes to a file: --output FILE")
    with _output_file(arguments.output) as out:
        count = write(out)
    tell(f"{count:,} {things}")
    return CONTENT if count else NOTHING_FOUND


@contextlib.contextmanager
def _output_file(path: Path | None) -> Iterator[BinaryIO]:
    if path is None:
        yield sys.stdout.buffer
    else:
        with whole_file(path) as draft, draft.open("wb") as out:
            yield out
