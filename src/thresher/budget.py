"""Budgets: the best answer within limits of size and time, and a sentence about what they cut short.

`extract` comes here when its options have a limit. Size is cut before it costs anything; a method that takes too long
is stopped, and a cheap one answers in the time that is left.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from thresher.algorithms import create
from thresher.page import Cleaning, Page
from thresher.page.view import compact
from thresher.selection import Selection

if TYPE_CHECKING:
    from thresher.algorithms import Algorithm
    from thresher.options import Options

#: Share of the time limit that the method itself gets; the rest is for what answers in its place.
METHOD_SHARE = 0.7
#: What answers in its place: linear, and quicker than every other method that is any good.
CHEAP = "cectd-ds"

Result = TypeVar("Result")


class TimeUp(BaseException):
    """Raised in a thread whose time is up; no method catches it by accident."""


def within(seconds: float, work: Callable[[], Result]) -> Result | None:
    """What *work* returns, or ``None`` where it is not done in time.

    >>> within(60, lambda: "done"), within(0, lambda: "done")
    ('done', None)
    """
    if seconds <= 0:
        return None
    stop = _Stop(threading.get_ident())
    timer = threading.Timer(seconds, stop.now)
    timer.daemon = True
    try:
        timer.start()
        try:
            return work()
        finally:
            stop.never()
            timer.cancel()
    except TimeUp:
        return None


class _Stop:
    """Raises `TimeUp` in a thread, unless that has said that it is done."""

    def __init__(self, thread: int) -> None:
        self._thread = thread
        self._lock = threading.Lock()
        self._done = False

    def now(self) -> None:
        """Stop the thread at its next step of Python."""
        import ctypes

        with self._lock:
            if not self._done:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(TimeUp))

    def never(self) -> None:
        """The thread is done."""
        with self._lock:
            self._done = True
        for _ in range(2):
            pass  # where it was stopped just before, this step raises the exception here and not somewhere else


def extract_within(html: str | bytes | Page, url: str | None, options: Options) -> Selection:
    """The selection of a page within the limits of the options; `Selection.degraded` says what they cut short."""
    start = time.perf_counter()
    page, notes = _page_within(html, url, options)
    whole = page
    if options.max_nodes is not None and len(page.tag) > options.max_nodes:
        notes.append(f"of {len(page.tag)} elements only the first {options.max_nodes} were looked at")
        first = np.arange(len(page.tag)) < options.max_nodes
        page = compact(page, first, first[page.host])
    if options.time_limit is None:
        selection: Selection | None = options.method.select(page)
    else:
        selection, note = _select_within(options.method, page, start, options.time_limit)
        notes += note
    found = selection if selection is not None else _everything(whole)
    return replace(found, degraded="; ".join(notes))


def _page_within(html: str | bytes | Page, url: str | None, options: Options) -> tuple[Page, list[str]]:
    """The page, from no more of its source than the options allow."""
    if isinstance(html, Page):
        return html, []
    limit = options.max_chars
    if limit is None or len(html) <= limit:
        return Page.from_html(html, url), []
    unit = "bytes" if isinstance(html, bytes) else "characters"
    return Page.from_html(html[:limit], url), [f"of {len(html)} {unit} only the first {limit} were read"]


def _select_within(method: Algorithm, page: Page, start: float, limit: float) -> tuple[Selection | None, list[str]]:
    """The method's selection, or that of a cheap method, or none, and what is to be said about it."""

    def left(share: float) -> float:
        return start + share * limit - time.perf_counter()

    selection = within(left(METHOD_SHARE), lambda: method.select(page))
    if selection is not None:
        return selection, []
    cheap = within(left(1), lambda: create(CHEAP).select(page))
    answer = CHEAP if cheap is not None else "all visible text"
    return cheap, [f"the method was not done within {limit:g} s; the answer is {answer}"]


def _everything(page: Page) -> Selection:
    """All text that a reader sees, for lack of time to be choosy."""
    view = page.view(Cleaning())
    return Selection.of_view(view, np.ones(len(view.text), dtype=bool))
