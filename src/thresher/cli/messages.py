"""Messages of commands, which go to stderr: sentences behind the name of the program, and a line of progress."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self, TextIO

#: Problems that are listed one by one; more are only counted.
TOLD_PROBLEMS = 20


def tell(message: object) -> None:
    """Print a sentence on stderr; addresses and names in it may come from a page, which must not steer the terminal."""
    with even_unread(sys.stderr):
        print(f"thresher: {visible(str(message))}", file=sys.stderr)


def visible(text: str) -> str:
    r"""*text* with a blank for each character that a terminal would take for a command.

    >>> visible("Rye\n\x1b[31m is back")
    'Rye  [31m is back'
    """
    return "".join(char if char.isprintable() else " " for char in text)


@contextlib.contextmanager
def even_unread(stream: TextIO) -> Iterator[None]:
    """Write to a stream in the middle of work that goes on when whoever read it has seen enough."""
    try:
        yield
    except BrokenPipeError:
        silence(stream)


def silence(stream: TextIO) -> None:
    """Let what is still written to a stream go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def open_closed() -> None:
    """Open the standard streams that whoever called us has closed (``>&-``): what goes there is not wanted."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open as long as we run


def complain(message: object, code: int) -> int:
    """Print what is wrong; the answer is the exit code for it."""
    tell(message)
    return code


def many(count: int, thing: str) -> str:
    """So many of a thing.

    >>> many(1, "page"), many(1200, "new result")
    ('1 page', '1,200 new results')
    """
    return f"{count:,} {thing}{'s' * (count != 1)}"


class LiveLine:
    """A line on stderr that is rewritten in place, for a person at a terminal; a log file gets nothing."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()

    def show(self, progress: object) -> None:
        """Put something in the place of what the line said before."""
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
    """Print problems, of which there may be many."""
    for problem in problems[:TOLD_PROBLEMS]:
        tell(problem)
    if len(problems) > TOLD_PROBLEMS:
        tell(f"and {len(problems) - TOLD_PROBLEMS} more problems")
