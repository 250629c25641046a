"""Running the service: binds its socket, serves until it is stopped, and finishes pending requests."""

from __future__ import annotations

import logging
import signal
import socket
import sys
from typing import Any

import uvicorn

from thresher.errors import UsageError
from thresher.service.app import create_app
from thresher.service.http import Http
from thresher.service.settings import Settings

log = logging.getLogger("thresher.service")

#: Seconds that an idle connection is kept.
KEEP_ALIVE = 15


def run(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM; pending requests are answered first."""
    settings.check()
    _begin_log()
    with _bound(settings) as listener:
        # Stopping on request is not a failure: uvicorn raises the signal again after it has stopped.
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: None)
        _Server(_config(settings)).run(sockets=[listener])


class _Server(uvicorn.Server):
    """A server that logs its address as soon as it accepts requests."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            for listener in sockets or []:
                _log_address(listener)


def _config(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        create_app(settings),
        http=Http,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=int(2 * settings.seconds) + 1,
        backlog=2 * (settings.queue + settings.workers) + 64,
    )


def _bound(settings: Settings) -> socket.socket:
    """A socket bound to the address of the service."""
    family, address = _address(settings)
    # If the protocol is given explicitly, asyncio sends data immediately; otherwise the body of every response waits
    # until the client's system has acknowledged its header, which takes 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
    except OSError as error:
        listener.close()
        raise UsageError(f"cannot listen on {settings.host}:{settings.port}: {error.strerror}") from error
    return listener


def _address(settings: Settings) -> tuple[int, Any]:
    """Family and address of the socket to bind."""
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise UsageError(f"cannot listen on {settings.host}: {error.strerror}") from error
    return found[0][0], found[0][4]


def _log_address(listener: socket.socket) -> None:
    """Log the address, for people and for scripts that wait for it."""
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    log.info("listening on http://%s:%d/", shown, port)


def _begin_log() -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    # Otherwise it writes a line for any input that is not HTTP.
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
