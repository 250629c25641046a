"""Whether kills cost anything: random kills of workers, of whole runs and of nodes, and what the corpus has then.

    python benchmarks/corpus_kills.py DATA_FOLDER [--engine local|ray] [--kills 20] [--warcs 10] [--pages 300]
                                      [--algorithm cectd-ds] [--results FILE]

Runs a crawl undisturbed, then again under fire: at random moments a worker, the whole run or, on Ray, a node is killed
with SIGKILL; a run that was killed is started again. Then compares: a page that is missing, doubled, or has another
text or outcome is a failure, and the exit code says so. A crawl that is done before all kills has had fewer.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any, Self

from frozen import frozen_source
from pyarrow import dataset
from results_file import put_part

from corpus import build

#: Seconds between two kills: long enough for some pages, short enough to hit shards in the middle.
SECONDS_BETWEEN = (0.5, 4.0)


def main() -> int:
    """Measure, print, and keep the figures if there is where."""
    options = _options()
    with tempfile.TemporaryDirectory() as folder, frozen_source():
        work = options.work or Path(folder)
        crawl = build(options.data, work / f"crawl-{options.warcs}x{options.pages}", options.warcs, options.pages)
        figures = measure(crawl, work, options)
    print(f"{options.engine}: {figures}")
    if options.results:
        put_part(options.results, f"kills_{options.engine}", figures)
    return int(bool(figures["lost"] or figures["doubled"] or figures["changed"]))


def measure(crawl: Path, work: Path, options: argparse.Namespace) -> dict[str, Any]:
    """What kills have cost: pages lost, doubled and changed."""
    dice = random.Random(options.seed)  # noqa: S311 - moments, not secrets
    subprocess.run(_command(crawl, work / "calm", options.algorithm), check=True, stdout=subprocess.DEVNULL)
    with Nodes() if options.engine == "ray" else nullcontext() as nodes:
        more = ["--engine", "ray", "--address", nodes.address] if nodes else []
        command = [*_command(crawl, work / f"fire-{options.engine}", options.algorithm), *more]
        killed = under_fire(command, options.kills, dice, nodes)
    return compared(work / "calm", work / f"fire-{options.engine}") | {"kills": dict(killed)}


def _command(crawl: Path, output: Path, algorithm: str) -> list[str]:
    words = ["corpus", str(crawl), str(output), "--algorithm", algorithm, "--workers", "2"]
    return [sys.executable, "-c", "import sys; from thresher.cli import main; sys.exit(main())", *words]


def under_fire(command: list[str], kills: int, dice: random.Random, nodes: Nodes | None) -> Counter[str]:
    """Run a command, killing at random, and starting it again, until it is done; how often each target was hit."""
    killed: Counter[str] = Counter()
    code = -signal.SIGKILL
    while code == -signal.SIGKILL:
        started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while started.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                started.wait(dice.uniform(*SECONDS_BETWEEN))
            # A run that has no workers yet has nothing to lose.
            workers = nodes.workers() if nodes else _children(started.pid)
            if workers and killed.total() < kills and started.poll() is None:
                killed[_kill_one(started, dice.choice(workers), dice, nodes)] += 1
        code = started.returncode
    if code:
        raise SystemExit(f"a run that was not killed ended with code {code}")
    return killed


def _kill_one(started: subprocess.Popen[bytes], worker: int, dice: random.Random, nodes: Nodes | None) -> str:
    """Kill a worker, the run, or a node; the answer says which."""
    targets: dict[str, Callable[[], object]] = {"run": started.kill, "worker": lambda: os.kill(worker, signal.SIGKILL)}
    if nodes:
        targets["node"] = nodes.replace_one
    target = dice.choice(sorted(targets))
    with suppress(ProcessLookupError):
        targets[target]()
    if target == "run":
        started.wait()
    return target


def _children(process: int) -> list[int]:
    """Processes that a process has started, but for the one that only keeps book."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(status.read_text().rpartition(")")[2].split()[1]) == process:
                found.append(int(status.parent.name))
    return [child for child in found if b"resource_tracker" not in _words(child)]


def _words(process: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


class Nodes(AbstractContextManager["Nodes"]):
    """A Ray cluster of several nodes on this machine, of which all but the first may be killed."""

    def __enter__(self) -> Self:
        # A busy machine takes longer than the half minute that Ray allows.
        os.environ["RAY_raylet_start_wait_time_s"] = "120"  # noqa: SIM112 - that is its name
        from ray.cluster_utils import Cluster

        self._cluster = Cluster()
        small = {"num_cpus": 1, "object_store_memory": 80_000_000}
        self._cluster.add_node(include_dashboard=False, **small)
        self._cluster.add_node(**small)
        self.address: str = self._cluster.address
        return self

    def __exit__(self, *_: object) -> None:
        self._cluster.shutdown()

    def replace_one(self) -> None:
        """Kill a node, and start another one."""
        self._cluster.remove_node(next(iter(self._cluster.worker_nodes)), allow_graceful=False)
        self._cluster.add_node(num_cpus=1, object_store_memory=80_000_000)

    def workers(self) -> list[int]:
        """Processes that do tasks, and those that these have started; agents of a node take the node down with them."""
        nodes = {info.process.pid for node in self._cluster.list_all_nodes() for info in node.all_processes["raylet"]}
        tasks = [child for node in nodes for child in _children(node) if b"ray::do_job" in _words(child)]
        return [*tasks, *(child for task in tasks for child in _children(task))]


def compared(calm: Path, fire: Path) -> dict[str, int]:
    """Pages of a corpus that the other one lacks, has twice, or has otherwise."""
    expected, found = _pages(calm), _pages(fire)
    wanted, got = dict(expected), Counter(place for place, _ in found)
    rows = dict(found)
    return {
        "pages": len(expected),
        "lost": sum(place not in got for place in wanted),
        "doubled": sum(count > 1 for count in got.values()),
        "changed": sum(rows[place] != row for place, row in wanted.items() if place in rows),
    }


def _pages(corpus: Path) -> list[tuple[tuple[str, int], str]]:
    """Place of each page, and a digest of what came of it."""
    columns = ["source", "offset", "outcome", "text"]
    rows = dataset.dataset(corpus, format="parquet").to_table(columns=columns).to_pylist()
    return [
        ((row["source"], row["offset"]), hashlib.sha256(f"{row['outcome']} {row['text']}".encode()).hexdigest())
        for row in rows
    ]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="folder with wcxb-dev.jsonl.xz")
    parser.add_argument("--engine", choices=["local", "ray"], default="local")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--warcs", type=int, default=10)
    parser.add_argument("--pages", type=int, default=300, help="pages of a WARC")
    parser.add_argument("--algorithm", default="cectd-ds")
    parser.add_argument("--seed", type=int, default=10)
    parser.add_argument("--work", type=Path, help="folder for crawl and output, which stay there")
    parser.add_argument("--results", type=Path, help="JSON file that the docs are made from")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
