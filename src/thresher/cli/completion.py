"""``thresher completion SHELL``: a script that lets a shell complete our commands and options."""

from __future__ import annotations

import argparse

from thresher.cli.main import COMMANDS, CONTENT, parser_of
from thresher.errors import MissingExtra

EPILOG = """\
examples:
  thresher completion bash > ~/.local/share/bash-completion/completions/thresher
  thresher completion zsh > ~/.zfunc/_thresher
"""
SHELLS = ("bash", "zsh")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("shell", choices=SHELLS, help='in ~/.bashrc: eval "$(thresher completion bash)"')


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    try:
        import shtab
    except ImportError:
        raise MissingExtra("shtab", "completion", "shell completion") from None
    print(shtab.complete(parser_of(COMMANDS), shell=arguments.shell))
    return CONTENT
