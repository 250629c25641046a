"""The engine of a cluster: each job is a Ray task, in which a monitored worker does it as on one machine.

Safety does not depend on Ray but on how jobs are written: a task that is run twice, or again after its node is lost,
finds the draft of the earlier one and publishes the same file under the same name. All nodes must be able to reach the
folder of the corpus and the inputs.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, Self

from thresher.corpus import need
from thresher.corpus.local import LOOK_SECONDS, Job, Limits, Local, Result
from thresher.corpus.pulse import Meter
from thresher.errors import UsageError

#: Tasks submitted in advance per core: enough that no core is idle, few enough to keep track of.
TASKS_AHEAD = 3


class RayEngine:
    """Tasks on a cluster, as a context manager that disconnects at the end."""

    def __init__(self, address: str | None = None, limits: Limits = Limits()) -> None:  # noqa: B008 - it never changes
        need("ray", "corpora on a cluster", "cluster")
        self._address, self._limits = address, limits
        self.meter = Meter()
        self.under_way = 0.0  #: the progress of jobs on other nodes is not known

    def __enter__(self) -> Self:
        import ray

        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            try:
                ray.init(
                    address=self._address, log_to_driver=False, include_dashboard=False if not self._address else None
                )
            except (ConnectionError, ValueError) as error:
                raise UsageError(f"no Ray cluster at {self._address}: {error}") from None
        return self

    def __exit__(self, *_: object) -> None:
        import ray

        if self._is_ours:
            ray.shutdown()

    def run(self, waiting: Iterable[Job], watch: Callable[[], None] = lambda: None) -> Iterator[Result]:
        """Do all jobs, and yield their results as they finish."""
        import ray

        # A task with a lost process or node is run again, as often as necessary.
        task = ray.remote(num_cpus=1, max_retries=-1)(do_job)
        rest = iter(waiting)
        ahead: dict[Any, Job] = {}
        while True:
            room = TASKS_AHEAD * max(1, _cores()) - len(ahead)
            ahead |= {task.remote(job, self._limits): job for job in islice(rest, max(room, 0))}
            if not ahead:
                return
            done, _ = ray.wait(list(ahead), timeout=LOOK_SECONDS)
            for each in done:
                yield Result(ahead.pop(each), self._taken(each))
            watch()

    def _taken(self, task: Any) -> str:
        """What went wrong in a finished task; empty if nothing did."""
        import ray

        try:
            error, meter = ray.get(task)
        except ray.exceptions.RayError as failure:
            return " ".join(str(failure).split())
        self.meter += meter
        return str(error)


def _cores() -> int:
    """Cores of the cluster, which may change while it runs."""
    import ray

    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return int(resources.get("CPU", 1))


def do_job(job: Job, limits: Limits) -> tuple[str, Meter]:
    """Do a job in a monitored worker of this process; returns what went wrong, and how much was done."""
    engine = _engine(limits)
    before = engine.meter
    (result,) = engine.run([job])
    after = engine.meter
    return result.error, Meter(after.pages - before.pages, after.html - before.html, after.errors - before.errors)


@lru_cache(maxsize=1)
def _engine(limits: Limits) -> Local:
    """The engine of this process, kept for its next task."""
    engine = Local(1, limits)
    atexit.register(engine.stop)
    return engine
