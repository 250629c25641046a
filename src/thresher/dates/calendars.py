"""Years of other calendars, and days of the Iranian one, in the calendar that the web counts by."""

from __future__ import annotations

import datetime

#: A year from here on is counted from the Buddha (Thailand), as many years ahead of ours as the next line says.
FIRST_BUDDHIST_YEAR, BUDDHIST_YEARS = 2400, 543
#: Years that pages of today can mean by the Iranian solar calendar.
SOLAR_YEARS = range(1300, 1500)
#: The year before the first of an era: Reiwa, Heisei, Showa, and the Republic in Taiwan.
ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}
#: Days of the Iranian months, the last one's in a leap year.
SOLAR_DAYS = (31, 31, 31, 31, 31, 31, 30, 30, 30, 30, 30, 30)
#: Within a cycle of 33 years, those that are leap years.
_LEAP = frozenset((1, 5, 9, 13, 17, 22, 26, 30))
_CYCLE = 33
#: The first day of the Iranian year 1300.
_SPRING_1300 = datetime.date(1921, 3, 21)


def common_year(year: int) -> int:
    """A year as the web counts it, where it was counted from the Buddha.

    >>> common_year(2568), common_year(2025)
    (2025, 2025)
    """
    return year - BUDDHIST_YEARS if year >= FIRST_BUDDHIST_YEAR else year


def solar_day(year: int, month: int, day: int) -> datetime.date | None:
    """The day of a date of the Iranian calendar, ``None`` where there is no such day.

    >>> solar_day(1404, 6, 13), solar_day(1403, 12, 30)
    (datetime.date(2025, 9, 4), datetime.date(2025, 3, 20))
    """
    if year not in SOLAR_YEARS or not 1 <= month <= 12 or not 1 <= day <= SOLAR_DAYS[month - 1]:
        return None
    leaps = sum(each % _CYCLE in _LEAP for each in range(SOLAR_YEARS.start, year))
    ahead = 365 * (year - SOLAR_YEARS.start) + leaps + sum(SOLAR_DAYS[: month - 1]) + day - 1
    return _SPRING_1300 + datetime.timedelta(days=ahead)
