"""`create_app`: the web service itself, path by path."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Request
from fastapi import Query as InQuery
from starlette.responses import JSONResponse, Response

from thresher import __version__, algorithms, writers
from thresher.algorithms.facts import method_facts
from thresher.service import openapi
from thresher.service.backend import Backend
from thresher.service.batch import Intake, LineStream, answers
from thresher.service.formats import BY_ACCEPT, MEDIA_TYPES, accepted
from thresher.service.middleware import Middleware
from thresher.service.page import add_page, report_policy
from thresher.service.problems import add_handlers, request_id
from thresher.service.requests import Query, read_submission, refuse_large, refuse_packed
from thresher.service.settings import Settings
from thresher.service.work import Answer

#: Header with the outcome of a page, for formats that do not contain it.
OUTCOME_HEADER = "X-Thresher-Outcome"


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service; it starts its workers at startup."""
    backend = Backend(settings or Settings())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with backend.open():
            yield

    app = FastAPI(
        title="thresher",
        version=__version__,
        description=openapi.SERVICE,
        lifespan=lifespan,
        docs_url=None,  # the docs of FastAPI load scripts from elsewhere
        redoc_url=None,
    )
    app.add_middleware(Middleware, settings=backend.settings, metrics=backend.metrics)
    add_handlers(app)
    _add_extraction(app, backend)
    _add_facts(app, backend)
    add_page(app, backend.settings)
    app.openapi = lambda: openapi.schema(app, backend.settings)  # type: ignore[method-assign]
    return app


def _add_extraction(app: FastAPI, backend: Backend) -> None:
    """Add the paths that accept pages."""

    @app.post("/extract", **openapi.EXTRACT)
    async def extract(request: Request, query: Annotated[Query, InQuery()]) -> Response:
        with backend.pages.passed():
            wanted = query.format or accepted(request.headers.get("accept"))
            submission = await read_submission(request, query, backend.settings)
            name = submission.format or _offered(wanted, BY_ACCEPT)
            answer = await backend.answer(submission, name, request_id(request))
        return _response(answer, MEDIA_TYPES[name], {OUTCOME_HEADER: answer.outcome})

    @app.post("/extract/batch", **openapi.BATCH)
    async def batch(request: Request) -> Response:
        refuse_packed(request)
        refuse_large(request, backend.settings.max_batch)
        request_name = request_id(request)
        lines = answers(
            Intake(request, backend.settings), lambda line: backend.line(line, request_name), backend.settings.workers
        )
        return LineStream(backend.batches, lines)

    @app.post("/explain", **openapi.EXPLAIN)
    async def explain(request: Request, query: Annotated[Query, InQuery()]) -> Response:
        offered = {"html": "text/html"}
        with backend.pages.passed():
            name = _offered(accepted(request.headers.get("accept"), offered), offered)
            submission = await read_submission(request, query, backend.settings)
            answer = await backend.answer(submission, name, request_id(request), "explain")
        return _response(answer, "text/html", {"Content-Security-Policy": report_policy()})


def _add_facts(app: FastAPI, backend: Backend) -> None:
    """Add the paths that describe the service."""
    methods = [method_facts(name) | {"is_default": name == algorithms.DEFAULT} for name in algorithms.names()]
    formats = [_format_facts(name, media_type) for name, media_type in MEDIA_TYPES.items()]

    @app.get("/algorithms", **openapi.ALGORITHMS)
    async def list_algorithms() -> Response:
        return JSONResponse(methods)

    @app.get("/formats", **openapi.FORMATS)
    async def list_formats() -> Response:
        return JSONResponse(formats)

    @app.get("/health", **openapi.HEALTH)
    async def health() -> Response:
        is_well = backend.pool.ready > 0
        return JSONResponse({"status": "ok" if is_well else "no workers"}, 200 if is_well else 503)

    @app.get("/metrics", **openapi.METRICS)
    async def metrics() -> Response:
        return backend.metrics.answer()


def _offered(name: str | None, offered: dict[str, str]) -> str:
    """The negotiated format; an error if there is none."""
    if name is None:
        raise HTTPException(406, f"the available types are {', '.join(offered.values())}")
    return name


def _response(answer: Answer, media_type: str, headers: dict[str, str]) -> Response:
    is_text = media_type.startswith("text/")
    charset = "" if is_text or media_type == "application/json" else "; charset=utf-8"
    return Response(answer.body, headers=headers | {"Vary": "Accept"}, media_type=media_type + charset)


def _format_facts(name: str, media_type: str) -> dict[str, Any]:
    writer = type(writers.create(name))
    about = (writer.__doc__ or "").strip().partition("\n")[0]
    return {"name": name, "media_type": media_type, "summary": about, "by_accept": name in BY_ACCEPT}
