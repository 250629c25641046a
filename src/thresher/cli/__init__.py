"""The command line: a table of commands, one file each; results go to stdout, messages to stderr."""

from __future__ import annotations

from thresher.cli.main import main

__all__ = ["main"]
