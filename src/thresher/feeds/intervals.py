"""When to fetch again: depends on what a feed and its server state, on how often it has news, and on failures."""

from __future__ import annotations

import random
import re
from datetime import timedelta

#: The shortest and the longest interval between two requests for a feed, whatever it states.
SHORTEST, LONGEST = timedelta(minutes=15), timedelta(days=1)
#: Factors for the interval after a check: half as long if there was news, one and a half times as long if not.
NEW, NOTHING_NEW = 0.5, 1.5
#: Intervals are extended by up to this share, so that feeds that were added together spread out.
JITTER = 0.1
#: The interval before anything is known.
FIRST = timedelta(hours=1)


def next_interval(last: timedelta, *, is_new: bool, stated: timedelta | None = None) -> timedelta:
    """How long to wait before the next request for a feed.

    >>> next_interval(timedelta(hours=4), is_new=True), next_interval(timedelta(hours=20), is_new=False)
    (datetime.timedelta(seconds=7200), datetime.timedelta(days=1))
    >>> next_interval(timedelta(hours=1), is_new=True, stated=timedelta(hours=3))
    datetime.timedelta(seconds=10800)
    """
    adapted = last * (NEW if is_new else NOTHING_NEW)
    return min(LONGEST, max(SHORTEST, adapted, stated or SHORTEST))


def jittered(interval: timedelta) -> timedelta:
    """An interval, slightly extended; never shorter than the feed asks for."""
    return interval * random.uniform(1, 1 + JITTER)  # noqa: S311 - not a secret


#: The delay before the first retry, and the factor for each following one.
FIRST_RETRY, GROWTH = timedelta(seconds=5), 4


def retry_delay(failures: int, first: timedelta) -> timedelta:
    """The delay after a number of consecutive failures, with random jitter of up to a half, so that retries spread out.

    >>> timedelta(seconds=40) <= retry_delay(3, FIRST_RETRY) <= timedelta(seconds=80)
    True
    """
    longest = min(LONGEST, first * int(GROWTH ** min(max(failures - 1, 0), 8)))
    return longest * random.uniform(0.5, 1)  # noqa: S311 - not a secret


#: RSS's own element, and those of the syndication module of RSS 1.0.
_TTL = re.compile(r"<ttl>\s*(\d{1,6})\s*</ttl>", re.IGNORECASE)
_PERIOD = re.compile(r"<(?:\w+:)?updatePeriod>\s*(\w+)\s*<", re.IGNORECASE)
_FREQUENCY = re.compile(r"<(?:\w+:)?updateFrequency>\s*(\d{1,4})\s*<", re.IGNORECASE)
_PERIODS = {
    "hourly": timedelta(hours=1),
    "daily": timedelta(days=1),
    "weekly": timedelta(weeks=1),
    "monthly": timedelta(days=30),
    "yearly": timedelta(days=365),
}


def stated_interval(head: str) -> timedelta | None:
    """The update interval that a feed states before its entries; ``None`` if it states none.

    >>> stated_interval("<rss><channel><ttl>90</ttl>").total_seconds()
    5400.0
    >>> stated_interval("<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>")
    datetime.timedelta(seconds=1800)
    """
    if ttl := _TTL.search(head):
        return timedelta(minutes=int(ttl[1])) if int(ttl[1]) else None
    period = _PERIOD.search(head)
    if not period or period[1].lower() not in _PERIODS:
        return None
    frequency = _FREQUENCY.search(head)
    return _PERIODS[period[1].lower()] / max(1, int(frequency[1]) if frequency else 1)


def max_age(header: str) -> timedelta | None:
    """The ``max-age`` in a ``Cache-Control`` header; ``None`` if it has none.

    >>> max_age("public, max-age=1800"), max_age("no-cache")
    (datetime.timedelta(seconds=1800), None)
    """
    for directive in header.lower().split(","):
        name, _, value = directive.strip().partition("=")
        if name == "max-age" and value.strip('"').isdigit():
            return timedelta(seconds=min(int(value.strip('"')), 10**8))
    return None
