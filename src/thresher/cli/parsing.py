"""`Parser`: parses a command line; an error is one sentence."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import NoReturn

from thresher.errors import UnknownName, UsageError


class Parser(argparse.ArgumentParser):
    """A parser that raises one of our errors where argparse would print its usage and exit.

    >>> Parser(prog="thresher").read(["--formt"])
    Traceback (most recent call last):
    thresher.errors.UnknownName: unknown option '--formt'. Known: --help
    """

    def error(self, message: str) -> NoReturn:
        """Raise `UsageError` with the message."""
        raise UsageError(f"{message}; see {self.prog} --help")

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """The arguments in a list of words; the error for an unknown option suggests a similar one."""
        arguments, unknown = self.parse_known_args(words)
        if unknown and unknown[0].startswith("--"):
            name = unknown[0].partition("=")[0]
            raise UnknownName("option", name, set(_options(self, words)))
        if unknown:
            self.error(f"{' '.join(unknown)}: unexpected")
        return arguments


def commands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parsers of a command's subcommands."""
    tables = (action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return {name: each for table in tables for name, each in table.items()}


def _options(parser: argparse.ArgumentParser, words: Sequence[str]) -> Iterator[str]:
    """The long options of the commands named in the words."""
    commands = commands_of(parser)
    inner = next((commands[word] for word in words if word in commands), None)
    yield from (name for action in parser._actions for name in action.option_strings if name.startswith("--"))
    if inner:
        yield from _options(inner, words)
