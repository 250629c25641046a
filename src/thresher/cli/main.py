"""``thresher COMMAND ...``: finds the command, runs it, and turns errors of ours into one sentence and an exit code."""

from __future__ import annotations

import argparse
import io
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
    "train": "thresher.cli.train",
    "cuter": "thresher.cli.cuter",
    "bench": "thresher.cli.bench",
    "annotate": "thresher.cli.annotate",
    "template": "thresher.cli.template",
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
    words = _with_command(list(sys.argv[1:] if argv is None else argv))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a letter is no reason to fail
    arguments = _parser(words).parse_args(words)
    try:
        return _run(arguments)
    except UsageError as error:
        return _complain(error, USAGE)
    except ThresherError as error:
        return _complain(error, FAILURE)
    except BrokenPipeError:
        # Whoever read our output has seen enough; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CONTENT
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else error, FAILURE)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)


def _run(arguments: argparse.Namespace) -> int:
    command: Command = import_module(COMMANDS[arguments.command])
    code = command.run(arguments)
    sys.stdout.flush()  # while a reader that is gone can still be told from a failure
    return code


def _with_command(words: list[str]) -> list[str]:
    """``thresher PAGE`` is short for ``thresher extract PAGE``."""
    if not words and sys.stdin.isatty():
        return ["--help"]
    return words if words and words[0] in (*COMMANDS, "-h", "--help", "--version") else ["extract", *words]


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
    for name, path in COMMANDS.items():
        if words[0] == name or words[0] not in COMMANDS:
            module: Command = import_module(path)
            module.add_arguments(commands.add_parser(name, help=module.HELP, description=module.HELP))
        else:
            commands.add_parser(name)
    return parser


def _complain(error: object, code: int) -> int:
    print(f"thresher: {error}", file=sys.stderr)
    return code
