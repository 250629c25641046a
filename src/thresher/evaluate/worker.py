"""The worker process: contestants answer for a page, and their answers are scored."""

from __future__ import annotations

import logging
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing.connection import Connection
from typing import TypeAlias

from thresher.evaluate.body import body_of
from thresher.evaluate.contestants import Answer, Contestant, Subject
from thresher.evaluate.datasets import LabelledPage
from thresher.evaluate.faults import find_fault
from thresher.evaluate.metrics import Score, metric
from thresher.evaluate.results import EMPTY, FAILED, OK, Facts, Row
from thresher.workers import jobs

#: A page that every contestant processes once before it is measured.
WARM_UP = LabelledPage(
    "", "", f"<html><body><p>{'Oats (燕麦) are sown in <a>spring</a>. ' * 30}</p><ul><li>a</ul></body></html>", None
)
#: Characters of an error that are kept.
MAX_ERROR = 300


@dataclass(frozen=True)
class Job:
    """A page, and the contestants that must answer for it."""

    page: LabelledPage
    contestants: tuple[Contestant, ...]


@dataclass(frozen=True)
class Started:
    """The message that a contestant has started on a page."""

    contestant: Contestant


#: The messages of a worker: the facts of a page, then for each contestant that it has started, and its row.
Message: TypeAlias = Facts | Started | Row


def serve(connection: Connection, metrics: tuple[str, ...]) -> None:
    """Process the jobs received through the connection, until it is closed."""
    _be_quiet()
    # Import the parser and the code that classifies bodies before the first page is measured.
    body_of(Subject(WARM_UP).fresh_page(), "")
    for job in jobs(connection):
        for message in work(job, metrics):
            connection.send(message)


def work(job: Job, metrics: Sequence[str]) -> Iterator[Message]:
    """Let the contestants answer for a page, one after the other."""
    facts = facts_of(job.page)
    yield facts
    subject = Subject(job.page, marks=any(metric(name).marked for name in metrics))
    facts = replace(facts, body=body_of(subject.fresh_page(), job.page.gold or "", job.page.comments))
    yield facts
    for contestant in job.contestants:
        yield Started(contestant)
        yield _row(contestant, subject, facts, metrics)


def facts_of(page: LabelledPage) -> Facts:
    """The facts about a page that are known without parsing it."""
    return Facts(page.set, page.id, page.kind, page.language, page.site, len(page.html))


def _row(contestant: Contestant, subject: Subject, facts: Facts, metrics: Sequence[str]) -> Row:
    try:
        answer = _prepared(contestant)(subject)
    except (Exception, SystemExit) as error:  # noqa: BLE001, RUF100 - any error of a peer becomes a row of the table
        return failed_row(contestant, subject.labelled, facts, metrics, FAILED, f"{type(error).__name__}: {error}")
    gold = subject.labelled.gold or ""
    fault = find_fault(answer.text, gold)
    return Row(
        facts,
        contestant.name,
        contestant.is_peer,
        OK if answer.text.strip() else EMPTY,
        answer.seconds,
        scores_of(answer, subject.labelled, metrics),
        fault=fault.what,
        missing=fault.missing,
        superfluous=fault.superfluous,
    )


def failed_row(
    contestant: Contestant, page: LabelledPage, facts: Facts, metrics: Sequence[str], status: str, error: str
) -> Row:
    """The row of a contestant that gave no answer, which is scored as an empty answer."""
    scores = scores_of(Answer("", 0.0, "" if not contestant.is_peer else None), page, metrics)
    sentence = " ".join(error.split())[:MAX_ERROR]
    return Row(facts, contestant.name, contestant.is_peer, status, None, scores, sentence, fault=status)


def scores_of(answer: Answer, page: LabelledPage, metrics: Sequence[str]) -> dict[str, Score | None]:
    """The answer's score by each metric; ``None`` if there are no marks to compare."""
    scores: dict[str, Score | None] = {}
    for name in metrics:
        each = metric(name)
        if not each.marked:
            scores[name] = each.score(answer.text, page.gold or "")
        elif answer.marked is None or page.structure is None:
            scores[name] = None
        else:
            scores[name] = each.score(answer.marked, page.structure)
    return scores


@cache
def _prepared(contestant: Contestant) -> Callable[[Subject], Answer]:
    """The prepared contestant, after a warm-up, so that its first page does not include the time for imports."""
    answer = contestant.prepared()
    with suppress(Exception):
        answer(Subject(WARM_UP))
    return answer


def _be_quiet() -> None:
    """Suppress the output of peers."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())
