"""A running service with methods that misbehave, which its worker processes find as a package of somebody else."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager

import pytest
from fastapi.testclient import TestClient

from thresher.service.app import create_app
from thresher.service.settings import Settings

from .running import Running

TOKEN = "sesame"  # noqa: S105 - of a test
OATS = "Oats are sown in spring and cut in late summer, when the straw is dry and the days are long. " * 5
PAGE = (
    f"<title>Oats</title><nav><a href=/>Home</a> <a href=/n>News</a></nav><article><h1>Oats</h1><p>{OATS}</p></article>"
)

#: Methods that hang, that end their process, that take or keep too much memory, and that wait until they may go on.
FAULTS = """
import mmap, os, time
from pathlib import Path
from thresher.selection import Selection

class Hanging:
    def select(self, page):
        time.sleep(600)

class Dying:
    def select(self, page):
        os._exit(7)

class Eating:
    def select(self, page):
        return bytearray(1 << 40)

class Keeping:
    kept = []
    def select(self, page):
        # Address space is what is measured: it need not be filled. More than a worker may keep (a quarter), and little
        # enough for one that has refused ``eating`` before, for which the system's allocator has set 64 MB apart.
        self.kept.append(mmap.mmap(-1, 150_000_000))
        return Selection.nothing(page, "kept")

class Failing:
    def select(self, page):
        raise ZeroDivisionError("a secret of ours")

class Waiting:
    def select(self, page):
        while Path(__file__).with_name("barrier").exists():
            time.sleep(0.01)
        return Selection.nothing(page, "waited")
"""


@pytest.fixture(scope="session")
def faults(tmp_path_factory):
    """Methods that misbehave, registered by entry points."""
    folder = tmp_path_factory.mktemp("faults")
    (folder / "service_faults.py").write_text(FAULTS)
    (folder / "service_faults-1.0.dist-info").mkdir()
    names = ("Hanging", "Dying", "Eating", "Keeping", "Failing", "Waiting")
    points = "\n".join(f"{name.lower()} = service_faults:{name}" for name in names)
    (folder / "service_faults-1.0.dist-info" / "entry_points.txt").write_text(f"[thresher.algorithms]\n{points}\n")
    (folder / "service_faults-1.0.dist-info" / "METADATA").write_text("Name: service-faults\nVersion: 1.0\n")
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.fixture
def held(faults):
    """A context in which no page of the method ``waiting`` comes to its end: whatever happens there, happens first."""
    barrier = faults / "barrier"

    @contextmanager
    def hold():
        barrier.touch()
        try:
            yield
        finally:
            barrier.unlink()

    return hold


#: Small limits, so that each is soon reached; the time is enough for a machine with other work to do.
SETTINGS = Settings(workers=2, queue=2, seconds=5, max_body=300_000, max_batch=1_000_000, memory=400_000_000)


@pytest.fixture(scope="session")
def client(faults):
    """A client of a service on its own machine."""
    with client_of(SETTINGS) as client:
        yield client


@pytest.fixture(scope="session")
def guarded():
    """A client, without the token, of a service that needs one, and that fetches pages."""
    with client_of(Settings(host="0.0.0.0", workers=1, token=TOKEN, fetch=True)) as client:  # noqa: S104 - a test
        yield client


@pytest.fixture(scope="session")
def running(faults):
    """A service in a process of its own."""
    service = Running("--port", "0", "--workers", "2", "--queue", "4", "--time-limit", "5", "--max-size", "0.3")
    yield service
    assert service.stop() == 0


def wait_for(client, figure):
    """Wait until a service tells that figure of itself."""
    end = time.monotonic() + 60
    while figure not in client.get("/metrics").text:
        assert time.monotonic() < end, figure
        time.sleep(0.01)


def client_of(settings):
    return TestClient(create_app(settings), "http://localhost", raise_server_exceptions=False)
