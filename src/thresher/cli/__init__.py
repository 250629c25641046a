"""CLI: the command line. A table of commands, one file each; results go to stdout, messages to stderr."""

from __future__ import annotations

try:
    from thresher.cli.main import main
except KeyboardInterrupt:
    # Nothing has begun, so there is nothing to report; 130 (128 + SIGINT) is what `main` returns from here on.
    raise SystemExit(130) from None

__all__ = ["main"]
