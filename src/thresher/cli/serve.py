"""``thresher serve``: extraction over HTTP, with a web page to try it on."""

from __future__ import annotations

import argparse
import os

from thresher.cli.arguments import count, positive, whole
from thresher.cli.main import CONTENT, INTERRUPTED
from thresher.errors import MissingExtra
from thresher.service.settings import Settings

EPILOG = """\
By default, only this machine can reach it. To listen on other addresses it
needs a token, best given as THRESHER_TOKEN. When stopped, it first answers the
requests that are under way.

examples:
  thresher serve
  thresher serve --port 8080 --workers 4 --fetch
  THRESHER_TOKEN=... thresher serve --host 0.0.0.0
  curl --data-binary @page.html http://127.0.0.1:8000/extract
"""
EXIT_CODES = {CONTENT: "stopped by SIGTERM or Ctrl-C", INTERRUPTED: "interrupted while starting"}

#: Environment variable with the token, which keeps it off a command line that others can see.
TOKEN = "THRESHER_TOKEN"  # noqa: S105 - a name

MEGABYTE = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    usual = Settings()
    parser.add_argument("--host", default=usual.host, help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=whole, default=usual.port, help="0: any free port (default: %(default)s)")
    parser.add_argument(
        "--token", help=f"token that clients must send; needed to listen beyond this machine (or {TOKEN})"
    )
    parser.add_argument("--fetch", action="store_true", help="let clients give URLs on the public internet to fetch")
    limits = parser.add_argument_group("limits")
    limits.add_argument(
        "--workers", type=count, default=usual.workers, metavar="N", help="processes (default: all cores)"
    )
    limits.add_argument(
        "--queue", type=whole, default=usual.queue, metavar="N", help="requests that may wait (default: %(default)s)"
    )
    limits.add_argument(
        "--time-limit",
        type=positive,
        default=usual.seconds,
        metavar="S",
        help="seconds for a page (default: %(default)g)",
    )
    limits.add_argument(
        "--max-size",
        type=positive,
        default=usual.max_body / MEGABYTE,
        metavar="MB",
        help="size of a page (default: %(default)g)",
    )
    limits.add_argument(
        "--memory",
        type=positive,
        default=usual.memory / MEGABYTE,
        metavar="MB",
        help="memory that a page may take (default: %(default).0f)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped."""
    settings = settings_of(arguments)
    settings.check()
    try:
        from thresher.service.server import run as serve
    except ModuleNotFoundError as error:
        raise MissingExtra(str(error.name), "service", "thresher serve") from error
    serve(settings)
    return CONTENT


def settings_of(arguments: argparse.Namespace) -> Settings:
    """The settings given by the arguments."""
    return Settings(
        host=arguments.host,
        port=arguments.port,
        token=arguments.token or os.environ.get(TOKEN) or None,
        workers=arguments.workers,
        queue=arguments.queue,
        seconds=arguments.time_limit,
        max_body=int(arguments.max_size * MEGABYTE),
        memory=int(arguments.memory * MEGABYTE),
        fetch=arguments.fetch,
    )
