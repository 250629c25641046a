"""The worker process of the service: it receives a `Job` through a pipe and sends back an `Answer`."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing.connection import Connection

from thresher.errors import InputError, MissingExtra, UsageError
from thresher.extraction import extract
from thresher.options import Options
from thresher.page import Page
from thresher.workers import address_space, end_in, jobs

#: A value of a method's parameter in JSON or a query.
Value = bool | int | float | str | None

#: A page that a worker extracts before its first job, so that the first client does not wait for imports.
WARM_UP = "<title>Oats</title><p>" + "Oats (燕麦) are sown in <a href=/s>spring</a>. " * 30

#: The message for an error that is not the client's fault.
INTERNAL_ERROR = "an internal error, logged with the id of this request"

#: The niceness of workers, so that the process that talks to clients can refuse requests immediately.
NICENESS = 5

#: A worker that still holds this share of a page's memory limit between two pages is replaced.
WORN = 0.25

#: Number of cached options, since parsing an expression and checking parameters takes time.
KEPT_OPTIONS = 64


@dataclass(frozen=True)
class Choice:
    """How to extract a page, as chosen by a client."""

    algorithm: str
    parameters: tuple[tuple[str, Value], ...] = ()
    links: bool = True
    images: bool = True
    front_matter: bool = False


@dataclass(frozen=True)
class Job:
    """A page, and what to do with it."""

    body: bytes
    choice: Choice
    format: str = "json"
    task: str = "extract"  #: a name of `TASKS`
    url: str | None = None
    encoding: str | None = None  #: as declared by the sender
    request: str = ""  #: id of the request, for the log


@dataclass(frozen=True)
class Answer:
    """The answer for a client: an HTTP status, and the written result or a sentence that says what was wrong."""

    status: int
    body: bytes
    outcome: str = ""  #: the `Outcome` of the page
    is_last: bool = False  #: whether the worker holds too much memory and must be replaced


def serve(connection: Connection, seconds: float, memory: int) -> None:
    """Do jobs until the connection is closed; *seconds* and *memory* are the owner's limits for each."""
    os.nice(NICENESS)
    answered(Job(WARM_UP.encode(), Choice("auto")))
    worn = address_space() + int(WORN * memory)
    connection.send(None)
    for job in jobs(connection):
        end_in(2 * seconds)
        answer = answered(job)
        end_in(0)
        connection.send(replace(answer, is_last=True) if address_space() > worn else answer)


def answered(job: Job) -> Answer:
    """The answer to a job, whatever happens.

    >>> answered(Job(b"<p>Rye", Choice("bted"))).status
    422
    """
    try:
        page = Page.from_html(job.body, job.url, encoding=job.encoding)
        return TASKS[job.task](page, _options(job.choice), job.format)
    except (UsageError, InputError) as error:
        return Answer(422, str(error).encode("utf-8", "replace"))
    except MissingExtra as error:
        return Answer(501, str(error).encode())
    except (MemoryError, RecursionError) as error:
        return Answer(422, f"the page needs more memory than allowed ({type(error).__name__})".encode())
    except Exception:
        logging.getLogger(__name__).exception("request %s failed", job.request)
        return Answer(500, INTERNAL_ERROR.encode())


def _extract(page: Page, options: Options, name: str) -> Answer:
    extraction = extract(page, options=options)
    return _written(extraction.written(name), extraction.outcome.value)


def _explain(page: Page, options: Options, _: str) -> Answer:
    from thresher.explain import report

    return _written(report(page, options=options))


def _written(text: str, outcome: str = "") -> Answer:
    # Lone surrogates can be in a page, but not in UTF-8.
    return Answer(200, text.encode("utf-8", "replace"), outcome)


#: The tasks that a job can name.
TASKS: dict[str, Callable[[Page, Options, str], Answer]] = {"extract": _extract, "explain": _explain}


@lru_cache(maxsize=KEPT_OPTIONS)
def _options(choice: Choice) -> Options:
    return Options(
        choice.algorithm,
        dict(choice.parameters),
        links=choice.links,
        images=choice.images,
        front_matter=choice.front_matter,
    )
