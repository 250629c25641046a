"""The benchmark: every contestant on every page, on all cores, into one results file; it can be stopped and resumed."""

from __future__ import annotations

import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from thresher.durations import clock
from thresher.evaluate.contestants import Contestant
from thresher.evaluate.datasets import LabelledPage, Problems, read
from thresher.evaluate.metrics import metric
from thresher.evaluate.pool import Pool
from thresher.evaluate.results import ERRORS, Key, Results, Row
from thresher.evaluate.worker import Job

#: Seconds that a contestant may take for one page.
TIME_LIMIT = 60.0


@dataclass(frozen=True)
class Plan:
    """What to measure."""

    data: tuple[Path, ...]
    contestants: tuple[Contestant, ...]
    out: Path
    metrics: tuple[str, ...] = ("words",)
    limit: int | None = None  #: at most this many pages of each set, spread evenly over it
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    time_limit: float = TIME_LIMIT

    def check(self) -> None:
        """Raise an error for unknown names and parameters before any page is read."""
        for name in self.metrics:
            metric(name)
        for contestant in self.contestants:
            contestant.prepared()


@dataclass
class Progress:
    """The progress of a run."""

    total: int  #: rows to be produced by this run
    done: int = 0
    errors: int = 0
    started: float = field(default_factory=time.monotonic)

    def count(self, row: Row) -> None:
        """Count a row."""
        self.done += 1
        self.errors += row.status in ERRORS

    @property
    def rate(self) -> float:
        """Rows per second."""
        return self.done / max(time.monotonic() - self.started, 1e-9)

    def __str__(self) -> str:
        left = (self.total - self.done) / self.rate if self.done else 0.0
        return f"{self.done}/{self.total} answers, {self.rate:.1f}/s, {self.errors} errors, {clock(left)} left"


#: Called after every row with the progress.
Watcher: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True)
class Survey:
    """The contents of the data: the pages of each set that can be scored, and the problems found."""

    pages: dict[str, list[str]]  #: ids of the pages of each set, in order
    unlabelled: Counter[str]  #: pages of sets without gold text
    problems: Problems


def survey(data: Sequence[Path]) -> Survey:
    """What the data contains, found by reading it once."""
    problems, unlabelled = Problems(), Counter[str]()
    pages: defaultdict[str, list[str]] = defaultdict(list)
    for page in read(data, problems):
        if page.gold is None:
            unlabelled[page.set] += 1
        else:
            pages[page.set].append(page.id)
    return Survey(dict(pages), unlabelled, problems)


def run(plan: Plan, surveyed: Survey, watch: Watcher = lambda _: None) -> Progress:
    """Produce the rows that are missing in the results file."""
    results = Results(plan.out)
    finished = results.finished(plan.metrics)
    chosen = [(name, page) for name in surveyed.pages for page in chosen_ids(plan, surveyed, name)]
    progress = Progress(sum(len(_missing(plan, *page, finished)) for page in chosen))
    if not progress.total:
        return progress
    # A single page does not need a second process.
    with Pool(min(plan.workers, progress.total), plan.time_limit, plan.metrics) as pool:
        for row in results.append(pool.run(_jobs(plan, surveyed, finished))):
            progress.count(row)
            watch(progress)
    return progress


def _jobs(plan: Plan, surveyed: Survey, finished: set[Key]) -> Iterator[Job]:
    """Pages that are not finished, each with the contestants that are still missing."""
    for page in chosen_pages(plan, surveyed):
        if missing := _missing(plan, page.set, page.id, finished):
            yield Job(page, missing)


def _missing(plan: Plan, set_name: str, page: str, finished: set[Key]) -> tuple[Contestant, ...]:
    """The contestants that have no row for a page yet."""
    return tuple(each for each in plan.contestants if (set_name, page, each.name) not in finished)


def chosen_pages(plan: Plan, surveyed: Survey) -> Iterator[LabelledPage]:
    """The pages with gold text, or as many as the plan allows, spread evenly over each set."""
    wanted = {name: chosen_ids(plan, surveyed, name) for name in surveyed.pages}
    for page in read(plan.data, Problems()):
        if page.gold is not None and page.id in wanted[page.set]:
            yield page


def chosen_ids(plan: Plan, surveyed: Survey, name: str) -> set[str]:
    """The ids of the pages that the plan uses from a set."""
    ids = surveyed.pages[name]
    return {page for place, page in enumerate(ids) if _is_chosen(place, len(ids), plan.limit)}


def _is_chosen(place: int, count: int, limit: int | None) -> bool:
    """Whether the page at a position is among the *limit* chosen out of *count*.

    >>> [place for place in range(10) if _is_chosen(place, 10, 3)]
    [0, 4, 7]
    """
    if limit is None or limit >= count:
        return True
    return (place * limit) // count != ((place - 1) * limit) // count
