#!/usr/bin/env python3
"""Show or raise the floors of tests/floors.json: the F1 that each method must reach on the pages of tests/labelled.

scripts/floors.py                       what each method reaches, and its floor
scripts/floors.py --raise               raise floors to what is reached now
scripts/floors.py --raise --allow-lower lower those that are not reached as well: say why in the commit
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from thresher import algorithms
from thresher.errors import UsageError
from thresher.evaluate import floors

TESTS = Path(__file__).resolve().parent.parent / "tests"
PAGES, FILE = TESTS / "labelled", TESTS / "floors.json"


def main() -> int:
    """Measure and print; write the floors if requested."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--raise", dest="write", action="store_true", help="raise floors to what is reached now")
    parser.add_argument("--allow-lower", action="store_true", help="lower floors that are not reached")
    options = parser.parse_args()
    old = floors.read_floors(FILE)
    measured = {folder.name: _measured(folder, old.get(folder.name)) for folder in floors.folders(PAGES)}
    if options.write:
        try:
            floors.write_floors(FILE, floors.updated(old, measured, allow_lower=options.allow_lower))
        except UsageError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


def _measured(folder: Path, old: floors.Floor | None) -> floors.Floor:
    """Measure all methods on a folder, and print the results next to their floors."""
    known = old.methods if old else {}
    found = {}
    print(f"{folder.name}\n  {'method':16}  reached  floor")
    for name in algorithms.names():
        found[name] = floors.rounded(floors.measure(name, folder))
        print(f"  {name:16}  {found[name]:7.3f}  {known.get(name, float('nan')):5.3f}", flush=True)
    return floors.Floor(floors.digest(folder), found)


if __name__ == "__main__":
    sys.exit(main())
