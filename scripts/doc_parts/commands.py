"""The manual of every command, on one page of the docs site; a hook of mkdocs, named in mkdocs.yml."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from thresher.cli.main import COMMANDS, parser_of
from thresher.cli.parsing import commands_of

if TYPE_CHECKING:
    from argparse import ArgumentParser

#: What is replaced, on docs/commands.md.
PLACE = "<!-- commands -->"
WIDTH = "80"


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The page with the manuals, where it has a place for them."""
    return markdown.replace(PLACE, manuals()) if PLACE in markdown else markdown


def manuals() -> str:
    """What ``thresher COMMAND --help`` prints, for each command under a heading."""
    os.environ["COLUMNS"] = WIDTH
    parsers = commands_of(parser_of(COMMANDS))
    return "\n\n".join(f"## {name}\n\n```text\n{_in_full(parser)}```" for name, parser in parsers.items())


def _in_full(parser: ArgumentParser) -> str:
    """The help of a command, and of its own commands."""
    return "\n".join(each.format_help() for each in (parser, *commands_of(parser).values()))
