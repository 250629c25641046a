"""When a feed is asked again: what it says of itself, what its server says, and how often it had something new."""

from __future__ import annotations

import random
from datetime import timedelta

#: A feed is never asked more often, and never less often, whatever it says.
SHORTEST, LONGEST = timedelta(minutes=15), timedelta(days=1)
#: The interval after a check: half as long where there was something new, half as long again where there was not.
NEW, NOTHING_NEW = 0.5, 1.5
#: Feeds that were added together do not stay together: intervals are longer by up to this share.
JITTER = 0.1
#: Before anything is known.
FIRST = timedelta(hours=1)


def next_interval(last: timedelta, *, is_new: bool, told: timedelta | None = None) -> timedelta:
    """How long to wait before a feed is asked again.

    >>> next_interval(timedelta(hours=4), is_new=True), next_interval(timedelta(hours=20), is_new=False)
    (datetime.timedelta(seconds=7200), datetime.timedelta(days=1))
    >>> next_interval(timedelta(hours=1), is_new=True, told=timedelta(hours=3))
    datetime.timedelta(seconds=10800)
    """
    adapted = last * (NEW if is_new else NOTHING_NEW)
    return min(LONGEST, max(SHORTEST, adapted, told or SHORTEST))


def jittered(interval: timedelta) -> timedelta:
    """An interval, a little longer: never shorter than a feed asks for."""
    return interval * random.uniform(1, 1 + JITTER)  # noqa: S311 - not a secret


#: A first retry comes after so long, each following one after so many times as long.
FIRST_RETRY, GROWTH = timedelta(seconds=5), 4


def retry_delay(failures: int, first: timedelta = FIRST_RETRY) -> timedelta:
    """How long to wait after so many failures in a row, between half and all of it, so that retries spread.

    >>> timedelta(seconds=40) <= retry_delay(3) <= timedelta(seconds=80)
    True
    """
    longest = min(LONGEST, first * int(GROWTH ** min(max(failures - 1, 0), 8)))
    return longest * random.uniform(0.5, 1)  # noqa: S311 - not a secret
