"""The command line: a table of commands, one file each; results go to stdout, messages to stderr."""

from __future__ import annotations

try:
    from thresher.cli.main import main
except KeyboardInterrupt:
    # Nothing has begun, so there is nothing to tell; 130 is what `main` answers from now on (128 + SIGINT).
    raise SystemExit(130) from None

__all__ = ["main"]
