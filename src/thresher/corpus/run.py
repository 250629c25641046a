"""A run: an engine processes the unfinished shards into the folder of a corpus; then the summary is written."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from thresher import __version__
from thresher.corpus.inputs import Shard, find_shards
from thresher.corpus.local import Job, Limits, Local, Result
from thresher.corpus.output import put_json
from thresher.corpus.output_folder import OutputFolder, read_json
from thresher.corpus.progress import Progress
from thresher.corpus.pulse import Meter
from thresher.corpus.span_job import Settings, SpanJob
from thresher.corpus.template_job import bucket_jobs
from thresher.errors import UnknownName, UsageError

#: Called several times a second with the progress of a run.
Watcher: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True)
class Plan:
    """What to do."""

    inputs: tuple[Path, ...]
    output: Path
    format: str = "parquet"
    settings: Settings = field(default_factory=Settings)
    limits: Limits = field(default_factory=Limits)
    engine: str = "local"
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    address: str | None = None  #: of a cluster
    dedup: float | None = None  #: pages at least this similar count as near-duplicates; ``None``: no second pass
    fresh: bool = False  #: start over

    @property
    def folder(self) -> OutputFolder:
        """The folder of the corpus."""
        return OutputFolder(self.output, self.format)


#: Pages between two progress reports of the second pass.
LOOK_PAGES = 100


class Engine(Protocol):
    """Runs jobs."""

    @property
    def meter(self) -> Meter:
        """The work done so far."""
        ...

    @property
    def under_way(self) -> float:
        """Bytes of inputs that are done in unfinished jobs."""
        ...

    def run(self, waiting: Iterable[Job], watch: Callable[[], None]) -> Iterator[Result]:
        """Do all jobs, and yield their results as they finish."""
        ...


@dataclass
class Summary:
    """The results of a corpus."""

    shards: int = 0
    skipped: int = 0  #: shards that were finished before this run
    pages: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)  #: pages, by the rule that left them out
    no_page: Counter[str] = field(default_factory=Counter)  #: records that are not pages, by reason
    problems: dict[str, list[str]] = field(default_factory=dict)  #: what could not be read, by shard
    failed: dict[str, str] = field(default_factory=dict)  #: unfinished shards, and why

    def add(self, name: str, receipt: dict[str, Any]) -> None:
        """Add the figures in the receipt of a shard."""
        self.shards += 1
        self.pages += receipt["pages"]
        for part in ("outcomes", "left_out", "no_page"):
            getattr(self, part).update(receipt[part])
        if receipt["problems"]:
            self.problems[name] = receipt["problems"]


def run(plan: Plan, watch: Watcher = lambda _: None) -> Summary:
    """Process everything that is not finished yet, and summarise."""
    shards = find_shards(plan.inputs, plan.output)
    if not shards:
        raise UsageError("the inputs contain no WARC, ARC, Parquet or JSON lines file, and no page")
    plan.folder.prepare({"format": plan.format} | plan.settings.plain(), fresh=plan.fresh)
    unfinished = [shard for shard in shards if not plan.folder.finished(shard)]
    failed: dict[str, str] = {}
    if unfinished:
        stages: list[Sequence[Job]] = [bucket_jobs(shards, plan.folder, plan.settings), span_jobs(plan, unfinished)]
        with engine_of(plan, max(map(len, stages))) as engine:
            for jobs in stages:
                # If a template is missing, no page is extracted: rows must not depend on what went wrong.
                failed |= _do(engine, jobs, watch) if not failed else {}
    if plan.dedup is not None:
        done = [shard.name for shard in shards if plan.folder.finished(shard)]
        _second_pass(plan, done, plan.dedup, watch)
    summary = _summed_up(plan, shards, failed)
    summary.skipped = len(shards) - len(unfinished)
    put_json(plan.folder.summary, {"thresher": __version__} | plan.settings.plain() | vars(summary))
    return summary


def _do(engine: Engine, jobs: Sequence[Job], watch: Watcher) -> dict[str, str]:
    """Let an engine do jobs; returns the names of failed ones, and why they failed."""
    progress = Progress(sum(job.size for job in jobs))
    failed: dict[str, str] = {}
    finished = 0.0

    def look() -> None:
        progress.meter, progress.done = engine.meter, finished + engine.under_way
        watch(progress)

    for result in engine.run(jobs, look):
        finished += result.job.size
        if result.error:
            failed[str(result.job)] = result.error
    look()
    return failed


def _second_pass(plan: Plan, names: list[str], threshold: float, watch: Watcher) -> None:
    """Remove the text of near-duplicates."""
    from thresher.corpus.dedup import remove_duplicates

    pages = sum((read_json(plan.folder.receipt(name)) or {"pages": 0})["pages"] for name in names)
    progress = Progress(pages)

    def look(seen: int) -> None:
        progress.done, progress.meter = seen, Meter(seen)
        if seen % LOOK_PAGES == 0:
            watch(progress)

    remove_duplicates(plan.folder, names, threshold, look)


def span_jobs(plan: Plan, shards: list[Shard]) -> list[SpanJob]:
    """The jobs for shards, one per span."""
    found: list[SpanJob] = []
    for shard in shards:
        spans = tuple(shard.spans())
        found += [SpanJob(shard, spans, number, plan.folder, plan.settings) for number in range(len(spans))]
    return found


def _summed_up(plan: Plan, shards: list[Shard], failed: dict[str, str]) -> Summary:
    summary = Summary(failed=failed)
    for shard in shards:
        receipt = plan.folder.finished(shard)
        if receipt:
            summary.add(shard.name, receipt)
    return summary


def engine_of(plan: Plan, jobs: int) -> AbstractContextManager[Engine]:
    """The engine named in a plan, for at most *jobs* at a time."""
    if plan.engine not in ENGINES:
        raise UnknownName("engine", plan.engine, ENGINES)
    return ENGINES[plan.engine](plan, jobs)


def _local(plan: Plan, jobs: int) -> AbstractContextManager[Engine]:
    return Local(min(plan.workers, jobs), plan.limits)


def _ray(plan: Plan, _jobs: int) -> AbstractContextManager[Engine]:
    from thresher.corpus.cluster import RayEngine

    return RayEngine(plan.address, plan.limits)


ENGINES: dict[str, Callable[[Plan, int], AbstractContextManager[Engine]]] = {"local": _local, "ray": _ray}
