"""Messages of commands on stderr: sentences after the name of the program, and a progress line."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self, TextIO

#: Control characters other than tabs and ends of lines.
_COMMANDS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
#: The number of problems that are listed individually; further ones are only counted.
MAX_PROBLEMS = 20


def tell(message: object) -> None:
    """Print a sentence on stderr, without control characters: parts of it may come from a page."""
    with even_unread(sys.stderr):
        print(f"thresher: {visible(str(message))}", file=sys.stderr)


def visible(text: str) -> str:
    r"""*text* with each character that a terminal would interpret as a command replaced by a space.

    >>> visible("Rye\n\x1b[31m is back")
    'Rye  [31m is back'
    """
    return "".join(char if char.isprintable() else " " for char in text)


def harmless(text: str) -> str:
    r"""*text* for a terminal: without the control characters that could move its cursor, rename it or colour it.

    >>> harmless("Rye\tis\n\x1b[31m back")
    'Rye\tis\n[31m back'
    """
    return _COMMANDS.sub("", text)


@contextlib.contextmanager
def even_unread(stream: TextIO) -> Iterator[None]:
    """Write to a stream during work that must continue even if its reader closes it."""
    try:
        yield
    except BrokenPipeError:
        silence(stream)


def silence(stream: TextIO) -> None:
    """Discard everything that is still written to a stream."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def open_closed() -> None:
    """Open standard streams that the caller has closed (``>&-``); their output is discarded."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - stays open while the program runs


def complain(message: object, code: int) -> int:
    """Print what is wrong; returns the given exit code."""
    tell(message)
    return code


def many(count: int, thing: str) -> str:
    """A number of things, in words.

    >>> many(1, "page"), many(1200, "new result")
    ('1 page', '1,200 new results')
    """
    return f"{count:,} {thing}{'s' * (count != 1)}"


class LiveLine:
    """A line on stderr that is rewritten in place if it is a terminal; nothing is written to a log file."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()

    def show(self, progress: object) -> None:
        """Replace the text of the line."""
        self._write(str(progress)[: shutil.get_terminal_size().columns - 1])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._write("")

    def _write(self, text: str) -> None:
        if self._is_shown:
            with even_unread(sys.stderr):
                print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def tell_problems(problems: Sequence[str]) -> None:
    """Print problems, up to a limit."""
    for problem in problems[:MAX_PROBLEMS]:
        tell(problem)
    if len(problems) > MAX_PROBLEMS:
        tell(f"and {len(problems) - MAX_PROBLEMS} more problems")
