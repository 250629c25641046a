"""Processing a span of a shard: its pages go into a draft, and whoever finishes the last draft publishes the shard.

An attempt may be killed at any moment. The next one finds the draft and continues after its last row, so that no page
is lost or written twice, wherever and however often that happens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa

from thresher import __version__
from thresher.corpus.drafts import Draft, read_draft
from thresher.corpus.inputs import Columns, Shard, facts
from thresher.corpus.keep import Keep
from thresher.corpus.output import WRITERS, put, put_json
from thresher.corpus.output_folder import OutputFolder, read_json
from thresher.corpus.pulse import Beat
from thresher.corpus.records import Log, Record
from thresher.corpus.rows import ERRORS, LEFT_OUT, RowMaker, algorithm_name, batch_of
from thresher.corpus.spans import Span
from thresher.corpus.templates import HostTemplates
from thresher.options import Options

#: A page that is processed first, so that no other page's time includes imports on first use.
WARM_UP = Record(f"<html><body><p>{'Oats are sown in <a href=/>spring</a>, rye in autumn. ' * 9}</p></body></html>")
#: The first page number when a shard is read as a whole because its spans did not meet.
WHOLE_FIRST = 1 << 40


@dataclass(frozen=True)
class Settings:
    """The settings of rows."""

    options: Options = field(default_factory=lambda: Options(parameters={}))
    keep: Keep = field(default_factory=Keep)
    columns: Columns = field(default_factory=Columns)
    template_pages: int = 0  #: pages of a host from which its template is learned; 0: no templates

    def plain(self) -> dict[str, Any]:
        """The settings as plain values, to compare and store them."""
        options = {"links": self.options.links, "images": self.options.images, "template": str(self.options.template)}
        rest = {"keep": asdict(self.keep), "columns": self.columns.names, "template_pages": self.template_pages}
        return {"algorithm": algorithm_name(self.options), "version": __version__} | options | rest


@dataclass(frozen=True)
class SpanJob:
    """A span to process."""

    shard: Shard
    spans: tuple[Span, ...]  #: all spans of the shard
    number: int  #: which one of them
    folder: OutputFolder
    settings: Settings
    poison: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    """Outcome and reason of pages that must not be tried again, by their number in the span."""

    @property
    def size(self) -> float:
        """Bytes of input that it processes."""
        return self.shard.size / len(self.spans)

    def work(self, beat: Beat) -> None:
        """Process the span if it is not done yet, and publish the shard if it was the last one."""
        if self.folder.finished(self.shard):
            return
        _draft(self, self.spans[self.number], str(self.number), beat)
        names = [str(number) for number in range(len(self.spans))]
        reports = [report for name in names if (report := _report(self, name))]
        if len(reports) < len(names):
            return
        if not meet(reports):
            # A false start inside a record: the shard is read from beginning to end instead.
            names = ["whole"]
            _draft(self, Span(0, None), "whole", beat, first=WHOLE_FIRST)
        try:
            _publish(self, names, beat)
        except FileNotFoundError:
            # Another worker may have published the shard at the same time and deleted the drafts.
            if not self.folder.finished(self.shard):
                raise

    def __str__(self) -> str:
        return f"{self.shard.name} {self.number + 1}/{len(self.spans)}"


def meet(reports: list[dict[str, Any]]) -> bool:
    """Whether each span of bytes ends where the next non-empty one begins.

    >>> meet([{"began": 0, "ended": 70}, {"began": None, "ended": None}, {"began": 70, "ended": None}])
    True
    """
    found = [report for report in reports if report["began"] is not None]
    return all(before["ended"] == after["began"] for before, after in pairwise(found))


def _draft(job: SpanJob, span: Span, name: str, beat: Beat, first: int = 0) -> None:
    """Write the draft of a span, then its report; its pages are numbered from *first*."""
    path = job.folder.draft(job.shard, name)
    if _report(job, name):
        return
    log = Log()
    templates = HostTemplates(job.folder.templates) if job.settings.template_pages else HostTemplates()
    maker = RowMaker(job.settings.options, job.settings.keep, templates, job.shard.name)
    batch_of([maker.row(WARM_UP)])
    with Draft(path) as draft:
        for number, record in _records(job, span, log, beat, first):
            if number < first + draft.rows:
                continue
            beat.working(number)
            poisoned = job.poison.get(number)
            row = maker.failed(record, *poisoned) if poisoned else maker.row(record)
            draft.add(row)
            if poisoned:
                draft.flush()
            beat.done(len(record.body), is_error=row["outcome"] in ERRORS)
        draft.finish()
    put_json(path.with_name(f"{name}.json"), vars(log))


def _records(job: SpanJob, span: Span, log: Log, beat: Beat, first: int) -> Iterator[tuple[int, Record]]:
    """The numbered pages of a span, up to the point where the reader fails."""
    records = job.shard.records(span, log, job.settings.columns)
    number = first
    beat.reading(number)
    while ~number not in job.poison:
        record = next(records, None)
        if record is None:
            return
        yield number, record
        number += 1
        beat.reading(number, job.shard.share(span, record.offset))
    log.problems.append(f"cannot be read beyond its page {number - first}: {job.poison[~number][1]}")


def _report(job: SpanJob, name: str) -> dict[str, Any] | None:
    return read_json(job.folder.draft(job.shard, f"{name}.json"))


def _publish(job: SpanJob, names: list[str], beat: Beat) -> None:
    """Write the output of a shard, then its receipt, which marks it as finished."""
    counts = Counts()
    for name in names:
        counts.take(_report(job, name) or vars(Log()))
    drafts = [job.folder.draft(job.shard, name) for name in names]
    with put(job.folder.output(job.shard.name)) as path:
        WRITERS[job.folder.format](path, _counted(drafts, counts, beat))
    put_json(job.folder.receipt(job.shard.name), facts(job.shard) | vars(counts))
    job.folder.discard_drafts(job.shard)


@dataclass
class Counts:
    """The counts of a shard's pages by outcome."""

    pages: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    no_page: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def take(self, report: Mapping[str, Any]) -> None:
        """Add the counts in the report of a span."""
        self.no_page.update(report["no_page"])
        self.problems.extend(report["problems"])

    def count(self, batch: pa.RecordBatch) -> None:
        """Count the rows of a batch."""
        self.pages += len(batch)
        outcomes, reasons = batch.column("outcome").to_pylist(), batch.column("reason").to_pylist()
        self.outcomes.update(outcomes)
        self.left_out.update(reason for outcome, reason in zip(outcomes, reasons, strict=True) if outcome == LEFT_OUT)


def _counted(drafts: list[Path], counts: Counts, beat: Beat) -> Iterator[pa.RecordBatch]:
    for draft in drafts:
        for batch in read_draft(draft):
            counts.count(batch)
            beat.reading(counts.pages)
            yield batch
