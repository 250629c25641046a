"""`Span`: a part of a shard that is worked on at once. The spans of a shard depend only on the input."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

#: Size of a span in bytes: about a minute of work, so that one large file keeps all cores busy.
SPAN_BYTES = 64_000_000


@dataclass(frozen=True)
class Span:
    """A part of a shard: its start and stop, in bytes, row groups or files; without a stop it extends to the end."""

    start: int
    stop: int | None

    def is_past(self, place: int) -> bool:
        """Whether a record that begins at a place belongs to a later span."""
        return self.stop is not None and place >= self.stop


def byte_spans(path: Path) -> list[Span]:
    """A file divided into spans of about the same number of bytes."""
    return even_spans(path.stat().st_size, SPAN_BYTES)


def even_spans(size: int, most: int) -> list[Span]:
    """*size* items divided into spans of about *most* items at most; the last one has no stop.

    >>> even_spans(10, 4)
    [Span(start=0, stop=5), Span(start=5, stop=None)]
    """
    count = max(1, round(size / most))
    starts = [size * number // count for number in range(count)]
    return [Span(start, stop) for start, stop in zip(starts, [*starts[1:], None], strict=True)]
