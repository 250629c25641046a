"""Fuzzing: inputs that nobody would write on purpose, for everything that reads or writes; a finding makes it fail.

    python benchmarks/fuzz.py [--inputs 20000] [--seed 0] [--target NAME ...] [--engine plain|atheris]
                              [--corpus FOLDER] [--findings FOLDER] [--results FILE [--anew]]
    python benchmarks/fuzz.py --list
    python benchmarks/fuzz.py --replay FILE --target NAME

A finding is an error outside of `thresher.errors`, a promise that was not kept, a connection or a program that an input
starts, an input that takes longer than the limit, and a process that is lost. The plain engine makes inputs by grammars
and by damage (`fuzz_inputs`) and runs anywhere; atheris, where it is installed, is led by what code an input reaches.
A target (`fuzz_targets`) gets its share of the inputs, one alone gets all; ``writer`` stands for all writers.
With --results, what earlier runs with other seeds have tried is added up; --anew is for targets that were mended, whose
inputs are counted from the start again.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from types import FunctionType
from typing import Any

from fuzz_inputs import CORPUS, MAX_BYTES, folders, made
from fuzz_targets import TARGETS
from results_file import change_part, read_part

from thresher.errors import ThresherError, UnknownName, UsageError
from thresher.workers import TIMEOUT, Lost, Worker, jobs, listen

ROOT = Path(__file__).resolve().parent.parent
#: Seconds of CPU that one input may take, and bytes of memory.
SECONDS, MEMORY = 5.0, 1 << 30
#: A busy machine gives a process a share of a core only, so by the clock it may take so many times as long.
PATIENCE = 12
#: Seconds until a worker that was just started has imported everything.
START_SECONDS = 300
#: Audit events that no input may cause.
FORBIDDEN = frozenset(
    "socket.connect socket.getaddrinfo socket.gethostbyname urllib.Request subprocess.Popen os.system os.exec "
    "os.posix_spawn os.remove os.rename shutil.rmtree webbrowser.open".split()
)


@dataclass
class Tally:
    """What came of the inputs of one target."""

    inputs: int = 0
    refused: int = 0  #: answered with a clear error
    crashes: int = 0  #: unclear errors, promises not kept, processes lost
    hangs: int = 0
    slowest: float = 0.0  #: seconds of CPU
    seeds: list[str] = field(default_factory=list)  #: engine and seed of each run
    since: str = ""  #: the day of the first run: what was changed later was not tried by all

    def add(self, tried: Tried) -> None:
        """Count one input."""
        self.inputs += 1
        self.refused += tried.verdict == "refused"
        self.crashes += tried.verdict == "crash"
        self.hangs += tried.verdict == "hang"
        self.slowest = round(max(self.slowest, tried.seconds), 3)

    def __add__(self, other: Tally) -> Tally:
        both = {
            name: getattr(self, name) + getattr(other, name)
            for name in ("inputs", "refused", "crashes", "hangs", "seeds")
        }
        since = min(filter(None, (self.since, other.since)), default="")
        return Tally(**both, slowest=max(self.slowest, other.slowest), since=since)


@dataclass(frozen=True)
class Tried:
    """What came of one input."""

    verdict: str  #: "answered", "refused", "crash" or "hang"
    seconds: float
    story: str = ""  #: of a finding: what happened
    body: bytes = b""  #: of a finding: the input


def main() -> int:
    """Do what is asked for; the exit code is 1 where something was found."""
    options = _options()
    names = chosen_targets(options.target)
    if options.list:
        print(*(f"{name:24} {TARGETS[name].kind:12} {TARGETS[name].share:4}" for name in names), sep="\n")
        return 0
    if options.replay:
        tried = attempt(names[0], options.replay.read_bytes())
        print(tried.verdict, tried.story)
        return int(bool(tried.story))
    if options.engine == "atheris" and find_spec("atheris") is None:
        raise UsageError("the engine atheris is not installed: pip install atheris")
    if options.results and options.anew:
        forget(options.results, names)
    if options.results:
        refuse_seeds_of_before(options.results, names, f"{options.engine} {options.seed}")
    tallies = {}
    for name, inputs in shared_out(names, options.inputs).items():
        tallies[name] = fuzz(Run(name, options.seed, options.engine, options.corpus), inputs, options.findings)
        print(f"{name:24} {_line(tallies[name])}", flush=True)
        if options.results:
            add_up(options.results, name, tallies[name])
    total = sum(tallies.values(), Tally())
    print(f"{'all':24} {_line(total)}")
    return int(bool(total.crashes or total.hangs))


def _line(tally: Tally) -> str:
    counts = f"{tally.inputs:9,} inputs {tally.refused:9,} refused {tally.crashes:4} crashes {tally.hangs:4} hangs"
    return f"{counts}, slowest {tally.slowest:.3f} s"


def chosen_targets(words: list[str] | None) -> list[str]:
    """The targets that words stand for.

    >>> chosen_targets(["decode", "writer"])[:2]
    ['decode', 'writer:text']
    """
    found = [name for word in words or TARGETS for name in TARGETS if name == word or name.startswith(f"{word}:")]
    if unknown := [
        word for word in words or () if not any(name.partition(":")[0] == word or name == word for name in found)
    ]:
        raise UnknownName("target", unknown[0], TARGETS)
    return found


def shared_out(names: list[str], inputs: int) -> dict[str, int]:
    """How many of the inputs each target gets.

    >>> shared_out(["decode"], 7)
    {'decode': 7}
    """
    total = sum(TARGETS[name].share for name in names)
    return {name: -(-inputs * TARGETS[name].share // total) for name in names}


# The owner's side.


@dataclass(frozen=True)
class Run:
    """Which inputs are tried on what."""

    target: str
    seed: int = 0
    engine: str = "plain"
    corpus: Path = CORPUS

    def input(self, number: int) -> bytes:
        """The input of a number, of those that are made by chance."""
        chance = random.Random(f"{self.seed}/{self.target}/{number}")  # noqa: S311 - the same ones each time are the point
        return made(TARGETS[self.target].kind, chance, self.corpus)


def fuzz(run: Run, inputs: int, findings: Path) -> Tally:
    """Try so many inputs on a target, with another worker after each that is lost."""
    today = datetime.now(UTC).date().isoformat()
    tally, told = Tally(seeds=[f"{run.engine} {run.seed}"], since=today), set[str]()
    while tally.inputs < inputs:
        for tried in _by_one_worker(run, range(tally.inputs, inputs)):
            tally.add(tried)
            if tried.story and (place := _place(tried.story)) not in told:
                told.add(place)
                _save(findings, f"{run.target}-{run.engine}-{run.seed}-{tally.inputs}".replace(":", "-"), tried)
    return tally


def _by_one_worker(run: Run, numbers: range) -> Iterator[Tried]:
    # Of atheris, coverage takes more memory than the limit leaves.
    worker = Worker(ENGINES[run.engine], memory=MEMORY if run.engine == "plain" else None)
    worker.give((run, numbers), START_SECONDS)
    try:
        for number in numbers:
            ((_, heard),) = listen([worker])
            if isinstance(heard, Lost):
                verdict = "hang" if heard.cause == TIMEOUT else "crash"
                body = run.input(number) if run.engine == "plain" else b""
                yield Tried(verdict, SECONDS if verdict == "hang" else 0.0, f"{heard.reason}\n", body)
                return
            worker.wait_until(PATIENCE * SECONDS)
            yield heard
    finally:
        worker.stop()


def _place(story: str) -> str:
    """Where it happened, so that a finding is told once."""
    lines = story.strip().splitlines()
    return " ".join([*(line.strip() for line in lines if line.lstrip().startswith("File "))][-1:]) or lines[-1]


def _save(folder: Path, name: str, tried: Tried) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(tried.body)
    (folder / f"{name}.txt").write_text(tried.story, encoding="utf-8", errors="backslashreplace")
    print(f"{tried.verdict}: {folder / name}: {tried.story.strip().splitlines()[-1][:200]}", flush=True)


def refuse_seeds_of_before(path: Path, names: list[str], seed: str) -> None:
    """Inputs that were tried before are no new ones."""
    before = read_part(path, "fuzz") or {}
    if again := [name for name in names if seed in before.get(name, {}).get("seeds", ())]:
        raise UsageError(f"{path} has a run of seed {seed!r} for {again[0]} already; take another seed")


def forget(path: Path, names: list[str]) -> None:
    """Drop what was tried on targets, since they are not what they were."""
    change_part(path, "fuzz", lambda before: {name: kept for name, kept in (before or {}).items() if name not in names})


def add_up(path: Path, name: str, tally: Tally) -> None:
    """Add what was tried on a target to a file of results."""

    def added(before: dict[str, Any] | None) -> dict[str, Any]:
        kept = before or {}
        return kept | {name: asdict(Tally(**kept[name]) + tally if name in kept else tally)}

    change_part(path, "fuzz", added)


# The worker's side.


def attempt(name: str, body: bytes) -> Tried:
    """What a target makes of an input."""
    start = time.process_time()
    verdict, story = "answered", ""
    try:
        with _WATCH:
            TARGETS[name].run(body)
    except ThresherError:
        verdict = "refused"
    except Exception:  # whatever it is, it is a finding
        verdict, story = "crash", traceback.format_exc()
    seconds = time.process_time() - start
    if seconds > SECONDS:
        verdict, story = "hang", story or f"it took {seconds:.1f} s\n"
    return Tried(verdict, seconds, story, body if story else b"")


def plain(connection: Connection) -> None:
    """Try inputs that are made by chance."""
    _WATCH.install()
    for run, numbers in jobs(connection):
        for number in numbers:
            connection.send(attempt(run.target, run.input(number)))


def guided(connection: Connection) -> None:
    """Try inputs that atheris makes from the kept ones, led by what code of ours they reach."""
    import atheris

    _WATCH.install()
    run, numbers = connection.recv()
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and (each.__module__ or "").startswith("thresher"):
            atheris.instrument_func(each)
    # What it finds out goes into the first folder; the kept ones are only read.
    scratch = ROOT / "build" / "fuzz" / run.target.replace(":", "-")
    scratch.mkdir(parents=True, exist_ok=True)
    read = [str(folder) for folder in (scratch, *folders(TARGETS[run.target].kind, run.corpus))]
    words = [
        f"-runs={len(numbers)}",
        f"-seed={run.seed + 1}",
        f"-max_len={MAX_BYTES}",
        "-verbosity=0",
        "-rss_limit_mb=0",
    ]
    with atheris.instrument_imports(include=["thresher"]):
        attempt(run.target, run.input(0))
    atheris.Setup([sys.argv[0], *words, *read], lambda body: connection.send(attempt(run.target, body)))
    atheris.Fuzz()


class Watch:
    """While it is on, an input that reaches out of the process is an error."""

    is_on = False

    def install(self) -> None:
        """Begin to look; there is no way back."""
        sys.addaudithook(self._look)

    def _look(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.is_on and event in FORBIDDEN:
            raise RuntimeError(f"an input caused {event} {arguments!r:.200}")

    def __enter__(self) -> None:
        self.is_on = True

    def __exit__(self, *_error: object) -> None:
        self.is_on = False


_WATCH = Watch()


ENGINES = {"plain": plain, "atheris": guided}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=20_000, help="inputs in all (default: 20,000)")
    parser.add_argument("--seed", type=int, default=0, help="a number that names the inputs (default: 0)")
    parser.add_argument("--target", action="append", metavar="NAME", help="a target, or the first word of several")
    parser.add_argument("--engine", choices=list(ENGINES), default="plain")
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="folder of inputs to begin with")
    parser.add_argument("--findings", type=Path, default=ROOT / "build" / "findings", help="folder for what is found")
    parser.add_argument("--results", type=Path, help="JSON file that the docs are made from")
    parser.add_argument(
        "--anew", action="store_true", help="what was tried on the targets before they were mended does not count"
    )
    parser.add_argument("--replay", type=Path, metavar="FILE", help="try one input on one target")
    parser.add_argument("--list", action="store_true", help="name the targets, their inputs and shares")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
