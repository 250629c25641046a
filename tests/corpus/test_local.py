"""The engine of one machine: what its workers leave to others."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: Takes 100 MB in small pieces, of which the last one stays, and tells how many megabytes it has before and after.
HOARDER = """
import os, pathlib
from thresher.corpus.local import give_back

def megabytes():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 10**6

pieces = [bytes(100_000) for _ in range(1000)]
last = bytes(100_000)
del pieces
print(megabytes())
give_back()
print(megabytes())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_is_given_back():
    """What was freed goes back to the system, though something behind it is still in use."""
    told = subprocess.run([sys.executable, "-c", HOARDER], capture_output=True, text=True, check=True, timeout=60)
    before, after = map(int, told.stdout.split())
    if before < 100:
        pytest.skip("the allocator gives it back by itself")
    assert after < before - 50
