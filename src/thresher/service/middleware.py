"""`Middleware`: handles every request and response.

It gives each request an id, refuses those without the token, adds security headers, and writes the log.
"""

from __future__ import annotations

import hmac
import logging
import re
import time
import uuid
from dataclasses import dataclass, field

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from thresher.service.metrics import Metrics
from thresher.service.problems import problem
from thresher.service.settings import Settings, is_loopback
from thresher.service.work import INTERNAL_ERROR

log = logging.getLogger("thresher.service")

#: Paths that need no token: the page, which asks the user for it, and the health check.
OPEN_PATHS = frozenset(["/", "/page.css", "/page.js", "/sample.html", "/health"])

#: Headers of every response that does not set its own: in a browser, it may do nothing.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}

#: A valid id that a client may give to its request.
_CLIENT_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


@dataclass
class _Visit:
    """One request, from its arrival to its response."""

    id: str
    status: int = 0
    sent: int = 0  #: bytes
    begun: float = field(default_factory=time.perf_counter)


class _ClientGone(Exception):  # noqa: N818 - reads as what happened
    """A response cannot be sent any more: the server has closed the connection, or has answered broken HTTP itself."""


class Middleware:
    """Middleware around the whole service."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app, self._settings, self._metrics = app, settings, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request, and its response back."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        visit = _Visit(_request_id(headers))
        scope["request_id"] = visit.id
        outward = _outward(visit, send)
        try:
            refused = self._refused(scope["path"], headers, visit.id)
            await (refused or self._app)(scope, receive, outward)
        except _ClientGone:
            log.info("%s: the client has disconnected", visit.id)
        except Exception:
            log.exception("request %s failed", visit.id)
            if not visit.status:
                await problem(500, INTERNAL_ERROR, visit.id)(scope, receive, outward)
        finally:
            self._note(scope, visit)

    def _refused(self, path: str, headers: Headers, request_id: str) -> Response | None:
        """The response to a request that is not allowed; ``None`` if it is."""
        token = self._settings.token
        if not token:
            # A foreign host name that resolves to this machine (DNS rebinding) would let other sites read responses.
            host = _host(headers.get("host", ""))
            return None if is_loopback(host) else problem(421, "this service answers its own machine only", request_id)
        if path in OPEN_PATHS or _has_token(headers.get("authorization", ""), token):
            return None
        return problem(401, "send the header Authorization: Bearer TOKEN", request_id, {"WWW-Authenticate": "Bearer"})

    def _note(self, scope: Scope, visit: _Visit) -> None:
        """Count a request and log it."""
        seconds = time.perf_counter() - visit.begun
        route = getattr(scope.get("route"), "path", "other")
        self._metrics.requests.labels(route, visit.status).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        # Text from the client is quoted, so that it cannot add lines to the log.
        request_line = ascii(f"{scope['method']} {scope['path'][:200]}")
        log.info("%s %s %d %.1f ms %d bytes", visit.id, request_line, visit.status, seconds * 1000, visit.sent)


def _outward(visit: _Visit, send: Send) -> Send:
    """A `Send` that adds headers to a response and counts its bytes."""

    async def outward(message: Message) -> None:
        if message["type"] == "http.response.start":
            visit.status = message["status"]
            headers = MutableHeaders(scope=message)
            headers["X-Request-Id"] = visit.id
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        visit.sent += len(message.get("body", b""))
        try:
            await send(message)
        except Exception as error:
            raise _ClientGone from error

    return outward


def _has_token(header: str, token: str) -> bool:
    """Whether an ``Authorization`` header contains the token, compared in constant time."""
    scheme, _, shown = header.partition(" ")
    same = hmac.compare_digest(shown.strip().encode(), token.encode())
    return same and scheme.lower() == "bearer"


def _request_id(headers: Headers) -> str:
    """The id of a request: the client's if it is a plain word, otherwise a new one."""
    given = headers.get("x-request-id", "")
    return given if _CLIENT_ID.fullmatch(given) else uuid.uuid4().hex


def _host(header: str) -> str:
    """The host in a ``Host`` header, without its port.

    >>> _host("localhost:8000"), _host("[::1]:8000"), _host("mill.example")
    ('localhost', '::1', 'mill.example')
    """
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.partition(":")[0]
