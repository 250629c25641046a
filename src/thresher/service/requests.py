"""Requests of clients: options, and a page in the body as raw HTML or as JSON."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from email.message import Message
from typing import Annotated, Self, TypeVar

from fastapi import HTTPException, Request
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from thresher.algorithms import DEFAULT
from thresher.errors import UnknownName, UsageError
from thresher.options import POLICIES, assignment
from thresher.service.formats import MEDIA_TYPES
from thresher.service.problems import invalid
from thresher.service.settings import Settings
from thresher.service.work import Choice, Value

#: Maximum characters of an expression and of a URL.
MAX_ALGORITHM, MAX_URL = 1000, 4000

#: Media types that are read as pages; curl sends the last one by default.
PAGES = ("application/xhtml+xml", "application/xml", "application/octet-stream", "application/x-www-form-urlencoded")


def _known(name: str) -> str:
    if name not in MEDIA_TYPES:
        raise ValueError(str(UnknownName("format", name, MEDIA_TYPES)))
    return name


Format = Annotated[str, AfterValidator(_known), Field(json_schema_extra={"enum": [*MEDIA_TYPES]})]
Address = Annotated[str, Field(max_length=MAX_URL)]


class _Options(BaseModel):
    """Options that are common to requests with a page and requests with JSON."""

    model_config = ConfigDict(extra="forbid")

    algorithm: str = Field(
        default=DEFAULT,
        max_length=MAX_ALGORITHM,
        description="name of a method, or an expression such as `union(bte, cetr)`",
    )
    favor: str | None = Field(default=None, description="what to prefer: precision, balanced or recall")
    headline: bool | None = Field(default=None, description="whether the headline above the text is part of it")
    captions: bool | None = Field(default=None, description="whether captions of pictures are part of the text")
    comments: bool | None = Field(default=None, description="whether readers' comments are part of an article's text")
    quotes: bool | None = Field(default=None, description="whether quoted text is part of the text")
    links: bool = Field(default=True, description="keep links in Markdown and HTML")
    images: bool = Field(default=True, description="keep images in Markdown and HTML")
    front_matter: bool = Field(default=False, description="write the page's metadata before its Markdown, as YAML")
    format: Format | None = Field(default=None, description="name of a format; overrides `Accept`")

    def choice_of(self, parameters: Iterable[tuple[str, Value]]) -> Choice:
        """How to extract the page, including further parameters of the method."""
        given = {name: getattr(self, name) for name in POLICIES if getattr(self, name) is not None} | dict(parameters)
        return Choice(self.algorithm, tuple(given.items()), self.links, self.images, self.front_matter)


class Query(_Options):
    """Options in the query of a URL, for a body that is a page."""

    set: list[str] = Field(default=[], description="parameters of the method, each as `NAME=VALUE`")
    url: Address | None = Field(default=None, description="URL of the page, for its relative links")

    @property
    def choice(self) -> Choice:
        """How to extract the page."""
        return self.choice_of(map(_assignment, self.set))


class JsonOptions(_Options):
    """Options in a JSON body."""

    parameters: dict[str, Value] = Field(default={}, description="parameters of the method")

    @property
    def choice(self) -> Choice:
        """How to extract the page."""
        return self.choice_of(self.parameters.items())


class PageRequest(BaseModel):
    """A page as JSON: its HTML, or the URL to fetch it from."""

    model_config = ConfigDict(extra="forbid")

    html: str | None = Field(default=None, description="the page")
    url: Address | None = Field(default=None, description="URL of the page; it is fetched if `html` is not given")
    options: JsonOptions = Field(default=JsonOptions(), description="how to extract and how to write")

    @model_validator(mode="after")
    def _has_a_page(self) -> Self:
        if self.html is None and self.url is None:
            raise ValueError("neither html nor url is given")
        return self


class BatchLine(PageRequest):
    """A line of a batch: a page, and an id that is returned with its answer."""

    id: str | int | None = Field(default=None, description="the client's own name for the page")


@dataclass(frozen=True)
class Submission:
    """A page that a client sent, in either form; without a body it must be fetched."""

    body: bytes | None
    choice: Choice
    format: str | None
    url: str | None
    encoding: str | None = None

    @classmethod
    def of_json(cls, page: PageRequest) -> Submission:
        """The submission in a JSON request."""
        html = None if page.html is None else page.html.encode()
        return cls(html, page.options.choice, page.options.format, page.url, "utf-8")


Model = TypeVar("Model", bound=BaseModel)


def parsed(model: type[Model], text: bytes) -> Model:
    """An instance of *model* from JSON; an error if it does not match."""
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        raise invalid(error) from None


async def read_submission(request: Request, query: Query, settings: Settings) -> Submission:
    """The submission in a request, with its body read within the limits."""
    content_type = Message()
    content_type["Content-Type"] = request.headers.get("content-type", "text/html")
    name = content_type.get_content_type()
    is_json = name == "application/json"
    if not is_json and not name.startswith("text/") and name not in PAGES:
        raise HTTPException(415, f"the body must be text/html or application/json, not {name}")
    body = await read_body(request, settings)
    if is_json:
        _refuse_options(request)
        return Submission.of_json(parsed(PageRequest, body))
    return Submission(body, query.choice, query.format, query.url, content_type.get_content_charset())


async def read_body(request: Request, settings: Settings) -> bytes:
    """The body of a request, unless it is too large, too slow or compressed."""
    refuse_packed(request)
    refuse_large(request, settings.max_body)
    pieces = bytearray()
    try:
        async with asyncio.timeout(settings.seconds):
            async for piece in request.stream():
                pieces += piece
                if len(pieces) > settings.max_body:
                    raise too_large(settings.max_body)
    except TimeoutError:
        raise HTTPException(408, f"the body did not arrive within {settings.seconds:g} s") from None
    return bytes(pieces)


def _refuse_options(request: Request) -> None:
    """Raise an error if there are options both in the query and in the body."""
    # The model's list of set fields is not used, since older releases of FastAPI set all of them.
    if twice := request.query_params.keys() & Query.model_fields.keys() - {"format"}:
        raise HTTPException(422, f"with a JSON body, options go there, not in the query: {', '.join(sorted(twice))}")


def refuse_packed(request: Request) -> None:
    """Raise an error if the body is compressed, since it could be a decompression bomb."""
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise HTTPException(415, "compressed bodies are not accepted: send it uncompressed")


def refuse_large(request: Request, most: int) -> None:
    """Raise an error if the declared length of the body is too large."""
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > most:
        raise too_large(most)


def too_large(most: int) -> HTTPException:
    """The error for a page that is too large."""
    return HTTPException(413, f"the body is larger than {most:,} bytes")


def _assignment(text: str) -> tuple[str, str]:
    """Name and value of a parameter."""
    try:
        return assignment(text)
    except UsageError as error:
        raise HTTPException(422, str(error)) from None
