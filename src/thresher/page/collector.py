"""The garbage collector, kept from looking through pages while they are made."""

from __future__ import annotations

import gc


class CollectorAtRest:
    """No garbage collection meanwhile.

    A page makes thousands of objects at once and none of them is garbage; the collector would go through them again
    and again while they are made, which takes a good part of the time that parsing does.

    >>> with CollectorAtRest():
    ...     gc.isenabled()
    False
    """

    def __enter__(self) -> None:
        self._was_at_work = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._was_at_work:
            gc.enable()
