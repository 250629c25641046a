"""`create_app`: the web service itself, a table of what can be asked for and who answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Request
from fastapi import Query as InQuery
from starlette.responses import JSONResponse, Response

from thresher import __version__, algorithms, writers
from thresher.cli.algorithms import method_facts
from thresher.service import described
from thresher.service.asked import Query, read_asked, refuse_large, refuse_packed
from thresher.service.batch import Intake, LineStream, answers
from thresher.service.doorman import Doorman
from thresher.service.formats import BY_ACCEPT, MEDIA_TYPES, accepted
from thresher.service.house import House
from thresher.service.page import add_page, report_policy
from thresher.service.problems import add_handlers, request_id
from thresher.service.settings import Settings
from thresher.service.work import Answer

#: How a client is told what came of its page, where the answer itself does not say it.
OUTCOME_HEADER = "X-Thresher-Outcome"


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service, which starts its workers when it is started."""
    house = House(settings or Settings())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with house.open():
            yield

    app = FastAPI(
        title="thresher",
        version=__version__,
        description=described.SERVICE,
        lifespan=lifespan,
        docs_url=None,  # they load scripts from elsewhere
        redoc_url=None,
    )
    app.add_middleware(Doorman, settings=house.settings, metrics=house.metrics)
    add_handlers(app)
    _add_extraction(app, house)
    _add_facts(app, house)
    add_page(app, house.settings)
    app.openapi = lambda: described.schema(app, house.settings)  # type: ignore[method-assign]
    return app


def _add_extraction(app: FastAPI, house: House) -> None:
    """What takes pages."""

    @app.post("/extract", **described.EXTRACT)
    async def extract(request: Request, query: Annotated[Query, InQuery()]) -> Response:
        with house.pages.passed():
            wanted = query.format or accepted(request.headers.get("accept"))
            asked = await read_asked(request, query, house.settings)
            name = asked.format or _offered(wanted, BY_ACCEPT)
            answer = await house.answer(asked, name, request_id(request))
        return _response(answer, MEDIA_TYPES[name], {OUTCOME_HEADER: answer.outcome})

    @app.post("/extract/batch", **described.BATCH)
    async def batch(request: Request) -> Response:
        refuse_packed(request)
        refuse_large(request, house.settings.max_batch)
        request_name = request_id(request)
        lines = answers(
            Intake(request, house.settings), lambda line: house.line(line, request_name), house.settings.workers
        )
        return LineStream(house.batches, lines)

    @app.post("/explain", **described.EXPLAIN)
    async def explain(request: Request, query: Annotated[Query, InQuery()]) -> Response:
        offered = {"html": "text/html"}
        with house.pages.passed():
            name = _offered(accepted(request.headers.get("accept"), offered), offered)
            asked = await read_asked(request, query, house.settings)
            answer = await house.answer(asked, name, request_id(request), "explain")
        return _response(answer, "text/html", {"Content-Security-Policy": report_policy()})


def _add_facts(app: FastAPI, house: House) -> None:
    """What tells about the service."""
    methods = [method_facts(name) | {"is_default": name == algorithms.DEFAULT} for name in algorithms.names()]
    formats = [_format_facts(name, media_type) for name, media_type in MEDIA_TYPES.items()]

    @app.get("/algorithms", **described.ALGORITHMS)
    async def list_algorithms() -> Response:
        return JSONResponse(methods)

    @app.get("/formats", **described.FORMATS)
    async def list_formats() -> Response:
        return JSONResponse(formats)

    @app.get("/health", **described.HEALTH)
    async def health() -> Response:
        is_well = house.pool.ready > 0
        return JSONResponse({"status": "ok" if is_well else "no workers"}, 200 if is_well else 503)

    @app.get("/metrics", **described.METRICS)
    async def metrics() -> Response:
        return house.metrics.answer()


def _offered(name: str | None, offered: dict[str, str]) -> str:
    """The format that was agreed upon, or what the client is told instead."""
    if name is None:
        raise HTTPException(406, f"this is answered as {', '.join(offered.values())}")
    return name


def _response(answer: Answer, media_type: str, headers: dict[str, str]) -> Response:
    is_text = media_type.startswith("text/")
    charset = "" if is_text or media_type == "application/json" else "; charset=utf-8"
    return Response(answer.body, headers=headers | {"Vary": "Accept"}, media_type=media_type + charset)


def _format_facts(name: str, media_type: str) -> dict[str, Any]:
    writer = type(writers.create(name))
    about = (writer.__doc__ or "").strip().partition("\n")[0]
    return {"name": name, "media_type": media_type, "summary": about, "by_accept": name in BY_ACCEPT}
