"""How often a feed wants to be asked, as it says itself: RSS's ``ttl`` and the syndication module of RSS 1.0."""

from __future__ import annotations

import re
from datetime import timedelta

#: Times are told once, ahead of the entries or right after them; entries may be long.
_FIRST_ENTRY = re.compile(r"<(?:\w+:)?(?:item|entry)[\s>]", re.IGNORECASE)
_TTL = re.compile(r"<ttl>\s*(\d{1,6})\s*</ttl>", re.IGNORECASE)
_PERIOD = re.compile(r"<(?:\w+:)?updatePeriod>\s*(\w+)\s*<", re.IGNORECASE)
_FREQUENCY = re.compile(r"<(?:\w+:)?updateFrequency>\s*(\d{1,4})\s*<", re.IGNORECASE)

#: Words of the syndication module.
_PERIODS = {
    "hourly": timedelta(hours=1),
    "daily": timedelta(days=1),
    "weekly": timedelta(weeks=1),
    "monthly": timedelta(days=30),
    "yearly": timedelta(days=365),
}


def told_interval(text: str) -> timedelta | None:
    """How long the feed says that it stays the same; ``None`` where it does not say.

    >>> told_interval("<rss><channel><ttl>90</ttl>").total_seconds()
    5400.0
    >>> told_interval("<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>")
    datetime.timedelta(seconds=1800)
    """
    first = _FIRST_ENTRY.search(text)
    head = text[: first.start()] if first else text
    if ttl := _TTL.search(head):
        return timedelta(minutes=int(ttl[1])) if int(ttl[1]) else None
    period = _PERIOD.search(head)
    if not period or period[1].lower() not in _PERIODS:
        return None
    frequency = _FREQUENCY.search(head)
    return _PERIODS[period[1].lower()] / max(1, int(frequency[1]) if frequency else 1)
