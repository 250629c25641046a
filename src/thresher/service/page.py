"""The web page of the service: files next to this module, served with a policy that allows nothing else to load."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import cache
from importlib.resources import files

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from thresher.explain import policy
from thresher.service.settings import Settings

#: Path, file and media type of each part of the page.
FILES = (
    ("/", "page.html", "text/html"),
    ("/page.css", "page.css", "text/css"),
    ("/page.js", "page.js", "text/javascript"),
    ("/sample.html", "sample.html", "text/html"),
)


def add_page(app: FastAPI, settings: Settings) -> None:
    """Let *app* serve the page."""
    for path, name, media_type in FILES:
        app.add_route(path, _serving(_response(name, media_type, settings)), include_in_schema=False)


def _serving(response: Response) -> Callable[[Request], Awaitable[Response]]:
    async def serve(_: Request) -> Response:
        return response

    return serve


def _response(name: str, media_type: str, settings: Settings) -> Response:
    text = files("thresher.service").joinpath(name).read_text(encoding="utf-8")
    facts = {"fetch": settings.fetch, "token": bool(settings.token)}
    for fact, value in facts.items():
        text = text.replace(f"{{{{{fact}}}}}", str(value).lower())
    headers = {"Content-Security-Policy": _page_policy(), "Cache-Control": "no-cache"}
    return Response(text, headers=headers, media_type=media_type)


def report_policy() -> str:
    """The policy of a report in a browser: it may run its own script, isolated from everything else."""
    return f"{policy()}; frame-ancestors 'none'; sandbox allow-scripts allow-downloads"


@cache
def _page_policy() -> str:
    """The policy of the page: its own script and style, requests to its own service, and a report in a frame.

    A frame inherits the policy of the page around it, so what the report may do must be allowed here as well.
    """
    hashes = dict(re.findall(r"(script|style)-src ('[^']+')", policy()))
    return (
        f"default-src 'none'; script-src 'self' {hashes['script']}; style-src 'self' {hashes['style']}; "
        "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
