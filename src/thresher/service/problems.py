"""Errors for clients: a JSON object (RFC 9457) with a sentence and the id of the request."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field, ValidationError
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response

MEDIA_TYPE = "application/problem+json"

#: Longer sentences are truncated, since they may quote what the client sent.
MAX_DETAIL = 500


class Problem(BaseModel):
    """An error in the form of RFC 9457."""

    title: str = Field(description="the HTTP status in words")
    status: int = Field(description="the HTTP status")
    detail: str = Field(description="what was wrong, in a sentence")
    request_id: str = Field(description="the id of the request, as in the service's log")


def add_handlers(app: FastAPI) -> None:
    """Let *app* send every error as a problem."""
    app.add_exception_handler(AnyHTTPException, _of_status)
    app.add_exception_handler(RequestValidationError, _of_query)
    app.add_exception_handler(ClientDisconnect, _of_leaving)


def problem(status: int, detail: str, request_id: str, headers: Mapping[str, str] | None = None) -> Response:
    """The response to a failed request."""
    body = json.dumps(problem_values(status, detail, request_id), ensure_ascii=False).encode("utf-8", "replace")
    return Response(body, status, headers, MEDIA_TYPE)


def problem_values(status: int, detail: str, request_id: str) -> dict[str, Any]:
    """A `Problem` as plain values.

    >>> problem_values(406, "no such format", "7f")["title"]
    'Not Acceptable'
    """
    words = HTTPStatus(status).phrase
    return {"title": words, "status": status, "detail": detail[:MAX_DETAIL], "request_id": request_id}


def invalid(error: ValidationError | RequestValidationError) -> HTTPException:
    """The error for a request that does not match its model."""
    found = [(".".join(map(str, each["loc"])), each["msg"]) for each in error.errors()]
    return HTTPException(422, "; ".join(f"{place}: {words}" if place else words for place, words in found))


def request_id(request: Request) -> str:
    """The id that the middleware assigned to a request."""
    name: str = request.scope.get("request_id", "")
    return name


async def _of_status(request: Request, error: Exception) -> Response:
    assert isinstance(error, AnyHTTPException)  # noqa: S101 - it was registered for these
    return problem(error.status_code, error.detail, request_id(request), error.headers)


async def _of_query(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - it was registered for these
    return await _of_status(request, invalid(error))


async def _of_leaving(request: Request, _: Exception) -> Response:
    return problem(400, "the client disconnected before its request was complete", request_id(request))
