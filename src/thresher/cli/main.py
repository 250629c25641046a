"""``thresher COMMAND ...``: finds the command, runs it, and turns errors of ours into one sentence and an exit code."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

from thresher.errors import ThresherError, UsageError

#: Exit codes: what a script that calls us can tell apart.
CONTENT, FAILURE, USAGE, NOTHING_FOUND = 0, 1, 2, 3
INTERRUPTED = 128 + signal.SIGINT

#: Name of each command, and the module that has its ``HELP``, ``add_arguments`` and ``run``.
COMMANDS: dict[str, str] = {
    "extract": "thresher.cli.extract",
    "algorithms": "thresher.cli.algorithms",
}


class Command(Protocol):
    """What a module of a command must have."""

    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say which arguments the command takes."""
        ...

    def run(self, arguments: argparse.Namespace) -> int:
        """Do it; the answer is the exit code."""
        ...


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; the answer is the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    arguments = _parser(words).parse_args(_with_command(words))
    try:
        command: Command = import_module(COMMANDS[arguments.command])  # type: ignore[assignment]
        return command.run(arguments)
    except UsageError as error:
        return _complain(error, USAGE)
    except ThresherError as error:
        return _complain(error, FAILURE)
    except BrokenPipeError:
        # Whoever read our output has seen enough; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CONTENT
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)


def _with_command(words: list[str]) -> list[str]:
    """``thresher PAGE`` is short for ``thresher extract PAGE``."""
    first = next((word for word in words if not word.startswith("-") or word == "-"), None)
    if first in COMMANDS or (first is None and {"-h", "--help", "--version"} & set(words)):
        return words
    return ["extract", *words]


def _parser(words: list[str]) -> argparse.ArgumentParser:
    """The parser; only the command that is asked for is imported."""
    from thresher import __version__

    parser = argparse.ArgumentParser(
        prog="thresher",
        description="What a person came for on a web page, without the chaff.",
        epilog="thresher PAGE... is short for thresher extract PAGE...",
    )
    parser.add_argument("--version", action="version", version=f"thresher {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    asked = next((word for word in _with_command(words) if word in COMMANDS), None)
    for name, path in COMMANDS.items():
        if asked in (name, None):
            module: Command = import_module(path)  # type: ignore[assignment]
            module.add_arguments(commands.add_parser(name, help=module.HELP, description=module.HELP))
        else:
            commands.add_parser(name)
    return parser


def _complain(error: object, code: int) -> int:
    print(f"thresher: {error}", file=sys.stderr)
    return code
