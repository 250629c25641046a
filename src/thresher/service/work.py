"""What a worker process of the service does: a `Job` comes through a pipe, an `Answer` goes back, written out."""

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

#: A value of a method's parameter, as JSON or a query has it.
Value = bool | int | float | str | None

#: A page that a worker reads before it is given one, so that the first client does not pay for imports.
WARM_UP = "<title>Oats</title><p>" + "Oats (燕麦) are sown in <a href=/s>spring</a>. " * 30

#: What a client learns of a failure that is not its own.
INTERNAL_ERROR = "an internal error: the log of the service has it under the id of this request"

#: How far workers give way to the process that talks to clients, which has to refuse at once.
NICENESS = 5

#: A worker that still holds this share of what a page may take, between two pages, is replaced by a fresh one.
WORN = 0.25

#: Options that are kept ready: reading an expression and checking parameters takes its time.
KEPT_OPTIONS = 64


@dataclass(frozen=True)
class Choice:
    """How a page is to be extracted, as a client chose."""

    algorithm: str
    parameters: tuple[tuple[str, Value], ...] = ()
    links: bool = True
    images: bool = True
    front_matter: bool = False


@dataclass(frozen=True)
class Job:
    """A page, and what is to be made of it."""

    body: bytes
    choice: Choice
    format: str = "json"
    task: str = "extract"  #: a name of `TASKS`
    url: str | None = None
    encoding: str | None = None  #: as the sender declared it
    request: str = ""  #: id of the request, for the log


@dataclass(frozen=True)
class Answer:
    """What a client gets: a status of HTTP, and the page as it was written or a sentence about what was wrong."""

    status: int
    body: bytes
    outcome: str = ""  #: what came of the page (`Outcome`)
    is_last: bool = False  #: whether the worker is worn out, and has to be replaced


def serve(connection: Connection, seconds: float, memory: int) -> None:
    """Do jobs until the connection is closed; *seconds* and *memory* are what the owner allows for each."""
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
        return Answer(422, f"the page needs more memory than is allowed ({type(error).__name__})".encode())
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


#: What can be made of a page.
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
