"""`Span`: where a stretch of a shard begins and ends. The stretches of a shard depend on the input only."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

#: Bytes of a file that make a stretch: about a minute of work, so that one large file keeps all cores busy.
SPAN_BYTES = 64_000_000


@dataclass(frozen=True)
class Span:
    """From where to where a stretch goes: bytes, row groups or files; without a stop it goes to the end."""

    start: int
    stop: int | None

    def is_past(self, place: int) -> bool:
        """Whether what begins at a place belongs to a later stretch."""
        return self.stop is not None and place >= self.stop


def byte_spans(path: Path) -> list[Span]:
    """A file in stretches of about the same number of bytes."""
    return even_spans(path.stat().st_size, SPAN_BYTES)


def even_spans(size: int, most: int) -> list[Span]:
    """*size* things in stretches of at most about *most*, the last one without a stop.

    >>> even_spans(10, 4)
    [Span(start=0, stop=5), Span(start=5, stop=None)]
    """
    count = max(1, round(size / most))
    starts = [size * number // count for number in range(count)]
    return [Span(start, stop) for start, stop in zip(starts, [*starts[1:], None], strict=True)]
