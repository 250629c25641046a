"""The OpenAPI description of the service: every path with its input and output."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from thresher.service.formats import BY_ACCEPT
from thresher.service.problems import MEDIA_TYPE as PROBLEM_TYPE
from thresher.service.problems import Problem
from thresher.service.requests import BatchLine, PageRequest
from thresher.service.settings import Settings

#: Facts about a path, in the form that FastAPI accepts.
Facts = dict[Any, Any]

SERVICE = """Extracts the content of web pages, without menus, advertisements and notices.

Send a page to `/extract`; `Accept` chooses the format.
Every error is `application/problem+json` with a sentence in `detail`;
if the service is busy, `Retry-After` says when to try again.
"""

#: The errors of all paths that accept a page, and their causes.
_WRONG = {
    400: "the request was cut off, or is not HTTP",
    401: "no token, or a wrong one",
    403: "a URL that is not fetched: fetching is off, or the host is not on the public internet",
    406: "no format that `Accept` allows",
    408: "the body did not arrive, or the page was not extracted, in time",
    413: "the page is larger than allowed",
    415: "the body is neither a page nor JSON, or it is compressed",
    421: "the service has no token, and the request names a host that is not this machine",
    422: "an unknown option, or a page that cannot be read",
    500: "an internal error, logged with the id of the request",
    501: "an optional part that is not installed on the server",
    502: "the server at the URL returned no page",
    503: "too many requests at once: try again after `Retry-After` seconds",
}

_OUTCOME = {
    "X-Thresher-Outcome": {"description": "the outcome of the page, such as `content`", "schema": {"type": "string"}}
}
#: Any bytes count as a page, and a wrong line of a batch is answered as such, so the schemas require nothing.
_PAGE = {"text/html": {"schema": {"description": "the page, in any encoding"}}}
_LINES = {"application/jsonl": {"schema": {"description": "lines of JSON, each a `BatchLine`"}}}


def _reference(name: str) -> Facts:
    return {"schema": {"$ref": f"#/components/schemas/{name}"}}


def _problems(*statuses: int) -> Facts:
    content = {PROBLEM_TYPE: _reference("Problem")}
    return {status: {"description": _WRONG[status], "content": content} for status in statuses or _WRONG}


def _path(summary: str, description: str, found: Facts, wrong: Facts, body: Facts | None = None) -> Facts:
    extra = {"openapi_extra": {"requestBody": {"content": body}}} if body else {}
    return {
        "summary": summary,
        "description": description,
        "responses": {200: {"description": "the answer", **found}} | wrong,
        "response_model": None,
    } | extra


def _json(schema: Facts) -> Facts:
    return {"content": {"application/json": {"schema": schema}}}


_TEXT: Facts = {"type": "string"}
_FORMATS: Facts = {
    media_type: {"schema": {"type": "object"} if name == "json" else _TEXT} for name, media_type in BY_ACCEPT.items()
}

EXTRACT = _path(
    "Extract a page",
    "Extracts the content of a page. The body is the page itself, in any encoding (a charset in `Content-Type` is "
    "a hint), with options in the query; or JSON that includes the options. `Accept` chooses the format "
    f"({', '.join(BY_ACCEPT)}), unless the option `format` names one.",
    {"content": _FORMATS, "headers": _OUTCOME},
    _problems(),
    _PAGE | {"application/json": _reference("PageRequest")},
)
BATCH = _path(
    "Extract many pages",
    "JSON lines in, JSON lines out, in the same order and as soon as they are ready: each has the number of its line, "
    "its `id`, and either `outcome`, `format` and `result`, or `error`. A bad line does not affect the others.",
    {"content": {"application/jsonl": {"schema": _TEXT}}},
    _problems(400, 401, 413, 415, 421, 500, 503),
    _LINES,
)
EXPLAIN = _path(
    "Explain a page",
    "Why each block of a page was kept or dropped, as one HTML file that loads nothing and runs nothing of the page. "
    "Body and options are those of `/extract`.",
    {"content": {"text/html": {"schema": _TEXT}}},
    _problems(),
    _PAGE | {"application/json": _reference("PageRequest")},
)
ALGORITHMS = _path(
    "List the methods",
    "Every method with what it does, its paper and its parameters.",
    _json({"type": "array", "items": {"type": "object", "required": ["name", "summary", "parameters", "is_default"]}}),
    _problems(401, 421),
)
FORMATS = _path(
    "List the formats",
    "Every format with its media type; those that share a media type with another one are requested by name.",
    _json({"type": "array", "items": {"type": "object", "required": ["name", "media_type", "summary", "by_accept"]}}),
    _problems(401, 421),
)
HEALTH = _path(
    "Health check",
    "Whether there are workers; needs no token.",
    _json({"type": "object", "required": ["status"]}),
    {503: {"description": "there are no workers"}} | _problems(421),
)
METRICS = _path(
    "Metrics",
    "Requests, seconds, outcomes and workers, for Prometheus.",
    {"content": {"text/plain": {"schema": _TEXT}}},
    _problems(401, 421),
)


def schema(app: FastAPI, settings: Settings) -> Facts:
    """The OpenAPI description of *app*, created once."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        _add_models(document)
        _drop_validation_errors(document)
        if settings.token:
            document["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
            document["security"] = [{"token": []}]
        app.openapi_schema = document
    return app.openapi_schema


def _add_models(document: Facts) -> None:
    """Add the schemas of bodies, which FastAPI does not know since we parse them ourselves."""
    _, definitions = models_json_schema(
        [(PageRequest, "validation"), (BatchLine, "validation"), (Problem, "validation")],
        ref_template="#/components/schemas/{model}",
    )
    document.setdefault("components", {}).setdefault("schemas", {}).update(definitions["$defs"])


def _drop_validation_errors(document: Facts) -> None:
    """Remove FastAPI's own schemas of errors, since errors are sent as problems."""
    for name in ("HTTPValidationError", "ValidationError"):
        document["components"]["schemas"].pop(name, None)
