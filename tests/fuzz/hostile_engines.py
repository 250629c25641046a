"""Engines of the fuzzer that lose their process, as an input may."""

from __future__ import annotations

import os
import time

from thresher.workers import jobs


def dies_at_the_third(connection):
    """Try two inputs, and end the process at the next."""
    from fuzz import Tried

    for _, numbers in jobs(connection):
        for tried, _ in enumerate(numbers):
            if tried == 2:
                os._exit(7)
            connection.send(Tried("answered", 0.0))


def hangs(connection):
    """Say nothing."""
    for _ in jobs(connection):
        time.sleep(3600)
