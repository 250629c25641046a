"""Dates as people and machines write them, in many languages and several calendars; no tier is imported but `page`."""

from __future__ import annotations

from thresher.dates.likely import may_hold_date, stretches_with_dates
from thresher.dates.reading import Written, dates_in, read_date

__all__ = ["Written", "dates_in", "may_hold_date", "read_date", "stretches_with_dates"]
