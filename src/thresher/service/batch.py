"""A batch: JSON lines in, one line out for each, in order, while more are still arriving."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass

from fastapi import HTTPException, Request
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from thresher.service.gate import Gate
from thresher.service.requests import too_large
from thresher.service.settings import Settings

MEDIA_TYPE = "application/jsonl"


@dataclass(frozen=True)
class Line:
    """A line of a batch, or what was wrong with it."""

    number: int
    text: bytes = b""
    error: HTTPException | None = None


class Splitter:
    r"""Splits pieces into lines as they arrive; a line that is too long is an error, without affecting those after it.

    >>> splitter = Splitter(longest=4)
    >>> [(line.number, line.text) for piece in (b"a\n\nbc", b"d\n") for line in splitter.lines(piece)]
    [(1, b'a'), (3, b'bcd')]
    """

    def __init__(self, longest: int) -> None:
        self._longest, self._rest = longest, bytearray()
        self.number = 0  #: number of complete lines

    def lines(self, piece: bytes) -> Iterator[Line]:
        """The lines that are completed by a piece."""
        *complete, rest = piece.split(b"\n")
        for part in complete:
            self._add(part)
            yield from self.end()
        self._add(rest)

    def end(self) -> Iterator[Line]:
        """The last line, unless it is blank."""
        text, self._rest = bytes(self._rest), bytearray()
        self.number += 1
        if len(text) > self._longest:
            yield Line(self.number, error=too_large(self._longest))
        elif text.strip():
            yield Line(self.number, text)

    def _add(self, part: bytes) -> None:
        # Of a line that is too long, only as much is kept as shows that it is.
        self._rest += part[: self._longest + 1 - len(self._rest)]


class Intake:
    """The lines of a batch, read ahead of the answers, since a client may send all lines before it reads any answer."""

    def __init__(self, request: Request, settings: Settings) -> None:
        self._request, self._settings = request, settings
        self._lines: asyncio.Queue[Line | None] = asyncio.Queue()
        self._is_left = False

    async def run(self) -> None:
        """Read lines until there are no more, then wait for the client to disconnect."""
        try:
            async for line in self._read():
                self._lines.put_nowait(line)
            self._lines.put_nowait(None)
            await self._request.receive()
        except ClientDisconnect:
            self._lines.put_nowait(None)
        self._is_left = True

    async def next(self) -> Line | None:
        """The next line; ``None`` if there is none, or if the client has disconnected."""
        line = await self._lines.get()
        return None if self._is_left else line

    @property
    def is_waiting(self) -> bool:
        """Whether the next line has not arrived yet."""
        return self._lines.empty()

    async def _read(self) -> AsyncIterator[Line]:
        splitter, room, pieces = Splitter(self._settings.max_body), self._settings.max_batch, self._request.stream()
        try:
            while piece := await self._piece(pieces):
                for line in splitter.lines(piece[:room]):
                    yield line
                room -= len(piece)
                if room < 0:
                    raise too_large(self._settings.max_batch)
        except HTTPException as error:
            yield Line(splitter.number + 1, error=error)
        else:
            for line in splitter.end():
                yield line

    async def _piece(self, pieces: AsyncIterator[bytes]) -> bytes:
        """The next piece of the body; empty at its end."""
        try:
            async with asyncio.timeout(self._settings.seconds):
                return await anext(pieces, b"")
        except TimeoutError:
            raise HTTPException(408, f"no line arrived for {self._settings.seconds:g} s") from None


async def answers(
    intake: Intake, answer: Callable[[Line], Awaitable[bytes]], width: int
) -> AsyncGenerator[bytes, None]:
    """The answers to all lines, in order, computing up to *width* of them at a time."""
    reading = asyncio.create_task(intake.run())
    pending: deque[asyncio.Future[bytes]] = deque()
    has_more = True
    try:
        while has_more or pending:
            # A client that waits for the first answer before it sends the next line must get it.
            while has_more and len(pending) < width and not (pending and intake.is_waiting):
                line = await intake.next()
                has_more = line is not None
                if line:
                    pending.append(asyncio.ensure_future(answer(line)))
            if pending:
                yield await pending.popleft() + b"\n"
    finally:
        reading.cancel()
        for task in pending:
            task.cancel()


class LineStream(Response):
    """A response that is sent line by line, as lines become available."""

    media_type = MEDIA_TYPE

    def __init__(self, gate: Gate, lines: AsyncGenerator[bytes, None]) -> None:
        super().__init__()
        del self.headers["content-length"]
        self._gate, self._lines = gate, lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - ASGI
        """Send all lines."""
        with self._gate.passed():
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            try:
                async for line in self._lines:
                    await send({"type": "http.response.body", "body": line, "more_body": True})
            finally:
                await self._lines.aclose()
            await send({"type": "http.response.body", "body": b""})
