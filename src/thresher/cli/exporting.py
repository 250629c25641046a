"""Where the results of a store go: a stream, or a file that gets its name when it is whole."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from thresher.cli.main import CONTENT, NOTHING_FOUND
from thresher.cli.telling import tell
from thresher.errors import UsageError


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
    elif path.exists() and not path.is_file():
        # A pipe or a device is written to: it must not be replaced by a file.
        with path.open("wb") as out:
            yield out
    else:
        with _whole_file(path) as out:
            yield out


@contextlib.contextmanager
def _whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file that gets its name when all is written; errors speak of that name."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as out:
            yield out
        part.replace(path)
    except OSError as error:
        if error.filename == str(part):
            error.filename = str(path)
        raise
    finally:
        part.unlink(missing_ok=True)
