"""The contestants of a benchmark: our methods, optionally with parameters, and peers, all run in the same way."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from thresher import algorithms, writers
from thresher.evaluate.peers import peer
from thresher.page import Page

if TYPE_CHECKING:
    from thresher.evaluate.datasets import LabelledPage


@dataclass(frozen=True)
class Contestant:
    """A participant, by name: a method, an expression such as ``cectd-ds[lam=0.9]``, or a peer."""

    name: str
    is_peer: bool = False

    def prepared(self) -> Callable[[Subject], Answer]:
        """A function that answers for a page; unknown names and parameters raise an error here."""
        return _peer_answers(self.name) if self.is_peer else _method_answers(self.name)


@dataclass(frozen=True)
class Answer:
    """The text that a contestant extracted, and the CPU seconds that it took from string to text."""

    text: str
    seconds: float
    marked: str | None = None  #: the text with CleanEval's marks, from contestants that provide them


class Subject:
    """A labelled page, parsed once for all our methods."""

    def __init__(self, labelled: LabelledPage, *, marks: bool = False) -> None:
        self.labelled = labelled
        self.marks = marks  #: whether answers with CleanEval's marks are wanted
        start = time.process_time()
        self._page = Page.from_html(labelled.html, labelled.url)
        self.parse_seconds = time.process_time() - start

    def fresh_page(self) -> Page:
        """The parsed page without cached values, so that no method benefits from an earlier one."""
        page = replace(self._page)
        page.__dict__["tree"] = replace(self._page.tree)
        return page


def split_names(names: str) -> list[str]:
    """The names in a comma-separated list; commas inside brackets belong to a name.

    >>> split_names("bte, vote(2, bte, lqf),cectd-ds[lam=0.9]")
    ['bte', 'vote(2, bte, lqf)', 'cectd-ds[lam=0.9]']
    """
    pieces, depth = [""], 0
    for char in names:
        depth += (char in "([") - (char in ")]")
        if char == "," and depth <= 0:
            pieces.append("")
        else:
            pieces[-1] += char
    return [piece.strip() for piece in pieces if piece.strip()]


def _method_answers(name: str) -> Callable[[Subject], Answer]:
    method = algorithms.create(name)

    def answer(subject: Subject) -> Answer:
        page = subject.fresh_page()
        start = time.process_time()
        selection = method.select(page)
        text = writers.create("text").write(selection)
        seconds = subject.parse_seconds + time.process_time() - start
        return Answer(text, seconds, writers.create("cleaneval").write(selection) if subject.marks else None)

    return answer


def _peer_answers(name: str) -> Callable[[Subject], Answer]:
    extract = peer(name).extract

    def answer(subject: Subject) -> Answer:
        start = time.process_time()
        text = extract(subject.labelled) or ""
        seconds = time.process_time() - start
        if not isinstance(text, str):
            raise TypeError(f"the peer returned {type(text).__name__}, not text")
        return Answer(text, seconds)

    return answer
