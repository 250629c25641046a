"""Every hard page in every method and every format: each gets an answer or a clear error, within 5 s and 1 GB.

    python benchmarks/hard_pages.py [--pages NAME ...] [--algorithms a,b] [--formats a,b] [--results FILE]

The pages are those of the tests (`tests/contract/hard_inputs.py`). A case is a page, a method and a format: from the
source to what is written, in a process that may take 1 GB more than at its start. Seconds are those of the processor,
since a busy machine is no failure. With --results, each page is kept when it is done. The exit code is 1 where a case
has failed or was over a limit.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "contract"))
from hard_inputs import HARD, LARGE
from results_file import change_part

from thresher import Extraction, algorithms, extract, writers
from thresher.errors import ThresherError
from thresher.workers import Lost, Worker, jobs, listen

#: Seconds of CPU that a case may take, and bytes of memory.
SECONDS, MEMORY = 5.0, 1 << 30
#: A busy machine gives a process a share of a core only, so by the clock it may take so many times as long.
PATIENCE = 12
#: Seconds until a worker that was just started has imported everything.
START_SECONDS = 300


@dataclass(frozen=True)
class Case:
    """A page, a method and a format, and what came of them."""

    page: str
    algorithm: str
    format: str
    verdict: str  #: "answered", "refused" with a clear error, "failed" or "lost" with its process
    seconds: float = 0.0
    memory: int = 0  #: most bytes that its process has taken so far, beyond what it had at its start
    story: str = ""

    @property
    def is_fine(self) -> bool:
        """Whether it has kept the promise."""
        return self.verdict in ("answered", "refused") and self.seconds <= SECONDS and self.memory <= MEMORY

    def __str__(self) -> str:
        return f"{self.page} / {self.algorithm} / {self.format}: {self.verdict} {self.seconds:.2f} s {self.story}"


@dataclass
class Record:
    """What came of the cases of a page."""

    verdicts: Counter[str] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)
    slowest: Case = Case("", "", "", "answered", -1.0)
    memory: int = 0

    def add(self, case: Case) -> None:
        """Count one case."""
        self.verdicts[case.verdict] += 1
        self.memory = max(self.memory, case.memory)
        if case.seconds > self.slowest.seconds:
            self.slowest = case
        if not case.is_fine:
            self.bad.append(str(case))
            print(case, flush=True)

    def figures(self) -> dict[str, Any]:
        """What the docs are made from."""
        return {
            "cases": self.verdicts.total(),
            "verdicts": dict(self.verdicts),
            "bad": self.bad,
            "seconds": round(self.slowest.seconds, 3),
            "algorithm": self.slowest.algorithm,
            "format": self.slowest.format,
            "megabytes": round(self.memory / 1e6),
        }


def main() -> int:
    """Try every case, print those that are bad, and say whether there are any."""
    options = _options()
    bad = 0
    for page in options.pages or HARD:
        # A page has its own process, so that its memory is its own.
        record = Record()
        for case in cases(page, options.algorithms.split(","), options.formats.split(",")):
            record.add(case)
        figures = record.figures()
        told = "{seconds:6.2f} s ({algorithm}, {format}), {megabytes:5} MB".format(**figures)
        print(f"{page:32} {figures['cases']:4} cases, slowest {told}", flush=True)
        if options.results:
            change_part(options.results, "hard_pages", partial(_with, page, figures))
        bad += len(record.bad)
    print(f"{bad} bad cases")
    return int(bool(bad))


def _with(page: str, figures: dict[str, Any], before: dict[str, Any] | None) -> dict[str, Any]:
    limits = {
        "seconds": SECONDS,
        "memory": MEMORY,
        "algorithms": len(algorithms.names()),
        "formats": len(writers.FORMATS),
    }
    return limits | {"pages": (before or {}).get("pages", {}) | {page: figures}}


def cases(page: str, names: list[str], formats: list[str]) -> Iterator[Case]:
    """The cases of a page; a worker that is lost costs the other formats of its method."""
    worker = Worker(serve, memory=MEMORY)
    for name in names:
        worker.give((page, name, formats), START_SECONDS)
        for form in formats:
            ((_, heard),) = listen([worker])
            if isinstance(heard, Lost):
                yield Case(page, name, form, "lost", story=heard.reason)
                worker = Worker(serve, memory=MEMORY)
                break
            worker.wait_until(PATIENCE * SECONDS)
            yield heard
        if page in LARGE:
            # What a large page leaves in pieces between others is no part of what the next method takes.
            worker.stop()
            worker = Worker(serve, memory=MEMORY)
    worker.stop()


# The worker's side.


def serve(connection: Connection) -> None:
    """Do the jobs that come: a method on a page, in each format."""
    # What is imported on first use is no part of what a page takes.
    for form in writers.FORMATS:
        extract("<p>Oats").written(form)
    start = _peak()
    for page, name, formats in jobs(connection):
        source = HARD[page]()
        for case in tried(page, source, name, formats):
            connection.send(replace(case, memory=_peak() - start))


def tried(page: str, source: str | bytes, name: str, formats: list[str]) -> Iterator[Case]:
    """What comes of a method on a page, in each format; reading and choosing are done once and counted for each."""
    found, reading = _timed(lambda: extract(source, "https://mill.example/", algorithm=name))
    for form in formats:
        written, writing = (
            _timed(lambda form=form: found.written(form)) if isinstance(found, Extraction) else (found, 0.0)
        )
        verdict, story = _verdict(written)
        yield Case(page, name, form, verdict, reading + writing, story=story)


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What some work returns, or the error that it raises, and its seconds of CPU."""
    start = time.process_time()
    try:
        found = work()
    except Exception as error:
        found = error
    return found, time.process_time() - start


def _verdict(written: Any) -> tuple[str, str]:
    if isinstance(written, ThresherError):
        return "refused", str(written)
    return ("answered", "") if isinstance(written, str) else ("failed", repr(written)[:300])


def _peak() -> int:
    """Most bytes that this process has taken; Linux counts in units of 1024."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", action="append", choices=list(HARD), metavar="NAME", help="a page of the list")
    parser.add_argument("--algorithms", default=",".join(algorithms.names()), help="names, with commas between")
    parser.add_argument("--formats", default=",".join(writers.FORMATS), help="names, with commas between")
    parser.add_argument("--results", type=Path, help="JSON file that the docs are made from")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
