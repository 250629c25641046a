"""How the web service does under load: CPU against the bare library, latency, overload, malformed requests, memory.

    python benchmarks/service.py DATA... [--only cpu,latency,overload,malformed,memory] [--minutes 10]

Starts a service of its own on a free port for each figure, and prints the figure beside what is allowed; the exit code
is 1 where one is beyond it. Clients run on the same machine, so wall times are upper bounds.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from malformed import malformed_request
from results_file import change_part

from thresher import extract
from thresher.evaluate.datasets import Problems, read

#: What issue 8 allows: CPU by the library's, the 99th percentile by the median, seconds of a refusal, growth of memory.
MAX_CPU, MAX_SPREAD, MAX_REFUSAL, MAX_GROWTH = 1.25, 5.0, 0.1, 0.1
#: Share of what the service can do at most at which latency is measured.
LOAD = 0.5
#: Statuses that are no failure of the service: it says that it is busy, or that a part is not there.
NO_FAILURES = {501, 503}
#: Seconds after which a request that was not answered is taken for one that cannot be.
PATIENCE = 0.5
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Figure:
    """One figure, and what is allowed."""

    name: str
    value: float
    allowed: float
    remark: str

    def __str__(self) -> str:
        verdict = "ok" if self.value <= self.allowed else "TOO MUCH"
        return f"{self.name:38} {self.value:9.3f}  allowed {self.allowed:6.2f}  {verdict}  ({self.remark})"


class Service:
    """A service in a process of its own."""

    def __init__(self, *words: str) -> None:
        command = [sys.executable, "-c", "from thresher.cli import main; raise SystemExit(main())", "serve"]
        self._process = subprocess.Popen([*command, "--port", "0", *words], stderr=subprocess.PIPE, text=True)
        self.errors = 0
        self.port = self._port()
        threading.Thread(target=self._read_log, daemon=True).start()

    def _port(self) -> int:
        for line in self._process.stderr or ():
            if found := re.search(r"listening on http://127\.0\.0\.1:(\d+)/", line):
                return int(found[1])
        raise SystemExit("the service did not start")

    def _read_log(self) -> None:
        for line in self._process.stderr or ():
            self.errors += "Traceback" in line

    def stop(self) -> None:
        """End it, and wait for it."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(60)

    def processes(self) -> list[int]:
        """Its process and those of its workers."""
        children = Path(f"/proc/{self._process.pid}/task").glob("*/children")
        return [self._process.pid, *(int(pid) for each in children for pid in each.read_text().split())]

    def cpu(self) -> float:
        """Seconds of CPU that all of its processes have taken."""
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.processes()]
        return sum(int(each[11]) + int(each[12]) for each in stats) / TICKS

    def memory(self) -> float:
        """Megabytes that all of its processes have, what they share being counted once."""
        return sum(_proportional(pid) for pid in self.processes()) / 1024

    def connection(self) -> http.client.HTTPConnection:
        """A connection to it."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)


def _proportional(pid: int) -> int:
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in rollup if line.startswith("Pss:"))


@contextmanager
def running(*words: str) -> Iterator[Service]:
    """A service for a while."""
    service = Service(*words)
    try:
        yield service
    finally:
        service.stop()


def post(connection: http.client.HTTPConnection, page: bytes, path: str = "/extract") -> int:
    """Send a page; the status of the answer, which is read to its end."""
    connection.request("POST", path, page, {"Content-Type": "text/html", "Accept": "*/*"})
    answer = connection.getresponse()
    answer.read()
    return answer.status


def measure_cpu(pages: Sequence[bytes], options: argparse.Namespace) -> Iterator[Figure]:
    """CPU of the service's processes for all pages, by that of the library for the same pages, in turns."""
    with running("--workers", "1") as service, closing(service.connection()) as connection:
        for page in pages[:20]:
            post(connection, page)
            extract(page).written("json")
        ours = bare = 0.0
        for _ in range(options.rounds):
            before = service.cpu()
            for page in pages:
                post(connection, page)
            ours += service.cpu() - before
            before = time.process_time()
            for page in pages:
                extract(page).written("json")
            bare += time.process_time() - before
    count = options.rounds * len(pages)
    remark = f"{1000 * ours / count:.2f} ms a page, the library {1000 * bare / count:.2f} ms, {count} pages"
    yield Figure("CPU by the library's", ours / bare, MAX_CPU, remark)


def measure_latency(pages: Sequence[bytes], options: argparse.Namespace) -> Iterator[Figure]:
    """Latency of equal pages that arrive at random, at half of what the service can do."""
    page = sorted(pages, key=len)[len(pages) // 2]
    with running("--workers", str(options.workers)) as service:
        rate = LOAD * _capacity(service, page, options.workers)
        answered = _arrivals(service, page, rate, options.seconds)
    times = sorted(seconds for status, seconds in answered if status == 200)
    median, late = statistics.median(times), times[int(0.99 * len(times))]
    remark = f"median {1000 * median:.1f} ms, p99 {1000 * late:.1f} ms, {rate:.0f} pages/s, {len(times)} pages"
    yield Figure("p99 by the median at half load", late / median, MAX_SPREAD, remark)


def measure_overload(pages: Sequence[bytes], options: argparse.Namespace) -> Iterator[Figure]:
    """How long a refusal takes when four times as many pages come as can be done; and that all is well afterwards."""
    page = sorted(pages, key=len)[len(pages) // 2]
    with running("--workers", str(options.workers), "--queue", "8") as service:
        rate = 4 * _capacity(service, page, options.workers)
        answered = _arrivals(service, page, rate, options.seconds)
        with closing(service.connection()) as connection:
            recovered = all(post(connection, page) == 200 for _ in range(20))
    refused = sorted(seconds for status, seconds in answered if status == 503)
    counts = Counter(status for status, _ in answered)
    late = refused[int(0.99 * len(refused))] if refused else float("inf")
    remark = f"p99 of refusals, median {1000 * statistics.median(refused or [0]):.1f} ms; statuses {dict(counts)}"
    yield Figure("seconds of a refusal", late, MAX_REFUSAL, remark)
    yield Figure("answers lost or failed", sum(counts[status] for status in counts if status not in {200, 503}), 0, "")
    yield Figure("not recovered afterwards", not recovered, 0, "20 pages after the flood")


def measure_malformed(_: Sequence[bytes], options: argparse.Namespace) -> Iterator[Figure]:
    """Requests that are wrong in every way that we can think of: none of them is an error of ours."""
    with running("--workers", "2", "--time-limit", "5", "--max-size", "0.2") as service:
        requests = [malformed_request(random.Random(number)) for number in range(options.requests)]  # noqa: S311 - no secrets
        with ThreadPoolExecutor(8) as threads:
            statuses = Counter(threads.map(lambda request: _raw(service.port, request), requests))
        with closing(service.connection()) as connection:
            is_well = post(connection, b"<p>Oats") == 200
    failures = sum(count for status, count in statuses.items() if status >= 500 and status not in NO_FAILURES)
    yield Figure("malformed requests that failed", failures, 0, f"statuses {dict(sorted(statuses.items()))}")
    yield Figure("tracebacks in the log", service.errors, 0, "")
    yield Figure("not well afterwards", not is_well, 0, "")


def measure_memory(pages: Sequence[bytes], options: argparse.Namespace) -> Iterator[Figure]:
    """Growth of memory under mixed load, from the second quarter of the time to the last."""
    end = time.monotonic() + 60 * options.minutes
    samples: list[float] = []
    with running("--workers", str(options.workers)) as service, ThreadPoolExecutor(options.workers) as threads:
        clients = [threads.submit(_mixed, service, pages, end, seed) for seed in range(options.workers)]
        while time.monotonic() < end:
            time.sleep(0.6 * options.minutes)
            samples.append(service.memory())
        counts = sum((client.result() for client in clients), Counter[int]())
    quarter = len(samples) // 4
    early, late = statistics.median(samples[quarter : 2 * quarter]), statistics.median(samples[-quarter:])
    remark = f"{early:.0f} MB in the second quarter, {late:.0f} MB in the last; statuses {dict(counts)}"
    yield Figure("growth of memory", late / early - 1, MAX_GROWTH, remark)


def _mixed(service: Service, pages: Sequence[bytes], end: float, seed: int) -> Counter[int]:
    """Ask for pages in all formats, for explanations and batches, and wrongly; the statuses of the answers."""
    chance, statuses = random.Random(seed), Counter[int]()  # noqa: S311 - no secrets
    with closing(service.connection()) as connection:
        while time.monotonic() < end:
            page = chance.choice(pages)
            kind = chance.random()
            if kind < 0.05:
                lines = [json.dumps({"html": page.decode("utf-8", "replace")}) for page in chance.sample(pages, 3)]
                statuses[post(connection, "\n".join(lines).encode(), "/extract/batch")] += 1
            elif kind < 0.1:
                statuses[post(connection, page, "/explain")] += 1
            elif kind < 0.15:
                statuses[_raw(service.port, malformed_request(chance))] += 1
            else:
                name = chance.choice(["json", "markdown", "html", "xml", "text"])
                statuses[post(connection, page, f"/extract?format={name}")] += 1
    return statuses


def _capacity(service: Service, page: bytes, clients: int, seconds: float = 3) -> float:
    """Pages a second that the service does for clients that ask again as soon as they are answered."""

    def ask(until: float) -> int:
        done = 0
        with closing(service.connection()) as connection:
            while time.monotonic() < until:
                done += post(connection, page) == 200
        return done

    with ThreadPoolExecutor(clients) as threads:
        return sum(threads.map(ask, [time.monotonic() + seconds] * clients)) / seconds


def _arrivals(service: Service, page: bytes, rate: float, seconds: float) -> list[tuple[int, float]]:
    """Status and seconds of pages that arrive at random, *rate* a second, whatever became of those before."""
    idle: list[http.client.HTTPConnection] = []
    chance = random.Random(1)  # noqa: S311 - no secrets

    def ask(due: float) -> tuple[int, float]:
        # The one that has waited longest: the service closes those that nobody uses, which is no answer that was lost.
        connection = idle.pop(0) if idle else service.connection()
        try:
            status = post(connection, page)
        except (OSError, http.client.HTTPException):
            connection.close()
            return 0, time.monotonic() - due
        took = time.monotonic() - due
        idle.append(connection)
        return status, took

    with ThreadPoolExecutor(64) as threads:
        due, end, asked = time.monotonic(), time.monotonic() + seconds, []
        while due < end:
            due += chance.expovariate(rate)
            time.sleep(max(0.0, due - time.monotonic()))
            asked.append(threads.submit(ask, time.monotonic()))
        answered = [each.result() for each in asked]
    for connection in idle:
        connection.close()
    return answered


def _raw(port: int, request: bytes) -> int:
    """Send bytes; the status of the answer, 0 where there is none even after we have hung up on our side."""
    try:
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
            connection.sendall(request)
            try:
                head = connection.recv(64)
            except TimeoutError:
                connection.shutdown(socket.SHUT_WR)
                head = connection.recv(64)
    except OSError:
        return 0
    found = re.match(rb"HTTP/1\.1 (\d{3})", head)
    return int(found[1]) if found else 0


FIGURES: dict[str, Callable[[Sequence[bytes], argparse.Namespace], Iterator[Figure]]] = {
    "cpu": measure_cpu,
    "latency": measure_latency,
    "overload": measure_overload,
    "malformed": measure_malformed,
    "memory": measure_memory,
}


def main() -> int:
    """Measure what is asked for, and say whether all is as it should be."""
    options = _options()
    pages = [page.html.encode() for page in islice(read(map(Path, options.data), Problems()), options.pages)]
    is_fine = True
    for name in options.only.split(","):
        for figure in FIGURES[name](pages, options):
            print(figure, flush=True)
            is_fine &= figure.value <= figure.allowed
            if options.results:
                change_part(options.results, "service", partial(_with, figure))
    return int(not is_fine)


def _with(figure: Figure, before: dict[str, Any] | None) -> dict[str, Any]:
    facts = {"value": float(figure.value), "allowed": float(figure.allowed), "remark": figure.remark}
    return (before or {}) | {figure.name: facts}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", nargs="+", help="files or folders of pages, as for `thresher bench`")
    parser.add_argument("--only", default=",".join(FIGURES), help="names of figures, with commas between")
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3, help="of the CPU figure")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=30, help="of the figures under load")
    parser.add_argument("--minutes", type=float, default=10, help="of the memory figure")
    parser.add_argument("--requests", type=int, default=10_000, help="malformed ones")
    parser.add_argument("--results", type=Path, help="JSON file that the docs are made from")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
