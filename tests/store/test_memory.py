"""A store that grows does not take the memory of its writer with it."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: Writes 60 MB in 40 batches, and tells after each how many megabytes the process has.
WRITER = """
import os, pathlib, sys
from thresher.store import Store, StoredExtraction

text = "rye and oats " * 2500
with Store.open(sys.argv[1]) as store:
    for batch in range(40):
        names = [f"{batch}-{number}" for number in range(25)]
        store.put_many(StoredExtraction(f"https://barn.example/{name}", f"{name} {text}", text) for name in names)
        resident = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
        print(resident * os.sysconf("SC_PAGE_SIZE") // 2**20)
"""
#: Megabytes that a writer may gain while its database gains 45.
MAX_GAIN = 15


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_of_a_writer_is_bounded(tmp_path):
    """What a writer holds of its database in memory has an end, and the database has not."""
    url = f"sqlite:///{tmp_path}/barn.db"
    told = subprocess.run([sys.executable, "-c", WRITER, url], capture_output=True, text=True, check=True, timeout=120)
    megabytes = [int(line) for line in told.stdout.split()]
    assert (tmp_path / "barn.db").stat().st_size > 55e6
    assert megabytes[-1] - megabytes[10] <= MAX_GAIN, megabytes
