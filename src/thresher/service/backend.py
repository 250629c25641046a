"""`Backend`: the parts of a running service, which answer submissions."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import HTTPException

from thresher.service.batch import Line
from thresher.service.fetching import Fetcher
from thresher.service.gate import Gate, busy
from thresher.service.metrics import Metrics
from thresher.service.problems import problem_values
from thresher.service.requests import BatchLine, Submission, parsed
from thresher.service.settings import Settings
from thresher.service.work import Answer, Job, serve
from thresher.worker_pool import WorkerPool
from thresher.workers import TIMEOUT, Lost, Worker


class Backend:
    """Workers, gates, fetcher and metrics of one service."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.pages = Gate(settings.workers + settings.queue, "pages")
        self.batches = Gate(settings.batches, "batches")
        self.pool = WorkerPool(
            partial(Worker, serve, settings.seconds, settings.memory, memory=settings.memory),
            settings.workers,
            on_replaced=lambda cause: self.metrics.lost.labels(cause).inc(),
            is_worn=lambda answer: answer.is_last,
        )
        self._fetcher = Fetcher(settings)
        self.metrics.ready.set_function(lambda: self.pool.ready)
        self.metrics.busy.set_function(lambda: self.pool.busy)
        self.metrics.inside.set_function(lambda: self.pages.inside)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Run workers within the context, and end all of them."""
        try:
            await asyncio.gather(*self.pool.start())
            yield
        finally:
            self._fetcher.stop()
            self.pool.stop()

    async def answer(self, submission: Submission, name: str, request: str, task: str = "extract") -> Answer:
        """A worker's answer to a submission, in the named format; raises `HTTPException` if that fails."""
        body, url, encoding = submission.body, submission.url, submission.encoding
        if body is None:
            fetched = await self._fetcher.get(url or "")
            body, url, encoding = fetched.body, fetched.url, fetched.charset
        job = Job(body, submission.choice, name, task, url, encoding, request)
        seconds = self.settings.seconds
        try:
            reply: Answer | Lost = await self.pool.run(job, seconds, patience=seconds)
        except TimeoutError:
            raise busy(f"no worker was free within {seconds:g} s") from None
        answer = _answer_to_lost(reply, seconds) if isinstance(reply, Lost) else reply
        if answer.status != 200:
            raise HTTPException(answer.status, answer.body.decode())
        if answer.outcome:
            self.metrics.outcomes.labels(answer.outcome).inc()
        return answer

    async def line(self, line: Line, request: str) -> bytes:
        """The answer to a line of a batch, as JSON."""
        known: dict[str, Any] = {"line": line.number}
        try:
            if line.error:
                raise line.error
            page = parsed(BatchLine, line.text)
            known["id"] = page.id
            name = page.options.format or "json"
            answer = await self.answer(Submission.of_json(page), name, request)
        except HTTPException as error:
            known["error"] = problem_values(error.status_code, error.detail, request)
            return json.dumps(known, ensure_ascii=False).encode("utf-8", "replace")
        known |= {"outcome": answer.outcome, "format": name}
        # JSON from the worker is inserted unchanged.
        result = answer.body if name == "json" else json.dumps(answer.body.decode(), ensure_ascii=False).encode()
        return json.dumps(known, ensure_ascii=False).encode()[:-1] + b', "result": ' + result + b"}"


def _answer_to_lost(lost: Lost, seconds: float) -> Answer:
    """The answer for a page on which the worker was lost."""
    if lost.cause == TIMEOUT:
        return Answer(408, f"the page was not extracted within {seconds:g} s".encode())
    return Answer(422, f"the page crashed the process that was extracting it: {lost.reason}".encode())
