"""The configuration file: options of commands that apply unless the command line overrides them.

A TOML file with a table for each command, with the command's options as keys, without their dashes:

    [extract]
    algorithm = "cectd-ds"
    no-images = true

    [serve]
    port = 8080

Its options are inserted before those on the command line, so that they are checked in the same way and overridden.
"""

from __future__ import annotations

import argparse
import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from thresher.cli.parsing import commands_of
from thresher.errors import UnknownName, UsageError

#: Environment variable that names another file; if it is empty, no file is used.
VARIABLE = "THRESHER_CONFIG"


def find() -> Path | None:
    """The configuration file: the one in the environment, or in the current folder, or in the user's folder."""
    if (named := os.environ.get(VARIABLE)) is not None:
        return Path(named) if named else None
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    places = (Path("thresher.toml"), home / "thresher" / "config.toml")
    return next((place for place in places if place.is_file()), None)


def load(path: Path, commands: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The file's tables by command."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read the configuration {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"the configuration {path} is not TOML: it is not UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"the configuration {path} is not valid TOML: {error}") from error
    for name, table in tables.items():
        if name not in commands:
            raise UnknownName(f"command in {path}", name, commands)
        if not isinstance(table, dict):
            raise UsageError(f"{path}: {name} is not a table; write [{name}] above its options")
    return tables


def with_defaults(words: list[str], table: Mapping[str, Any], parser: argparse.ArgumentParser) -> list[str]:
    """The words of a command line, with the options in its command's table inserted before the given ones.

    If a command has subcommands, such as ``store list``, an option applies to those that have it.

    >>> parser = argparse.ArgumentParser()
    >>> _ = parser.add_subparsers().add_parser("serve").add_argument("--port", type=int)
    >>> with_defaults(["serve", "--port=81"], {"port": 80}, parser)
    ['serve', '--port=80', '--port=81']
    """
    command = commands_of(parser)[words[0]]
    inner = commands_of(command)
    place = 1 if len(words) > 1 and words[1] in inner else 0
    here = _options_of(inner[words[1]] if place else command)
    known = {name for each in (command, *inner.values()) for name in _options_of(each)}
    found: list[str] = []
    for name, value in table.items():
        if name not in known:
            raise UnknownName("option in the configuration", name, (name for name in known if len(name) > 1))
        if name in here:
            found += _words_of(f"--{name}", value, takes_value=here[name].nargs != 0)
    return [*words[: place + 1], *found, *words[place + 1 :]]


def _options_of(parser: argparse.ArgumentParser) -> dict[str, argparse.Action]:
    """A command's options, by name without dashes."""
    return {name.lstrip("-"): action for action in parser._actions for name in action.option_strings}


def _words_of(option: str, value: object, *, takes_value: bool) -> Iterator[str]:
    """One option in the file as words of a command line."""
    if not takes_value:
        if not isinstance(value, bool):
            raise UsageError(f"{option.lstrip('-')} in the configuration must be true or false, not {value!r}")
        yield from [option] if value else []
        return
    for each in value if isinstance(value, list) else [value]:
        yield f"{option}={each}"
