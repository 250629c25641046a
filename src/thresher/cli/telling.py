"""What a command tells on stderr, beside what it writes: sentences, each behind the name of the program."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

#: Problems that are told one by one; more are only counted.
TOLD_PROBLEMS = 20


def tell(message: object) -> None:
    """Tell a sentence; addresses and names in it may come from a page, which is not to steer the terminal."""
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
    """Tell what is wrong; the answer is the exit code for it."""
    tell(message)
    return code


def tell_problems(problems: Sequence[str]) -> None:
    """Tell problems of which there may be many."""
    for problem in problems[:TOLD_PROBLEMS]:
        tell(problem)
    if len(problems) > TOLD_PROBLEMS:
        tell(f"and {len(problems) - TOLD_PROBLEMS} more problems")
