"""``thresher completion SHELL``: the script with which a shell completes our commands and options."""

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
    """Say which arguments the command takes."""
    parser.add_argument("shell", choices=SHELLS, help='in ~/.bashrc: eval "$(thresher completion bash)"')


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    try:
        import shtab
    except ImportError:
        raise MissingExtra("shtab", "completion", "shell completion") from None
    print(shtab.complete(parser_of(COMMANDS), shell=arguments.shell))
    return CONTENT
