"""CLI: the command line. A table of commands, one file each; results go to stdout, messages to stderr."""

from __future__ import annotations

try:
    from thresher.cli.main import main
except KeyboardInterrupt:
    # Nothing has started, so there is nothing to report; later, `main` returns the same code 130 (128 + SIGINT).
    raise SystemExit(130) from None

__all__ = ["main"]
