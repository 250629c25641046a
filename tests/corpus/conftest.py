"""Crawls of our own pages, and a method that is their enemy."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for what the tests of this folder share
from crawls import page_of, write_warc


@pytest.fixture
def hostile():
    """A method that hangs, dies or eats memory where a page tells it to; workers can import it, too."""
    from hostile import Hostile

    return Hostile()


@pytest.fixture
def crawl(tmp_path):
    """Two packed WARCs with five pages each."""
    folder = tmp_path / "crawl"
    folder.mkdir()
    for name, first in (("a", 0), ("b", 5)):
        write_warc(folder / f"{name}.warc.gz", [page_of(number) for number in range(first, first + 5)])
    return folder
