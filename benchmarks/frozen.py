"""The source as it was when a benchmark began: for runs that are started again and again, whatever is edited meanwhile.

A page that two versions have extracted may have two texts, so a run that changes versions on its way compares nothing.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import thresher


@contextmanager
def frozen_source() -> Iterator[None]:
    """Have every process that is started meanwhile import a copy of the package."""
    before = os.environ.get("PYTHONPATH")
    with tempfile.TemporaryDirectory() as folder:
        package = Path(thresher.__file__).parent
        shutil.copytree(package, Path(folder) / package.name, ignore=shutil.ignore_patterns("__pycache__"))
        os.environ["PYTHONPATH"] = os.pathsep.join([folder, *([before] if before else [])])
        try:
            yield
        finally:
            os.environ.pop("PYTHONPATH")
            os.environ.update({"PYTHONPATH": before} if before else {})
