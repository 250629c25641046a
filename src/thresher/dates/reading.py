"""Finding and reading dates in short texts: what machines write (ISO, mail headers) and what people write.

A date comes out as ISO 8601 text: ``2025-09-04``, and with the time of day and its zone where a machine wrote them.
"""

from __future__ import annotations

import datetime
import re
import time
from collections.abc import Callable
from typing import NamedTuple

from thresher.dates.calendars import ERAS, SOLAR_YEARS, common_year, solar_day
from thresher.dates.likely import may_hold_date
from thresher.dates.months import BEGINNING_CHARS, beginnings, month_number, solar_month_number

#: No page says anything of a later day than tomorrow's, wherever it is read.
MAX_DAYS_AHEAD = 2
#: Earlier years are numbers of something else.
MIN_YEAR = 1800
#: The day on which computers begin to count, by its number, and how long a day is for them.
_EPOCH_DAY, SECONDS_OF_DAY = datetime.date(1970, 1, 1).toordinal(), 86_400
#: Days from which programs count, and which they write where they know none.
_FIRST_DAYS = (datetime.date(1970, 1, 1), datetime.date(1900, 1, 1))
#: Two figures of a year mean this century up to here.
LAST_SHORT_YEAR = 49

#: Places that write the month ahead of the day in figures.
MONTH_FIRST = ("en", "en-us", "en-ph", "es-us", "sw", "tl")


class Written(NamedTuple):
    """A date that stands in a text."""

    value: str  #: ISO 8601
    start: int  #: where it begins
    stop: int  #: where it ends
    sure: bool = True  #: whether the day and the month cannot have been mistaken for each other


_TIME = r"(?:[T\s]\s?(?P<clock>\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d+)?\s?(?P<zone>Z\b|UTC\b|GMT\b|[+-]\d{2}:?\d{2}\b)?)?"
_ISO = re.compile(rf"(?<!\d)(\d{{4}})-(\d{{1,2}})-(\d{{1,2}})(?!\d){_TIME}")
_COMPACT = re.compile(rf"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d){_TIME}")
_MAIL = re.compile(rf"(?<!\d)(\d{{1,2}})\s([A-Za-z]{{3}})\w*\s(\d{{4}}){_TIME}")
_YEAR_FIRST = re.compile(
    rf"(?<![\d/.])(?:({'|'.join(ERAS)})\s?(\d{{1,3}}|元)|(\d{{4}}))\s?[/.年년-]\s?(\d{{1,2}})\s?[/.月월-]\s?(\d{{1,2}})(?![\d/])"
)
_NUMBERS = re.compile(r"(?<![\d/.-])(\d{1,2})\s?([/.-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?![\d/-]|\.\d)")
#: A word that may name a month: some names are two words, some have full stops inside.
#: Vowel signs are letters or not, as Unicode has it: each sign must be read in one way only, and words have an end.
_WORD = (
    r"([^\W\d_](?:[^\W\d_]|(?![^\W\d_])[\u0300-\u036f\u0900-\u0dff\u0e31-\u0e4e]){0,30}"
    r"(?:[.][^\W\d_]\b)?(?:\s[^\W\d_]{1,30})??)"
)
_MARKS = r"(?:st|nd|rd|th|er|[.ºª°]|-(?:го|е|ое)|\.º)?"
#: What may stand between the parts of a date: commas, full stops, "of" in some languages, a hyphen.
_LINKS = r"(?:\s?[,.،/]?\s?(?:(?:de|del|di|of|den|του|a)\s{1,2}|d[’']|ב)?\s{0,2}-?)"
_DAY_FIRST = re.compile(
    rf"(?<![\d:.,])(\d{{1,2}}){_MARKS}{_LINKS}{_WORD}\.?{_LINKS}(?:พ\.ศ\.|ค\.ศ\.)?\s?(\d{{4}}|['’]\d{{2}})(?!\d)",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    rf"(?<![\w])([^\W\d_]{{3,}})\.?\s?(\d{{1,2}}){_MARKS}(?:,|\s|،|\sde\s)\s?(\d{{4}})(?!\d)", re.IGNORECASE
)
_YEAR_THEN_WORD = re.compile(
    rf"(?<!\d)(\d{{4}})(?:\.|eko|ko|(?:-|\s)(?:ж|жылғы|m|gada)\b)*[.,]?\s?(?:(\d{{1,2}})\.?\s)?{_WORD}(?:\s(\d{{1,2}}))?(?!\d)",
    re.IGNORECASE,
)
_VIETNAMESE = re.compile(r"(?<!\d)(\d{1,2})\s(?:tháng|thg)\s(\d{1,2}),?\s(?:năm\s)?(\d{4})", re.IGNORECASE)
#: Figures with the signs between them that dates have.
_FIGURES = re.compile(r"[\d元]\s?[/.年년-]\s?\d")
_ASCII_WORD = re.compile("[a-z]+")
_EPOCH = re.compile(r"\s*(\d{10})(\d{3})?\s*")


def read_date(text: str, language: str = "") -> str | None:
    """The date that a text begins with or holds, as ISO 8601; ``None`` where there is none.

    >>> read_date("2025-09-04T07:30:00.000+0000"), read_date("Thu, 04 Sep 2025 07:30:00 GMT")
    ('2025-09-04T07:30:00+00:00', '2025-09-04T07:30:00+00:00')
    >>> read_date("4. September 2025"), read_date("2568年9月4日"), read_date("٤ سبتمبر ٢٠٢٥"), read_date("1404/06/13")
    ('2025-09-04', '2025-09-04', '2025-09-04', '2025-09-04')
    """
    # What machines write, they write like that.
    if (whole := _ISO.fullmatch(text)) and (written := _iso(whole, "")):
        return written.value
    if epoch := _EPOCH.fullmatch(text):
        moment = datetime.datetime.fromtimestamp(int(epoch[1]), tz=datetime.UTC)
        return moment.isoformat() if _is_possible(moment.date()) else None
    found = dates_in(text, language)
    first = found[0] if found else _compact(text)
    return first.value if first else None


def dates_in(text: str, language: str = "") -> list[Written]:
    """The dates that stand in a text, in their order; *language* decides about months and about the order of figures.

    >>> [written.value for written in dates_in("Posted on Sept. 4th, 2025; updated 05/09/2025", "en-GB")]
    ['2025-09-04', '2025-09-05']
    """
    if not may_hold_date(text):
        return []
    tag = language.lower().replace("_", "-")
    # Most dates of English pages are that and nothing else.
    if (whole := _MONTH_FIRST.fullmatch(text)) and (alone := _month_first(whole, tag)):
        return [alone]
    forms = _forms(text, tag)
    found = [written for pattern, read in forms for match in pattern.finditer(text) if (written := read(match, tag))]
    return _apart(found) if len(found) > 1 else found


def _forms(text: str, language: str) -> _Forms:
    """The forms of dates that a text may have."""
    forms = _OF_FIGURES if _FIGURES.search(text) else ()
    if _may_name_month(text):
        forms += _OF_WORDS
        # In English, a year ahead of a month is the end of something else.
        forms += () if language.startswith("en") else _YEAR_FIRST_OF_WORDS
        # Vietnamese is written with signs on its letters.
        forms += () if text.isascii() else _OF_VIETNAMESE
    return forms


def _apart(found: list[Written]) -> list[Written]:
    """Of some dates, in their order, those that do not overlap with an earlier one."""
    apart: list[Written] = []
    for written in sorted(found, key=lambda each: (each.start, -each.stop)):
        if not apart or written.start >= apart[-1].stop:
            apart.append(written)
    return apart


def _may_name_month(text: str) -> bool:
    """Whether a word of a text may be the name of a month."""
    if not text.isascii():
        return True
    return not beginnings().isdisjoint([word[:BEGINNING_CHARS] for word in _ASCII_WORD.findall(text.lower())])


def _iso(found: re.Match[str], _language: str) -> Written | None:
    return _written(found, int(found[1]), int(found[2]), int(found[3]), time_of_day=_time(found))


def _compact(text: str) -> Written | None:
    """A date in eight figures, as machines write it."""
    found = _COMPACT.search(text)
    return _iso(found, "") if found else None


def _mail(found: re.Match[str], _language: str) -> Written | None:
    month = month_number(found[2], "en") or 0
    return _written(found, int(found[3]), month, int(found[1]), time_of_day=_time(found))


def _year_first(found: re.Match[str], _language: str) -> Written | None:
    year = _year_of_era(found[1], found[2]) if found[1] else int(found[3])
    return _written(found, year, int(found[4]), int(found[5]))


def _year_of_era(era: str, number: str) -> int:
    """A year that is counted from the beginning of an era, the first having a name."""
    return ERAS[era] + (1 if number == "元" else int(number))


def _day_first(found: re.Match[str], language: str) -> Written | None:
    return _named(found, found[3].strip("'’"), found[2], int(found[1]), language)


def _month_first(found: re.Match[str], language: str) -> Written | None:
    return _named(found, found[3], found[1], int(found[2]), language)


def _year_then_word(found: re.Match[str], language: str) -> Written | None:
    day = found[2] or found[4]
    return _named(found, found[1], found[3], int(day), language) if day else None


def _vietnamese(found: re.Match[str], _language: str) -> Written | None:
    return _written(found, int(found[3]), int(found[2]), int(found[1]))


def _numbers(found: re.Match[str], language: str) -> Written | None:
    """A date in figures with the year last; full stops and most of the world have the day first."""
    first, second = int(found[1]), int(found[3])
    month_leads = found[2] != "." and (not language or language in MONTH_FIRST)
    if first > 12 or second > 12:
        month_leads = second > 12
    month, day = (first, second) if month_leads else (second, first)
    sure = first == second or max(first, second) > 12 or found[2] == "."
    return _written(found, _full_year(found[4]), month, day, sure=sure)


_Forms = tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], Written | None]], ...]

#: Dates in figures with signs between them, and dates with words in them: patterns, and how what they find is read.
_OF_FIGURES: _Forms = ((_ISO, _iso), (_YEAR_FIRST, _year_first), (_NUMBERS, _numbers))
_OF_WORDS: _Forms = ((_MAIL, _mail), (_DAY_FIRST, _day_first), (_MONTH_FIRST, _month_first))
_YEAR_FIRST_OF_WORDS: _Forms = ((_YEAR_THEN_WORD, _year_then_word),)
_OF_VIETNAMESE: _Forms = ((_VIETNAMESE, _vietnamese),)


def _named(found: re.Match[str], year: str, word: str, day: int, language: str) -> Written | None:
    """The date with a month of that name, if it is one."""
    if number := month_number(word, language.partition("-")[0]):
        return _written(found, _full_year(year), number, day)
    if number := solar_month_number(word):
        return _dated(found, solar_day(int(year), number, day))
    return None


def _full_year(figures: str) -> int:
    """A year of two figures in full."""
    year = int(figures)
    if len(figures) > 2:
        return year
    return year + (2000 if year <= LAST_SHORT_YEAR else 1900)


def _written(
    found: re.Match[str], year: int, month: int, day: int, *, sure: bool = True, time_of_day: str = ""
) -> Written | None:
    """The date of these numbers, ``None`` where there is no such day."""
    if year in SOLAR_YEARS:
        return _dated(found, solar_day(year, month, day), time_of_day=time_of_day)
    try:
        date = datetime.date(common_year(year), month, day)
    except ValueError:
        return None
    return _dated(found, date, sure=sure, time_of_day=time_of_day)


def _dated(
    found: re.Match[str], date: datetime.date | None, *, sure: bool = True, time_of_day: str = ""
) -> Written | None:
    if date is None or not _is_possible(date):
        return None
    return Written(date.isoformat() + time_of_day, found.start(), found.end(), sure)


def _is_possible(date: datetime.date) -> bool:
    """Whether a page can mean that day: not of the future, nor the first days of what computers count from."""
    if date.year < MIN_YEAR or date in _FIRST_DAYS:
        return False
    return date.toordinal() <= _EPOCH_DAY + int(time.time() // SECONDS_OF_DAY) + MAX_DAYS_AHEAD


def _time(found: re.Match[str]) -> str:
    """The time of day and its zone, as far as a machine wrote them."""
    if not (clock := found["clock"]):
        return ""
    hours, minutes, *rest = map(int, clock.split(":"))
    if hours > 23 or minutes > 59 or (rest and rest[0] > 59):
        return ""
    zone = found["zone"] or ""
    if zone in ("Z", "UTC", "GMT"):
        zone = "+00:00"
    elif zone and ":" not in zone:
        zone = f"{zone[:3]}:{zone[3:]}"
    return f"T{hours:02d}:{minutes:02d}:{rest[0] if rest else 0:02d}{zone}"
