"""A short run of the fuzzer over all of its targets, what it keeps, and that it notices what it is there for."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))
import hostile_engines
from fuzz_inputs import CORPUS, KINDS, folders, made, markup
from fuzz_targets import TARGETS, Target, promise

import fuzz
from thresher import algorithms, extract, writers
from thresher.errors import InputError, UnknownName

BENCHMARKS = Path(fuzz.__file__).parent
#: Inputs of each target; the long run is the script's.
INPUTS = 12

every_target = pytest.mark.parametrize("name", TARGETS)


def story(tried):
    """What a finding says; empty where there is none."""
    return tried.story


@every_target
def test_inputs_by_chance(name):
    """An input that nobody would write gets an answer or a clear error."""
    for number in range(INPUTS):
        assert story(fuzz.attempt(name, fuzz.Run(name, seed=1).input(number))) == "", f"{name}, input {number}"


@every_target
def test_kept_inputs(name):
    """What is kept, findings of the past included, gets an answer or a clear error."""
    kept = [path for path in folders(TARGETS[name].kind)[0].iterdir() if path.is_file()]
    assert kept
    assert {path.name: told for path in kept if (told := story(fuzz.attempt(name, path.read_bytes())))} == {}


@given(st.randoms(use_true_random=False))
def test_structured_markup(chance):
    """Whatever markup hypothesis thinks of is read by the default method and written in every format."""
    found = extract(markup(chance, pieces=20), "https://mill.example/")
    assert all(isinstance(found.written(name), str) for name in writers.FORMATS)


def test_every_method_format_and_kind_is_fuzzed():
    """There is a target for each name of the registries, and one for each kind of input."""
    assert {f"algorithm:{name}" for name in algorithms.names()} <= TARGETS.keys()
    assert {f"writer:{name}" for name in writers.FORMATS} <= TARGETS.keys()
    assert {target.kind for target in TARGETS.values()} == KINDS.keys()
    assert {folder.name for folder in CORPUS.iterdir()} == KINDS.keys() - {"bytes"}


@pytest.mark.parametrize("kind", KINDS)
def test_inputs_are_named_by_their_seed(kind):
    """The same seed makes the same input, another one another, and inputs differ from each other."""
    inputs, again = ([made(kind, random.Random(seed)) for seed in range(30)] for _ in range(2))  # noqa: S311 - no secret
    assert inputs == again
    assert len(set(inputs)) > 20


def crash(_body):
    """A target with an error that is no clear one."""
    raise KeyError("rye")


def refuse(_body):
    """A target with a clear error."""
    raise InputError("no rye")


@pytest.mark.parametrize(
    ("run", "verdict", "words"),
    [
        (crash, "crash", "KeyError"),
        (refuse, "refused", ""),
        (lambda _: promise(False, "rye is a grass"), "crash", "rye is a grass"),
        (lambda _: None, "answered", ""),
    ],
)
def test_verdicts(monkeypatch, run, verdict, words):
    """An unclear error and a promise that is not kept are findings, a clear error is none."""
    monkeypatch.setitem(TARGETS, "date", Target("text", 1, run))
    tried = fuzz.attempt("date", b"x")
    assert tried.verdict == verdict
    assert words in tried.story
    assert tried.body == (b"x" if words else b"")


def test_an_input_over_its_time_is_a_hang(monkeypatch):
    """An input that takes longer than allowed is a finding, even if it is answered."""
    monkeypatch.setattr(fuzz, "SECONDS", -1)
    assert fuzz.attempt("date", b"x").verdict == "hang"


def test_a_lost_worker_is_a_finding(monkeypatch, tmp_path):
    """A process that dies costs its input, which is kept, and another one goes on behind it."""
    monkeypatch.setitem(fuzz.ENGINES, "plain", hostile_engines.dies_at_the_third)
    run = fuzz.Run("date")
    tally = fuzz.fuzz(run, 7, tmp_path)
    assert (tally.inputs, tally.crashes, tally.hangs) == (7, 2, 0)
    assert [path.read_bytes() for path in tmp_path.glob("*-3")] == [run.input(2)]
    assert "with code 7" in (tmp_path / "date-plain-0-3.txt").read_text()


def test_a_worker_that_hangs_is_a_finding(monkeypatch, tmp_path):
    """A process that says nothing for too long is ended, and its input is kept."""
    monkeypatch.setitem(fuzz.ENGINES, "plain", hostile_engines.hangs)
    monkeypatch.setattr(fuzz, "START_SECONDS", 0.2)
    tally = fuzz.fuzz(fuzz.Run("date"), 1, tmp_path)
    assert (tally.inputs, tally.crashes, tally.hangs) == (1, 0, 1)


def test_reaching_out_is_a_finding():
    """An input that makes a connection or starts a program is told."""
    code = f"""if True:
        import sys, socket; sys.path.insert(0, {str(BENCHMARKS)!r}); import fuzz
        fuzz._WATCH.install()
        connect = lambda _: socket.create_connection(("127.0.0.1", 9), 1)
        fuzz.TARGETS["date"] = fuzz.TARGETS["date"].__class__("text", 1, connect)
        print(fuzz.attempt("date", b"x").story)
        fuzz.Path("/none").unlink(missing_ok=True)
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "an input caused socket." in done.stdout
    assert done.stderr == "", "what no input causes is none of its business"


def command(*words):
    """The script with some words."""
    return subprocess.run(
        [sys.executable, str(BENCHMARKS / "fuzz.py"), *words], capture_output=True, text=True, check=False, timeout=300
    )


def test_script(tmp_path):
    """Runs with other seeds add up in the file of results; one with the same seed is refused."""
    results = tmp_path / "results.json"
    results.write_text('{"other": 1}')
    words = ("--target", "date", "--target", "robots", "--inputs", "50", "--results", str(results))
    for seed in ("1", "2"):
        done = command(*words, "--seed", seed)
        assert done.returncode == 0, done.stdout + done.stderr
    kept = json.loads(results.read_text())
    assert kept["other"] == 1
    assert kept["fuzz"]["date"]["seeds"] == ["plain 1", "plain 2"]
    assert kept["fuzz"]["date"]["inputs"] + kept["fuzz"]["robots"]["inputs"] in (100, 102)
    assert "seed 'plain 2' for date already" in command(*words, "--seed", "2").stderr


def test_replay():
    """One input can be tried again on one target."""
    done = command("--target", "cuter", "--replay", str(CORPUS / "cuter" / "entities.xml"))
    assert (done.returncode, done.stdout.split()) == (0, ["refused"])


def test_targets_by_name():
    """A word stands for all targets that begin with it; one that stands for none is refused."""
    assert fuzz.chosen_targets(["writer"]) == [f"writer:{name}" for name in writers.FORMATS]
    assert fuzz.chosen_targets(None) == list(TARGETS)
    with pytest.raises(UnknownName, match="unknown target 'writers'"):
        fuzz.chosen_targets(["writers"])
