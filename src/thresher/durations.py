"""Durations as people write them."""

from __future__ import annotations


def clock(seconds: float) -> str:
    """Minutes and seconds, preceded by hours if there are any.

    >>> clock(75), clock(7512)
    ('1:15', '2:05:12')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
