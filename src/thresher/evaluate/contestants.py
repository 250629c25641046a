"""Who takes part in a benchmark: methods of ours, with parameters if need be, and peers, all run alike."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from thresher import algorithms, writers
from thresher.errors import UsageError
from thresher.evaluate.peers import peer
from thresher.page import Page

if TYPE_CHECKING:
    from thresher.evaluate.datasets import LabelledPage


@dataclass(frozen=True)
class Contestant:
    """One that takes part, by name: ``cectd-ds``, ``cectd-ds:lam=0.9;no_links=td``, or the name of a peer."""

    name: str
    is_peer: bool = False

    def prepared(self) -> Callable[[Subject], Answer]:
        """What answers for a page; a name or parameter that does not exist is an error now."""
        return _peer_answers(self.name) if self.is_peer else _method_answers(self.name)


@dataclass(frozen=True)
class Answer:
    """The text that a contestant gave, and the CPU seconds that it took from string to text."""

    text: str
    seconds: float
    marked: str | None = None  #: the text with CleanEval's marks, from those who can tell


class Subject:
    """A labelled page, parsed once for all methods of ours."""

    def __init__(self, labelled: LabelledPage, *, marks: bool = False) -> None:
        self.labelled = labelled
        self.marks = marks  #: whether answers with CleanEval's marks are wanted
        start = time.process_time()
        self._page = Page.from_html(labelled.html, labelled.url)
        self.parse_seconds = time.process_time() - start

    def fresh_page(self) -> Page:
        """The parsed page with nothing computed yet, so that no method profits from the one before it."""
        page = replace(self._page)
        page.__dict__["tree"] = replace(self._page.tree)
        return page


def _method_answers(name: str) -> Callable[[Subject], Answer]:
    method = _method(name)

    def answer(subject: Subject) -> Answer:
        page = subject.fresh_page()
        start = time.process_time()
        selection = method.select(page)
        text = writers.create("text").write(selection)
        seconds = subject.parse_seconds + time.process_time() - start
        return Answer(text, seconds, writers.create("cleaneval").write(selection) if subject.marks else None)

    return answer


def _method(name: str) -> algorithms.Algorithm:
    """A method of ours, from its name and the parameters behind it.

    >>> _method("cectd-ds:lam=0.9").lam
    0.9
    """
    plain, _, settings = name.partition(":")
    pairs = [setting.partition("=") for setting in settings.split(";") if setting]
    if bad := [name for name, equals, _ in pairs if not equals]:
        raise UsageError(f"parameters are written NAME=VALUE with ';' between, not {bad[0]!r}")
    return algorithms.create(plain, {key.strip(): value.strip() for key, _, value in pairs})


def _peer_answers(name: str) -> Callable[[Subject], Answer]:
    extract = peer(name).extract

    def answer(subject: Subject) -> Answer:
        start = time.process_time()
        text = extract(subject.labelled) or ""
        seconds = time.process_time() - start
        if not isinstance(text, str):
            raise TypeError(f"the peer gave {type(text).__name__}, not text")
        return Answer(text, seconds)

    return answer
