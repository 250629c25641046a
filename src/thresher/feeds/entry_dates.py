"""Rewriting dates of entries in unusual formats, so that a parser does not have to guess."""

from __future__ import annotations

import re

from thresher.dates import read_date

_ELEMENT = re.compile(
    r"(<(?:\w+:)?(?:pubDate|date|published|updated|issued|modified|created)\b[^<>]*>)"
    r"\s*+(?:<!\[CDATA\[\s*+)?([^<>\]]{1,100}+)\s*+(?:\]\]>)?\s*+(?=</)",
    re.IGNORECASE,
)
#: RFC 822 in English and ISO 8601, which parsers can read.
_USUAL = re.compile(
    r"\s*(?:[a-z]{3},?\s+)?\d{1,2}\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\s+\d{4}\s|\s*\d{4}-\d\d-\d\d(?:t|\s|$)",
    re.IGNORECASE,
)


def with_usual_dates(text: str) -> str:
    """XML with unusual dates rewritten as ISO 8601; text that is not a date is removed.

    >>> with_usual_dates("<item><pubDate>Qua, 26 Set 2018 10:00:00 -0300</pubDate><date>soon</date></item>")
    '<item><pubDate>2018-09-26T10:00:00-03:00</pubDate><date></date></item>'
    """
    return _ELEMENT.sub(_usual, text)


def _usual(match: re.Match[str]) -> str:
    return match[0] if _USUAL.match(match[2]) else f"{match[1]}{read_date(match[2]) or ''}"
