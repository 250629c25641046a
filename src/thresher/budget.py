"""Budgets: the best answer within limits of size and time, and a sentence that says what was cut short.

`extract` uses this module if its options set a limit. A page that is too large is cut before it is parsed or read any
further; a method that takes too long is stopped, and a cheap one runs in the time that is left.
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

#: Share of the time limit that the method itself gets; the rest is for its replacement.
METHOD_SHARE = 0.7
#: The replacement for a method that takes too long: linear, and faster than every other method of usable quality.
CHEAP = "cectd-ds"

Result = TypeVar("Result")


class TimeUp(BaseException):
    """Raised in a thread whose time is up; no method catches it by accident."""


def within(seconds: float, work: Callable[[], Result]) -> Result | None:
    """The result of *work*, or ``None`` if it does not finish in time.

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
    """Raises `TimeUp` in a thread, unless the thread has reported that it is done."""

    def __init__(self, thread: int) -> None:
        self._thread = thread
        self._lock = threading.Lock()
        self._done = False

    def now(self) -> None:
        """Stop the thread at its next Python instruction."""
        import ctypes

        with self._lock:
            if not self._done:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(TimeUp))

    def never(self) -> None:
        """Note that the thread is done; it is not stopped after this."""
        with self._lock:
            self._done = True
        for _ in range(2):
            pass  # if the thread was stopped just before, the exception is raised here and not somewhere else


def extract_within(html: str | bytes | Page, url: str | None, options: Options) -> Selection:
    """The selection of a page within the limits of the options; `Selection.degraded` says what was cut short."""
    start = time.perf_counter()
    page, notes = _page_within(html, url, options)
    whole = page
    if options.max_nodes is not None and len(page.tag) > options.max_nodes:
        notes.append(f"only the first {options.max_nodes} of {len(page.tag)} elements were processed")
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
    """The page, made from as much of its source as the options allow."""
    if isinstance(html, Page):
        return html, []
    limit = options.max_chars
    if limit is None or len(html) <= limit:
        return Page.from_html(html, url), []
    unit = "bytes" if isinstance(html, bytes) else "characters"
    return Page.from_html(html[:limit], url), [f"only the first {limit} of {len(html)} {unit} were read"]


def _select_within(method: Algorithm, page: Page, start: float, limit: float) -> tuple[Selection | None, list[str]]:
    """The selection of the method, or else of a cheap one, or ``None``; and notes on what was cut short."""

    def left(share: float) -> float:
        return start + share * limit - time.perf_counter()

    selection = within(left(METHOD_SHARE), lambda: method.select(page))
    if selection is not None:
        return selection, []
    cheap = within(left(1), lambda: create(CHEAP).select(page))
    answer = f"that of {CHEAP}" if cheap is not None else "all visible text"
    return cheap, [f"the method did not finish within {limit:g} s; the result is {answer}"]


def _everything(page: Page) -> Selection:
    """All text that a reader sees, for lack of time to choose."""
    view = page.view(Cleaning())
    return Selection.of_view(view, np.ones(len(view.text), dtype=bool))
