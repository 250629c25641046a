"""The garbage collector, kept from looking through pages while they are made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """No garbage collection meanwhile.

    A page makes thousands of objects at once and none of them is garbage; the collector would go through them again
    and again while they are made, which takes a good part of the time that parsing does.

    >>> with collector_at_rest():
    ...     gc.isenabled()
    False
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
